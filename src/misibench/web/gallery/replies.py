"""Runs beside the questions: replies, outcomes, scores."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from misibench.evaluate.runs import Run
from misibench.records import Outcome, Prediction, Question, Score
from misibench.tasks import task_named
from misibench.web.gallery.tables import QuestionTable

__all__ = ["NOT_ASKED", "OUTCOMES", "ShownRun"]

OUTCOMES: tuple[Outcome, ...] = tuple(Outcome)
NOT_ASKED = -1


class ShownRun:
    """A run whose replies are shown; scored when first needed, one table at a time."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._codes: dict[tuple[str, str], NDArray[np.int8]] = {}
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The player's name."""
        return self.run.name

    def prediction(self, question_id: str) -> Prediction | None:
        """Give what was predicted for a question."""
        return self.run.predictions.predictions.get(question_id)

    def asked(self, table: QuestionTable) -> bool:
        """Say whether the run may answer questions of this table; tiny is part of test."""
        if self.run.tasks and table.task not in self.run.tasks:
            return False
        return table.split == self.run.split or {table.split, self.run.split} == {"test", "tiny"}

    def score(self, table: QuestionTable, question: Question) -> Score | None:
        """Score the reply to one question; None where the run was not asked.

        A question of the run's own split without any reply counts as failed.
        """
        prediction = self.prediction(question.id) if self.asked(table) else None
        if prediction is None:
            if table.split != self.run.split or not self.asked(table):
                return None
            return Score(Outcome.FAILED, 0.0, 0.0, note="not answered")
        if prediction.reply is None:
            return Score(Outcome.FAILED, 0.0, 0.0, note=prediction.error or "no reply")
        return task_named(question.task).score(prediction.reply, question)

    def record(self, table: QuestionTable, question: Question) -> dict[str, Any] | None:
        """Describe reply and score of a question in plain JSON types."""
        score, prediction = self.score(table, question), self.prediction(question.id)
        if score is None:
            return None
        return {
            "outcome": str(score.outcome),
            "paper": score.paper,
            "exact": score.exact,
            "answer": score.answer,
            "note": score.note,
            "figures": dict(score.figures),
            "reply": None if prediction is None else prediction.reply,
        }

    def outcome(self, table: QuestionTable, question: Question) -> int:
        """Give the outcome of one question as a place in ``OUTCOMES``, or ``NOT_ASKED``."""
        score = self.score(table, question)
        return NOT_ASKED if score is None else OUTCOMES.index(score.outcome)

    def outcomes(self, table: QuestionTable) -> NDArray[np.int8]:
        """Give the outcomes of all questions of a table, scoring them if that was not done yet."""
        key = (table.task, table.split)
        with self._lock:
            if key not in self._codes:
                self._codes[key] = self._all_outcomes(table)
            return self._codes[key]

    def _all_outcomes(self, table: QuestionTable) -> NDArray[np.int8]:
        own = table.split == self.run.split and self.asked(table)
        missing = OUTCOMES.index(Outcome.FAILED) if own else NOT_ASKED
        codes = np.full(len(table), missing, dtype=np.int8)
        if not self.asked(table):
            return codes
        replied = self.run.predictions.predictions
        # only questions with a reply are read: their text is not needed elsewhere
        for row, question_id in enumerate(table.ids.to_pylist()):
            if question_id in replied:
                codes[row] = self.outcome(table, table.question(row))
        return codes
