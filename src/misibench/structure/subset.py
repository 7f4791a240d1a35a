"""Parts of a molecule as molecules of their own."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from misibench.structure.molecule import Molecule

__all__ = ["take_atoms"]

Ints = NDArray[np.int32]


def take_atoms(molecule: Molecule, keep: NDArray[np.bool_], *, name: str | None = None) -> Molecule:
    """Give the atoms where ``keep`` (n,) is True, with the bonds among them, in unchanged order.

    Residues without atoms disappear; ``file_index`` still points into the file.
    """
    if name is None and keep.all():
        return molecule
    atoms = np.flatnonzero(keep)
    new_atom = np.full(len(molecule), -1, dtype=np.int32)
    new_atom[atoms] = np.arange(len(atoms), dtype=np.int32)
    of_residue = molecule.residue_index[atoms]
    residues = np.unique(of_residue)

    def pairs(old: Ints) -> Ints:
        mapped = new_atom[old]
        return mapped[(mapped >= 0).all(axis=1)]

    return Molecule(
        name=molecule.name if name is None else name,
        coords=molecule.coords[atoms],
        atomic_numbers=molecule.atomic_numbers[atoms],
        elements=tuple(molecule.elements[one] for one in atoms),
        atom_names=tuple(molecule.atom_names[one] for one in atoms),
        residues=tuple(molecule.residues[one] for one in residues),
        residue_index=np.searchsorted(residues, of_residue).astype(np.int32),
        bonds=pairs(molecule.bonds),
        gaps=pairs(molecule.gaps),
        metal_bonds=pairs(molecule.metal_bonds),
        file_index=molecule.file_index[atoms],
    )
