"""Pass 4.5: planar rings, bond orders, aromaticity. Chemistry gives the expected types."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np
import pytest

from misibench.hbonds.idatm import idatm_types, ring_set
from misibench.hbonds.idatm.exocyclic import BondClass, exocyclic_bonds
from misibench.hbonds.idatm.planar_rings import planar_rings, ring_systems
from misibench.hbonds.idatm.state import TypingState, new_state
from misibench.structure.molecule import Molecule, Residue, ResidueId

Make = Callable[..., Molecule]


def heavy_types(molecule: Molecule) -> list[str]:
    types = zip(idatm_types(molecule), molecule.is_hydrogen, strict=True)
    return [atom_type for atom_type, hydrogen in types if not hydrogen]


@pytest.mark.parametrize(
    ("smiles", "expected"),
    [
        ("c1ccccc1", "Car Car Car Car Car Car"),
        ("c1ccncc1", "Car Car Car N2 Car Car"),
        ("c1cc[nH]c1", "Car Car Car Npl Car"),
        ("c1ccoc1", "Car Car Car Oar Car"),
        ("c1ccsc1", "Car Car Car Sar Car"),
        ("c1cnc[nH]1", "Car Car N2 Car Npl"),
        ("c1cc[nH+]cc1", "Car Car Car N2+ Car Car"),
        ("c1cc[o+]cc1", "Car Car Car Oar+ Car Car"),
        ("c1ccc2ccccc2c1", " ".join(["Car"] * 10)),
        ("c1ccc2cccc2cc1", " ".join(["C2"] * 10)),  # azulene: 5 and 7 electrons, ring by ring
        ("C1=CCC=C1", "C2 C2 C3 C2 C2"),  # cyclopentadiene: not aromatic
        ("O=C1C=CC(=O)C=C1", "O2 C2 C2 C2 C2 O2 C2 C2"),  # quinone
        ("c1ccc2[nH]ccc2c1", "Car Car Car Car Npl Car Car Car Car"),  # indole
        ("Cn1cnc2c1c(=O)n(C)c(=O)n2C", "C3 Npl Car N2 Car Car C2 O2 Npl C3 C2 O2 Npl C3"),
        ("O=c1cc[nH]cc1", "O2 C2 C2 C2 Npl C2 C2"),  # 4-pyridone
        ("c1ccc2c(c1)OCO2", "Car Car Car Car Car Car O3 C3 O3"),  # a 1,3-dioxole is never planar
    ],
)
def test_common_rings(from_smiles: Make, smiles: str, expected: str) -> None:
    assert heavy_types(from_smiles(smiles)) == expected.split()


def test_pyridine_oxide(from_smiles: Make) -> None:
    types = heavy_types(from_smiles("[O-][n+]1ccccc1"))
    assert types == ["O3-", "N2+", "Car", "Car", "Car", "Car", "Car"]


def test_eight_ring_with_four_double_bonds_is_not_aromatic(regular_ring: Make) -> None:
    assert set(heavy_types(regular_ring("C C C C C C C C"))) == {"C2"}


def test_four_ring_is_not_aromatic(regular_ring: Make) -> None:
    """A square of carbons with angles of 135° at the hydrogens: planar, 4 electrons."""
    molecule = regular_ring("C C C C", side=1.45)
    assert set(heavy_types(molecule)) == {"C2"}


def test_without_hydrogens_a_ring_is_aromatic_as_well(regular_ring: Make) -> None:
    bare = dict.fromkeys(range(6), ("", 0.0))
    assert heavy_types(regular_ring("C C C C C C", bare)) == ["Car"] * 6
    assert heavy_types(regular_ring("N C C C C C", bare)) == ["N2"] + ["Car"] * 5


def test_phosphorus_takes_part_in_aromatic_rings(regular_ring: Make) -> None:
    types = heavy_types(regular_ring("P C C C C C", side=1.45))
    assert types == ["P"] + ["Car"] * 5


def started(molecule: Molecule, types: str) -> TypingState:
    state = new_state(molecule, [None] * len(molecule))
    state.types = types.split() + ["HC"] * (len(molecule) - len(types.split()))
    return state


@pytest.mark.parametrize(
    ("members", "types", "side", "planar"),
    [
        ("C C C C C C", "C2 C2 C2 C2 C2 C2", 1.39, True),
        ("C C C C C C", "C2 C2 C2 C2 C2 C3", 1.39, False),  # C3 with three neighbours
        ("C C C C C C", "C2 C2 C2 C2 C2 Cac", 1.39, False),
        ("N O C C C", "N2 O3 C2 C2 C2", 1.39, True),
        ("C O C C O", "C2 O3 C2 C2 O3", 1.39, False),  # two oxygens in a five-ring
        ("C O C C O C", "C2 O3 C2 C2 O3 C2", 1.36, True),  # in a six-ring they may
        ("O O O O O", "O3 O3 O3 O3 O3", 1.39, False),  # five are allowed, but no bond counts
        ("C C C N C C", "C2 C2 C2 N3 C2 C2", 1.39, True),
        ("C C C N C C", "C2 C2 C2 N3 C2 C2", 1.53, False),
        ("C C C N C C", "C2 C2 C2 Npl C2 C2", 1.53, True),  # no doubt, no length test
        ("S S S S S", "S3 S3 S3 S3 S3", 2.05, False),  # no bond that counts
    ],
)
def test_which_rings_can_be_planar(
    regular_ring: Make, members: str, types: str, side: float, planar: bool
) -> None:
    molecule = regular_ring(members, side=side)
    assert bool(planar_rings(started(molecule, types), ring_set(molecule))) is planar


def test_length_test_refuses_only_what_is_far_from_aromatic(regular_ring: Make) -> None:
    """n - 792 q >= -35: six C-C bonds may be longer than 1.38586 by up to 0.0929 Å each."""
    limit = 1.38586 + float(np.sqrt((6 + 35) / 792 / 6))
    outside = {0: ("", 0.0)}
    for side, planar in ((limit - 0.0005, True), (limit + 0.0005, False)):
        molecule = regular_ring("C C C C C C", outside, side)
        state = started(molecule, "C3 C2 C2 C2 C2 C2")
        assert bool(planar_rings(state, ring_set(molecule))) is planar


def test_rings_that_share_bonds_make_one_system(from_smiles: Make) -> None:
    molecule = from_smiles("c1ccc(cc1)-c1cccc2ccccc12")
    state = new_state(molecule, idatm_types(molecule))
    systems = ring_systems(planar_rings(state, ring_set(molecule)))
    assert sorted(len(system.atoms) for system in systems) == [6, 10]
    assert sorted(len(system.bonds) for system in systems) == [6, 11]


@pytest.mark.parametrize(
    ("around", "types", "kind", "flippable"),
    [
        ("", "O2", BondClass.DOUBLE, True),
        ("", "O3", BondClass.SINGLE, True),
        ("", "Npl", BondClass.SINGLE, False),
        ("", "C1", BondClass.SINGLE, False),
        ("", "Cl", BondClass.SINGLE, False),
        ("", "C3", BondClass.SINGLE, True),
        ("C5 C4 1.4 C1 120", "C2 C3", BondClass.DOUBLE, False),
        ("C5 C4 1.4 C1 120", "C3 C3", BondClass.SINGLE, False),
        ("C5 C4 1.4 C1 120", "Npl C3", BondClass.SINGLE, False),
        ("C5 C4 1.4 C1 120", "C2 C2", BondClass.SINGLE, False),  # double to C5, which has no other
        ("C5 C4 1.4 C1 120; O6 C5 1.2 C4 120", "C2 C2 O2", BondClass.DOUBLE, False),
        (
            "C5 C4 1.4 C1 120; C6 C5 1.4 C4 120; C7 C6 1.4 C5 120",
            "C2 C2 C2 C3",
            BondClass.AMBIGUOUS,
            False,
        ),
        (
            "C5 C4 1.4 C1 120; C6 C5 1.4 C4 120; C7 C6 1.4 C5 120; O8 C5 1.2 C4 120 C6 180",
            "C2 C2 C2 C3 O2",  # first a planar chain, then a terminal oxygen, which settles it
            BondClass.DOUBLE,
            False,
        ),
    ],
)
def test_classes_of_exocyclic_bonds(
    zmatrix: Make, around: str, types: str, kind: BondClass, flippable: bool
) -> None:
    first = types.split()[0]
    four = {"O": "O4", "N": "N4"}.get(first[0], "C4") if first != "Cl" else "Cl4"
    text = f"C1; C2 C1 1.4; C3 C1 1.4 C2 60; C4 C1 1.4 C2 150 C3 180; {around}"
    text = text.replace("C4", four)
    molecule = zmatrix(text, "C2-C3")
    state = started(molecule, f"C2 C2 C2 {types}")
    (system,) = ring_systems(planar_rings(state, ring_set(molecule)))
    (bond,) = exocyclic_bonds(state, system)
    assert (bond.ring_atom, bond.outside) == (0, 3)
    assert (bond.kind, bond.flippable) == (kind, flippable)


def test_ambiguous_carbon_leaves_the_bond_open(zmatrix: Make) -> None:
    text = "C1; C2 C1 1.4; C3 C1 1.4 C2 60; C4 C1 1.4 C2 150 C3 180; C5 C4 1.4 C1 114"
    molecule = zmatrix(text, "C2-C3")
    state = started(molecule, "C2 C2 C2 C3 C3")
    state.ambiguous.add(3)
    (system,) = ring_systems(planar_rings(state, ring_set(molecule)))
    assert exocyclic_bonds(state, system)[0].kind is BondClass.AMBIGUOUS


def test_oxygen_on_ring_nitrogen_is_singly_bonded(regular_ring: Make) -> None:
    molecule = regular_ring("N C C C C C", {0: ("O", 1.28)})
    state = started(molecule, "Npl C2 C2 C2 C2 C2 O2")
    (system,) = ring_systems(planar_rings(state, ring_set(molecule)))
    assert exocyclic_bonds(state, system)[0].kind is BondClass.SINGLE


@pytest.mark.parametrize(
    ("atom", "length", "expected"),
    [("O", 1.28, "O3"), ("S", 1.74, "S3"), ("O", 1.36, "O3")],
)
def test_short_bond_to_a_phenol_like_atom_is_flipped(
    regular_ring: Make, atom: str, length: float, expected: str
) -> None:
    """Five carbons cannot pair up, so the terminal atom gives up its double bond."""
    types = heavy_types(regular_ring("C C C C C C", {0: (atom, length)}))
    assert types == ["Car"] * 6 + [expected]


def test_quinone_with_one_long_bond_is_flipped_to_double(regular_ring: Make) -> None:
    """O= and O- in para position: neither leaves an even number; the least sure one changes."""
    types = heavy_types(regular_ring("C C C C C C", {0: ("O", 1.21), 3: ("O", 1.31)}))
    assert types == ["C2"] * 6 + ["O2", "O2"]
    types = heavy_types(regular_ring("C C C C C C", {0: ("O", 1.29), 3: ("O", 1.45)}))
    assert types == ["Car"] * 6 + ["O3", "O3"]


def test_flip_that_does_not_help_is_passed_over(regular_ring: Make) -> None:
    """The longer bond is less certain, but a meta-quinone has no bond orders."""
    types = heavy_types(regular_ring("C C C C C C", {0: ("O", 1.22), 2: ("O", 1.31)}))
    assert types == ["Car"] * 6 + ["O3", "O3"]


def test_flipped_atoms_other_than_oxygen_and_sulfur_keep_their_type(regular_ring: Make) -> None:
    types = heavy_types(regular_ring("C C C C C C", {0: ("C", 1.40)}))
    assert types == ["Car"] * 6 + ["C2"]


def with_chain(benzene: Molecule, angle: float, *lengths: float) -> Molecule:
    """Phenyl with a zigzag chain without hydrogens on its outward atom (index 6)."""
    outward = benzene.coords[6] / np.linalg.norm(benzene.coords[6])
    sideways = np.array([-outward[1], outward[0], 0.0])
    turn = np.radians(180.0 - angle)
    points = [benzene.coords[6]]
    for at, length in enumerate(lengths):
        bent = np.cos(turn) * outward + np.sin(turn) * sideways
        points.append(points[-1] + length * (outward if at % 2 else bent))
    size, extra = len(benzene), len(lengths)
    ends = [6, *range(size, size + extra)]
    return Molecule(
        name="phenyl with chain",
        coords=np.vstack([benzene.coords, *points[1:]]),
        atomic_numbers=np.append(benzene.atomic_numbers, [6] * extra),
        elements=benzene.elements + ("C",) * extra,
        atom_names=benzene.atom_names + ("C",) * extra,
        residues=benzene.residues,
        residue_index=np.append(benzene.residue_index, [0] * extra),
        bonds=np.vstack([benzene.bonds, np.column_stack([ends[:-1], ends[1:]])]),
    )


def test_uncertain_neighbour_changes_its_type_for_the_ring(regular_ring: Make) -> None:
    """A chain carbon without hydrogens looks like C2, but benzene leaves no double bond for it."""
    benzene = regular_ring("C C C C C C", {0: ("C", 1.43)})
    types = idatm_types(with_chain(benzene, 119.0, 1.44))
    assert types[:7] == ("Car",) * 6 + ("C3",)


@pytest.mark.parametrize(
    ("lengths", "expected"),
    [
        ((1.44,), "C3"),  # on to a tetrahedral atom
        ((1.44, 1.35), "C2"),  # on to a planar one
    ],
)
def test_carbon_between_two_hybridisations_follows_the_atom_behind(
    regular_ring: Make, lengths: tuple[float, ...], expected: str
) -> None:
    """At 116° a carbon without hydrogens may be C2 or C3; its bonds are neither short nor long."""
    benzene = regular_ring("C C C C C C", {0: ("C", 1.43)})
    types = idatm_types(with_chain(benzene, 116.0, *lengths))
    assert types[:6] == ("Car",) * 6
    assert types[6] == expected


def test_carbon_between_ring_and_carbonyl_is_tetrahedral(regular_ring: Make) -> None:
    benzene = regular_ring("C C C C C C", {0: ("C", 1.43)})
    ketone = with_chain(benzene, 116.0, 1.44, 1.22)
    oxygen = len(ketone) - 1
    numbers = ketone.atomic_numbers.copy()
    numbers[oxygen] = 8
    ketone = dataclasses.replace(
        ketone, atomic_numbers=numbers, elements=(*ketone.elements[:-1], "O")
    )
    types = idatm_types(ketone)
    assert (types[6], types[oxygen]) == ("C3", "O2")


def test_carbon_before_an_unknown_type_stays_as_it_is(regular_ring: Make) -> None:
    benzene = regular_ring("C C C C C C", {0: ("C", 1.43)})
    chloride = with_chain(benzene, 116.0, 1.44)
    numbers = chloride.atomic_numbers.copy()
    numbers[-1] = 17
    chloride = dataclasses.replace(
        chloride, atomic_numbers=numbers, elements=(*chloride.elements[:-1], "Cl")
    )
    assert idatm_types(chloride)[6] == "C2"


def two_hexagons(first: str, second: str, outside: dict[int, str]) -> Molecule:
    """Fused hexagons: atoms 0-5 are the first ring, 6-9 go on from atom 5 back to atom 0."""
    side = 1.39
    turns = [np.radians(60 * step + 30) for step in range(6)]
    corner = side * np.array([[np.cos(turn), np.sin(turn), 0.0] for turn in turns])
    right = np.array([np.sqrt(3) * side, 0.0, 0.0])
    # the shared bond is the right edge, corners 5 and 0
    ring_one = [corner[at] for at in (0, 1, 2, 3, 4, 5)]
    ring_two = [right + corner[at] for at in (4, 5, 0, 1)]
    points = ring_one + ring_two
    names = list(first + second)
    bonds = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (5, 6), (6, 7), (7, 8), (8, 9), (9, 0)]
    for atom, name in outside.items():
        centre = right if atom > 5 else np.zeros(3)
        outward = (points[atom] - centre) / side
        bonds.append((atom, len(names)))
        names.append(name)
        points.append(points[atom] + (1.08 if name == "H" else 1.22) * outward)
    numbers = {"C": 6, "N": 7, "O": 8, "H": 1}
    return Molecule(
        "fused", np.array(points), [numbers[name] for name in names], tuple(names), tuple(names),
        (Residue("UNL", ResidueId("", 1)),), np.zeros(len(names)), np.array(bonds),
    )  # fmt: skip


def test_ring_nitrogen_with_its_double_bond_into_an_aromatic_ring_is_npl() -> None:
    """Ring two, -N=C5 fused, two C=O: the only bond orders are those of an ortho-quinone.

    Ring one counts six electrons and is typed first; then the nitrogen finds its double-bonded
    neighbour aromatic and the other one not (a quirk: chemically it is N2).
    """
    outside = dict.fromkeys(range(1, 5), "H") | {7: "O", 8: "O", 9: "H"}
    types = idatm_types(two_hexagons("CCCCCC", "NCCC", outside))
    assert types[:6] == ("Car",) * 6
    assert types[6:10] == ("Npl", "C2", "C2", "C2")


def test_system_without_bond_orders_is_left_alone() -> None:
    """Phenalenyl has 13 carbons, which cannot pair up; no attempt helps, nothing is aromatic."""
    phenalenyl = hexagon_patch([(0, 0), (1, 0), (0, 1)])
    assert len(phenalenyl) == 13
    assert set(idatm_types(phenalenyl)) == {"C2"}


def test_fulvalene_keeps_its_double_bond_between_the_rings(from_smiles: Make) -> None:
    """With the bond between the rings single, five carbons would be left over on either side."""
    assert set(heavy_types(from_smiles("C1=CC(=C2C=CC=C2)C=C1"))) == {"C2"}


def test_charged_nitrogen_where_a_heterocycle_would_lack_a_double_bond(from_smiles: Make) -> None:
    """N-methylnicotinamide, the ring of NAD+."""
    types = heavy_types(from_smiles("C[n+]1cccc(c1)C(N)=O"))
    assert types[:3] == ["C3", "N2+", "Car"]


def test_imidazolium_chain_nitrogens_keep_npl(from_smiles: Make) -> None:
    types = heavy_types(from_smiles("Cn1ccnc1"))
    assert types == ["C3", "Npl", "Car", "Car", "N2", "Car"]


def test_nitrogen_ylidene_beside_an_aromatic_ring(from_smiles: Make) -> None:
    """In a non-aromatic ring, a double bond into an aromatic carbon is not for the nitrogen."""
    types = heavy_types(from_smiles("C1=NC2=CC=CC=C2N1"))
    assert types == ["Car", "N2", "Car", "Car", "Car", "Car", "Car", "Car", "Npl"]


def hexagon_patch(cells: list[tuple[int, int]], side: float = 1.42) -> Molecule:
    """Carbons of hexagons glued together; cells in axial coordinates."""
    points: list[np.ndarray] = []
    for column, row in cells:
        centre = np.array([np.sqrt(3) * (column + row / 2), 1.5 * row, 0.0]) * side
        for step in range(6):
            turn = np.radians(60 * step + 30)
            point = centre + side * np.array([np.cos(turn), np.sin(turn), 0.0])
            if all(np.linalg.norm(point - known) > 0.1 for known in points):
                points.append(point)
    coords = np.array(points)
    lengths = np.linalg.norm(coords[:, None] - coords[None], axis=2)
    size = len(coords)
    return Molecule(
        "patch", coords, np.full(size, 6), ("C",) * size, ("C",) * size,
        (Residue("UNL", ResidueId("", 1)),), np.zeros(size),
        np.argwhere(np.triu(lengths < 1.5, 1)),
    )  # fmt: skip


def flake(radius: int, side: float = 1.42) -> Molecule:
    """A disk of hexagons: 24, 54, 96 carbons for radius 1, 2, 3."""
    around = range(-radius, radius + 1)
    cells = [(column, row) for column in around for row in around if abs(column + row) <= radius]
    return hexagon_patch(cells, side)


@pytest.mark.parametrize(("radius", "size"), [(1, 24), (2, 54), (3, 96)])
def test_flakes_are_aromatic_below_and_above_fifty_atoms(radius: int, size: int) -> None:
    """ChimeraX types all carbons of flakes with 54 and 96 atoms as Car."""
    carbons = flake(radius)
    assert len(carbons) == size
    assert set(idatm_types(carbons)) == {"Car"}


def test_oxygen_in_a_system_of_more_than_fifty_atoms_is_aromatic() -> None:
    carbons = flake(2, side=1.39)
    degrees = np.bincount(carbons.bonds.ravel())
    edge = int(np.flatnonzero(degrees == 2)[0])
    numbers = carbons.atomic_numbers.copy()
    numbers[edge] = 8
    elements = [*carbons.elements]
    elements[edge] = "O"
    types = idatm_types(
        dataclasses.replace(carbons, atomic_numbers=numbers, elements=tuple(elements))
    )
    assert types[edge] == "Oar"
    assert set(types) == {"Car", "Oar"}


def test_porphine_is_typed_at_once(from_smiles: Make) -> None:
    """Four pyrroles and the inner ring of 16 atoms are one system of 24 atoms."""
    molecule = from_smiles("C1=CC2=CC3=CC=C(N3)C=C4C=CC(=N4)C=C5C=CC(=CC1=N2)N5")
    assert [len(ring) for ring in ring_set(molecule)] == [5, 5, 5, 5, 16]
    types = idatm_types(molecule)
    nitrogens = sorted(
        kind for kind, number in zip(types, molecule.atomic_numbers, strict=True) if number == 7
    )
    assert nitrogens == ["N2", "N2", "Npl", "Npl"]
