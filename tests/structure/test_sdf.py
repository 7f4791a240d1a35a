import pytest

from misibench.errors import RefusalReason, StructureError
from misibench.structure.sdf import parse_sdf

V3000 = """acetate
  by hand

  0  0  0     0  0            999 V3000
M  V30 BEGIN CTAB
M  V30 COUNTS 4 3 0 0 0
M  V30 BEGIN ATOM
M  V30 1 C 0 0 0 0
M  V30 2 C 1.52 0 0 0
M  V30 7 O 2.15 1.08 0 -
M  V30 0
M  V30 9 O 2.15 -1.08 0 0 CHG=-1
M  V30 END ATOM
M  V30 BEGIN BOND
M  V30 1 1 2 1
M  V30 2 2 2 7
M  V30 3 1 2 9
M  V30 END BOND
M  V30 END CTAB
M  END
"""


def test_names_are_element_and_running_number(acetate_sdf):
    molecule = parse_sdf(acetate_sdf, "a").molecule
    assert molecule.atom_names == ("C1", "C2", "O1", "O2")
    assert molecule.bonds.tolist() == [[1, 0], [1, 2], [1, 3]]
    residue = molecule.residues[0]
    assert (residue.name, residue.id.number, residue.id.chain_id) == ("UNL", 1, " ")


def test_v3000_reads_like_v2000(acetate_sdf):
    old, new = parse_sdf(acetate_sdf, "a").molecule, parse_sdf(V3000, "a").molecule
    assert new.atom_names == old.atom_names
    assert new.coords.tolist() == old.coords.tolist()
    assert new.bonds.tolist() == old.bonds.tolist()


def test_second_record_is_left_and_noted(acetate_sdf):
    parsed = parse_sdf(acetate_sdf + acetate_sdf.replace("1.5200", "9.5200"), "a")
    assert parsed.molecule.coords[1, 0] == 1.52
    assert "2 molecules" in parsed.notes["first_record"]


def test_properties_are_no_second_record(acetate_sdf):
    text = acetate_sdf.replace("$$$$\n", "> <IC50>\n5\n\n$$$$\n\n")
    assert "first_record" not in parse_sdf(text, "a").notes


def test_blank_title_line_is_kept(acetate_sdf):
    text = "\n" + acetate_sdf.split("\n", 1)[1]
    assert len(parse_sdf(text, "a").molecule) == 4


def test_words_are_read_where_columns_are_off(acetate_sdf):
    text = acetate_sdf.replace("    1.5200    0.0000    0.0000 C ", "1.5200 0.0 0.0 C ")
    assert parse_sdf(text, "a").molecule.coords[1].tolist() == [1.52, 0.0, 0.0]


def test_deuterium_keeps_its_letter_in_the_name(acetate_sdf):
    text = acetate_sdf.replace("0.0000 O   0  0", "0.0000 D   0  0")
    molecule = parse_sdf(text, "a").molecule
    assert molecule.atom_names[2] == "D1"
    assert molecule.elements[2] == "H"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("  4  3  0", "  5  3  0"), RefusalReason.UNREADABLE),  # a bond line is no atom
        (("  4  3  0", "  3  3  0"), RefusalReason.UNREADABLE),  # an atom line is no bond
        (("  4  3  0", "  4  2  0"), RefusalReason.UNREADABLE),  # a bond line too many
        (("  4  3  0", "  4  9  0"), RefusalReason.UNREADABLE),
        (("  4  3  0", "xxx  3  0"), RefusalReason.UNREADABLE),
        (("  2  4  1  0", "  2  8  1  0"), RefusalReason.UNREADABLE),
        (("  4  3  0", "  0  0  0"), RefusalReason.UNREADABLE),  # atoms follow all the same
        (("    2.1500    1.0800", "       nan    1.0800"), RefusalReason.BAD_COORDINATES),
    ],
)
def test_wrong_counts_and_values_are_refused(acetate_sdf, change, reason):
    with pytest.raises(StructureError) as caught:
        parse_sdf(acetate_sdf.replace(*change), "a")
    assert caught.value.reason is reason


def test_empty_molecule_is_no_ligand():
    with pytest.raises(StructureError) as caught:
        parse_sdf("x\n\n\n  0  0  0  0  0  0  0  0  0  0999 V2000\nM  END\n", "a")
    assert caught.value.reason is RefusalReason.NO_LIGAND


@pytest.mark.parametrize("lines", range(2, 11))
def test_a_file_cut_off_is_never_taken_for_a_whole_one(acetate_sdf, lines):
    with pytest.raises(StructureError):
        parse_sdf("\n".join(acetate_sdf.split("\n")[:lines]), "a")


def test_v3000_counts_are_checked():
    with pytest.raises(StructureError, match="4 atoms and 3 bonds"):
        parse_sdf(V3000.replace("COUNTS 4 3", "COUNTS 4 4"), "a")
