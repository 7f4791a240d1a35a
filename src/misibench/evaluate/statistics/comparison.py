"""Comparing two runs on the questions that both answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from misibench.errors import UsageError
from misibench.evaluate.scoring_run import ScoredQuestion, ScoredRun
from misibench.evaluate.statistics.bootstrap import RESAMPLES, Interval, mean_interval

__all__ = ["ColumnComparison", "compare_runs", "holm", "mcnemar_exact"]


@dataclass(frozen=True, slots=True)
class ColumnComparison:
    """Two runs on one column: second minus first.

    Attributes
    ----------
    column
        Heading of the column.
    questions
        Number of questions that both answered; only these are compared.
    left_out
        Number of questions of the column that one of them or both left unanswered.
    difference
        Of the weighted scores, percentage points.
    interval
        Of the difference, complexes resampled whole; None for fewer than two complexes.
    only_first, only_second
        Questions that only the first, only the second run answered exactly.
    p_value
        Of the exact McNemar test on these two counts.
    p_adjusted
        The same after Holm's correction over the columns compared.
    """

    column: str
    questions: int
    left_out: int
    difference: float
    interval: Interval | None
    only_first: int
    only_second: int
    p_value: float
    p_adjusted: float


def compare_runs(
    first: ScoredRun, second: ScoredRun, *, seed: int = 0, resamples: int = RESAMPLES
) -> tuple[ColumnComparison, ...]:
    """Compare two runs column by column.

    Raises
    ------
    UsageError
        If they have no question in common.
    """
    others = {row.question.id: row for row in second.rows}
    found: list[ColumnComparison] = []
    for name, rows in first.by_column.items():
        shared = [(row, others[row.question.id]) for row in rows if row.question.id in others]
        both = [pair for pair in shared if pair[0].answered and pair[1].answered]
        if both:
            found.append(_compare(name, both, len(shared) - len(both), seed, resamples))
    if not found:
        raise UsageError(
            f"{first.name} and {second.name}", "no question that both answered",
            "two runs on the same split of one dataset",
        )  # fmt: skip
    adjusted = holm([one.p_value for one in found])
    return tuple(
        ColumnComparison(
            one.column, one.questions, one.left_out, one.difference, one.interval,
            one.only_first, one.only_second, one.p_value, p,
        )
        for one, p in zip(found, adjusted, strict=True)
    )  # fmt: skip


def _compare(
    name: str,
    pairs: Sequence[tuple[ScoredQuestion, ScoredQuestion]],
    left_out: int,
    seed: int,
    resamples: int,
) -> ColumnComparison:
    differences = [100.0 * (b.score.paper - a.score.paper) for a, b in pairs]
    complexes = [a.question.complex_id for a, _ in pairs]
    difference, interval = mean_interval(differences, complexes, seed=seed, resamples=resamples)
    exact = [(a.score.exact == 1.0, b.score.exact == 1.0) for a, b in pairs if a.in_exact]
    only_first = sum(a and not b for a, b in exact)
    only_second = sum(b and not a for a, b in exact)
    p_value = mcnemar_exact(only_first, only_second)
    return ColumnComparison(
        name, len(pairs), left_out, difference, interval, only_first, only_second, p_value, p_value
    )


def mcnemar_exact(only_first: int, only_second: int) -> float:
    """Two-sided p value of McNemar's exact test on the two counts of disagreement.

    It takes questions as independent; with several questions per complex, judge by the
    interval of the difference first.

    >>> mcnemar_exact(0, 6)
    0.03125
    """
    if only_first < 0 or only_second < 0:
        raise ValueError("counts cannot be negative")
    if only_first + only_second == 0:
        return 1.0
    return float(stats.binomtest(only_first, only_first + only_second, 0.5).pvalue)


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Adjust p values for their number by Holm's step-down method, in the order given.

    >>> holm([0.01, 0.04, 0.03])
    (0.03, 0.06, 0.06)
    """
    count = len(p_values)
    adjusted = np.ones(count)
    largest = 0.0
    for rank, place in enumerate(np.argsort(p_values, kind="stable")):
        largest = max(largest, min(1.0, (count - rank) * p_values[place]))
        adjusted[place] = largest
    return tuple(float(p) for p in adjusted)
