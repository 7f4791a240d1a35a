import errno
import gzip
import os
import sys
import unicodedata
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import pytest

from misibench.errors import RefusalReason, StructureError, UsageError
from misibench.structure import find_inputs


def touch(folder, *names):
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")


def summary(rows):
    return [
        (
            row.id,
            row.receptor.name if row.receptor else None,
            row.ligand.name if row.ligand else None,
            row.reason,
        )
        for row in rows
    ]


def test_pdbbind_folders(tmp_path):
    touch(
        tmp_path,
        "index/INDEX_refined_data.2020",
        "readme/PDBbind.pdf",
        "2abc/2abc_pocket.pdb",
        "2abc/2abc_protein.pdb",
        "2abc/2abc_ligand.sdf",
        "2abc/2abc_ligand.mol2",
        "1xyz/1xyz_protein.pdb",
        "1xyz/1xyz_ligand.sdf",
        "MANIFEST.tsv",
    )
    rows = find_inputs(tmp_path)
    assert summary(rows) == [
        ("1xyz", "1xyz_protein.pdb", "1xyz_ligand.sdf", None),
        ("2abc", "2abc_pocket.pdb", "2abc_ligand.mol2", None),
    ]
    assert [row.is_pocket for row in rows] == [False, True]


def test_folders_may_lie_in_folders(tmp_path):
    # PDBbind since 2024: P-L/1981-2000/1abc/
    touch(tmp_path, "P-L/1981-2000/1abc/1abc_pocket.pdb", "P-L/1981-2000/1abc/1abc_ligand.mol2")
    assert [row.id for row in find_inputs(tmp_path)] == ["1abc"]


def test_incomplete_folders_become_rows_with_a_reason(tmp_path):
    touch(tmp_path, "1aaa/1aaa_pocket.pdb", "2bbb/2bbb_ligand.sdf", "3ccc/notes.txt")
    assert summary(find_inputs(tmp_path)) == [
        ("1aaa", "1aaa_pocket.pdb", None, RefusalReason.NO_LIGAND),
        ("2bbb", None, "2bbb_ligand.sdf", RefusalReason.NO_POCKET),
        ("3ccc", None, None, RefusalReason.NO_POCKET),
    ]
    with pytest.raises(StructureError, match="1aaa: no 1aaa_ligand file"):
        find_inputs(tmp_path)[0].check()


def test_flat_folders_and_compressed_files(tmp_path):
    touch(
        tmp_path,
        "1abc_pocket.pdb.gz",
        "1abc_ligand.sdf.gz",
        "1abc_ligand.mol2.gz",
        "2def.cif.gz",
        "3ghi.pdb",
        "loose.sdf",
    )
    assert summary(find_inputs(tmp_path)) == [
        ("1abc", "1abc_pocket.pdb.gz", "1abc_ligand.mol2.gz", None),
        ("2def", "2def.cif.gz", None, None),
        ("3ghi", "3ghi.pdb", None, None),
    ]


def test_suffixes_and_roles_in_any_case(tmp_path):
    touch(tmp_path, "1ABC/1abc_Pocket.PDB", "1ABC/1abc_LIGAND.Mol2")
    rows = find_inputs(tmp_path)
    assert summary(rows) == [("1ABC", "1abc_Pocket.PDB", "1abc_LIGAND.Mol2", None)]


def test_files_called_like_their_folder_come_first(tmp_path):
    touch(
        tmp_path,
        "1abc/0other_ligand.mol2",
        "1abc/1abc_ligand.sdf",
        "1abc/1abc_ligands.sdf",
        "1abc/1abc_pocket.pdb",
    )
    assert summary(find_inputs(tmp_path)) == [("1abc", "1abc_pocket.pdb", "1abc_ligand.sdf", None)]


def test_shipped_layout(shipped):
    assert summary(find_inputs(shipped)) == [
        (one, f"{one}_protein_one_lig_removed.pdb", f"{one}_ligand.sdf", None)
        for one in ("1ia1", "1of6", "1s3v", "1uou")
    ]


def test_ids_that_come_again_are_rows_too(tmp_path):
    touch(
        tmp_path,
        "a/1abc/1abc_pocket.pdb",
        "a/1abc/1abc_ligand.sdf",
        "b/1ABC/1ABC_pocket.pdb",
        "b/1ABC/1ABC_ligand.sdf",
    )
    rows = find_inputs(tmp_path)
    assert sorted((row.reason or "") for row in rows) == ["", RefusalReason.DUPLICATE_ID]


def test_an_unusable_input_does_not_take_the_id_of_a_usable_one(tmp_path):
    touch(tmp_path, "a/1abc/notes.txt", "b/1abc/1abc_pocket.pdb", "b/1abc/1abc_ligand.sdf")
    assert [row.reason for row in find_inputs(tmp_path)] == [RefusalReason.NO_POCKET, None]


@pytest.mark.parametrize("sign", [".build/lock", "manifest.json"])
def test_a_dataset_among_the_structures_is_no_input(tmp_path, sign):
    touch(tmp_path, "1abc/1abc_pocket.pdb", "1abc/1abc_ligand.sdf")
    touch(tmp_path / "bench", sign, "complexes.parquet", "images/1abc/complex_front.png")
    assert [(row.id, row.reason) for row in find_inputs(tmp_path)] == [("1abc", None)]


def test_decomposed_unicode_names_are_one_id(tmp_path):
    name = unicodedata.normalize("NFD", "protéine")
    touch(tmp_path, f"{name}/{name}_pocket.pdb", f"{name}/{name}_ligand.sdf")
    (row,) = find_inputs(tmp_path)
    assert row.id == unicodedata.normalize("NFC", "protéine")
    assert row.receptor.is_file()


def test_one_complex_file(tmp_path):
    touch(tmp_path, "1abc.cif")
    assert summary(find_inputs(tmp_path / "1abc.cif")) == [("1abc", "1abc.cif", None, None)]


@pytest.mark.parametrize("home", ["", "1abc/"])
def test_a_small_molecule_of_the_same_name_is_the_ligand(tmp_path, home):
    touch(tmp_path, f"{home}1abc.pdb", f"{home}1abc.sdf", f"{home}1abc.mol2", f"{home}2def.mol2")
    assert summary(find_inputs(tmp_path)) == [("1abc", "1abc.pdb", "1abc.mol2", None)]
    assert summary(find_inputs(tmp_path / home / "1abc.pdb")) == summary(find_inputs(tmp_path))


@pytest.mark.parametrize("name", ["a" * 201, "é" * 40])  # é is %C3%A9: 240 bytes
def test_an_id_too_long_to_name_files_is_refused(tmp_path, name):
    touch(tmp_path, f"{name}.pdb", "1abc.pdb")
    refused = [row for row in find_inputs(tmp_path) if row.reason is not None]
    assert [(row.id, row.reason) for row in refused] == [(name, RefusalReason.UNREADABLE)]
    with pytest.raises(StructureError, match="cannot name files; expected at most 200; rename"):
        refused[0].check()


def test_a_name_that_is_not_unicode_is_refused(tmp_path):
    try:
        touch(tmp_path, os.fsdecode(b"caf\xe9.pdb"), "1abc.pdb")
    except OSError:
        pytest.skip("this file system takes Unicode names only")
    first, second = find_inputs(tmp_path)
    assert first.id == "1abc"
    assert (second.id, second.reason) == ("caf\\udce9", RefusalReason.UNREADABLE)
    with pytest.raises(StructureError, match="not Unicode"):
        second.check()


def test_a_folder_that_cannot_be_read_is_a_row(tmp_path, monkeypatch):
    touch(tmp_path, "1abc/1abc.pdb", "2def/2def.pdb")
    read = Path.iterdir

    def denied(self):  # permissions do not hold for root, who may run this test
        if self.name == "2def":
            raise PermissionError(errno.EACCES, "Permission denied")
        return read(self)

    monkeypatch.setattr(Path, "iterdir", denied)
    rows = find_inputs(tmp_path)
    assert [(row.id, row.reason) for row in rows] == [
        ("1abc", None),
        ("2def", RefusalReason.UNREADABLE),
    ]
    assert rows[1].detail.endswith("2def cannot be read (Permission denied)")


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")
@pytest.mark.parametrize("rights", [0o000, 0o400, 0o100])
def test_a_folder_without_rights_is_a_row(tmp_path, rights):
    touch(tmp_path, "1abc/1abc.pdb", "2def/2def.pdb")
    closed = tmp_path / "2def"
    closed.chmod(rights)
    try:
        if os.access(closed, os.R_OK | os.X_OK):
            pytest.skip("nothing is forbidden to this user")
        rows = find_inputs(tmp_path)
    finally:
        closed.chmod(0o700)
    assert [(row.id, row.reason) for row in rows] == [
        ("1abc", None),
        ("2def", RefusalReason.UNREADABLE),
    ]


TABLE = [
    {"ID": "b", "protein": "p/b.pdb", "ligand": "b.sdf", "split": "test"},
    {"ID": "a", "protein": "p/a_pocket.pdb", "ligand": "", "split": ""},
    {"ID": "b", "protein": "p/b.pdb", "ligand": "b.sdf", "split": "train"},
    {"ID": "c", "protein": "p/none.pdb", "ligand": "b.sdf", "split": ""},
    {"ID": "../d", "protein": "p/b.pdb", "ligand": "b.sdf", "split": ""},
    {"ID": "e", "protein": "", "ligand": "b.sdf", "split": ""},
]


@pytest.mark.parametrize("kind", ["csv", "tsv", "parquet", "csv.gz"])
def test_tables(tmp_path, kind):
    touch(tmp_path, "p/a_pocket.pdb", "p/b.pdb", "b.sdf")
    table = tmp_path / f"table.{kind}"
    if kind == "parquet":
        pa.parquet.write_table(pa.Table.from_pylist(TABLE), table)
    else:
        mark = "\t" if kind == "tsv" else ","
        text = "\n".join([mark.join(TABLE[0]), *(mark.join(row.values()) for row in TABLE)])
        content = ("\ufeff" + text).encode()
        table.write_bytes(gzip.compress(content) if kind.endswith("gz") else content)
    rows = find_inputs(table)
    assert len(rows) == len(TABLE)
    found = {(row.id, row.split, row.is_pocket, row.reason) for row in rows}
    assert found == {
        ("a", None, True, None),
        ("b", "test", False, None),
        ("b", "train", False, RefusalReason.DUPLICATE_ID),
        ("c", None, False, RefusalReason.UNREADABLE),
        ("_d", None, False, RefusalReason.UNREADABLE),
        ("e", None, False, RefusalReason.NO_POCKET),
    }
    assert [row.id for row in rows] == sorted(row.id for row in rows)


def test_a_table_without_its_columns_is_a_usage_error(tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("name,protein\n1,2\n")
    with pytest.raises(UsageError, match="no column id among name, protein"):
        find_inputs(table)


@pytest.mark.parametrize("name", ["none", "empty", "text.txt"])
def test_sources_that_are_none_are_usage_errors(tmp_path, name):
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.txt").write_text("x")
    with pytest.raises(UsageError):
        find_inputs(tmp_path / name)
