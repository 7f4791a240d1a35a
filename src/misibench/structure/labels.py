"""Names of ligand atoms as pictures and answers use them: every one unique."""

from __future__ import annotations

from collections import Counter

from misibench.structure.molecule import Molecule

__all__ = ["unique_labels"]


def unique_labels(molecule: Molecule) -> tuple[str, ...]:
    """Give one label per atom, unique also where upper and lower case are not told apart.

    An atom name that only one atom has is its label. All other atoms (equal names, no name) are
    labelled by element and running number, numbers that name another atom left out. The map
    back is the order: label i belongs to atom i.
    """
    count = Counter(name.casefold() for name in molecule.atom_names)
    taken = {name for name, copies in count.items() if copies == 1 and name}
    running: Counter[str] = Counter()
    labels: list[str] = []
    for name, element in zip(molecule.atom_names, molecule.elements, strict=True):
        if name.casefold() in taken and count[name.casefold()] == 1:
            labels.append(name)
            continue
        symbol = element or "X"
        while True:
            running[symbol] += 1
            label = f"{symbol}{running[symbol]}"
            if label.casefold() not in taken:
                break
        taken.add(label.casefold())
        labels.append(label)
    return tuple(labels)
