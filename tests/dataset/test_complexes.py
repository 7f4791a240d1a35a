"""Complexes of a dataset are read again as they were read when it was built."""

import shutil

import pyarrow.parquet as pq
import pytest

from misibench.dataset import BuildSettings
from misibench.dataset.build import build
from misibench.dataset.complexes import kept_input, read_input
from misibench.dataset.demo_source import demo_source
from misibench.errors import DatasetError

QUICK = BuildSettings(width=64, height=64, per_complex=1, tasks=("T1",))


@pytest.fixture(scope="module")
def dataset(tmp_path_factory):
    """Inputs: a ligand that is not the largest of its file, a bare pocket, a whole protein."""
    home = tmp_path_factory.mktemp("complexes")
    first = demo_source() / "1ia1"
    shutil.copy(first / "1ia1_protein_one_lig_removed.pdb", home / "protein.pdb")
    shutil.copy(first / "1ia1_protein_one_lig_removed.pdb", home / "pocket.pdb")
    shutil.copy(first / "1ia1_ligand.sdf", home / "ligand.sdf")
    (home / "inputs.csv").write_text(
        "id,protein,ligand\nnamed,protein.pdb,TQ3\npocket,pocket.pdb,ligand.sdf\n"
        "protein,protein.pdb,ligand.sdf\n"
    )
    build(home / "inputs.csv", home / "dataset", QUICK, workers=1)
    return home / "dataset"


def rows(dataset):
    return {row["id"]: row for row in pq.read_table(dataset / "complexes.parquet").to_pylist()}


def test_the_ligand_named_in_the_table_is_the_ligand_again(dataset):
    row = kept_input(dataset, "named")
    assert (row.ligand, row.ligand_selection) == (None, "TQ3")
    # without its name the larger cofactor (NDP) would be taken
    assert [one.name for one in read_input(row, 10.0).ligand.residues] == ["TQ3"]


@pytest.mark.parametrize("name", ["named", "pocket", "protein"])
def test_the_pocket_is_the_same_again(dataset, name):
    structure = read_input(kept_input(dataset, name), QUICK.pocket_radius)
    assert len(structure.pocket_residues) == rows(dataset)[name]["n_pocket_residues"]


def test_a_pocket_file_counts_whole(dataset):
    found = rows(dataset)
    assert [found[name]["is_pocket"] for name in ("pocket", "protein")] == [True, False]
    assert found["pocket"]["n_pocket_residues"] > found["protein"]["n_pocket_residues"]


def test_a_complex_that_is_not_kept_is_named(dataset):
    with pytest.raises(DatasetError, match="no kept complex 'other'"):
        kept_input(dataset, "other")
