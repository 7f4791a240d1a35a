"""A small complex made by hand: four residues, a zinc, a ligand of six heavy atoms."""

from __future__ import annotations

import numpy as np
import pytest

from misibench.hbonds.bond import HBond
from misibench.scene import Annotation, annotate
from misibench.structure import Complex, Molecule, Residue, ResidueId

_SYMBOLS = {1: "H", 6: "C", 7: "N", 8: "O", 16: "S", 17: "Cl", 30: "Zn"}


def made_molecule(
    name: str,
    atoms: list[tuple[str, int, float, float, float, int]],
    residues: tuple[Residue, ...],
    bonds: list[tuple[int, int]],
) -> Molecule:
    """Make a molecule from (name, atomic number, x, y, z, residue) rows."""
    return Molecule(
        name=name,
        coords=np.array([row[2:5] for row in atoms]).reshape(-1, 3),
        atomic_numbers=np.array([row[1] for row in atoms], dtype=np.int32),
        elements=tuple(_SYMBOLS[row[1]] for row in atoms),
        atom_names=tuple(row[0] for row in atoms),
        residues=residues,
        residue_index=np.array([row[5] for row in atoms], dtype=np.int32),
        bonds=np.array(bonds, dtype=np.int32).reshape(-1, 2),
    )


def made_complex() -> Complex:
    """Make the complex; ALA 10 and SER 52A are shown, TRP 90 is not part of the pocket."""
    receptor = made_molecule(
        "made_pocket",
        [
            ("N", 7, -4.0, 1.0, 0.5, 0), ("CA", 6, -2.6, 1.2, 0.2, 0), ("C", 6, -1.9, -0.1, 0.6, 0),
            ("O", 8, -2.5, -1.1, 0.9, 0), ("CB", 6, -2.3, 1.6, -1.2, 0),
            ("HA", 1, -2.2, 2.0, 0.8, 0),
            ("N", 7, 2.6, -2.0, 1.0, 1), ("CA", 6, 3.6, -1.1, 1.5, 1), ("OG", 8, 3.4, 0.3, 1.6, 1),
            ("ZN", 30, 1.0, 4.0, -3.0, 2),
            ("CA", 6, 30.0, 30.0, 30.0, 3),
            ("SG", 16, 0.5, -3.6, -2.0, 4), ("CB", 6, 1.9, -3.5, -0.9, 4),
        ],
        (
            Residue("ALA", ResidueId("A", 10)),
            Residue("SER", ResidueId("A", 52, "A")),
            Residue("ZN", ResidueId("A", 201), hetero=True),
            Residue("TRP", ResidueId("B", 90)),
            Residue("CYS", ResidueId("B", -3)),
        ),
        [(0, 1), (1, 2), (2, 3), (1, 4), (1, 5), (6, 7), (7, 8), (11, 12)],
    )  # fmt: skip
    ligand = made_molecule(
        "made_ligand",
        [
            ("C1", 6, 0.0, 0.0, 0.0, 0), ("C2", 6, 1.2, 0.7, 0.3, 0), ("N1", 7, 1.1, 2.0, 0.9, 0),
            ("O1", 8, -0.2, -1.3, -0.3, 0), ("CL", 17, 2.7, 0.2, -0.4, 0),
            ("C3", 6, -1.0, 1.0, -2.2, 0),
            ("H1", 1, 0.4, 2.5, 1.3, 0),
        ],
        (Residue("LIG", ResidueId(" ", 1)),),
        [(0, 1), (1, 2), (0, 3), (1, 4), (2, 6), (0, 5)],
    )  # fmt: skip
    return Complex("made", receptor, (0, 1, 2, 4), ligand, ligand.atom_names)


@pytest.fixture(scope="session")
def annotation() -> Annotation:
    """The complex with one hydrogen bond, ligand N1 to SER 52A OG."""
    bond = HBond(8, 2, "ligand", 6, 2.9, 2.1, 150.0, "N", "O")
    return annotate(made_complex(), (bond,))
