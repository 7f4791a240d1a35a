"""Computed hydrogens and lone pairs: bond lengths, angles, and when there is none."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from misibench.hbonds.chemistry import TypedMolecule
from misibench.hbonds.vectors import angle_deg, cross, distance, dot, subtract
from misibench.structure import Molecule

Make = Callable[..., Molecule]

NH = 0.91
"""Sum of the covalent radii of N (0.68 Å) and H (0.23 Å)."""


def typed(molecule: Make, rows: str, bonds: str, types: str) -> TypedMolecule:
    """Atoms as "N 0 0 0; C 1 0 0"."""
    atoms = []
    for row in rows.split(";"):
        name, *point = row.split()
        atoms.append(("UNL A:1", name, *(float(one) for one in point)))
    return TypedMolecule(molecule(atoms, bonds), tuple(types.split()))


def test_hydrogens_of_the_file_are_taken_as_they_are(molecule: Make) -> None:
    side = typed(molecule, "O 0 0 0; C 1.4 0 0; H -0.3 0.9 0.2", "O-C O-H", "O3 C3 H")
    assert side.hydrogen_positions(0) == [(-0.3, 0.9, 0.2)]


def test_planar_nitrogen_between_two_atoms_points_away_from_both(molecule: Make) -> None:
    side = typed(molecule, "N 0 0 0; C1 1.2 0.7 0; C2 -1.2 0.7 0", "N-C1 N-C2", "Npl C2 C3")
    (hydrogen,) = side.hydrogen_positions(0)
    assert hydrogen == pytest.approx((0.0, -NH, 0.0))


def test_amide_nitrogen_has_two_hydrogens_in_the_plane(molecule: Make) -> None:
    # formamide in the xy plane: O at 60 degrees to one side, C at the other
    side = typed(
        molecule, "N 0 0 0; C 1.33 0 0; O 1.95 1.06 0; C2 2.1 -1.3 0", "N-C C-O C-C2",
        "Npl C2 O2 C3",
    )  # fmt: skip
    first, second = side.hydrogen_positions(0)
    for hydrogen in (first, second):
        assert distance(hydrogen, (0.0, 0.0, 0.0)) == pytest.approx(NH)
        assert angle_deg(hydrogen, (0.0, 0.0, 0.0), (1.33, 0.0, 0.0)) == pytest.approx(120)
        assert hydrogen[2] == pytest.approx(0.0)
    assert first[1] > 0 > second[1]  # the first on the side of the first other neighbour


def test_secondary_ammonium_has_two_tetrahedral_hydrogens(molecule: Make) -> None:
    side = typed(molecule, "N 0 0 0; C1 1.2 0.85 0; C2 -1.2 0.85 0", "N-C1 N-C2", "N3+ C3 C3")
    first, second = side.hydrogen_positions(0)
    for hydrogen in (first, second):
        assert distance(hydrogen, (0.0, 0.0, 0.0)) == pytest.approx(NH)
        assert hydrogen[1] < 0
    assert first[2] * second[2] < 0  # one above, one below the plane of the bonds
    assert angle_deg(first, (0.0, 0.0, 0.0), second) == pytest.approx(109.5, abs=3)


def test_tertiary_ammonium_points_away_from_its_three_bonds(molecule: Make) -> None:
    corners = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1]]) * 0.85
    rows = "; ".join(
        ["N 0 0 0", *(f"C{i} {x} {y} {z}" for i, (x, y, z) in enumerate(corners, start=1))]
    )
    side = typed(molecule, rows, "N-C1 N-C2 N-C3", "N3+ C3 C3 C3")
    (hydrogen,) = side.hydrogen_positions(0)
    assert hydrogen == pytest.approx(tuple(np.array([-1, -1, 1]) * NH / np.sqrt(3)))


@pytest.mark.parametrize(
    ("rows", "bonds", "types", "why"),
    [
        ("O 0 0 0; C 1.4 0 0", "O-C", "O3 C3", "turns about its bond"),
        ("N 0 0 0; C 1.4 0 0", "N-C", "N3+ C3", "turns about its bond"),
        ("N 0 0 0; C 1.3 0 0", "N-C", "N2 C2", "has a lone pair in its plane"),
        ("N 0 0 0; C1 1.2 0.7 0; C2 -1.2 0.7 0", "N-C1 N-C2", "N2 C2 C2", "has all its bonds"),
        ("N 0 0 0", "", "N3+", "has no bond that would direct anything"),
        ("S 0 0 0; C 1.8 0 0", "S-C", "S C3", "is of unknown type"),
    ],
)
def test_no_hydrogen_is_placed_on_an_atom_that(
    molecule: Make, rows: str, bonds: str, types: str, why: str
) -> None:
    assert typed(molecule, rows, bonds, types).hydrogen_positions(0) == [], why


def test_plane_without_planar_neighbour_moves_with_the_molecule(molecule: Make) -> None:
    # Npl on a C3: ChimeraX's plane depends on the frame, here it holds to the next atoms
    points = np.array([[0.0, 0, 0], [1.4, 0, 0], [2.0, 1.2, 0.5]])
    turned = points @ np.array([[0.0, 1, 0], [0, 0, 1], [1, 0, 0]]).T
    results = []
    for coords in (points, turned):
        rows = "; ".join(
            f"{n} {x} {y} {z}" for n, (x, y, z) in zip(("N", "C1", "C2"), coords, strict=True)
        )
        side = typed(molecule, rows, "N-C1 C1-C2", "Npl C3 C3")
        hydrogens = side.hydrogen_positions(0)
        results.append([distance(one, tuple(coords[2])) for one in hydrogens])
    assert results[0] == pytest.approx(results[1])


def test_lone_pairs_of_an_ether_oxygen_are_tetrahedral(molecule: Make) -> None:
    side = typed(molecule, "O 0 0 0; C1 1.2 0.8 0; C2 -1.2 0.8 0", "O-C1 O-C2", "O3 C3 C3")
    pairs = side.lone_pair_positions(0)
    assert len(pairs) == 2
    assert [distance(one, (0.0, 0.0, 0.0)) for one in pairs] == pytest.approx([1.0, 1.0])


def test_substituent_positions_add_lone_pairs_to_the_hydrogens(molecule: Make) -> None:
    # hydroxylamine-like N: one hydrogen in the file, one lone pair to compute
    side = typed(
        molecule, "N 0 0 0; O 1.4 0 0; C -0.5 1.4 0; H -0.4 -0.5 0.8", "N-O N-C N-H", "N3 O3 C3 H"
    )
    found = side.substituent_positions(0)
    assert found[0] == (-0.4, -0.5, 0.8)
    assert len(found) == 2
    bonds = [side.points[one] for one in side.neighbours[0]]
    normal = cross(subtract(bonds[1], bonds[0]), subtract(bonds[2], bonds[0]))
    assert dot(normal, found[1]) * dot(normal, bonds[0]) < 0  # on the far side of the bonds
