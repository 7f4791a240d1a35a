"""Passes 1 to 4.25. Limits and outcomes: docs/explanations/atom-types.md."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np
import pytest

from misibench.hbonds.idatm.degree import type_by_degree, type_hydrogens
from misibench.hbonds.idatm.second_look import look_again, move_double_bonds_to_nitrogen
from misibench.hbonds.idatm.state import TypingState, new_state
from misibench.hbonds.idatm.terminal import type_terminal_atoms
from misibench.structure.molecule import Molecule

Make = Callable[..., Molecule]


def started(molecule: Molecule) -> TypingState:
    return new_state(molecule, [None] * len(molecule))


def after_degree(molecule: Molecule) -> TypingState:
    state = started(molecule)
    type_by_degree(state)
    return state


def after_terminal(molecule: Molecule) -> TypingState:
    state = after_degree(molecule)
    type_terminal_atoms(state)
    return state


@pytest.mark.parametrize(
    ("name", "partner", "expected"),
    [
        ("H1", "C", "HC"), ("H1", "N", "H"), ("D1", "C", "DC"), ("1d", "O", "D"), ("1H", "C", "HC"),
    ],
)  # fmt: skip
def test_hydrogens_by_name_and_neighbour(
    zmatrix: Make, name: str, partner: str, expected: str
) -> None:
    molecule = zmatrix(f"{partner}; H {partner} 1.0")
    molecule = dataclasses.replace(molecule, atom_names=(partner, name))
    state = started(molecule)
    type_hydrogens(state, molecule, [None, None])
    assert state.types[1] == expected


def star(centre: str, others: str, angle: float, length: float = 1.5) -> str:
    """Z-matrix of a centre with neighbours on a cone, so that all angles are equal."""
    names = others.split()
    lines = [centre, f"{names[0]} {centre} {length}"]
    if len(names) > 1:
        lines.append(f"{names[1]} {centre} {length} {names[0]} {angle}")
    if len(names) == 3:
        # third direction at the same angle from both: torsion from spherical trigonometry
        cosine = np.cos(np.radians(angle))
        turn = np.degrees(np.arccos(np.clip(cosine / (1 + cosine), -1, 1)))
        lines.append(f"{names[2]} {centre} {length} {names[0]} {angle} {names[1]} {turn}")
    if len(names) == 4:
        lines.append(f"{names[2]} {centre} {length} {names[0]} {angle} {names[1]} 120")
        lines.append(f"{names[3]} {centre} {length} {names[0]} {angle} {names[1]} -120")
    return ";".join(lines)


def test_star_has_equal_angles(zmatrix: Make) -> None:
    state = started(zmatrix(star("N", "C1 C2 C3", 112.0)))
    pairs = [(1, 2), (1, 3), (2, 3)]
    assert [state.angle_deg(one, 0, other) for one, other in pairs] == pytest.approx([112.0] * 3)


def test_angle_between_atoms_in_one_place_is_zero(zmatrix: Make) -> None:
    state = started(zmatrix("C; C1 C 1.5; C2 C 0.0 C1 90"))
    assert state.angle_deg(1, 0, 2) == 0.0


@pytest.mark.parametrize(
    ("centre", "others", "expected"),
    [
        ("C", "C1 C2 C3 C4", "C3"),
        ("N", "C1 C2 C3 C4", "N3+"),
        ("P", "O1 O2 O3 C1", "Pac"),
        ("P", "O1 O2 C1 C2", "Pac"),
        ("P", "O1 C1 C2 C3", "Pox"),
        ("P", "C1 C2 C3 C4", "P3+"),
        ("S", "O1 O2 O3 C1", "Sac"),
        ("S", "O1 O2 C1 C2", "Son"),
        ("S", "O1 C1 C2 C3", "Son"),
        ("S", "C1 C2 C3 C4", "S"),
        ("B", "C1 C2 C3 C4", "B"),
        ("Si", "C1 C2 C3 C4", "Si"),
    ],
)
def test_four_neighbours(zmatrix: Make, centre: str, others: str, expected: str) -> None:
    assert after_degree(zmatrix(star(centre, others, 109.5))).types[0] == expected


@pytest.mark.parametrize(
    ("centre", "others", "angle", "length", "expected"),
    [
        ("C", "C1 C2 C3", 113.4, 1.30, "C3"),
        ("C", "C1 C2 C3", 113.6, 1.41, "C2"),
        ("C", "C1 C2 C3", 114.9, 1.43, "C3"),
        ("C", "C1 C2 C3", 115.1, 1.43, "C2"),
        ("C", "C1 C2 C3", 116.4, 1.54, "C3"),
        ("C", "C1 C2 C3", 116.6, 1.54, "C2"),
        ("C", "O1 O2 C3", 120.0, 1.30, "Cac"),
        ("C", "O1 O2 O3", 120.0, 1.30, "Cac"),
        ("N", "C1 C2 C3", 114.9, 1.40, "N3"),
        ("N", "C1 C2 C3", 115.1, 1.40, "Npl"),
        ("N", "O1 O2 C3", 120.0, 1.25, "Ntr"),
        ("S", "C1 C2 C3", 105.0, 1.80, "S3+"),
        ("S", "O1 C2 C3", 105.0, 1.80, "Sxd"),
        ("P", "C1 C2 C3", 105.0, 1.80, "P"),
        ("As", "C1 C2 C3", 105.0, 1.80, "As"),
    ],
)
def test_three_neighbours(
    zmatrix: Make, centre: str, others: str, angle: float, length: float, expected: str
) -> None:
    assert after_degree(zmatrix(star(centre, others, angle, length))).types[0] == expected


def test_short_bond_to_hydrogen_rules_out_the_length_clauses(zmatrix: Make) -> None:
    wide = star("C", "C1 C2 H", 114.0, 1.50).replace("H C 1.5", "H C 1.09")
    assert after_degree(zmatrix(wide)).types[0] == "C2"


def test_hydroxyls_are_free_but_not_bare(zmatrix: Make) -> None:
    acid = star("C", "O1 O2 C3", 120.0, 1.30) + "; H1 O2 0.97 C 110 O1 0"
    assert after_degree(zmatrix(acid)).types[0] == "C2"  # bare oxygens make Cac
    nitro = star("N", "O1 O2 C3", 120.0, 1.30) + "; H1 O2 0.97 N 110 O1 0"
    assert after_degree(zmatrix(nitro)).types[0] == "Ntr"  # free ones make Ntr


@pytest.mark.parametrize(
    ("centre", "angle", "length", "expected", "mark", "ambiguous"),
    [
        ("C", 113.0, 1.5, "C3", 1, False),
        ("C", 114.0, 1.5, "C3", 1, True),
        ("C", 116.0, 1.5, "C2", 3, True),
        ("C", 117.0, 1.5, "C2", 3, False),
        ("C", 123.0, 1.5, "C2", -1, False),
        ("C", 159.0, 1.5, "C2", -1, False),
        ("C", 161.0, 1.5, "C1", None, False),
        ("N", 114.0, 1.5, "N3", 2, False),
        ("N", 116.0, 1.5, "Npl", None, False),
        ("N", 116.0, 1.37, "N2", 4, False),
        ("N", 161.0, 1.2, "N1+", None, False),
        ("O", 110.0, 1.4, "O3", None, False),
        ("O", 170.0, 1.4, "O3", None, False),
        ("S", 100.0, 1.8, "S3", None, False),
        ("P", 100.0, 1.8, "P", None, False),
        ("F", 100.0, 1.8, "F", None, False),
    ],
)
def test_two_neighbours(
    zmatrix: Make,
    centre: str,
    angle: float,
    length: float,
    expected: str,
    mark: int | None,
    ambiguous: bool,
) -> None:
    state = after_degree(zmatrix(star(centre, "C1 C2", angle, length)))
    assert state.types[0] == expected
    assert state.second_look.get(0) == mark
    assert (0 in state.ambiguous) is ambiguous


def test_five_neighbours_keep_the_symbol(zmatrix: Make) -> None:
    text = star("P", "F1 F2 F3 F4", 90.0, 1.6) + "; F5 P 1.6 F1 90 F2 60"
    assert after_degree(zmatrix(text)).types[0] == "P"


def test_imine_partner_must_not_have_a_double_bond_already(zmatrix: Make) -> None:
    plain = "N; C1 N 1.36; C2 N 1.47 C1 118; O1 C1 {} N 120 C2 0; C3 C1 1.5 N 120 C2 180"
    amide = after_degree(zmatrix(plain.format(1.23)))
    assert (amide.types[0], amide.second_look.get(0)) == ("Npl", None)
    enol = after_degree(zmatrix(plain.format(1.36)))
    assert (enol.types[0], enol.second_look.get(0)) == ("N2", 4)
    thioamide = after_degree(zmatrix(plain.replace("O1", "S1").format(1.70)))
    assert thioamide.types[0] == "Npl"
    thiol = after_degree(zmatrix(plain.replace("O1", "S1").format(1.80)))
    assert thiol.types[0] == "N2"


def test_imine_partner_typed_before_leaves_no_mark(zmatrix: Make) -> None:
    """The carbon comes first in the file, so it has a type when the nitrogen is visited."""
    text = "C1; N C1 1.28; C2 N 1.47 C1 118; C3 C1 1.5 N 120 C2 180; C4 C1 1.5 N 120 C2 0"
    state = after_degree(zmatrix(text))
    assert (state.types[0], state.types[1], state.second_look.get(1)) == ("C2", "N2", None)


def test_nitrogen_partner_needs_a_shorter_bond(zmatrix: Make) -> None:
    azo = "N1; N2 N1 {}; C1 N1 1.45 N2 118; C2 N2 1.45 N1 118 C1 180"
    assert after_degree(zmatrix(azo.format(1.31))).types[:2] == ["N2", "N2"]
    assert after_degree(zmatrix(azo.format(1.33))).types[:2] == ["Npl", "Npl"]


PARTNERS = {  # B is the partner, X its terminal atom, K L M are carbons
    "C1": "B; X B {}; K B 1.45 X 178; L K 1.5 B 120 X 0; M K 1.5 B 120 X 180",
    "C2": "B; X B {}; K B 1.5 X 120; L B 1.5 X 120 K 180",
    "C3": "B; X B {}; K B 1.5 X 109; L B 1.5 X 109 K 120; M B 1.5 X 109 K -120",
    "Cac": "B; X B {}; O8 B 1.25 X 120; O9 B 1.25 X 120 O8 180",
    "N1+": "B; X B {}; K B 1.4 X 178",
    "N3": "B; X B {}; K B 1.5 X 109; L B 1.5 X 109 K 120",
    "Npl": "B; X B {}; K B 1.45 X 120; L B 1.45 X 120 K 180",
    "N3+": "B; X B {}; K B 1.5 X 109; L B 1.5 X 109 K 120; M B 1.5 X 109 K -120",
    "S3": "B; X B {}; K B 1.8 X 100",
    "Pox": "B; X B {}; K B 1.8 X 109; L B 1.8 X 109 K 120; M B 1.8 X 109 K -120",
    "As": "B; X B {}; K B 1.9 X 109",
    "O3": "B; X B {}; K B 1.4 X 109",
}


def terminal(zmatrix: Make, atom: str, length: float, partner: str) -> TypingState:
    """Types after pass 3 of a terminal atom (index 1) on a partner (index 0) of the given type."""
    element = "As" if partner == "As" else partner[0]
    names = {"B": f"{element}0", "X": f"{atom}1", "K": "C2", "L": "C3", "M": "C4"}
    text = " ".join(names.get(word, word) for word in PARTNERS[partner].replace(";", " ;").split())
    return after_terminal(zmatrix(text.format(length)))


@pytest.mark.parametrize(
    ("atom", "length", "partner", "expected"),
    [
        ("C", 1.21, "C1", "C1"),
        ("C", 1.23, "C1", "C2"),
        ("C", 1.19, "N1+", "C1"),
        ("C", 1.40, "N1+", "C3"),
        ("C", 1.40, "C2", "C2"),
        ("C", 1.42, "C2", "C3"),
        ("C", 1.36, "Npl", "C2"),
        ("C", 1.38, "Npl", "C3"),
        ("C", 1.43, "O3", "C3"),
        ("N", 1.15, "C1", "N1"),
        ("N", 1.25, "C1", "N1"),  # the next atom has three neighbours
        ("N", 1.30, "N1+", "N1"),
        ("N", 1.19, "Npl", "N1"),
        ("N", 1.20, "O3", "N1"),
        ("N", 1.39, "C2", "N3"),
        ("N", 1.37, "C2", "Npl"),
        ("N", 1.47, "C3", "N3"),
        ("N", 1.44, "N3", "N3"),
        ("N", 1.42, "N3", "Npl"),
        ("N", 1.42, "Npl", "N3"),
        ("N", 1.40, "Npl", "Npl"),
        ("N", 1.70, "S3", "N3"),
        ("O", 1.25, "Cac", "O2-"),
        ("O", 1.50, "N1+", "O2-"),
        ("O", 1.40, "N3+", "O3-"),
        ("O", 1.48, "Pox", "O3-"),
        ("O", 1.29, "C2", "O2"),
        ("O", 1.31, "C2", "O3"),
        ("O", 1.68, "As", "O2"),
        ("O", 1.69, "As", "O3"),
        ("O", 1.46, "O3", "O3"),
        ("S", 1.96, "Pox", "S3-"),
        ("S", 1.60, "N1+", "S2"),
        ("S", 1.75, "C2", "S2"),
        ("S", 1.77, "C2", "S3"),
        ("S", 2.10, "As", "S2"),
        ("S", 2.12, "As", "S3"),
        ("F", 1.35, "C3", "F"),
        ("P", 1.80, "C3", "P"),
        ("B", 1.80, "C3", "B"),
    ],
)
def test_terminal_atoms(
    zmatrix: Make, atom: str, length: float, partner: str, expected: str
) -> None:
    state = terminal(zmatrix, atom, length, partner)
    assert state.types[1] == expected


def test_isonitrile_carbon_makes_its_nitrogen_linear(zmatrix: Make) -> None:
    state = terminal(zmatrix, "C", 1.16, "N1+")
    assert (state.types[0], state.types[1]) == ("N1", "C1")


def test_carbon_on_linear_nitrogen_looks_at_the_other_neighbour(zmatrix: Make) -> None:
    """The first one finds the other without a type and becomes C3, on which the second is C1."""
    both_terminal = "N; C1 N 1.40; C2 N 1.40 C1 178"
    assert after_terminal(zmatrix(both_terminal)).types == ["N1+", "C3", "C1"]
    with_hydrogen = "N; C N 1.25; H N 1.0 C 178"
    state = started(molecule := zmatrix(with_hydrogen))
    type_hydrogens(state, molecule, [None] * 3)
    type_by_degree(state)
    type_terminal_atoms(state)
    assert state.types == ["N1+", "C1", "H"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("C; O C 1.13", ["C1-", "O1+"]),
        ("O; C O 1.13", ["O1+", "C1-"]),
        ("O1; O2 O1 1.21", ["O2", "O2"]),
        ("O1; O2 O1 1.45", ["O3", "O3"]),
        ("N; O N 1.15", ["N1", "O1"]),
        ("C; N C 1.16; H C 1.07 N 178", ["C1", "N1", "H"]),
    ],
)
def test_molecules_of_two_heavy_atoms(zmatrix: Make, text: str, expected: list[str]) -> None:
    assert after_terminal(zmatrix(text)).types == expected


def phosphate(longest: float) -> str:
    return f"P; C1 P 1.8; O1 P 1.50 C1 109; O2 P 1.50 C1 109 O1 120;O3 P {longest} C1 109 O1 -120"


def test_one_long_bond_marks_the_protonated_phosphate_oxygen(zmatrix: Make) -> None:
    assert after_terminal(zmatrix(phosphate(1.549))).types[2:] == ["O3-", "O3-", "O3-"]
    assert after_terminal(zmatrix(phosphate(1.551))).types[2:] == ["O3-", "O3-", "O3"]


def test_carbonyl_oxygen_makes_its_carbon_planar_for_good(zmatrix: Make) -> None:
    bent = "C; C1 C 1.45; O C 1.22 C1 114"
    state = after_terminal(zmatrix(bent))
    assert state.types[0] == "C2"
    assert 0 not in state.second_look
    assert 0 in state.ambiguous  # the angle stays what it is


@pytest.mark.parametrize(
    ("centre", "angle", "length", "expected"),
    [
        ("C", 113.0, 1.41, "C2"),
        ("C", 113.0, 1.43, "C3"),
        ("C", 118.0, 1.41, "C2"),
        ("C", 118.0, 1.44, "C2"),  # neither short nor long
        ("C", 118.0, 1.46, "C3"),
        ("C", 130.0, 1.46, "C3"),
        ("N", 112.0, 1.37, "Npl"),
        ("N", 112.0, 1.39, "N3"),
    ],
)
def test_second_look_by_lengths(
    zmatrix: Make, centre: str, angle: float, length: float, expected: str
) -> None:
    state = after_terminal(zmatrix(star(centre, "C1 C2", angle, length)))
    look_again(state)
    assert state.types[0] == expected


def test_second_look_at_a_nitrogen_with_its_hydrogen(zmatrix: Make) -> None:
    state = after_terminal(zmatrix("N; C1 N 1.30; H N 1.0 C1 110"))
    look_again(state)
    assert state.types[0] == "N2"


@pytest.mark.parametrize(
    ("partner", "length", "expected"),
    [("N1", 1.40, "C2"), ("N1", 1.42, "C2"), ("N1", 1.47, "C3"), ("O1", 1.45, "C3")],
)
def test_second_look_at_carbon_bonds_to_hetero_atoms(
    zmatrix: Make, partner: str, length: float, expected: str
) -> None:
    text = f"C; C1 C 1.43; {partner} C {length} C1 118; C2 {partner} 1.5 C 100 C1 180"
    state = after_terminal(zmatrix(text))
    look_again(state)
    assert state.types[0] == expected


def bridge(first: float, second: float) -> str:
    """C-N-C with planar carbons, all without hydrogens."""
    return (
        f"N; C1 N {first}; C2 N {second} C1 118;"
        "C3 C1 1.5 N 120 C2 0; C4 C1 1.5 N 120 C2 180;"
        "C5 C2 1.5 N 120 C1 0; C6 C2 1.5 N 120 C1 180"
    )


def test_short_bonds_move_a_double_bond_to_the_nitrogen(zmatrix: Make) -> None:
    state = after_degree(zmatrix(bridge(1.34, 1.37)))
    state.types[0] = "Npl"
    state.types[1] = state.types[2] = "C3"
    move_double_bonds_to_nitrogen(state)
    assert state.types[:3] == ["N2", "C2", "C3"]  # the relatively shorter one takes it


@pytest.mark.parametrize(
    ("first", "second", "change", "expected"),
    [
        (1.36, 1.38, None, "Npl"),  # together longer than even bonds
        (1.35, 1.37, None, "N2"),
        (1.34, 1.37, (1, "Car"), "Npl"),  # 1.37 is above even, and Car takes no part
        (1.34, 1.35, (1, "Car"), "N2"),  # the other carbon takes it
        (1.34, 1.37, (3, "O2"), "Npl"),  # the shorter one has a double bond already
    ],
)
def test_who_can_take_the_double_bond(
    zmatrix: Make, first: float, second: float, change: tuple[int, str] | None, expected: str
) -> None:
    state = after_degree(zmatrix(bridge(first, second)))
    state.types = ["Npl", "C3", "C3"] + ["C3"] * 4
    if change:
        state.types[change[0]] = change[1]
    move_double_bonds_to_nitrogen(state)
    assert state.types[0] == expected


def test_nitroso_oxygen_takes_the_double_bond_and_other_elements_do_not_count(
    zmatrix: Make,
) -> None:
    state = after_degree(zmatrix("N; O N 1.22; C N 1.45 O 118"))
    state.types = ["Npl", "O3", "C3"]
    move_double_bonds_to_nitrogen(state)
    assert state.types == ["N2", "O2", "C3"]
    state = after_degree(zmatrix("N; S N 1.55; O N 1.36 S 118; C O 1.4 N 110 S 180"))
    state.types = ["Npl", "S3", "O3", "C3"]
    move_double_bonds_to_nitrogen(state)
    assert state.types[0] == "Npl"  # nothing is counted at all


def test_three_coordinate_nitrogen_takes_no_double_bond(zmatrix: Make) -> None:
    text = "N; N1 N 1.30; C N 1.36 N1 118; C1 N1 1.45 N 120 C 0; C2 N1 1.45 N 120 C 180"
    state = after_degree(zmatrix(text))
    state.types = ["Npl", "Npl", "Car", "C3", "C3"]
    move_double_bonds_to_nitrogen(state)
    assert state.types[0] == "Npl"
