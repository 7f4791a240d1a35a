"""Hand-made complexes with the verdict that the rules give and the reason for it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from misibench.errors import StructureError
from misibench.hbonds import HBondCriteria, explain_pair, find_hydrogen_bonds
from misibench.structure import Complex, Molecule

Make = Callable[..., Molecule]
Pair = Callable[[Molecule, Molecule], Complex]
FindAtom = Callable[..., int]

# N of the second glycine; its N-H points down, so 2.9 Å below it is the ideal place
AMIDE_N = np.array([1.15, -0.66, 0.0])


def below_amide(distance: float) -> NDArray[np.float64]:
    return AMIDE_N - np.array([0.0, distance, 0.0])


def test_backbone_amide_to_carbonyl_at_2_9_is_accepted(
    peptide: Make, acetone: Make, pair: Pair
) -> None:
    # straight N-H...O, 150 degrees at the O: within amide donor and ketone limits
    ligand = acetone(below_amide(2.9), [0.5, -0.866, 0.0])
    structure = pair(peptide(), ligand)
    (bond,) = find_hydrogen_bonds(structure)
    assert bond.donor == "protein"
    assert (bond.donor_class, bond.acceptor_class) == ("secondary amide N", "ketone or aldehyde O")
    assert structure.receptor.atom_names[bond.hydrogen or 0] == "H"
    assert bond.distance == pytest.approx(2.9)
    assert bond.hydrogen_distance == pytest.approx(1.89, abs=0.02)
    assert bond.angle_deg == pytest.approx(179, abs=2)


@pytest.mark.parametrize("hydrogen", [True, False])
def test_acceptor_behind_the_amide_nitrogen_is_refused(
    peptide: Make, acetone: Make, pair: Pair, find_atom: FindAtom, hydrogen: bool
) -> None:
    # 45 degrees off the side opposite to N-H: near enough, but the hydrogen points away
    behind = 2.9 * np.array([0.0, np.sqrt(0.5), np.sqrt(0.5)])
    structure = pair(peptide(hydrogen), acetone(AMIDE_N + behind, [0.3, 1.0, 1.0]))
    assert find_hydrogen_bonds(structure) == ()
    nitrogen = find_atom(structure.receptor, "N", 2)
    oxygen = find_atom(structure.ligand, "O")
    receptor_donates = explain_pair(structure, nitrogen, oxygen).directions[1]
    assert {"theta", "hydrogen distance"} <= {check.name for check in receptor_donates.failed}


def test_methanol_without_hydrogens_donates_to_a_carbonyl(
    peptide: Make, methanol: Make, pair: Pair
) -> None:
    # 2.7 Å from GLY 1 O, 150 degrees at that O and 109 degrees at the hydroxyl
    place = np.array([0.0, 1.23, 0.0]) + 2.7 * np.array([0.5, 0.866, 0.0])
    structure = pair(peptide(), methanol(place, [0.982, -0.191, 0.0]))
    (bond,) = find_hydrogen_bonds(structure)
    assert bond.donor == "ligand"
    assert (bond.donor_class, bond.acceptor_class) == ("hydroxyl O", "amide O")
    assert (bond.hydrogen, bond.hydrogen_distance, bond.angle_deg) == (None, None, None)


def test_histidine_without_hydrogens_is_donor_and_acceptor(
    histidine: Molecule, methanol: Make, pair: Pair
) -> None:
    # both directions fit: the file does not say where the proton is
    structure = pair(histidine, methanol([1.16 + 2.8, 0.0, 0.0], [0.33, 0.94, 0.0]))
    bonds = find_hydrogen_bonds(structure)
    assert [(bond.donor, bond.donor_class, bond.acceptor_class) for bond in bonds] == [
        ("ligand", "hydroxyl O", "asymmetric five-membered ring N"),
        ("protein", "five-membered ring N", "hydroxyl O"),
    ]
    assert len({(bond.receptor_atom, bond.ligand_atom) for bond in bonds}) == 1


def test_metal_bound_nitrogen_does_not_donate(
    molecule: Make, histidine: Molecule, methanol: Make, pair: Pair
) -> None:
    # zinc 2.1 Å from NE2, off the way of the methanol: NE2 has no proton then, and the hydroxyl
    # comes within 45 degrees of the metal, so nothing is left of the two bonds above
    rows = [
        ("HIS A:7", name, *point)
        for name, point in zip(histidine.atom_names, histidine.coords, strict=True)
    ]
    bonds = "N-CA CA-C C-O CA-CB CB-CG CG-ND1 CG-CD2 ND1-CE1 CE1-NE2 NE2-CD2"
    zinc = ("ZN A:8", "ZN", 1.16 + 1.9, 0.0, 0.9)
    structure = pair(
        molecule([*rows, zinc], bonds), methanol([1.16 + 2.8, 0.0, 0.0], [0.33, 0.94, 0.0])
    )
    assert find_hydrogen_bonds(structure) == ()
    ligand_donates, receptor_donates = explain_pair(structure, 5, 1).directions
    assert "bound to a metal" in receptor_donates.reason
    assert [check.name for check in ligand_donates.failed] == ["metal"]


def _sulfur_ligand(molecule: Make, fourth: str) -> Molecule:
    """Tetrahedral S with two O; the first O 2.9 Å below the amide N, the rest further down."""
    oxygen = below_amide(2.9)
    sulfur = oxygen + 1.45 * np.array([0.5, -0.866, 0.0])
    corners = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]) / np.sqrt(3)
    # turn the first corner to the oxygen: Rodrigues' formula with the two unit vectors
    start, end = corners[0], (oxygen - sulfur) / 1.45
    axis = np.cross(start, end)
    skew = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn = np.eye(3) + skew + skew @ skew / (1 + start @ end)
    points = sulfur + (corners @ turn.T) * np.array([[1.45], [1.45], [1.78], [1.78]])
    names = ("O1", "O2", "C1", fourth)
    rows = [("LIG L:1", "S", *sulfur)]
    rows += [("LIG L:1", name, *point) for name, point in zip(names, points, strict=True)]
    return molecule(rows, f"S-O1 S-O2 S-C1 S-{fourth}")


@pytest.mark.parametrize("fourth", ["C2", "N1"], ids=["sulfone", "sulfonamide"])
def test_sulfonyl_oxygen_accepts(molecule: Make, peptide: Make, pair: Pair, fourth: str) -> None:
    # typed O3- on Son, so by the general rule for charged O: distance and angles to bonds only
    structure = pair(peptide(), _sulfur_ligand(molecule, fourth))
    (bond,) = find_hydrogen_bonds(structure)
    assert structure.ligand.atom_names[bond.ligand_atom] == "O1"
    assert bond.acceptor_class == "charged O"


def test_thioether_sulfur_does_not_accept(molecule: Make, peptide: Make, pair: Pair) -> None:
    # S3 is never an acceptor, however well it lies
    sulfur = below_amide(3.4)
    ligand = molecule(
        [
            ("LIG L:1", "C1", *(sulfur + np.array([1.4, -1.1, 0.0]))),
            ("LIG L:1", "S", *sulfur),
            ("LIG L:1", "C2", *(sulfur + np.array([-1.4, -1.1, 0.0]))),
        ],
        "C1-S S-C2",
    )
    structure = pair(peptide(), ligand)
    assert find_hydrogen_bonds(structure) == ()
    reason = explain_pair(structure, 4, 1).directions[1].reason
    assert "S does not accept: type S3" in reason


@pytest.mark.parametrize("swapped", [False, True], ids=["receptor donates", "ligand donates"])
def test_a_bond_is_listed_once_whichever_side_donates(
    peptide: Make, acetone: Make, pair: Pair, swapped: bool
) -> None:
    sides = [peptide(), acetone(below_amide(2.9), [0.5, -0.866, 0.0])]
    if swapped:
        sides.reverse()
    (bond,) = find_hydrogen_bonds(pair(*sides))
    assert bond.donor == ("ligand" if swapped else "protein")


def test_truncated_arginine_bonds_only_through_atoms_that_are_there(
    molecule: Make, peptide: Make, acetone: Make, pair: Pair, find_atom: FindAtom
) -> None:
    # ARG cut at NE: its backbone N bonds as ever, NE lacks CZ and is left out of everything
    whole = peptide(second="ARG")
    rows = [
        (f"{residue.name} A:{residue.id.number}", name, *point)
        for name, point, residue in zip(
            whole.atom_names,
            whole.coords,
            [whole.residue_of(atom) for atom in range(len(whole))],
            strict=True,
        )
    ]
    ligand = acetone(below_amide(2.9), [0.5, -0.866, 0.0])
    oxygen = np.array(ligand.coords[find_atom(ligand, "O")])
    rows += [
        ("ARG A:2", "CB", 2.4, 1.1, 1.2),
        ("ARG A:2", "CG", 2.4, 0.3, 2.5),
        ("ARG A:2", "CD", 2.4, -1.2, 2.5),
        ("ARG A:2", "NE", *(oxygen + np.array([0.4, 0.9, 2.6]))),
    ]
    bonds = "1.N-1.CA 1.CA-1.C 1.C-1.O 1.C-2.N 2.N-2.CA 2.CA-2.C 2.C-2.O 2.N-2.H "
    structure = pair(molecule(rows, bonds + "2.CA-CB CB-CG CG-CD CD-NE"), ligand)
    (bond,) = find_hydrogen_bonds(structure)
    assert structure.receptor.atom_names[bond.receptor_atom] == "N"
    ends = find_atom(structure.receptor, "NE"), find_atom(structure.ligand, "O")
    assert "lacks heavy atoms" in explain_pair(structure, *ends).directions[1].reason


def test_strict_criteria_refuse_what_the_tolerance_lets_in(
    peptide: Make, acetone: Make, pair: Pair
) -> None:
    # H...O 2.4 Å: beyond Mills and Dean's 2.23 Å for an amide N-H, within 2.23 + 0.4 Å
    structure = pair(peptide(), acetone(below_amide(3.4), [0.5, -0.866, 0.0]))
    assert len(find_hydrogen_bonds(structure)) == 1
    assert find_hydrogen_bonds(structure, HBondCriteria(relaxed=False)) == ()
    assert find_hydrogen_bonds(structure, HBondCriteria(distance_tolerance=0.1)) == ()


def test_margins_say_how_near_the_limit_a_bond_is(peptide: Make, acetone: Make, pair: Pair) -> None:
    # H...O at most 2.63 Å: 0.04 Å from the limit at D...A 3.6 Å, far from it at 2.9 Å
    def bond_at(distance: float) -> bool:
        ligand = acetone(below_amide(distance), [0.5, -0.866, 0.0])
        (bond,) = find_hydrogen_bonds(pair(peptide(), ligand))
        assert bond.distance_margin == pytest.approx(
            min(2.63 - (distance - 1.01), 3.7 - distance), abs=0.02
        )
        return bond.near_limit

    assert bond_at(3.6)
    assert not bond_at(2.9)


def test_looked_and_none_is_an_empty_tuple(peptide: Make, acetone: Make, pair: Pair) -> None:
    assert find_hydrogen_bonds(pair(peptide(), acetone([30.0, 0.0, 0.0], [1.0, 0.0, 0.0]))) == ()


def test_nothing_to_look_at_is_an_error_and_not_an_empty_tuple(
    molecule: Make, peptide: Make, acetone: Make, pair: Pair
) -> None:
    nowhere = acetone([np.nan, 0.0, 0.0], [1.0, 0.0, 0.0])
    with pytest.raises(StructureError, match="no numbers"):
        find_hydrogen_bonds(pair(peptide(), nowhere))
    with pytest.raises(StructureError, match="ligand has no atoms"):
        find_hydrogen_bonds(pair(peptide(), molecule([])))
    with pytest.raises(StructureError, match="receptor has no atoms"):
        find_hydrogen_bonds(pair(molecule([]), peptide()))
