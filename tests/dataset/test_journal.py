import json

import pytest

from misibench.dataset.journal import input_digest, opened_journal
from misibench.dataset.manifest import FORMAT_VERSION
from misibench.dataset.settings import BuildSettings
from misibench.errors import DatasetError
from misibench.structure.sources import InputRow


@pytest.fixture
def row(tmp_path):
    receptor = tmp_path / "a_pocket.pdb"
    receptor.write_text("ATOM\n")
    return InputRow(id="a", receptor=receptor, ligand=None)


def test_an_entry_is_remembered_until_its_input_changes(tmp_path, row):
    out = tmp_path / "out"
    with opened_journal(out, BuildSettings()) as journal:
        journal.remember(row, input_digest(row), {"id": "a", "kept": True})
        picture = out / "images" / "a" / "complex_front.png"
        picture.parent.mkdir(parents=True)
        picture.write_bytes(b"")
        annotation = out / "annotations" / "a.json"
        annotation.parent.mkdir()
        annotation.write_text("{}")
        assert journal.prepared(row, input_digest(row)) == {"id": "a", "kept": True}
        row.receptor.write_text("ATOM changed\n")
        assert journal.prepared(row, input_digest(row)) is None
        assert not picture.exists()  # drawn from what is no longer there


def test_other_settings_are_refused_and_named(tmp_path):
    with opened_journal(tmp_path / "out", BuildSettings()):
        pass
    with (
        pytest.raises(DatasetError, match=r"other settings \(seed\)"),
        opened_journal(tmp_path / "out", BuildSettings(seed=1)),
    ):
        pass


def test_a_larger_build_may_go_on_in_the_same_folder(tmp_path):
    with opened_journal(tmp_path / "out", BuildSettings(limit=2)):
        pass
    with opened_journal(tmp_path / "out", BuildSettings(limit=9, test_fraction=0.5)):
        pass


def test_two_builds_in_one_folder_at_once_are_refused(tmp_path):
    with (
        opened_journal(tmp_path / "out", BuildSettings()),
        pytest.raises(DatasetError, match="another build is running"),
        opened_journal(tmp_path / "out", BuildSettings()),
    ):
        pass


def test_a_folder_with_other_things_is_left_alone(tmp_path):
    (tmp_path / "thesis.tex").write_text("")
    with (
        pytest.raises(DatasetError, match="other things in it"),
        opened_journal(tmp_path, BuildSettings()),
    ):
        pass
    assert [one.name for one in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_dataset_of_another_format_version_is_refused(tmp_path):
    manifest = {"format_version": FORMAT_VERSION + 1}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    with (
        pytest.raises(DatasetError, match=f"format version {FORMAT_VERSION + 1}; expected"),
        opened_journal(tmp_path, BuildSettings()),
    ):
        pass
