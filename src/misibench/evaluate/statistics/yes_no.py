"""T4 as a yes/no question, and choice answers by letter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from misibench.evaluate.columns import bond_texts
from misibench.evaluate.scoring_run import ScoredQuestion, ScoredRun
from misibench.tasks.moves import LETTERS

__all__ = ["YesNo", "letter_accuracy", "yes_no"]


@dataclass(frozen=True, slots=True)
class YesNo:
    """Whether a bond was reported, whatever bond, against whether there is one.

    Questions without a readable answer count as wrong in both rates.

    Attributes
    ----------
    sensitivity
        Share of the questions with bonds that were answered with some bond.
    specificity
        Share of the questions without bonds that were answered "No".
    balanced_accuracy
        Mean of the two; 0.5 for one who always says the same.
    matthews
        Matthews correlation, −1 to 1; 0 where it is not defined (always the same answer).
    """

    positives: int
    negatives: int
    sensitivity: float
    specificity: float
    balanced_accuracy: float
    matthews: float


def yes_no(run: ScoredRun) -> YesNo | None:
    """Read T4 as yes/no; None where the run lacks questions with or without bonds."""
    positives = run.by_column.get("T4+", ())
    negatives = run.by_column.get("T4-", ())
    if not positives or not negatives:
        return None
    hits = sum(_said_yes(row) is True for row in positives)
    passes = sum(_said_yes(row) is False for row in negatives)
    misses, alarms = len(positives) - hits, len(negatives) - passes
    product = (hits + alarms) * (hits + misses) * (passes + alarms) * (passes + misses)
    matthews = (hits * passes - alarms * misses) / sqrt(product) if product else 0.0
    sensitivity, specificity = hits / len(positives), passes / len(negatives)
    return YesNo(
        len(positives), len(negatives), sensitivity, specificity,
        (sensitivity + specificity) / 2, matthews,
    )  # fmt: skip


def _said_yes(row: ScoredQuestion) -> bool | None:
    answer = row.score.answer
    return None if answer is None else bool(bond_texts(answer))


def letter_accuracy(rows: Iterable[ScoredQuestion]) -> dict[str, tuple[int, int, int]]:
    """Give (right, asked, chosen) by letter of the right option.

    ``chosen`` counts how often the letter was given as the answer, right or wrong: a player
    who favours a letter is seen at once.
    """
    counts = {letter: [0, 0, 0] for letter in LETTERS}
    for row in rows:
        counts[row.question.answer][0] += row.score.exact == 1.0
        counts[row.question.answer][1] += 1
        if row.score.answer in counts:
            counts[row.score.answer][2] += 1
    return {letter: (right, asked, chosen) for letter, (right, asked, chosen) in counts.items()}
