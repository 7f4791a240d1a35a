"""Molecules, residues and complexes as read from files: frozen, with read-only arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

__all__ = ["Complex", "Molecule", "Residue", "ResidueId"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


@dataclass(frozen=True, slots=True, order=True)
class ResidueId:
    """The author's (PDB) identity of a residue.

    >>> str(ResidueId("A", 52, "A")), str(ResidueId("", -3))
    ('A:52A', '_:-3')
    """

    chain_id: str
    number: int
    insertion_code: str = ""

    def __str__(self) -> str:
        return f"{self.chain_id.strip() or '_'}:{self.number}{self.insertion_code.strip()}"


@dataclass(frozen=True, slots=True)
class Residue:
    """A residue of a molecule: its name, identity and whether its records were HETATM."""

    name: str
    id: ResidueId
    hetero: bool = False

    @property
    def label(self) -> str:
        """The text drawn at the residue: name, number and insertion code, without the chain."""
        return f"{self.name} {self.id.number}{self.id.insertion_code.strip()}"


@dataclass(frozen=True, eq=False)
class Molecule:
    """The atoms and bonds of one input file, in file order, alternative locations resolved.

    Attributes
    ----------
    name
        Where it came from, for messages.
    coords
        Shape (n, 3), float64, Å, in the frame of the file.
    atomic_numbers
        Shape (n,), int32; deuterium is 1; 0 for an element nobody knows.
    elements
        Element symbols as ChimeraX writes them ("C", "Cl"), n of them.
    atom_names
        Names exactly as in the file; they need not be unique in ligands.
    residues, residue_index
        Residues in file order, and for every atom the index of its residue, shape (n,).
    bonds
        Covalent bonds, shape (m, 2), in the order in which they are made. The order matters:
        an atom's neighbours are visited in this order by the atom-typing rules.
    gaps
        Missing-structure links (chain breaks), shape (k, 2): not bonds, but their ends count
        as having one more neighbour.
    metal_bonds
        Metal-coordination links, shape (k, 2): not bonds either.
    file_index
        Position of each atom in its file (0-based, among all atoms of the first model).
    """

    name: str
    coords: Floats
    atomic_numbers: Ints
    elements: tuple[str, ...]
    atom_names: tuple[str, ...]
    residues: tuple[Residue, ...]
    residue_index: Ints
    bonds: Ints
    gaps: Ints = field(default_factory=lambda: np.zeros((0, 2), np.int32))
    metal_bonds: Ints = field(default_factory=lambda: np.zeros((0, 2), np.int32))
    file_index: Ints = field(default_factory=lambda: np.zeros(0, np.int32))

    def __post_init__(self) -> None:
        for name, dtype, shape in (
            ("coords", np.float64, (-1, 3)),
            ("atomic_numbers", np.int32, (-1,)),
            ("residue_index", np.int32, (-1,)),
            ("bonds", np.int32, (-1, 2)),
            ("gaps", np.int32, (-1, 2)),
            ("metal_bonds", np.int32, (-1, 2)),
            ("file_index", np.int32, (-1,)),
        ):
            array = np.array(getattr(self, name), dtype=dtype).reshape(shape)
            if name == "file_index" and not len(array):
                array = np.arange(len(self.atom_names), dtype=np.int32)
            array.setflags(write=False)
            object.__setattr__(self, name, array)
        lengths = {
            len(self.coords), len(self.atomic_numbers), len(self.elements),
            len(self.atom_names), len(self.residue_index), len(self.file_index),
        }  # fmt: skip
        if len(lengths) != 1:
            raise ValueError(f"{self.name}: per-atom arrays differ in length: {sorted(lengths)}")

    def __len__(self) -> int:
        return len(self.atom_names)

    def residue_of(self, atom: int) -> Residue:
        """Give the residue of an atom."""
        return self.residues[int(self.residue_index[atom])]

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For every atom its bonded atoms in bond-creation order."""
        lists: list[list[int]] = [[] for _ in range(len(self))]
        for first, second in self.bonds.tolist():
            lists[first].append(second)
            lists[second].append(first)
        return tuple(tuple(one) for one in lists)

    @cached_property
    def residue_atoms(self) -> tuple[tuple[int, ...], ...]:
        """For every residue its atoms in file order."""
        lists: list[list[int]] = [[] for _ in self.residues]
        for atom, residue in enumerate(self.residue_index.tolist()):
            lists[residue].append(atom)
        return tuple(tuple(one) for one in lists)

    @cached_property
    def is_hydrogen(self) -> NDArray[np.bool_]:
        """Shape (n,): True for hydrogen and deuterium."""
        mask: NDArray[np.bool_] = np.asarray(self.atomic_numbers == 1)
        mask.setflags(write=False)
        return mask


@dataclass(frozen=True, eq=False)
class Complex:
    """A receptor with one bound ligand, ready to be asked about.

    Attributes
    ----------
    id
        The name of the complex in the dataset, for example its PDB entry.
    receptor
        Protein or nucleic acid as read, solvent removed, the ligand not in it. It may be a
        pocket file or a whole protein; chemistry looks at all of it.
    pocket_residues
        Indices into ``receptor.residues`` of what is drawn and asked about, in file order.
    ligand
        The bound ligand, one copy.
    ligand_labels
        One unique text per ligand atom, drawn in pictures and used in answers. Equal to the
        atom names where these are unique.
    notes
        What a reader had to repair or choose, as code -> plain sentence; nothing is silent.
    """

    id: str
    receptor: Molecule
    pocket_residues: tuple[int, ...]
    ligand: Molecule
    ligand_labels: tuple[str, ...]
    notes: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.ligand_labels) != len(self.ligand):
            raise ValueError(f"{self.id}: one label per ligand atom is needed")
        if len(set(self.ligand_labels)) != len(self.ligand_labels):
            raise ValueError(f"{self.id}: ligand labels are not unique")

    @cached_property
    def pocket_atoms(self) -> Ints:
        """Indices into the receptor's atoms of all pocket atoms, hydrogens too, ascending."""
        wanted = np.zeros(len(self.receptor.residues), dtype=bool)
        wanted[list(self.pocket_residues)] = True
        return np.flatnonzero(wanted[self.receptor.residue_index]).astype(np.int32)
