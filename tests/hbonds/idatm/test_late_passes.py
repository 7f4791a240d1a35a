"""Passes 4.75 to 11: corrections by neighbours. Rules: docs/explanations/atom-types.md."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np
import pytest

from misibench.hbonds.idatm import idatm_types
from misibench.hbonds.idatm.late_passes import (
    revert_imines_beside_aromatic_carbon,
    type_charged_groups,
    type_isolated_planar_carbons,
    type_metal_sulfides,
    type_nitrites,
    type_nitrogens_beside_planar_atoms,
    type_terminal_oxygens,
)
from misibench.hbonds.idatm.state import TypingState, new_state
from misibench.structure.molecule import Molecule, Residue, ResidueId

Make = Callable[..., Molecule]
NONE: frozenset[int] = frozenset()


def heavy_types(molecule: Molecule) -> list[str]:
    types = zip(idatm_types(molecule), molecule.is_hydrogen, strict=True)
    return [atom_type for atom_type, hydrogen in types if not hydrogen]


def started(molecule: Molecule, types: str) -> TypingState:
    state = new_state(molecule, [None] * len(molecule))
    state.types = types.split()
    assert len(state.types) == len(molecule)
    return state


@pytest.mark.parametrize(
    ("smiles", "expected"),
    [
        ("CC(=O)[O-]", "C3 Cac O2- O2-"),
        ("CC(=O)O", "C3 C2 O2 O3"),
        ("CC(=O)OC", "C3 C2 O2 O3 C3"),
        ("CC(=O)NC", "C3 C2 O2 Npl C3"),
        ("CC(C)=O", "C3 C2 C3 O2"),
        ("C[NH3+]", "C3 N3+"),
        ("CN(C)C", "C3 N3+ C3 C3"),  # charged even without its proton
        ("CC#N", "C3 C1 N1"),
        ("CC#CC", "C3 C1 C1 C3"),
        ("C[N+](=O)[O-]", "C3 Ntr O2- O2-"),
        ("NC(=[NH2+])N", "Ng+ C2 Ng+ Ng+"),
        ("CC(=[NH2+])N", "C3 C2 Ng+ Ng+"),
        ("CS(C)(=O)=O", "C3 Son C3 O3- O3-"),
        ("CS(=O)C", "C3 Sxd O3- C3"),
        ("CSC", "C3 S3 C3"),
        ("CS", "C3 S3"),
        ("COP(=O)([O-])[O-]", "C3 O3 Pac O3- O3- O3-"),
        ("COS(=O)(=O)[O-]", "C3 O3 Sac O3- O3- O3-"),
        ("C=C", "C2 C2"),
        ("CO", "C3 O3"),
        ("c1ccccc1N", "Car Car Car Car Car Car Npl"),
        ("c1ccccc1O", "Car Car Car Car Car Car O3"),
        ("ON", "O3 N3"),  # its neighbour is no carbon, so it is not taken as charged
    ],
)
def test_functional_groups(from_smiles: Make, smiles: str, expected: str) -> None:
    assert heavy_types(from_smiles(smiles)) == expected.split()


def test_lone_nitrogen_is_ammonium(zmatrix: Make) -> None:
    assert idatm_types(zmatrix("N")) == ("N3+",)
    assert idatm_types(zmatrix("O")) == ("O",)  # nothing else gets a type without neighbours


IMINE = "N1; C1 N1 1.36; C2 N1 1.40 C1 118"


def test_imine_beside_aromatic_carbon_is_reverted(zmatrix: Make) -> None:
    text = f"{IMINE}; C3 C1 1.4 N1 120 C2 180"
    for mark, ring, others, expected in (
        (4, NONE, "Car C2", "Npl"),
        (4, NONE, "Car C3", "N2"),  # the other carbon has no planar partner but the nitrogen
        (4, frozenset({0}), "Car C2", "N2"),
        (3, NONE, "Car C2", "N2"),
        (4, NONE, "C2 C2", "N2"),
    ):
        aromatic, beyond = others.split()
        state = started(zmatrix(text), f"N2 C2 {aromatic} {beyond}")
        state.second_look[0] = mark
        revert_imines_beside_aromatic_carbon(state, ring)
        assert state.types[0] == expected


PLANAR = "C; {0} C 1.4; {1} C 1.4 {0} 120; {2} C 1.4 {0} 120 {1} 180"


@pytest.mark.parametrize(
    ("names", "types", "expected"),
    [
        ("C1 F2 F3", "C2 C2 F F", "C2"),
        ("C1 F2 F3", "C2 Car F F", "C2"),
        ("C1 F2 F3", "C2 Cac F F", "C3"),  # its double bonds are taken
        ("N1 F2 F3", "C2 N2+ F F", "C3"),
        ("N1 F2 F3", "C2 N2 F F", "C2"),
        ("C1 F2 F3", "C2 C1 F F", "C3"),
        ("N1 N2 N3", "C2 Npl Npl Npl", "C2"),
    ],
)
def test_planar_carbon_keeps_its_type_with_a_partner(
    zmatrix: Make, names: str, types: str, expected: str
) -> None:
    """The first neighbour has an atom behind it; fluorine cannot take the double bond."""
    text = PLANAR.format(*names.split()) + f"; C9 {names.split()[0]} 1.5 C 120"
    state = started(zmatrix(text), f"{types} C3")
    type_isolated_planar_carbons(state)
    assert state.types[0] == expected


def test_nearest_terminal_neighbour_becomes_the_partner(zmatrix: Make) -> None:
    text = "C; C1 C 1.45; O1 C 1.33 C1 120; N1 C 1.40 C1 120 O1 180"
    state = started(zmatrix(text), "C2 C3 O3 N3")
    type_isolated_planar_carbons(state)
    # relative lengths 1.45/1.41, 1.33/1.30, 1.40/1.38: nitrogen is nearest
    assert state.types == ["C2", "C3", "O3", "N2"]


def test_isolated_carbon_without_terminal_neighbours_becomes_tetrahedral(zmatrix: Make) -> None:
    text = "C; C1 C 1.5; C2 C 1.5 C1 120; H C 1.1 C1 120 C2 180; C3 C1 1.5 C 109; C4 C2 1.5 C 109"
    state = started(zmatrix(text), "C2 C3 C3 HC C3 C3")
    type_isolated_planar_carbons(state)
    assert state.types[0] == "C3"


def test_crowded_amide_nitrogen_is_no_partner(zmatrix: Make) -> None:
    text = "C; N1 C 1.4; C2 C 1.5 N1 120; C3 N1 1.4 C 120 C2 0; H N1 1.0 C 120 C2 180"
    state = started(zmatrix(text), "C2 Npl C3 C3 H")
    type_isolated_planar_carbons(state)
    assert state.types[0] == "C3"
    state = started(zmatrix("C; N1 C 1.4; C2 C 1.5 N1 120; C3 N1 1.4 C 120"), "C2 Npl C3 C3")
    type_isolated_planar_carbons(state)
    assert state.types[0] == "C2"  # two-coordinate, it may have the double bond


AMIDINE = "C; N1 C 1.33; N2 C 1.33 N1 120; C3 C 1.5 N1 120 N2 180"


@pytest.mark.parametrize(
    ("types", "ring", "expected"),
    [
        ("C2 Npl Npl C3", NONE, "C2 Ng+ Ng+ C3"),
        ("C2 N3 Npl C3", NONE, "C2 Ng+ Ng+ C3"),  # terminal nitrogens of any type
        ("C2 Npl Npl C3", frozenset({2}), "C2 Npl Npl C3"),
        ("C2 N3 Npl C3", frozenset({2}), "C2 Npl Npl C3"),
        ("C2 N3 Npl C3", frozenset({1}), "C2 N3 Npl C3"),
        ("C2 Npl Npl O2", NONE, "C2 Npl Npl O2"),
        ("C2 Npl Npl S2", NONE, "C2 Npl Npl S2"),
    ],
)
def test_amidinium(zmatrix: Make, types: str, ring: frozenset[int], expected: str) -> None:
    state = started(zmatrix(AMIDINE), types)
    type_charged_groups(state, ring)
    assert state.types == expected.split()


@pytest.mark.parametrize(("length", "expected"), [(1.30, "Ng+"), (1.40, "Npl")])
def test_imine_takes_part_if_its_bond_to_carbon_is_the_shorter(
    zmatrix: Make, length: float, expected: str
) -> None:
    text = f"C; N1 C 1.33; N2 C {length} N1 120; C3 C 1.5 N1 120 N2 180; C4 N2 1.35 C 120 N1 0"
    state = started(zmatrix(text), "C2 Npl N2 C3 Car")
    type_charged_groups(state, NONE)
    assert state.types[1] == expected


def test_hydrogen_on_nitrogen_of_templated_neighbour_is_left_alone(zmatrix: Make) -> None:
    molecule = zmatrix(AMIDINE)
    state = started(molecule, "C2 Npl Npl C3")
    state.is_untyped[1] = False
    type_charged_groups(state, NONE)
    assert state.types[1:3] == ["Npl", "Npl"]


def test_carboxyl_oxygens_are_charged_protonated_or_not(zmatrix: Make) -> None:
    text = "C; O1 C 1.3; O2 C 1.3 O1 120; C1 C 1.5 O1 120 O2 180; H O2 1.0 C 110 O1 0"
    state = started(zmatrix(text), "Cac O2 O3 C3 H")
    type_charged_groups(state, NONE)
    assert state.types == ["Cac", "O2-", "O2-", "C3", "H"]


@pytest.mark.parametrize(
    ("types", "aromatic", "decided", "expected"),
    [
        ("N2 C2 C3 C3 C3", NONE, NONE, "N2"),
        ("N3 C2 C3 C3 C3", NONE, NONE, "N2"),  # two neighbours
        ("Npl C2 C3 C3 C3", NONE, NONE, "N2"),
        ("Npl C2 C3 C2 C3", NONE, NONE, "Npl"),  # C2 has another partner
        ("N3 C2 C3 Cl C3", NONE, NONE, "N3"),  # an unknown type is no harmless neighbour
        ("N3 C2 C3 Car Npl", NONE, NONE, "N2"),  # Car and Npl are
        ("N3 C2 C3 C3 C3", frozenset({1}), NONE, "N3"),
        ("N3 C2 C3 C3 C3", NONE, frozenset({0}), "N3"),
        ("N3 Npl C3 C3 C3", NONE, NONE, "N3"),
    ],
)
def test_nitrogen_beside_a_planar_atom(
    zmatrix: Make,
    types: str,
    aromatic: frozenset[int],
    decided: frozenset[int],
    expected: str,
) -> None:
    text = "N; C1 N 1.4; C2 N 1.4 C1 112; C3 C1 1.5 N 120 C2 0; C4 C1 1.5 N 120 C2 180"
    state = started(zmatrix(text), types)
    state.ring_decided = set(decided)
    type_nitrogens_beside_planar_atoms(state, aromatic)
    assert state.types[0] == expected


def test_three_coordinate_nitrogen_beside_a_planar_atom_becomes_planar(zmatrix: Make) -> None:
    text = "N; C1 N 1.4; H1 N 1.0 C1 110; H2 N 1.0 C1 110 H1 120; C2 C1 1.5 N 120 H1 0"
    state = started(zmatrix(text), "N3 C2 H H C3")
    type_nitrogens_beside_planar_atoms(state, NONE)
    assert state.types[0] == "Npl"


def test_amine_on_an_aromatic_ring_becomes_planar(zmatrix: Make) -> None:
    text = "N; C1 N 1.4; H1 N 1.0 C1 110; H2 N 1.0 C1 110 H1 120"
    state = started(zmatrix(text), "N3 Car H H")
    type_nitrogens_beside_planar_atoms(state, frozenset({1}))
    assert state.types[0] == "Npl"
    dimethyl = started(zmatrix(text.replace("H", "C9")), "N3 Car C3 C3")
    type_nitrogens_beside_planar_atoms(dimethyl, frozenset({1}))
    assert dimethyl.types[0] == "N3"


def test_nitrogens_with_fewer_choices_decide_first(zmatrix: Make) -> None:
    """N1 (file order first) has two planar neighbours, N2 has one, and that one they share."""
    text = "N1; C1 N1 1.4; C2 N1 1.4 C1 112; N2 C1 1.4 N1 120; C3 N2 1.4 C1 112"
    state = started(zmatrix(text), "N3 C2 C2 N3 C3")
    type_nitrogens_beside_planar_atoms(state, NONE)
    assert state.types[3] == "N2"
    # for N1, C1 now has a neighbour that is planar, N2; C2 has no other neighbour
    assert state.types[0] == "N2"


@pytest.mark.parametrize(
    ("types", "length", "aromatic", "oxygen", "partner"),
    [
        ("C2 O3 C3 C3", 1.35, NONE, "O2", "C2"),
        ("C2 O3 C2 C3", 1.35, NONE, "O3", "C2"),
        ("C2 O3 C3 C3", 1.35, frozenset({0}), "O3", "C2"),
        ("C3 O3 C3 C3", 1.35, NONE, "O3", "C3"),
        ("C2 O3 Cl C3", 1.35, NONE, "O3", "C2"),
        ("Npl O3 C3 C3", 1.29, NONE, "O2", "N2+"),
        ("Npl O3 C3 C3", 1.30, NONE, "O3", "Npl"),
    ],
)
def test_terminal_oxygen_beside_a_planar_atom(
    zmatrix: Make,
    types: str,
    length: float,
    aromatic: frozenset[int],
    oxygen: str,
    partner: str,
) -> None:
    centre = types[0]
    text = f"{centre}; O {centre} {length}; C2 {centre} 1.5 O 120; C3 {centre} 1.5 O 120 C2 180"
    state = started(zmatrix(text), types)
    type_terminal_oxygens(state, aromatic)
    assert state.types[:2] == [partner, oxygen]


def test_hydroxyl_is_not_terminal(zmatrix: Make) -> None:
    state = started(zmatrix("C; O C 1.3; H O 1.0 C 110; C2 C 1.5 O 120"), "C2 O3 H C3")
    type_terminal_oxygens(state, NONE)
    assert state.types[1] == "O3"


def test_nitrite(zmatrix: Make) -> None:
    state = started(zmatrix("N; O1 N 1.24; O2 N 1.24 O1 115"), "N2 O2 O2")
    type_nitrites(state)
    assert state.types == ["N2", "O2-", "O2-"]
    assert idatm_types(zmatrix("N; O1 N 1.24; O2 N 1.24 O1 115"))[0] == "N2"
    ester = started(zmatrix("N; O1 N 1.24; O2 N 1.24 O1 115; C O2 1.4 N 110"), "N2 O2 O3 C3")
    type_nitrites(ester)
    assert ester.types[1:3] == ["O2", "O3"]


def test_sulfur_on_three_metals_is_a_sulfide(zmatrix: Make) -> None:
    molecule = zmatrix("S; C S 1.8")
    for metals, expected in ((2, "S3"), (3, "S3-")):
        state = started(molecule, "S3 C3")
        type_metal_sulfides(state, {0: metals})
        assert state.types[0] == expected
    bridging = started(zmatrix("S; C1 S 1.8; C2 S 1.8 C1 100"), "S3 C3 C3")
    type_metal_sulfides(bridging, {0: 3})
    assert bridging.types[0] == "S3"


def test_metal_links_are_counted_from_the_molecule(zmatrix: Make) -> None:
    """Templated cysteine too: SG with three metals around."""
    cysteine = zmatrix("C; S C 1.8; Fe1 S 2.3 C 100; Fe2 S 2.3 C 100; Fe3 S 2.3 C 100")
    linked = dataclasses.replace(
        cysteine,
        atom_names=("CB", "SG", "FE1", "FE2", "FE3"),
        residues=(dataclasses.replace(cysteine.residues[0], name="CYS"),),
        bonds=np.array([[0, 1]]),
        metal_bonds=np.array([[1, 2], [1, 3], [1, 4]]),
    )
    assert idatm_types(linked)[:2] == ("C3", "S3-")


def test_molecule_with_far_too_many_bonds_keeps_element_symbols() -> None:
    """More than 100 bonds above the number of atoms, and more than 1.25 bonds an atom."""
    size = 20
    bonds = [(one, other) for one in range(size) for other in range(one + 1, size)]
    coords = np.random.default_rng(3).normal(size=(size, 3))

    def crowd(count: int) -> Molecule:
        return Molecule(
            "crowd", coords, np.full(size, 6), ("C",) * size, ("C",) * size,
            (Residue("UNL", ResidueId("", 1)),), np.zeros(size), np.array(bonds[:count]),
        )  # fmt: skip

    assert set(idatm_types(crowd(size + 101))) == {"C"}
    assert set(idatm_types(crowd(25))) != {"C"}
