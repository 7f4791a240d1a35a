import pytest

from misibench.errors import RefusalReason, StructureError
from misibench.structure.mol2 import element_of_type, parse_mol2


def test_names_elements_and_bonds_are_literal(acetate_mol2):
    molecule = parse_mol2(acetate_mol2, "a").molecule
    assert molecule.atom_names == ("C1", "C2", "O1", "O2", "H1", "H2", "H3")
    assert molecule.elements == ("C", "C", "O", "O", "H", "H", "H")
    assert molecule.bonds.tolist() == [[1, 0], [1, 2], [1, 3], [0, 4], [0, 5], [0, 6]]
    assert molecule.neighbours[1] == (0, 2, 3)
    assert [one.name for one in molecule.residues] == ["ACT"]


def test_tabs_and_scientific_notation(acetate_mol2):
    text = acetate_mol2.replace("1.5200    0.0000", "1.52E+00\t0.0e0").replace("  ", "\t")
    molecule = parse_mol2(text, "a").molecule
    assert molecule.coords[1].tolist() == [1.52, 0.0, 0.0]


def test_without_substructures_the_residue_is_unl(acetate_mol2):
    text = acetate_mol2.split("@<TRIPOS>SUBSTRUCTURE")[0]
    molecule = parse_mol2(text, "a").molecule
    assert [(one.name, one.id.number) for one in molecule.residues] == [("UNL", 1)]


def test_sub_type_gives_name_and_number(acetate_mol2):
    # MOE and Sybyl write peptides like this: name ALA12, sub type ALA
    text = acetate_mol2.replace("     1 ACT         1\n", "     1 ALA12 1 RESIDUE 4 A ALA 0\n")
    residue = parse_mol2(text, "a").molecule.residues[0]
    assert (residue.name, residue.id.number, residue.id.chain_id) == ("ALA", 12, "A")


def test_two_records_give_the_first_and_a_note(acetate_mol2):
    parsed = parse_mol2(acetate_mol2 + acetate_mol2, "a")
    assert len(parsed.molecule) == 7
    assert "2 molecules" in parsed.notes["first_record"]


def test_lone_pairs_are_left_out_and_noted(acetate_mol2):
    text = acetate_mol2.replace("H3         -0.3600", "LP         -0.3600").replace(
        "-0.8900 H ", "-0.8900 LP"
    )
    parsed = parse_mol2(text, "a")
    assert len(parsed.molecule) == 6
    assert len(parsed.molecule.bonds) == 5
    assert "1 lone-pair" in parsed.notes["lone_pairs_removed"]


def test_deuterium_is_hydrogen_with_its_own_name(acetate_mol2):
    text = acetate_mol2.replace("H1         -0.36", "D1         -0.36").replace(
        "1.0200    0.0000 H ", "1.0200    0.0000 D "
    )
    molecule = parse_mol2(text, "a").molecule
    assert molecule.atom_names[4] == "D1"
    assert molecule.elements[4] == "H"
    assert bool(molecule.is_hydrogen[4])


@pytest.mark.parametrize(
    ("change", "reason", "message"),
    [
        (("    7     6", "  999     6"), RefusalReason.UNREADABLE, "7 atoms where"),
        (("    7     6", "    7    60"), RefusalReason.UNREADABLE, "6 bonds where"),
        (("MOLECULE", "MOLCULE"), RefusalReason.UNREADABLE, "no @<TRIPOS>MOLECULE"),
        (("     3     2     4 ar", "     3     2    40 ar"), RefusalReason.UNREADABLE, "no bond"),
        (("     3     2     4 ar", "     3     2     2 ar"), RefusalReason.UNREADABLE, "itself"),
        (("2.1500    1.0800", "nan       1.0800"), RefusalReason.BAD_COORDINATES, "O1"),
        (("2.1500    1.0800", "1e300     1.0800"), RefusalReason.BAD_COORDINATES, "O1"),
        (("2.1500    1.0800", "x         1.0800"), RefusalReason.UNREADABLE, "no atom"),
        (("      2 C2", "      1 C2"), RefusalReason.UNREADABLE, "repeats"),
    ],
)
def test_bad_files_are_refused_with_a_reason(acetate_mol2, change, reason, message):
    with pytest.raises(StructureError, match=message) as caught:
        parse_mol2(acetate_mol2.replace(*change), "a.mol2")
    assert caught.value.reason is reason
    assert str(caught.value).startswith("a.mol2: ")


def test_no_atoms_is_no_ligand():
    text = "@<TRIPOS>MOLECULE\nempty\n 0 0 0 0 0\nSMALL\nNO_CHARGES\n@<TRIPOS>ATOM\n@<TRIPOS>BOND\n"
    with pytest.raises(StructureError) as caught:
        parse_mol2(text, "a")
    assert caught.value.reason is RefusalReason.NO_LIGAND


def test_force_field_types_give_elements():
    # lower case: GAFF; upper case without a dot: AMBER
    found = [element_of_type(one) for one in ("ca", "c3", "n", "br", "cl", "CT", "HC", "N3", "F")]
    assert found == ["C", "C", "N", "Br", "Cl", "C", "H", "N", "F"]


@pytest.mark.parametrize("share", [step / 20 for step in range(1, 17)])
def test_a_file_cut_off_is_never_taken_for_a_whole_one(acetate_mol2, share):
    end = acetate_mol2.index("@<TRIPOS>SUBSTRUCTURE")
    with pytest.raises(StructureError):
        parse_mol2(acetate_mol2[: int(share * end)], "a")
