"""What must not change types: rigid motion, mirror image, order of residues, file format."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from misibench.hbonds.idatm import idatm_types, ring_set
from misibench.structure.mol2 import parse_mol2
from misibench.structure.molecule import Molecule, Residue, ResidueId
from misibench.structure.sdf import parse_sdf

Make = Callable[..., Molecule]

SMILES = (
    "CC(=O)Nc1ccc(O)cc1",
    "Cn1cnc2c1c(=O)n(C)c(=O)n2C",
    "NC(=[NH2+])c1ccc(cc1)S(=O)(=O)NCC(=O)[O-]",
    "C[n+]1cccc(c1)C(N)=O",
    "O=[N+]([O-])c1ccc2[nH]c(SC)nc2c1",
    "COP(=O)([O-])OC[C@H]1OC(n2cnc3c(N)ncnc23)[C@H](O)[C@@H]1O",
    "N#CC1CCN(CC1)C(=O)C=Cc1ccsc1",
)


@pytest.fixture(scope="module")
def molecules(from_smiles: Make) -> list[Molecule]:
    return [
        from_smiles(smiles, hydrogens=hydrogens) for smiles in SMILES for hydrogens in (True, False)
    ]


@given(
    axis=st.tuples(*[st.floats(-1, 1)] * 3).filter(lambda axis: np.linalg.norm(axis) > 0.1),
    angle=st.floats(0, 6.3),
    shift=st.tuples(*[st.floats(-200, 200)] * 3),
    mirrored=st.booleans(),
)
@settings(max_examples=25, deadline=None)
def test_rigid_motion_and_mirror_image_change_no_type(
    molecules: list[Molecule],
    axis: tuple[float, ...],
    angle: float,
    shift: tuple[float, ...],
    mirrored: bool,
) -> None:
    turn = Rotation.from_rotvec(angle * np.array(axis) / np.linalg.norm(axis)).as_matrix()
    if mirrored:
        turn = turn @ np.diag([1.0, 1.0, -1.0])
    for molecule in molecules:
        moved = dataclasses.replace(molecule, coords=molecule.coords @ turn.T + shift)
        assert idatm_types(moved) == idatm_types(molecule)


def joined(molecules: list[Molecule], order: list[int]) -> Molecule:
    """One file with a residue for each molecule, in the order given."""
    parts = [molecules[at] for at in order]
    starts = np.cumsum([0, *[len(part) for part in parts[:-1]]])
    return Molecule(
        name="joined",
        coords=np.vstack([part.coords + 30.0 * at for part, at in zip(parts, order, strict=True)]),
        atomic_numbers=np.concatenate([part.atomic_numbers for part in parts]),
        elements=sum((part.elements for part in parts), ()),
        atom_names=sum((part.atom_names for part in parts), ()),
        residues=tuple(Residue("UNL", ResidueId("", at)) for at in order),
        residue_index=np.repeat(np.arange(len(parts)), [len(part) for part in parts]),
        bonds=np.vstack([part.bonds + start for part, start in zip(parts, starts, strict=True)]),
    )


@given(st.permutations(range(2 * len(SMILES))))
@settings(max_examples=10, deadline=None)
def test_order_of_residues_changes_no_type(molecules: list[Molecule], order: list[int]) -> None:
    expected = [idatm_types(molecules[at]) for at in order]
    assert idatm_types(joined(molecules, order)) == sum(expected, ())


def test_same_input_gives_the_same_answer_twice(molecules: list[Molecule]) -> None:
    for molecule in molecules:
        again = dataclasses.replace(molecule)
        assert idatm_types(again) == idatm_types(molecule)
        assert ring_set(again) == ring_set(molecule)


def as_mol2(molecule: Molecule) -> str:
    """Mol2 text whose atom and bond types are deliberately wrong: they must not count."""
    lines = ["@<TRIPOS>MOLECULE", "test", f"{len(molecule)} {len(molecule.bonds)} 1", "SMALL",
             "NO_CHARGES", "", "@<TRIPOS>ATOM"]  # fmt: skip
    for at, (name, element, xyz) in enumerate(
        zip(molecule.atom_names, molecule.elements, molecule.coords, strict=True)
    ):
        x, y, z = xyz
        lines.append(f"{at + 1} {name} {x:.4f} {y:.4f} {z:.4f} {element} 1 LIG1 0.0")
    lines.append("@<TRIPOS>BOND")
    lines += [f"{at + 1} {a + 1} {b + 1} 1" for at, (a, b) in enumerate(molecule.bonds.tolist())]
    return "\n".join([*lines, "@<TRIPOS>SUBSTRUCTURE", "1 LIG1 1", ""])


def as_sdf(molecule: Molecule, order: int) -> str:
    lines = ["test", "", "", f"{len(molecule):3d}{len(molecule.bonds):3d}  0  0  0  0  0 V2000"]
    for element, (x, y, z) in zip(molecule.elements, molecule.coords, strict=True):
        lines.append(f"{x:10.4f}{y:10.4f}{z:10.4f} {element:<3s} 0  0")
    lines += [f"{a + 1:3d}{b + 1:3d}{order:3d}  0" for a, b in molecule.bonds.tolist()]
    return "\n".join([*lines, "M  END", "$$$$", ""])


@pytest.mark.parametrize("order", [1, 2])
def test_mol2_and_sdf_of_one_molecule_give_the_same_types(
    molecules: list[Molecule], order: int
) -> None:
    for molecule in molecules:
        from_mol2 = parse_mol2(as_mol2(molecule), "a.mol2").molecule
        from_sdf = parse_sdf(as_sdf(molecule, order), "a.sdf").molecule
        assert idatm_types(from_mol2) == idatm_types(from_sdf)
