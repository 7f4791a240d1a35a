"""Opening a study: settings, the dataset it is bound to, one server at a time."""

from __future__ import annotations

import shutil
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from made_dataset import make_dataset

from misibench.errors import UsageError
from misibench.web.human.content import DatasetChangedError
from misibench.web.human.study import open_study
from misibench.web.human.tokens import verify_password

from .conftest import PASSWORD, OpenStudy


def test_settings_are_kept_and_need_not_be_repeated(begin: OpenStudy) -> None:
    study = begin(per_task=1, seed=3, attention_every=4)
    study.close()
    again = begin()
    assert again.settings == study.settings
    assert again.secret == study.secret


@pytest.mark.parametrize(
    ("name", "value"), [("seed", 1), ("split", "test"), ("per_task", 2), ("consent", "Other.")]
)
def test_other_settings_than_it_began_with_are_refused(
    begin: OpenStudy, name: str, value: object
) -> None:
    begin(per_task=1).close()
    with pytest.raises(UsageError, match="has begun"):
        begin(**{name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [("split", "all"), ("order", "random"), ("per_task", 0), ("attention_every", -1),
     ("consent", " "), ("tasks", ("T10",))],
)  # fmt: skip
def test_settings_that_make_no_sense_are_refused(
    begin: OpenStudy, name: str, value: object
) -> None:
    with pytest.raises(UsageError):
        begin(**{name: value})


def test_two_servers_cannot_share_a_study(begin: OpenStudy) -> None:
    begin()
    with pytest.raises(UsageError, match="has this study open"):
        begin()


def test_the_password_comes_from_the_environment_or_is_made(
    begin: OpenStudy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = begin()
    assert study.new_password is None
    assert verify_password(PASSWORD, study.password_hash)
    monkeypatch.delenv("MISIBENCH_ADMIN_PASSWORD")
    made = begin(tmp_path / "other")
    assert made.new_password is not None
    assert verify_password(made.new_password, made.password_hash)
    content = b"".join(one.read_bytes() for one in made.folder.iterdir())
    assert made.new_password.encode() not in content
    made.close()
    assert begin(tmp_path / "other").new_password is None


@pytest.mark.parametrize(
    "name",
    [
        "manifest.json", "rotation/tiny.parquet", "annotations/1aaa.json",
        "images/2bbb/complex_left.png",
    ],
)  # fmt: skip
def test_a_dataset_that_changed_is_refused(begin: OpenStudy, tmp_path: Path, name: str) -> None:
    data = make_dataset(tmp_path / "dataset")
    begin(data=data).close()
    path = data / name
    if path.suffix == ".parquet":
        pq.write_table(pq.read_table(path), path, compression="none")
    else:
        path.write_bytes(path.read_bytes() + b" ")
    with pytest.raises(DatasetChangedError, match="not the dataset that the study began with"):
        begin(data=data)


def test_a_dataset_that_moved_is_the_same_dataset(begin: OpenStudy, tmp_path: Path) -> None:
    data = make_dataset(tmp_path / "dataset")
    begin(data=data).close()
    begin(data=Path(shutil.move(data, tmp_path / "elsewhere")))


def test_a_picture_that_changes_meanwhile_is_not_shown(begin: OpenStudy, tmp_path: Path) -> None:
    data = make_dataset(tmp_path / "dataset")
    study = begin(data=data)
    name = "images/1aaa/complex_front.png"
    assert study.content.picture(name).startswith(b"\x89PNG")
    (data / name).write_bytes((data / "images/2bbb/complex_front.png").read_bytes())
    with pytest.raises(DatasetChangedError):
        study.content.picture(name)


def test_embedded_pictures_are_the_same(
    begin: OpenStudy, tmp_path: Path, embedded_dataset: Path
) -> None:
    files, embedded = begin(), begin(tmp_path / "other", embedded_dataset)
    for question in files.content.questions.values():
        for name in question.images:
            assert files.content.picture(name) == embedded.content.picture(name)
    assert files.content.examples.keys() == embedded.content.examples.keys()


def test_examples_are_never_about_a_complex_of_the_study(begin: OpenStudy) -> None:
    study = begin()
    asked = {one.complex_id for one in study.content.questions.values()}
    assert study.content.examples
    for example in study.content.examples.values():
        assert example.question.complex_id not in asked
        assert example.question.split == "train"


def test_a_study_of_training_questions_gives_no_examples_away(begin: OpenStudy) -> None:
    assert begin(split="train").content.examples == {}


def test_a_folder_that_is_no_dataset_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Exception, match=r"no manifest\.json"):
        open_study(tmp_path, tmp_path / "study")
