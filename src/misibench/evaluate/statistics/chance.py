"""Scores measured from the best that a constant answer gets."""

from __future__ import annotations

from dataclasses import dataclass

from misibench.evaluate.constants import best_constants
from misibench.evaluate.scoring_run import ScoredRun

__all__ = ["ChanceCorrected", "chance_corrected"]


@dataclass(frozen=True, slots=True)
class ChanceCorrected:
    """A column's score on a scale from the best constant answer (0) to perfect (1).

    Attributes
    ----------
    constant
        The constant answer that scores best on these very questions.
    constant_score
        Its score, percent.
    value
        (s − s0)/(1 − s0); negative below the constant; None where the constant answer is always
        right, so that the column cannot tell anything (T4-, where "No" is).
    """

    constant: str
    constant_score: float
    value: float | None


def chance_corrected(run: ScoredRun) -> dict[str, ChanceCorrected]:
    """Give the chance-corrected weighted score of every column that has questions."""
    constants = best_constants([row.question for row in run.rows])
    scores = run.weighted()
    corrected = {}
    for name, constant in constants.items():
        level = constant.score
        value = None if level >= 1.0 else (scores[name] / 100.0 - level) / (1.0 - level)
        corrected[name] = ChanceCorrected(constant.answer, 100.0 * level, value)
    return corrected
