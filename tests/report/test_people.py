"""What a report says of people who answered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from misibench.evaluate.scoring_run import ScoredRun, score_predictions
from misibench.records import Prediction, Question
from misibench.report.contents import collect

ABOUT: dict[str, Any] = {
    "kind": "human", "raters": 3, "answers": 40, "median_seconds": 41.5,
    "agreement": {"pairs": 12, "share": 0.75, "alpha": None},
    "attention": {"passed": 4, "answered": 5},
}  # fmt: skip


def _run(questions: Sequence[Question], name: str, about: dict[str, Any]) -> ScoredRun:
    replies = {one.id: Prediction(one.id, one.answer) for one in questions}
    return score_predictions(questions, replies, name=name, about=about)


def test_people_have_a_line_with_raters_time_and_agreement(
    question_set: tuple[Question, ...],
) -> None:
    runs = [_run(question_set, "Human (3 raters)", ABOUT), _run(question_set, "model", {})]
    (lines,) = (lines for title, _, lines in collect(runs).details if title == "People")
    assert lines == (
        ("Human (3 raters)", "3", "40", "41.50", "75.00", "12", "–", "4 of 5"),
    )  # fmt: skip


def test_without_people_there_is_no_such_table(question_set: tuple[Question, ...]) -> None:
    runs = [_run(question_set, "model", {})]
    assert "People" not in [title for title, _, _ in collect(runs).details]
