"""The verbs of the command line as functions, on the demo complexes."""

import subprocess
import sys

import pytest

import misibench
from misibench.dataset.demo_source import demo_source
from misibench.evaluate import play, write_predictions
from tests.dataset.conftest import built

__all__ = ["built"]


@pytest.fixture(scope="module")
def structure():
    home = demo_source() / "1s3v"
    return misibench.load_complex(
        home / "1s3v_protein_one_lig_removed.pdb", home / "1s3v_ligand.sdf", complex_id="1s3v"
    )


def test_hydrogen_bonds_and_a_picture_take_three_lines(structure, tmp_path):
    bonds = misibench.find_hydrogen_bonds(structure)
    picture = misibench.render(misibench.annotate(structure, bonds), size=(200, 100))
    picture.save(tmp_path / "a.png")
    assert picture.size == (200, 100)
    assert bonds


def test_truth_scores_100_and_an_empty_file_0_with_coverage_0(built, tmp_path):
    questions = list(misibench.read_questions(built))
    write_predictions(tmp_path / "truth.jsonl", play("truth", questions))
    truth = misibench.score(tmp_path / "truth.jsonl", built)
    assert set(truth.weighted().values()) == set(truth.exact().values()) == {100.0}
    assert len(truth.weighted()) == 10
    (tmp_path / "empty.jsonl").write_text("")
    empty = misibench.score(tmp_path / "empty.jsonl", built)
    assert set(empty.weighted().values()) == set(empty.exact().values()) == {0.0}
    coverage = empty.total_coverage
    assert (coverage.answered, coverage.parsed, coverage.asked) == (0, 0, len(questions))


def test_errors_can_be_caught_by_the_package_name(tmp_path):
    with pytest.raises(misibench.MisiError) as caught:
        misibench.load_dataset(tmp_path, "T1")
    assert isinstance(caught.value, misibench.DatasetError)


def test_every_public_name_is_there():
    for name in misibench.__all__:
        assert getattr(misibench, name) is not None
    assert set(misibench.__all__) <= set(dir(misibench))
    with pytest.raises(AttributeError, match="no attribute 'bild'"):
        _ = misibench.bild


def test_importing_the_package_loads_nothing_heavy():
    heavy = "{'numba', 'rdkit', 'datasets', 'typer'}"
    code = f"import misibench, sys; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_scoring_loads_neither_renderer_nor_figures():
    heavy = "{'numba', 'matplotlib', 'datasets'}"
    code = f"import misibench.cli.score, sys; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
