"""Which atoms are solvent: the rules of ChimeraX's ``delete solvent``."""

from __future__ import annotations

from collections import Counter
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from misibench.structure.elements import METALS
from misibench.structure.molecule import Molecule
from misibench.structure.residue_templates import STANDARD_NAMES

__all__ = ["WATER_NAMES", "bonded_groups", "solvent_atoms"]

WATER_NAMES: Final = frozenset({"HOH", "WAT", "DOD", "H2O", "D2O", "TIP3"})
MAX_WATER_ATOMS: Final = 3
LONE_ATOM_SOLVENT: Final = range(5, 9)
"""Lone atoms of these elements (boron to oxygen) are taken for water whatever they are called."""

MIN_COPIES: Final = 10
MAX_COSOLVENT_ATOMS: Final = 10
"""The most frequent kind of small molecule is solvent from this many copies, up to this size."""

_HALOGENS: Final = frozenset({9, 17, 35, 53, 85})


def bonded_groups(molecule: Molecule) -> tuple[int, NDArray[np.int32]]:
    """Number of bonded groups, and for every atom the number of its group, shape (n,).

    Missing-structure links count as bonds (a broken chain is one group) unless they lead to
    water, and so does metal coordination inside a residue (a haem is one group).
    """
    size = len(molecule)
    of_residue = molecule.residue_index[molecule.metal_bonds]
    inner = molecule.metal_bonds[of_residue[:, 0] == of_residue[:, 1]]
    dry = np.array([one.name not in WATER_NAMES for one in molecule.residues], dtype=bool)
    gaps = molecule.gaps[dry[molecule.residue_index[molecule.gaps]].all(axis=1)]
    pairs = np.concatenate([molecule.bonds, gaps, inner])
    graph = coo_matrix((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(size, size))
    count, group = connected_components(graph, directed=False)
    return int(count), np.asarray(group, dtype=np.int32)


def solvent_atoms(molecule: Molecule) -> NDArray[np.bool_]:
    """Shape (n,): True for solvent.

    Solvent are bonded groups of fewer than four atoms in residues with a water name, lone atoms
    of elements 5 to 8, and, from ten copies on, the most frequent kind of one-residue molecule
    of at most ten atoms that is no lone metal or halogen and no amino acid or nucleotide.
    Beyond ChimeraX's rules, an oxygen with nothing but hydrogens is water whatever its residue
    is called (SOL, SPC, T3P ...).
    """
    solvent = np.zeros(len(molecule), dtype=bool)
    if not len(molecule):
        return solvent
    count, group = bonded_groups(molecule)
    order = np.argsort(group, kind="stable")
    starts = np.searchsorted(group[order], np.arange(count + 1))
    sizes = np.diff(starts)
    residue_sizes = np.bincount(molecule.residue_index)
    kinds: Counter[str] = Counter()
    members: dict[str, list[NDArray[np.int64]]] = {}
    for one in np.flatnonzero(sizes <= MAX_COSOLVENT_ATOMS):
        atoms = order[starts[one] : starts[one + 1]]
        numbers = molecule.atomic_numbers[atoms].tolist()
        residues = set(molecule.residue_index[atoms].tolist())
        name = molecule.residues[min(residues)].name
        whole = len(residues) > 1 or len(numbers) == residue_sizes[min(residues)]
        if _is_water(name, numbers, whole=whole):
            solvent[atoms] = True
        elif not whole:
            continue
        elif len(residues) == 1 and not _is_ion(numbers) and name not in STANDARD_NAMES:
            kinds[name] += 1
            members.setdefault(name, []).append(atoms)
    if kinds:
        name, copies = kinds.most_common(1)[0]
        if copies >= MIN_COPIES:
            for atoms in members[name]:
                solvent[atoms] = True
    return solvent


def _is_water(residue_name: str, numbers: list[int], *, whole: bool) -> bool:
    """Whether a bonded group is water; ``whole``: it is no mere part of a residue."""
    if len(numbers) <= MAX_WATER_ATOMS and residue_name in WATER_NAMES:
        return True
    if not whole:
        return False
    if len(numbers) == 1:
        return numbers[0] in LONE_ATOM_SOLVENT
    return sorted(numbers) in ([1, 8], [1, 1, 8])


def _is_ion(numbers: list[int]) -> bool:
    return len(numbers) == 1 and (numbers[0] in METALS or numbers[0] in _HALOGENS)
