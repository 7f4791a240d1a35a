"""Bonds of PDB files. Where no other source is named, the expected bonds are the documented
behaviour of ChimeraX 1.12, see docs/explanations/reading.md."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from misibench.errors import RefusalReason, StructureError
from misibench.structure.pdb import parse_pdb
from misibench.structure.residue_templates import (
    TEMPLATE_NAMES,
    connectivity,
    template_heavy_neighbours,
)


def read(lines):
    return parse_pdb("\n".join([*lines, ""]), "a.pdb").molecule


def links(molecule):
    """Bonds between residues as (number:name, number:name)."""
    found = set()
    for i, j in molecule.bonds.tolist():
        if molecule.residue_index[i] != molecule.residue_index[j]:
            found.add(tuple(_label(molecule, one) for one in (i, j)))
    return found


def _label(molecule, atom):
    return f"{molecule.residue_of(atom).id.number}:{molecule.atom_names[atom]}"


def gaps(molecule):
    return {tuple(_label(molecule, one) for one in pair) for pair in molecule.gaps.tolist()}


def ligand(pdb_line, number=5, *, x=40.0, serial=900, name="LIG", count=3, step=1.5, chain="A"):
    """A chain of carbons along x."""
    return [
        pdb_line(serial + n, f"C{n + 1}", name, chain, number, (x + step * n, 0, 0), hetero=True)
        for n in range(count)
    ]


# Heavy-atom bonds inside amino acids and nucleotides, counted on structural formulas.
BONDS_PER_RESIDUE = {
    "ALA": 4, "ARG": 10, "ASN": 7, "ASP": 7, "CYS": 5, "GLN": 8, "GLU": 8, "GLY": 3, "HIS": 10,
    "ILE": 7, "LEU": 7, "LYS": 8, "MET": 7, "PHE": 11, "PRO": 7, "SER": 5, "THR": 6, "TRP": 15,
    "TYR": 12, "VAL": 6, "A": 24, "C": 21, "G": 25, "U": 21, "DA": 23, "DC": 20, "DG": 24,
    "DT": 21, "ACE": 2, "NME": 1,
}  # fmt: skip


@pytest.mark.parametrize("name", BONDS_PER_RESIDUE)
def test_templates_have_the_bonds_of_the_formula(name):
    counts = template_heavy_neighbours(name)
    assert sum(counts.values()) == 2 * BONDS_PER_RESIDUE[name]


@pytest.mark.parametrize("name", sorted(TEMPLATE_NAMES))
def test_templates_are_symmetric_and_hydrogens_have_one_bond(name):
    template = connectivity(name)
    for atom, others in template.items():
        assert all(atom in template[other] for other in others)
        if atom.startswith("H"):
            assert len(others) == 1


def test_consecutive_residues_are_linked_and_order_of_creation_is_inner_bonds_first(alanines):
    molecule = read(alanines([1, 2, 3]))
    assert links(molecule) == {("1:C", "2:N"), ("2:C", "3:N")}
    assert not len(molecule.gaps)
    first_of_second = molecule.atom_names.index("N", 1)
    # its own CA before the link to the residue before
    assert molecule.neighbours[first_of_second] == (first_of_second + 1, 2)


def test_a_missing_residue_is_a_gap_not_a_bond(alanines):
    molecule = read([*alanines([1]), *alanines([7], start=(9, 0, 0), first_serial=6)])
    assert links(molecule) == set()
    assert gaps(molecule) == {("1:C", "7:N")}


def test_residues_numbered_consecutively_keep_even_a_long_bond(alanines):
    molecule = read([*alanines([1]), *alanines([2], start=(9, 0, 0), first_serial=6)])
    assert links(molecule) == {("1:C", "2:N")}
    assert not len(molecule.gaps)


def test_residues_that_touch_are_linked_whatever_their_numbers(alanines):
    molecule = read(alanines([1, 90]))
    assert links(molecule) == {("1:C", "90:N")}


def test_insertion_codes_count_as_consecutive(alanines):
    second = [line[:26] + "A" + line[27:] for line in alanines([1], start=(9, 0, 0))]
    molecule = read([*alanines([1]), *second])
    assert links(molecule) == {("1:C", "1:N")}


@pytest.mark.parametrize("between", ["TER", None])
def test_ter_and_chain_changes_start_a_new_segment(alanines, between):
    second = alanines([2], "A" if between else "B", start=(3.33, 1.42, 0), first_serial=6)
    molecule = read([*alanines([1]), *([between] if between else []), *second])
    assert links(molecule) == set()
    assert gaps(molecule) == set()


def test_a_carbon_alpha_stands_in_for_a_missing_end_and_makes_a_gap(alanines):
    first = [line for line in alanines([1]) if line[13:15] != "C "]
    molecule = read([*first, *alanines([2], start=(3.33, 1.42, 0), first_serial=6)])
    assert gaps(molecule) == {("1:CA", "2:N")}


@pytest.mark.parametrize(("number", "linked"), [(2, False), (0, False), (5, True)])
def test_numbers_that_fall_behind_an_oxt_start_a_segment(alanines, pdb_line, number, linked):
    lines = [
        *alanines([3]),
        pdb_line(6, "OXT", "ALA", "A", 3, (3.2, 1.6, 0.1)),
        *alanines([number], start=(3.33, 1.42, 0), first_serial=7),
    ]
    assert bool(links(read(lines))) is linked


def test_modified_residue_in_mid_chain_is_linked_on_both_sides(alanines):
    lines = [
        *alanines([1]),
        *alanines([2], residue="SEP", start=(3.33, 1.42, 0), first_serial=6, hetero=True),
        *alanines([3], start=(6.66, 2.84, 0), first_serial=11),
    ]
    assert links(read(lines)) == {("1:C", "2:N"), ("2:C", "3:N")}


def test_modified_residue_at_the_end_is_only_linked_where_it_touches(alanines):
    near = alanines([2], residue="SEP", start=(3.33, 1.42, 0), first_serial=6, hetero=True)
    far = alanines([2], residue="SEP", start=(9, 0, 0), first_serial=6, hetero=True)
    assert links(read([*alanines([1]), *near])) == {("1:C", "2:N")}
    assert links(read([*alanines([1]), *far])) == set()


def test_modres_keeps_a_hetatm_residue_in_its_chain(alanines):
    lines = [
        "MODRES 1ABC SEP A    2  SER  PHOSPHOSERINE",
        *alanines([1]),
        *alanines([2], residue="SEP", start=(9, 0, 0), first_serial=6, hetero=True),
    ]
    molecule = read(lines)
    assert len(links(molecule)) + len(gaps(molecule)) == 1


def test_two_modified_residues_in_a_row_stay_in_the_chain(alanines):
    lines = [*alanines([1])]
    for place, number in enumerate((2, 3), start=1):
        lines += alanines(
            [number], residue="MSE", start=(3.33 * place, 1.42 * place, 0),
            first_serial=5 * place + 1, hetero=True,
        )  # fmt: skip
    lines += alanines([4], start=(9.99, 4.26, 0), first_serial=16)
    assert links(read(lines)) == {("1:C", "2:N"), ("2:C", "3:N"), ("3:C", "4:N")}


def test_a_ligand_behind_its_chain_is_not_linked(alanines, pdb_line):
    molecule = read([*alanines([1, 2]), *ligand(pdb_line)])
    assert links(molecule) == {("1:C", "2:N")}
    assert gaps(molecule) == set()


def test_ligands_are_bonded_by_distance(pdb_line):
    # covalent radii of carbon 0.68 Å: bonded up to 0.68 + 0.68 + 0.4 = 1.76 Å
    assert len(read(ligand(pdb_line, step=1.75)).bonds) == 2
    assert len(read(ligand(pdb_line, step=1.77)).bonds) == 0


def test_a_hydrogen_has_one_bond_to_the_first_heavy_atom_that_reaches_it(pdb_line):
    lines = [
        pdb_line(1, "O1", "LIG", "A", 1, (0, 0, 0), hetero=True),
        pdb_line(2, "C1", "LIG", "A", 1, (1.4, 0, 0), hetero=True),
        pdb_line(3, "H1", "LIG", "A", 1, (0.8, 0.3, 0), hetero=True),  # nearer to C1
        pdb_line(4, "H2", "LIG", "A", 1, (1.0, 0.4, 0.2), hetero=True),
    ]
    molecule = read(lines)
    assert molecule.neighbours[2] == (0,)
    assert molecule.neighbours[3] == (0,)
    assert not any({2, 3} == set(pair) for pair in molecule.bonds.tolist())


def test_template_bonds_hold_at_any_distance_and_unknown_atoms_go_by_distance(alanines, pdb_line):
    lines = [line for line in alanines([1]) if line[13:15] != "CB"]
    lines += [
        pdb_line(5, "CB", "ALA", "A", 1, (9, 9, 9)),
        pdb_line(6, "XX", "ALA", "A", 1, (-1.2, 0.5, 0), element="C"),
    ]
    molecule = read(lines)
    assert molecule.neighbours[4] == (1,)
    assert molecule.neighbours[5] == (0,)


def test_extra_hydrogens_have_template_names_at_a_chain_start_only(alanines, pdb_line):
    # H1 far from N: bonded to it where H1 to H3 belong to the template, else to what is near
    def with_h1(numbers):
        lines = alanines(numbers)
        x, y = 3.33 * (len(numbers) - 1) + 2.0, 1.42 * (len(numbers) - 1) + 1.42
        lines.append(pdb_line(99, "H1", "ALA", "A", numbers[-1], (x + 0.4, y + 0.6, 0.7)))
        return read(lines)

    at_start, inside = with_h1([1]), with_h1([1, 2])
    assert at_start.neighbours[5] == (at_start.atom_names.index("N"),)
    assert _label(inside, inside.neighbours[10][0]) == "2:C"


def test_conect_bonds_come_first_and_silence_their_atoms(pdb_line):
    lines = [*ligand(pdb_line, step=1.5), "CONECT  900  902"]
    molecule = read(lines)
    # C1 and C3 start no bonds of their own; C2, which has no CONECT record, does
    assert molecule.bonds.tolist() == [[0, 2], [1, 0], [1, 2]]


def test_disulphides_need_a_record(pdb_line):
    lines = [
        pdb_line(1, "SG", "CYS", "A", 3, (0, 0, 0)),
        pdb_line(2, "SG", "CYS", "A", 40, (2.05, 0, 0)),
    ]
    record = "SSBOND   1 CYS A    3    CYS A   40                          1555   1555  2.05"
    assert not len(read(lines).bonds)
    assert read([record, *lines]).bonds.tolist() == [[0, 1]]
    elsewhere = record.replace("1555  2.05", "3655  2.05")
    assert not len(read([elsewhere, *lines]).bonds)


def test_a_link_record_bonds_a_covalent_ligand(alanines, pdb_line):
    record = "LINK         CB  ALA A   1                 C1  LIG A   5     1555   1555  1.50"
    lines = [record, *alanines([1]), *ligand(pdb_line, x=2.0)]
    assert ("1:CB", "5:C1") in links(read(lines))


HAEM = {
    "FE": (0, 0, 0), "NA": (2, 0, 0), "NB": (0, 2, 0), "NC": (-2, 0, 0), "ND": (0, -2, 0),
    "C1A": (2.9, 1, 0), "C1B": (-1, 2.9, 0), "C1C": (-2.9, -1, 0), "C1D": (1, -2.9, 0),
}  # fmt: skip


def test_iron_of_a_haem_is_coordinated_not_bonded(pdb_line):
    lines = [
        pdb_line(n + 1, name, "HEM", "A", 1, xyz, hetero=True,
                 element="FE" if name == "FE" else None)
        for n, (name, xyz) in enumerate(HAEM.items())
    ]  # fmt: skip
    molecule = read(lines)
    assert molecule.metal_bonds.tolist() == [[0, 1], [0, 2], [0, 3], [0, 4]]
    assert molecule.neighbours[0] == ()
    assert molecule.neighbours[1] == (5,)


def test_a_link_to_a_metal_ion_is_coordination(alanines, pdb_line):
    record = "LINK         O   ALA A   1                ZN    ZN A   9     1555   1555  2.00"
    zinc = pdb_line(50, "ZN", "ZN", "A", 9, (1.25, 4.4, 0), element="ZN", hetero=True)
    molecule = read([record, *alanines([1]), zinc])
    assert [tuple(_label(molecule, i) for i in pair) for pair in molecule.metal_bonds.tolist()] == [
        ("1:O", "9:ZN")
    ]
    assert molecule.neighbours[3] == (2,)


def test_metal_bond_to_carbon_alone_stays_a_bond(pdb_line):
    lines = [
        pdb_line(1, "HG", "MMC", "A", 1, (0, 0, 0), element="HG", hetero=True),
        pdb_line(2, "C", "MMC", "A", 1, (2.07, 0, 0), hetero=True),
    ]
    molecule = read(lines)
    assert molecule.bonds.tolist() == [[0, 1]]
    assert not len(molecule.metal_bonds)


def test_long_links_to_odd_atom_residues_vanish_without_a_gap(alanines):
    # neither CONECT nor MODRES, and an ATOM residue of non-standard name
    odd = alanines([7], residue="XYZ", start=(9, 0, 0), first_serial=6)
    molecule = read([*alanines([1]), *odd])
    assert links(molecule) == set()
    assert gaps(molecule) == set()


def test_nucleotides_are_linked_through_phosphorus(pdb_line):
    lines = [
        pdb_line(1, "C3'", "DA", "A", 1, (0, 0, 0)),
        pdb_line(2, "O3'", "DA", "A", 1, (1.4, 0, 0)),
        pdb_line(3, "P", "DC", "A", 2, (2.2, 1.4, 0)),
        pdb_line(4, "OP1", "DC", "A", 2, (3.7, 1.4, 0)),
    ]
    assert links(read(lines)) == {("1:O3'", "2:P")}


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_a_rigid_motion_changes_no_bond(shipped, data):
    from scipy.spatial.transform import Rotation

    path = shipped / "1uou" / "1uou_protein_one_lig_removed.pdb"
    lines = [line for line in path.read_text().splitlines() if line[:4] in ("ATOM", "HETA")][:400]
    angles = data.draw(st.tuples(*[st.floats(-180, 180)] * 3))
    turn = Rotation.from_euler("xyz", angles, degrees=True)
    coords = np.array([[float(line[i : i + 8]) for i in (30, 38, 46)] for line in lines])
    turned = turn.apply(coords - coords.mean(axis=0))
    moved = [
        line[:30] + "".join(f"{one:8.3f}" for one in point) + line[54:]
        for line, point in zip(lines, turned, strict=True)
    ]
    first, second = read(lines), read(moved)
    assert np.array_equal(first.bonds, second.bonds)
    assert np.array_equal(first.gaps, second.gaps)


def test_thousands_of_atoms_in_one_place_are_refused_and_fast(pdb_line):
    lines = [pdb_line(n % 9999, "C", "LIG", "A", 1, (0, 0, 0), hetero=True) for n in range(20_000)]
    with pytest.raises(StructureError) as caught:
        read(lines)
    assert caught.value.reason is RefusalReason.BAD_COORDINATES
