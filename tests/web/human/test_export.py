"""A study's answers as runs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from misibench.errors import UsageError
from misibench.evaluate.runs import open_run, score_run
from misibench.web.human.export import export_runs
from misibench.web.human.store import Change
from misibench.web.human.study import Study, open_study

from .conftest import OpenStudy


def _answer(study: Study, number: int, replies: dict[str, str]) -> None:
    for item in study.store.items(number):
        text = replies.get(item.question_id or "", item.expected or "")
        action = "answer" if text else "skip"
        change = Change(action, "{}", text, 2_000, 0, f"request-{number}-{item.position}")
        study.store.save(number, item.position, change)


def _right(study: Study) -> dict[str, str]:
    return {one.id: one.answer for one in study.content.questions.values()}


@pytest.fixture(name="study", scope="module")
def _study(dataset: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Study]:
    """Two right raters, one who always says A or "move x 4" and skips T9; only read by tests."""
    study = open_study(dataset, tmp_path_factory.mktemp("study"), {"attention_every": 10})
    for _ in range(3):
        study.add_participant()
    right = _right(study)
    _answer(study, 1, right)
    _answer(study, 2, right)
    wrong = {name: "A" if text in "ABCD" else "move x 4" for name, text in right.items()}
    _answer(study, 3, {name: text for name, text in wrong.items() if not name.startswith("T9")})
    yield study
    study.close()


def test_right_answers_score_full_marks(study: Study, tmp_path: Path) -> None:
    export_runs(study, tmp_path)
    scored = score_run(open_run(tmp_path / "participants" / "P01"))
    assert scored.name == "P01"
    assert set(scored.weighted().values()) == {100.0}
    assert scored.total_coverage.answered == len(study.content.questions)


def test_what_was_skipped_counts_as_asked_and_not_answered(study: Study, tmp_path: Path) -> None:
    export_runs(study, tmp_path)
    scored = score_run(open_run(tmp_path / "participants" / "P03"))
    assert scored.coverage["T9"].answered == 0
    lines = (tmp_path / "participants" / "P03" / "predictions.jsonl").read_text().splitlines()
    skipped = [json.loads(one) for one in lines if '"skipped"' in one]
    assert {one["id"].split("/")[0] for one in skipped} == {"T9"}
    assert {one["reply"] for one in skipped} == {None}


def test_one_rater_per_question_is_drawn_and_the_draw_stays(study: Study, tmp_path: Path) -> None:
    export_runs(study, tmp_path / "a")
    export_runs(study, tmp_path / "b")
    first, second = (
        (tmp_path / one / "human" / "predictions.jsonl").read_text() for one in ("a", "b")
    )
    assert first == second
    raters = [json.loads(line)["rater"] for line in first.splitlines()]
    assert len(raters) == len(study.content.questions)
    assert set(raters) == {"P01", "P02", "P03"}


def test_the_majority_of_three_is_right_where_two_are(study: Study, tmp_path: Path) -> None:
    export_runs(study, tmp_path)
    scored = score_run(open_run(tmp_path / "human-majority"))
    assert set(scored.exact().values()) == {100.0}


def test_the_run_tells_raters_time_and_agreement(study: Study, tmp_path: Path) -> None:
    export_runs(study, tmp_path)
    run = open_run(tmp_path / "human")
    assert run.name == "Human (3 raters)"
    assert run.split == "tiny"
    about = run.about
    assert about["raters"] == 3
    assert about["median_seconds"] == 2.0
    # P01 and P02 agree on all 32 questions; P03 agrees with both on some letters only
    assert 1 / 3 < about["agreement"]["share"] < 1
    assert about["by_task"]["T9"] == {
        "answers": 4, "median_seconds": 2.0, "pairs": 2, "share": 1.0, "alpha": None,
    }  # fmt: skip
    assert "3 raters" in about["note"]
    assert "attention checks passed" in about["note"]
    assert about["attention"] == {"passed": 9, "answered": 9}


def test_predictions_carry_what_was_seen(study: Study, tmp_path: Path) -> None:
    export_runs(study, tmp_path)
    line = json.loads((tmp_path / "human" / "predictions.jsonl").read_text().splitlines()[0])
    question = study.content.questions[line["id"]]
    assert line["image_sha256"] == [study.content.digests[one] for one in question.images]
    assert line["latency_ms"] == 2_000
    assert line["dataset_revision"] == study.content.fingerprint


def test_attention_checks_are_no_predictions(study: Study, tmp_path: Path) -> None:
    for run in export_runs(study, tmp_path):
        for line in (run / "predictions.jsonl").read_text().splitlines():
            assert json.loads(line)["id"] in study.content.questions
    answers = [json.loads(one) for one in (tmp_path / "answers.jsonl").read_text().splitlines()]
    assert sum(one["attention_check"] is not None for one in answers) == 9


def test_raters_can_be_left_out(study: Study, tmp_path: Path) -> None:
    export_runs(study, tmp_path, ["P03"])
    assert open_run(tmp_path / "human").name == "Human (2 raters)"
    assert not (tmp_path / "participants" / "P03").exists()
    assert "P03" not in (tmp_path / "answers.jsonl").read_text()
    with pytest.raises(UsageError, match="P09"):
        export_runs(study, tmp_path, ["P09"])


def test_without_answers_there_is_nothing_to_export(begin: OpenStudy, tmp_path: Path) -> None:
    study = begin()
    study.add_participant()
    with pytest.raises(UsageError, match="no question was answered"):
        export_runs(study, tmp_path)
