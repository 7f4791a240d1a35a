"""Scoring a run: every question of the split, answered or not, becomes one row.

Scoring reads predictions and questions, never calls a model, and never drops a question: one
without a reply, or with a reply that cannot be read, counts 0 in a fixed denominator.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from misibench.dataset.files import write_bytes
from misibench.errors import DatasetError
from misibench.evaluate.columns import COLUMNS, average, column_of, counts_for_exact
from misibench.evaluate.predictions import PredictionFile
from misibench.records import Outcome, Prediction, Question, Score
from misibench.tasks import task_named

__all__ = ["Coverage", "ScoredQuestion", "ScoredRun", "score_predictions", "write_scores"]

Scorer = Callable[[str, Question], Score]


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many questions were asked, how many got a reply, how many replies could be read."""

    asked: int
    answered: int
    parsed: int

    def __str__(self) -> str:
        return f"{self.answered}/{self.parsed}/{self.asked}"

    def __add__(self, other: Coverage) -> Coverage:
        return Coverage(
            self.asked + other.asked, self.answered + other.answered, self.parsed + other.parsed
        )


@dataclass(frozen=True, slots=True)
class ScoredQuestion:
    """A question with what was replied and what that is worth.

    Attributes
    ----------
    column
        Heading of the column it counts for ("T4+").
    in_exact
        Whether it is part of the exact-match table.
    prediction
        None where the predictions hold nothing for this question.
    """

    question: Question
    column: str
    in_exact: bool
    prediction: Prediction | None
    score: Score

    @property
    def answered(self) -> bool:
        """Whether there is a reply, readable or not."""
        return self.prediction is not None and self.prediction.reply is not None

    @property
    def parsed(self) -> bool:
        """Whether an answer was read from the reply."""
        return self.score.parsed

    def as_record(self) -> dict[str, Any]:
        """Give the row of the scores file."""
        record: dict[str, Any] = {
            "id": self.question.id,
            "task": self.question.task,
            "complex_id": self.question.complex_id,
            "column": self.column,
            "outcome": str(self.score.outcome),
            "paper": self.score.paper,
            "exact": self.score.exact,
            "answer": self.score.answer,
            "truth": self.question.answer,
        }
        if self.score.note:
            record["note"] = self.score.note
        if self.score.figures:
            record["figures"] = dict(self.score.figures)
        return record


@dataclass(frozen=True)
class ScoredRun:
    """All questions of a split, scored for one player.

    Attributes
    ----------
    name
        The player's name, for tables.
    rows
        One per question, in the order of the dataset.
    unknown
        Ids in the predictions that are no question of the split, sorted; not scored.
    about
        Further facts of the run (settings, cost), as run.json has them.
    """

    name: str
    rows: tuple[ScoredQuestion, ...]
    unknown: tuple[str, ...] = ()
    about: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def by_column(self) -> Mapping[str, tuple[ScoredQuestion, ...]]:
        """The rows of every column that has questions, in the order of the tables."""
        lists: dict[str, list[ScoredQuestion]] = {column.name: [] for column in COLUMNS}
        for row in self.rows:
            lists[row.column].append(row)
        return {name: tuple(rows) for name, rows in lists.items() if rows}

    @cached_property
    def coverage(self) -> Mapping[str, Coverage]:
        """Coverage by column."""
        return {
            name: Coverage(
                len(rows), sum(row.answered for row in rows), sum(row.parsed for row in rows)
            )
            for name, rows in self.by_column.items()
        }

    @property
    def total_coverage(self) -> Coverage:
        """Coverage of the whole run."""
        return sum(self.coverage.values(), Coverage(0, 0, 0))

    @property
    def outcomes(self) -> Mapping[Outcome, int]:
        """How often each outcome occurred."""
        return Counter(row.score.outcome for row in self.rows)

    def weighted(self, *, dropped: bool = False) -> dict[str, float]:
        """Give the weighted scores in percent by column.

        Parameters
        ----------
        dropped
            Leave unanswered and unreadable questions out of the mean, as the paper did. For
            comparison with its tables only: it rewards silence.
        """
        return _means(
            {
                name: [(row, row.score.paper) for row in rows]
                for name, rows in self.by_column.items()
            },
            dropped,
        )

    def exact(self, *, dropped: bool = False) -> dict[str, float]:
        """Give the exact-match scores in percent by column; T9 over complexes with bonds."""
        return _means(
            {
                name: [(row, row.score.exact) for row in rows if row.in_exact]
                for name, rows in self.by_column.items()
            },
            dropped,
        )

    def weighted_average(self, *, dropped: bool = False) -> float | None:
        """Give the mean of the eight averaged columns, weighted scores, percent."""
        return average(self.weighted(dropped=dropped))[0]

    def exact_average(self, *, dropped: bool = False) -> float | None:
        """Give the mean of the eight averaged columns, exact match, percent."""
        return average(self.exact(dropped=dropped))[0]


def _means(
    columns: Mapping[str, list[tuple[ScoredQuestion, float]]], dropped: bool
) -> dict[str, float]:
    means = {}
    for name, pairs in columns.items():
        values = [value for row, value in pairs if row.parsed or not dropped]
        if values:
            means[name] = 100.0 * sum(values) / len(values)
    return means


def score_predictions(
    questions: Iterable[Question],
    predictions: PredictionFile | Mapping[str, Prediction],
    *,
    name: str = "",
    about: Mapping[str, Any] | None = None,
    scorer: Scorer | None = None,
) -> ScoredRun:
    """Score predictions against all questions of a split.

    Parameters
    ----------
    questions
        Every question of the split: the fixed denominator.
    predictions
        What was replied.
    name
        The player's name; the model named in the predictions where empty.
    about
        Facts of the run to keep with it.
    scorer
        ``scorer(reply, question)``; the question's task scores where not given.

    Raises
    ------
    DatasetError
        If two questions have the same id, or there is no question at all.
    """
    given = predictions.predictions if isinstance(predictions, PredictionFile) else predictions
    score = scorer or _task_score
    rows: list[ScoredQuestion] = []
    seen: set[str] = set()
    for question in questions:
        if question.id in seen:
            raise DatasetError(f"question {question.id}", "occurs twice", "every id once")
        seen.add(question.id)
        prediction = given.get(question.id)
        rows.append(
            ScoredQuestion(
                question,
                column_of(question).name,
                counts_for_exact(question),
                prediction,
                _score(question, prediction, score),
            )
        )
    if not rows:
        raise DatasetError("questions", "there are none to score", "a split that has questions")
    return ScoredRun(
        name or _model_name(given),
        tuple(rows),
        tuple(sorted(given.keys() - seen)),
        dict(about or {}),
    )


def _task_score(reply: str, question: Question) -> Score:
    return task_named(question.task).score(reply, question)


def _score(question: Question, prediction: Prediction | None, score: Scorer) -> Score:
    if prediction is None:
        return Score(Outcome.FAILED, 0.0, 0.0, note="not answered")
    if prediction.reply is None:
        return Score(Outcome.FAILED, 0.0, 0.0, note=prediction.error or "no reply")
    return score(prediction.reply, question)


def _model_name(predictions: Mapping[str, Prediction]) -> str:
    names = Counter(one.model for one in predictions.values() if one.model)
    return names.most_common(1)[0][0] if names else "unnamed"


def write_scores(run: ScoredRun, path: str | Path) -> None:
    """Write one JSON line per question of the split, whole or not at all."""
    lines = [json.dumps(row.as_record(), ensure_ascii=False) + "\n" for row in run.rows]
    write_bytes(Path(path), "".join(lines).encode())
