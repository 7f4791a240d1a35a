"""Small receptors and ligands with coordinates by hand, in ångström, and typed graphs."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from misibench.hbonds.chemistry import TypedMolecule
from misibench.structure import Complex, Molecule, Residue, ResidueId, load_complex, unique_labels
from misibench.structure.elements import atomic_number
from misibench.structure.subset import take_atoms

AtomRow = tuple[str, str, float, float, float]
"""Residue ("GLY A:2"), atom name (it starts with the element, unless "ZN"), x, y, z."""


def _molecule(
    atoms: Sequence[AtomRow], bonds: str = "", gaps: str = "", name: str = "hand-made"
) -> Molecule:
    residues: list[Residue] = []
    index = []
    seen: dict[str, int] = {}
    for where, *_ in atoms:
        if where not in seen:
            residue_name, place = where.split()
            chain, number = place.split(":")
            seen[where] = len(residues)
            residues.append(Residue(residue_name, ResidueId(chain, int(number))))
        index.append(seen[where])
    names = [row[1] for row in atoms]
    keys = [f"{row[0].split(':')[1]}.{row[1]}" for row in atoms]

    def pairs(text: str) -> list[tuple[int, int]]:
        """Atoms as NAME, or NUMBER.NAME where a name recurs."""
        found = []
        for pair in text.split():
            ends = pair.split("-")
            found.append(tuple(keys.index(one) if "." in one else names.index(one) for one in ends))
        return [(first, second) for first, second in found]

    symbols = [one.capitalize() if one.upper() in ("ZN", "CL") else one[0] for one in names]
    return Molecule(
        name=name,
        coords=np.array([row[2:] for row in atoms], dtype=float),
        atomic_numbers=np.array([atomic_number(one) for one in symbols]),
        elements=tuple(symbols),
        atom_names=tuple(names),
        residues=tuple(residues),
        residue_index=np.array(index),
        bonds=np.array(pairs(bonds), dtype=int).reshape(-1, 2),
        gaps=np.array(pairs(gaps), dtype=int).reshape(-1, 2),
    )


@pytest.fixture(scope="session")
def molecule() -> Callable[..., Molecule]:
    """Atoms by hand: rows of residue, name, x, y, z, and bonds as "C-O C-N"."""
    return _molecule


@pytest.fixture(scope="session")
def pair() -> Callable[[Molecule, Molecule], Complex]:
    """Receptor and ligand as a complex."""

    def make(receptor: Molecule, ligand: Molecule) -> Complex:
        residues = tuple(range(len(receptor.residues)))
        return Complex("hand-made", receptor, residues, ligand, unique_labels(ligand))

    return make


@pytest.fixture(scope="session")
def peptide() -> Callable[..., Molecule]:
    """Two glycines around a planar trans peptide bond in the xy plane.

    C of the first at the origin, its O up (+y), the second's N to the right, N-H down (-y).
    """

    def make(hydrogen: bool = True, second: str = "GLY") -> Molecule:
        rows: list[AtomRow] = [
            ("GLY A:1", "N", -2.55, 0.0, 0.0),
            ("GLY A:1", "CA", -1.30, -0.77, 0.0),
            ("GLY A:1", "C", 0.0, 0.0, 0.0),
            ("GLY A:1", "O", 0.0, 1.23, 0.0),
            (f"{second} A:2", "N", 1.15, -0.66, 0.0),
            (f"{second} A:2", "CA", 2.39, 0.11, 0.0),
            (f"{second} A:2", "C", 3.65, -0.75, 0.0),
            (f"{second} A:2", "O", 3.65, -1.98, 0.0),
        ]
        bonds = "1.N-1.CA 1.CA-1.C 1.C-1.O 1.C-2.N 2.N-2.CA 2.CA-2.C 2.C-2.O"
        if hydrogen:
            rows.append((f"{second} A:2", "H", 1.166, -1.67, 0.0))
            bonds += " 2.N-2.H"
        return _molecule(rows, bonds)

    return make


@pytest.fixture(scope="session")
def acetone() -> Callable[..., Molecule]:
    """Acetone without hydrogens, its O at a point, the carbon in a direction from it."""

    def make(oxygen: Sequence[float], towards: Sequence[float]) -> Molecule:
        start = np.array(oxygen, dtype=float)
        axis = np.array(towards, dtype=float) / np.linalg.norm(towards)
        side = np.cross(axis, [0.0, 0.0, 1.0])
        side /= np.linalg.norm(side)
        carbon = start + 1.22 * axis
        out = 1.51 * (0.5 * axis + np.sqrt(0.75) * side)
        other = 1.51 * (0.5 * axis - np.sqrt(0.75) * side)
        rows = [
            ("LIG L:1", name, *point)
            for name, point in (
                ("C1", carbon + out), ("C2", carbon), ("O", start), ("C3", carbon + other),
            )
        ]  # fmt: skip
        return _molecule(rows, "C1-C2 C2-O C2-C3")

    return make


@pytest.fixture(scope="session")
def methanol() -> Callable[..., Molecule]:
    """Methanol without hydrogens, its O at a point, the carbon in a direction from it."""

    def make(oxygen: Sequence[float], towards: Sequence[float]) -> Molecule:
        start = np.array(oxygen, dtype=float)
        axis = np.array(towards, dtype=float) / np.linalg.norm(towards)
        rows = [("LIG L:1", "C", *(start + 1.43 * axis)), ("LIG L:1", "O", *start)]
        return _molecule(rows, "C-O")

    return make


@pytest.fixture(scope="session")
def histidine() -> Molecule:
    """Histidine without hydrogens: a regular five-ring round the origin, NE2 to the right (+x)."""
    around = {"NE2": 0, "CE1": 72, "ND1": 144, "CG": 216, "CD2": 288}
    radius = 1.16
    rows: list[AtomRow] = [
        ("HIS A:7", "N", -3.6, -3.2, 0.0),
        ("HIS A:7", "CA", -2.9, -2.0, 0.6),
        ("HIS A:7", "C", -3.7, -0.8, 0.2),
        ("HIS A:7", "O", -4.7, -0.8, -0.5),
        ("HIS A:7", "CB", -1.7, -1.8, -0.2),
    ]
    for name, angle in around.items():
        turn = np.radians(angle)
        rows.append(("HIS A:7", name, radius * np.cos(turn), radius * np.sin(turn), 0.0))
    bonds = "N-CA CA-C C-O CA-CB CB-CG CG-ND1 CG-CD2 ND1-CE1 CE1-NE2 NE2-CD2"
    return _molecule(rows, bonds)


@pytest.fixture(scope="session")
def graph() -> Callable[..., TypedMolecule]:
    """Atoms and types without geometry: "P=Pac O1=O3-", bonds "P-O1"; gaps as bonds."""

    def make(atoms: str, bonds: str = "", gaps: str = "") -> TypedMolecule:
        names, types = zip(*(one.split("=") for one in atoms.split()), strict=True)
        rows = [("UNL A:1", name, float(place), 0.0, 0.0) for place, name in enumerate(names)]
        return TypedMolecule(_molecule(rows, bonds, gaps), tuple(types))

    return make


@pytest.fixture(scope="session")
def shipped() -> Callable[[str], tuple[Path, Path]]:
    """Protein and ligand file of a complex that comes with the posebusters package."""
    spec = importlib.util.find_spec("posebusters")
    assert spec is not None
    assert spec.submodule_search_locations
    home = Path(spec.submodule_search_locations[0]) / "datasets" / "pdb"

    def paths(name: str) -> tuple[Path, Path]:
        folder = home / name
        return folder / f"{name}_protein_one_lig_removed.pdb", folder / f"{name}_ligand.sdf"

    return paths


@pytest.fixture(scope="session")
def pocket_of(shipped: Callable[[str], tuple[Path, Path]]) -> Callable[[str], Complex]:
    """A shipped complex cut down to its pocket."""

    def make(name: str) -> Complex:
        protein, ligand = shipped(name)
        whole = load_complex(protein, ligand, complex_id=name, pocket_radius=6.0)
        keep = np.isin(whole.receptor.residue_index, whole.pocket_residues)
        receptor = take_atoms(whole.receptor, keep)
        residues = tuple(range(len(receptor.residues)))
        return Complex(name, receptor, residues, whole.ligand, whole.ligand_labels)

    return make


def atom_named(molecule: Molecule, name: str, number: int | None = None) -> int:
    """Index of the atom with this name, in the residue with this number."""
    return next(
        atom
        for atom, one in enumerate(molecule.atom_names)
        if one == name and number in (None, molecule.residue_of(atom).id.number)
    )


@pytest.fixture(scope="session")
def find_atom() -> Callable[..., int]:
    """See `atom_named`."""
    return atom_named
