import gemmi
import numpy as np
import pytest

from misibench.errors import RefusalReason, StructureError
from misibench.structure.mmcif import parse_mmcif
from misibench.structure.pdb import parse_pdb

HEADER = """data_TEST
loop_
_atom_site.group_PDB
_atom_site.id
_atom_site.type_symbol
_atom_site.label_atom_id
_atom_site.label_alt_id
_atom_site.label_comp_id
_atom_site.label_asym_id
_atom_site.label_seq_id
_atom_site.auth_seq_id
_atom_site.auth_asym_id
_atom_site.pdbx_PDB_ins_code
_atom_site.Cartn_x
_atom_site.Cartn_y
_atom_site.Cartn_z
_atom_site.occupancy
_atom_site.pdbx_PDB_model_num
"""
ROWS = [
    "ATOM   1 N N     . ALA   A 1 -3 AAA ? 0.00 0.00 0.00 1.0 1",
    "ATOM   2 C CA    . ALA   A 1 -3 AAA ? 1.46 0.00 0.00 1.0 1",
    "ATOM   3 C C     . ALA   A 1 -3 AAA ? 2.00 1.42 0.00 1.0 1",
    "HETATM 4 N N     . SEP   A 2 60 AAA A 3.33 1.42 0.00 1.0 1",
    "HETATM 5 C CA    . SEP   A 2 60 AAA A 4.79 1.42 0.00 1.0 1",
    'HETATM 6 C "C1\'" A A1AA6 B . 301 AAA ? 20.0 0.00 0.00 0.4 1',
    'HETATM 7 C "C1\'" B A1AA6 B . 301 AAA ? 20.0 0.00 1.00 0.6 1',
    "HETATM 8 O O2    . A1AA6 B . 301 AAA ? 21.4 0.00 1.00 1.0 1",
]
LINK = """loop_
_struct_conn.id
_struct_conn.conn_type_id
_struct_conn.ptnr1_auth_asym_id
_struct_conn.ptnr1_auth_seq_id
_struct_conn.pdbx_ptnr1_PDB_ins_code
_struct_conn.ptnr1_label_atom_id
_struct_conn.ptnr1_symmetry
_struct_conn.ptnr2_auth_asym_id
_struct_conn.ptnr2_auth_seq_id
_struct_conn.pdbx_ptnr2_PDB_ins_code
_struct_conn.ptnr2_label_atom_id
_struct_conn.ptnr2_symmetry
"""
JOIN = "c1 covale AAA 60 A N 1_555 AAA 301 ? O2 1_555\n"


def read(rows=ROWS, extra=""):
    return parse_mmcif(HEADER + "\n".join(rows) + "\n" + extra, "a.cif")


def test_author_names_and_numbers_of_any_length():
    molecule = read().molecule
    found = [(one.name, str(one.id)) for one in molecule.residues]
    assert found == [("ALA", "AAA:-3"), ("SEP", "AAA:60A"), ("A1AA6", "AAA:301")]
    assert molecule.atom_names[5] == "C1'"


def test_altlocs_are_resolved_as_in_pdb_files():
    molecule = read().molecule
    assert len(molecule) == 7
    assert molecule.coords[5].tolist() == [20.0, 0.0, 1.0]


def test_polymer_residues_stay_in_their_chain_though_hetatm():
    molecule = read().molecule
    assert [2, 3] in molecule.bonds.tolist()
    assert molecule.residue_of(3).hetero


def test_ligands_have_their_own_segment():
    molecule = read().molecule
    assert [5, 6] in molecule.bonds.tolist()
    assert not len(molecule.gaps)


def test_bonds_the_file_lists_come_first_and_symmetry_copies_are_left_out():
    rows = [row.replace("21.4 0.00 1.00", "3.33 2.82 0.00") for row in ROWS]
    assert read(rows, LINK + JOIN).molecule.bonds.tolist()[0] == [3, 6]
    far = JOIN.replace("O2 1_555", "O2 2_655")
    assert read(rows, LINK + far).molecule.bonds.tolist()[0] != [3, 6]
    hydrogen_bond = JOIN.replace("covale", "hydrog")
    assert read(rows, LINK + hydrogen_bond).molecule.bonds.tolist()[0] != [3, 6]


def test_first_model_only():
    rows = [*ROWS, *(row[:-1] + "2" for row in ROWS)]
    parsed = read(rows)
    assert len(parsed.molecule) == 7
    assert "2 models" in parsed.notes["first_model"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ((" -3 ", " 0. "), RefusalReason.UNREADABLE),
        (("1.46", "?"), RefusalReason.BAD_COORDINATES),
        (("1.46", "nan"), RefusalReason.BAD_COORDINATES),
        (("_atom_site.Cartn_x", "_atom_site.fract_x"), RefusalReason.UNREADABLE),
        (("data_TEST", "TEST"), RefusalReason.UNREADABLE),
        (("_atom_site.occupancy", "_other.occupancy"), RefusalReason.UNREADABLE),
        (("1.46 0.00", "1.46"), RefusalReason.UNREADABLE),  # rows out of step
    ],
)
def test_damaged_files_are_refused_in_one_line(change, reason):
    text = (HEADER + "\n".join(ROWS) + "\n").replace(*change)
    with pytest.raises(StructureError) as caught:
        parse_mmcif(text, "a.cif")
    assert caught.value.reason is reason
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("entry", ["1s3v", "1uou"])
def test_mmcif_and_pdb_of_one_entry_give_the_same_molecule(shipped, entry):
    path = shipped / entry / f"{entry}_protein_one_lig_removed.pdb"
    lines = [one for one in path.read_text().splitlines() if one[:6] != "CONECT"]
    pdb = parse_pdb("\n".join(lines), "a").molecule
    structure = gemmi.read_pdb_string("\n".join(lines))
    structure.setup_entities()
    text = structure.make_mmcif_document().as_string()
    cif = parse_mmcif(text, "a").molecule
    assert cif.atom_names == pdb.atom_names
    assert cif.elements == pdb.elements
    assert [one.name for one in cif.residues] == [one.name for one in pdb.residues]
    assert np.allclose(cif.coords, pdb.coords, atol=1e-3)
    assert set(map(frozenset, cif.bonds.tolist())) == set(map(frozenset, pdb.bonds.tolist()))
