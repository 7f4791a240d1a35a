import gemmi
import numpy as np
import pytest

from misibench.errors import RefusalReason, StructureError
from misibench.structure import ResidueId
from misibench.structure.pdb import parse_pdb
from misibench.structure.pdb_fields import chain_and_name, element_of_name, residue_number


def read(lines):
    return parse_pdb("\n".join([*lines, "END", ""]), "a.pdb")


@pytest.mark.parametrize("entry", ["1ia1", "1of6", "1s3v", "1uou"])
def test_real_entries_read_like_gemmi(shipped, entry):
    path = shipped / entry / f"{entry}_protein_one_lig_removed.pdb"
    molecule = parse_pdb(path.read_text(), str(path)).molecule
    model = gemmi.read_pdb(str(path))[0]
    expected = {
        (
            c.name,
            r.seqid.num,
            r.seqid.icode.strip(),
            r.name,
            a.name,
            a.element.name,
            *a.pos.tolist(),
        )
        for c in model
        for r in c
        for a in r
        if a.altloc in ("\0", "A")
    }
    found = {
        (
            (residue := molecule.residue_of(i)).id.chain_id.strip(),
            residue.id.number,
            residue.id.insertion_code,
            residue.name,
            molecule.atom_names[i],
            molecule.elements[i],
            *molecule.coords[i].tolist(),
        )
        for i in range(len(molecule))
    }
    assert len(found) == len(molecule)
    assert found == expected


def test_insertion_codes_and_negative_numbers_are_kept(pdb_line):
    xyz = (0, 0, 0)
    lines = [
        pdb_line(1, "CA", "ALA", "A", -3, xyz),
        pdb_line(2, "CA", "ALA", "A", 52, (9, 0, 0)),
        pdb_line(3, "CA", "ALA", "A", 52, (18, 0, 0), icode="A"),
        pdb_line(4, "CA", "ALA", " ", 53, (27, 0, 0)),
    ]
    found = [one.id for one in read(lines).molecule.residues]
    assert found == [
        ResidueId("A", -3), ResidueId("A", 52), ResidueId("A", 52, "A"), ResidueId(" ", 53),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ("9999 ", (9999, "")),
        ("A000 ", (10000, "")),  # hybrid-36 (cctbx): upper case from 10,000
        ("A001B", (10001, "B")),
        ("ZZZZ ", (1223055, "")),
        ("a000 ", (1223056, "")),
        ("12345", (12345, "")),  # spilled over, as GROMACS writes
        (" -12C", (-12, "C")),
    ],
)
def test_residue_numbers(columns, expected):
    assert residue_number(columns) == expected


@pytest.mark.parametrize("columns", ["A0.0 ", "    A", "x-1  ", "A00  "])
def test_no_residue_number_is_an_error(columns):
    with pytest.raises(ValueError, match=r"."):
        residue_number(columns)


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ("ALA A", ("A", "ALA")),
        ("ALA  ", (" ", "ALA")),
        ("ALAAa", ("Aa", "ALA")),
        ("ALAA ", ("A", "ALA")),
        ("NVALA", ("A", "NVAL")),
        ("TIP3W", ("W", "TIP3")),
        (" DA A", ("A", "DA")),
        ("  G R", ("R", "G")),
    ],
)
def test_chain_and_residue_name_share_column_21(columns, expected):
    assert chain_and_name("ATOM      1  N   " + columns + "   1") == expected


@pytest.mark.parametrize(
    ("columns", "residue", "expected"),
    [
        (" CA ", "ALA", 6),
        ("CA  ", " CA", 20),
        ("HG21", "VAL", 1),
        ("1HB ", "ALA", 1),
        (" OXT", "GLY", 8),
        ("ZN  ", " ZN", 30),
        ("CL1 ", "LIG", 17),
        (" C1 ", "LIG", 6),
        ("C10A", "LIG", 6),
        ("HO5'", "LIG", 1),
        ("SE  ", "MSE", 34),
        (" D1 ", "LIG", 1),
        ("FE  ", "HEM", 26),
    ],
)
def test_elements_from_names_where_columns_77_78_are_empty(columns, residue, expected, pdb_line):
    line = f"HETATM    1 {columns} {residue.strip():>3} A   1       0.000   0.000   0.000"
    molecule = read([line]).molecule
    assert molecule.atomic_numbers.tolist() == [expected]
    assert element_of_name(columns, molecule.residues[0]) == expected


def test_calcium_in_an_alanine_is_an_alpha_carbon(pdb_line):
    assert read([pdb_line(1, "CA", "ALA", "A", 1, (0, 0, 0), element="CA")]).molecule.elements == (
        "C",
    )


def test_the_first_model_is_read_and_noted(pdb_line):
    one = pdb_line(1, "CA", "ALA", "A", 1, (0, 0, 0))
    two = pdb_line(1, "CA", "ALA", "A", 1, (3, 0, 0))
    for lines in (
        ["MODEL        1", one, "ENDMDL", "MODEL        2", two, "ENDMDL"],
        ["MODEL        1", one, "MODEL        2", two],
    ):
        parsed = read(lines)
        assert parsed.molecule.coords.tolist() == [[0, 0, 0]]
        assert "2 models" in parsed.notes["first_model"]


def test_hydrogens_at_the_end_of_the_file_join_their_residue(alanines, pdb_line):
    lines = [*alanines([1, 2]), pdb_line(11, "H", "ALA", "A", 2, (3.3, 2.4, 0.5))]
    molecule = read(lines).molecule
    assert len(molecule.residues) == 2
    assert molecule.residue_atoms[1] == (5, 6, 7, 8, 9, 10)
    assert molecule.neighbours[10] == (5,)


def test_two_chains_without_chain_ids_stay_two_residues(pdb_line):
    lines = [
        pdb_line(1, "CA", "ALA", " ", 1, (0, 0, 0)),
        pdb_line(2, "CA", "GLY", " ", 2, (9, 0, 0)),
        pdb_line(3, "CA", "ALA", " ", 1, (18, 0, 0)),
    ]
    assert len(read(lines).molecule.residues) == 3


def test_names_in_lower_case_throughout_are_read_in_upper_case(alanines):
    lines = [line.lower().replace("atom", "ATOM") for line in alanines([1, 2])]
    parsed = read(lines)
    assert parsed.molecule.residues[0].name == "ALA"
    assert "CB" in parsed.molecule.atom_names
    assert "lower_case_names" in parsed.notes


def test_lines_cut_at_column_54_are_enough(alanines):
    full, short = (
        read(lines).molecule
        for lines in (alanines([1, 2]), [line[:54] for line in alanines([1, 2])])
    )
    assert short.elements == full.elements
    assert np.array_equal(short.bonds, full.bonds)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda line: line[:50], RefusalReason.UNREADABLE),
        (lambda line: line[:30] + "*" * 24 + line[54:], RefusalReason.BAD_COORDINATES),
        (lambda line: line[:30] + "     nan" * 3 + line[54:], RefusalReason.BAD_COORDINATES),
        (lambda line: line[:30] + "        " * 3 + line[54:], RefusalReason.BAD_COORDINATES),
        (lambda line: line[:22] + "0.00 " + line[27:], RefusalReason.UNREADABLE),
    ],
)
def test_damaged_atom_records_are_refused_in_one_line(alanines, change, reason):
    lines = alanines([1, 2])
    lines[3] = change(lines[3])
    with pytest.raises(StructureError) as caught:
        read(lines)
    assert caught.value.reason is reason
    assert "\n" not in str(caught.value)


def test_text_without_atoms_is_unreadable():
    with pytest.raises(StructureError, match="no ATOM or HETATM"):
        parse_pdb("<html>404</html>\n", "a.pdb")


def test_blank_residue_number_is_zero_and_noted(pdb_line):
    line = pdb_line(1, "CA", "ALA", "A", 1, (0, 0, 0))
    parsed = read([line[:22] + "    " + line[26:]])
    assert parsed.molecule.residues[0].id.number == 0
    assert "blank_residue_number" in parsed.notes


def test_long_lines_and_extra_columns_do_no_harm(alanines):
    lines = ["REMARK " + "x" * 100_000, *(line.ljust(200) for line in alanines([1]))]
    assert len(read(lines).molecule) == 5
