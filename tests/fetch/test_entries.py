import csv
import gzip
import subprocess
from dataclasses import replace

import gemmi
import pytest

from misibench.dataset.journal import input_digest
from misibench.errors import DatasetError, UsageError
from misibench.fetch import FetchSettings, fetch_entries
from misibench.structure.sources import find_inputs


@pytest.fixture
def settings(site, patient):
    def make(**options):
        return FetchSettings(url_template=site.url + "/{id}.cif.gz", server=patient, **options)

    return make


def table(folder):
    with (folder / "structures.csv").open(newline="") as stream:
        return list(csv.DictReader(stream))


def chains(path):
    structure = gemmi.make_structure_from_block(
        gemmi.cif.read_string(gzip.decompress(path.read_bytes())).sole_block()
    )
    return sorted({chain.name for chain in structure[0]}), structure[0].count_atom_sites()


def test_an_entry_becomes_a_complex_file_a_row_and_checksums(
    site, tmp_path, settings, packed_entry, whole_entry
):
    site.files["/1abc.cif.gz"] = packed_entry
    (one,) = fetch_entries(["1ABC:LIG:A:1"], tmp_path, settings())
    assert (one.id, one.ligand, one.downloaded) == ("1abc", "LIG:A:1", True)
    assert gzip.decompress((tmp_path / "1abc.cif.gz").read_bytes()) == whole_entry
    assert table(tmp_path) == [{"id": "1abc", "protein": "1abc.cif.gz", "ligand": "LIG:A:1"}]
    subprocess.run(["sha256sum", "-c", "checksums.sha256"], cwd=tmp_path, check=True)


def test_what_is_there_is_not_fetched_again_unless_it_changed(
    site, tmp_path, settings, packed_entry
):
    site.files["/1abc.cif.gz"] = packed_entry
    fetch_entries(["1abc"], tmp_path, settings())
    (again,) = fetch_entries(["1abc"], tmp_path, settings())
    assert not again.downloaded
    assert site.counts["/1abc.cif.gz"] == 1
    (tmp_path / ".entries" / "1abc.cif.gz").write_bytes(b"damaged")
    (repaired,) = fetch_entries(["1abc"], tmp_path, settings())
    assert repaired.downloaded
    assert (tmp_path / ".entries" / "1abc.cif.gz").read_bytes() == packed_entry


def test_one_missing_entry_stops_no_other(site, tmp_path, settings, packed_entry):
    site.files["/1abc.cif.gz"] = packed_entry
    missing, there = fetch_entries(["9zzz", "1abc"], tmp_path, settings())
    assert "404" in missing.problem
    assert there.path == tmp_path / "1abc.cif.gz"
    assert [row["id"] for row in table(tmp_path)] == ["1abc"]


def test_rows_of_earlier_runs_stay(site, tmp_path, settings, packed_entry):
    site.files |= {"/1abc.cif.gz": packed_entry, "/2abc.cif.gz": packed_entry}
    fetch_entries(["2abc"], tmp_path, settings())
    fetch_entries(["1abc"], tmp_path, settings())
    assert [row["id"] for row in table(tmp_path)] == ["1abc", "2abc"]


def test_an_error_page_in_place_of_an_entry_is_refused(site, tmp_path, settings):
    site.files["/1abc.cif.gz"] = b"<html>try later</html>"
    (one,) = fetch_entries(["1abc"], tmp_path, settings())
    assert "not a whole mmCIF file" in one.problem
    assert not (tmp_path / "1abc.cif.gz").exists()
    assert list((tmp_path / ".entries").iterdir()) == []


def test_a_cut_gzip_file_is_noticed_even_where_its_length_is_right(
    site, tmp_path, settings, packed_entry
):
    site.files["/1abc.cif.gz"] = packed_entry[:-20]
    (one,) = fetch_entries(["1abc"], tmp_path, settings())
    assert "damaged gzip file" in one.problem


def test_a_cut_body_is_continued(cut_after, site, tmp_path, settings, packed_entry):
    site.files["/1abc.cif.gz"] = packed_entry
    site.answers["/1abc.cif.gz"] = [cut_after(100)]
    (one,) = fetch_entries(["1abc"], tmp_path, settings())
    assert not one.problem
    assert site.requests[1] == ("/1abc.cif.gz", "bytes=100-")


def test_an_assembly_is_made_with_chain_names_of_its_own(site, tmp_path, settings, packed_entry):
    site.files["/1abc.cif.gz"] = packed_entry
    (one,) = fetch_entries(["1abc"], tmp_path, settings(assembly="2"))
    names, atoms = chains(one.path)
    # chain A (2 atoms and the ligand's one), twice; chain B left out
    assert (len(names), atoms) == (2, 6)
    assert "A" in names
    assert "Assembly 2 of 2" in one.notes[0]


def test_the_same_entry_gives_the_same_bytes(site, tmp_path, settings, packed_entry):
    site.files["/1abc.cif.gz"] = packed_entry
    for folder in ("one", "two"):
        fetch_entries(["1abc"], tmp_path / folder, settings(assembly="2"))
    one, two = ((tmp_path / folder / "1abc.cif.gz").read_bytes() for folder in ("one", "two"))
    assert one == two


def test_a_wrong_assembly_names_those_there_are(site, tmp_path, settings, packed_entry):
    site.files["/1abc.cif.gz"] = packed_entry
    (one,) = fetch_entries(["1abc"], tmp_path, settings(assembly="7"))
    assert "no assembly '7'; expected one of 1, 2" in one.problem


def test_without_assemblies_the_deposited_model_is_taken(entry, site, tmp_path, settings):
    site.files["/1abc.cif.gz"] = gzip.compress(entry({}).replace(b"loop_\n_pdbx_struct", b"#", 0))
    (one,) = fetch_entries(["1abc"], tmp_path, settings(assembly=None))
    assert chains(one.path)[1] == 4


@pytest.mark.parametrize("word", ["../x", "12", "1abc/../..", "http://x"])
def test_words_that_are_no_ids_are_refused_before_any_request(tmp_path, word):
    with pytest.raises(UsageError):
        fetch_entries([word], tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_template_without_a_place_for_the_id_is_refused():
    with pytest.raises(UsageError, match=r"an address with \{id\}"):
        FetchSettings(url_template="http://127.0.0.1/x")


def test_a_folder_that_cannot_be_written_stops_the_run(site, tmp_path, settings, packed_entry):
    site.files["/1abc.cif.gz"] = packed_entry
    (tmp_path / "structures.csv").mkdir()
    with pytest.raises(DatasetError, match="cannot be written"):
        fetch_entries(["1abc"], tmp_path, settings())


def test_the_table_is_what_a_build_reads(site, tmp_path, settings, packed_entry):
    site.files |= {"/1abc.cif.gz": packed_entry, "/2abc.cif.gz": packed_entry}
    fetch_entries(["1abc:LIG:A:1", "2abc"], tmp_path, settings())
    named, free = find_inputs(tmp_path / "structures.csv")
    assert (named.id, named.ligand, named.ligand_selection) == ("1abc", None, "LIG:A:1")
    assert (free.id, free.ligand, free.ligand_selection) == ("2abc", None, None)
    assert named.receptor.is_file()
    # the folder itself is a source too, without the choice of ligands
    assert [row.id for row in find_inputs(tmp_path)] == ["1abc", "2abc"]
    assert input_digest(named) != input_digest(replace(named, ligand_selection="LIG:B"))
