"""Finding questions in a dataset."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_dataset import make_large_dataset

from misibench.dataset.load import read_questions
from misibench.errors import DatasetError, UsageError
from misibench.evaluate.predictions import write_predictions
from misibench.evaluate.runs import Run, open_run
from misibench.records import Prediction
from misibench.web.gallery.browse import Gallery, Wanted


def _run(dataset: Path, place: Path, replies: dict[str, str], name: str) -> Run:
    path = place / f"{name}.jsonl"
    write_predictions(path, (Prediction(one, text, "", name) for one, text in replies.items()))
    return open_run(path, data=dataset, split="test")


@pytest.fixture(name="gallery", scope="module")
def _gallery(dataset: Path, tmp_path_factory: pytest.TempPathFactory) -> Gallery:
    """Run "all" is right everywhere; run "some" answers T1 wrongly and T2 not at all."""
    place = tmp_path_factory.mktemp("runs")
    right = {one.id: one.answer for one in read_questions(dataset)}
    some = {
        key: "move x 4" if key.startswith("T1") else text
        for key, text in right.items()
        if not key.startswith("T2")
    }
    runs = [_run(dataset, place, right, "all"), _run(dataset, place, some, "some")]
    return Gallery(dataset, runs)


def _ids(gallery: Gallery, wanted: Wanted) -> list[str]:
    found = gallery.search(wanted, 0, 1000)
    assert found.total == len(found.places)
    return [table.question(row).id for table, row in found.places]


def test_without_filters_train_and_test_are_listed_once(gallery: Gallery) -> None:
    # seven tasks with two questions and two with one, for three complexes; tiny repeats test
    assert gallery.search(Wanted()).total == (7 * 2 + 2) * 3


def test_filters_narrow_the_list(gallery: Gallery) -> None:
    assert _ids(gallery, Wanted(task="rotation", split="tiny", complex_id="2bbb")) == [
        "T2/2bbb/00", "T2/2bbb/01",
    ]  # fmt: skip
    assert _ids(gallery, Wanted(text="b:52a", split="test", complex_id="1aaa")) == [
        "T4/1aaa/B:52A", "T8/1aaa/B:52A",
    ]  # fmt: skip


def test_bonds_are_those_asked_about_or_else_those_of_the_complex(gallery: Gallery) -> None:
    # made_dataset: T4, T8 and T9 ask about two bonds, every complex has one
    assert {one[:2] for one in _ids(gallery, Wanted(bonds=2))} == {"T4", "T8", "T9"}
    assert {one[:2] for one in _ids(gallery, Wanted(bonds=1))} == {
        "T1", "T2", "T3", "T5", "T6", "T7",
    }  # fmt: skip
    assert _ids(gallery, Wanted(bonds=4)) == []


def test_questions_that_one_run_gets_right_and_another_does_not(gallery: Gallery) -> None:
    wanted = Wanted(outcomes={0: "right", 1: "not_right"}, split="test", complex_id="1aaa")
    # "some" misses T2 altogether, which counts as failed
    assert {one[:2] for one in _ids(gallery, wanted)} == {"T1", "T2"}
    failed = Wanted(outcomes={1: "failed"}, split="test")
    assert {one[:2] for one in _ids(gallery, failed)} == {"T2"}


def test_questions_a_run_was_not_asked(gallery: Gallery) -> None:
    assert set(_ids(gallery, Wanted(outcomes={0: "not_asked"}))) == set(
        _ids(gallery, Wanted(split="train"))
    )


def test_a_run_on_test_is_shown_on_tiny_too(gallery: Gallery) -> None:
    wanted = Wanted(outcomes={0: "right"}, split="tiny", task="rotation")
    assert len(_ids(gallery, wanted)) == 4


def test_unknown_outcomes_and_runs_are_refused(gallery: Gallery) -> None:
    with pytest.raises(UsageError, match="no such outcome"):
        gallery.search(Wanted(outcomes={0: "great"}))
    with pytest.raises(UsageError, match="no such run"):
        gallery.search(Wanted(outcomes={7: "right"}))


def test_pages_join_up(gallery: Gallery) -> None:
    whole = [gallery.search(Wanted(), 0, 100).places[n] for n in range(48)]
    parts = [one for start in range(0, 60, 7) for one in gallery.search(Wanted(), start, 7).places]
    assert [(t.task, t.split, r) for t, r in parts] == [(t.task, t.split, r) for t, r in whole]


def test_ids_are_found_in_the_split_asked_for_first(gallery: Gallery) -> None:
    found = gallery.find("T5/2bbb/01", "tiny")
    assert found is not None
    table, row = found
    assert (table.split, table.question(row).id) == ("tiny", "T5/2bbb/01")
    assert gallery.find("T5/none/01") is None
    assert gallery.find("") is None


def test_embedded_pictures_are_the_same_as_picture_files(
    dataset: Path, embedded_dataset: Path
) -> None:
    files, embedded = Gallery(dataset), Gallery(embedded_dataset)
    for key in (("rotation", "test"), ("translation_rotation", "train")):
        first, second = files.table(*key), embedded.table(*key)
        assert second.embedded
        assert not first.embedded
        assert first.question(1) == second.question(1)
        assert files.picture(first, 1, 2) == embedded.picture(second, 1, 2)
        with pytest.raises(IndexError):
            embedded.picture(second, 1, 99)


def test_a_folder_that_is_no_dataset_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"no manifest\.json"):
        Gallery(tmp_path)


def test_a_hundred_thousand_questions_are_not_read_to_show_fifty(tmp_path: Path) -> None:
    gallery = Gallery(make_large_dataset(tmp_path, 100_000))
    found = gallery.search(Wanted(), 60_030, 50)
    assert found.total == 100_000
    ids = [table.question(row).id for table, row in found.places]
    assert len(set(ids)) == 50
    (table,) = {id(table): table for table, _ in found.places}.values()
    assert table.group_count > 100
    assert len(table._groups) <= 2  # fifty rows lie in at most two row groups
    assert not any("ids" in vars(one) for one in gallery.tables.values())
