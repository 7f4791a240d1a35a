"""Intervals of all columns of a run and of its averages, from the same resampled complexes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from misibench.evaluate.columns import AVERAGED
from misibench.evaluate.scoring_run import ScoredQuestion, ScoredRun
from misibench.evaluate.statistics.bootstrap import (
    RESAMPLES,
    Interval,
    bounded_interval,
    cluster_sums,
    cluster_weights,
)

__all__ = ["RunIntervals", "run_intervals"]

Floats = NDArray[np.float64]
PERCENT = (0.0, 100.0)


@dataclass(frozen=True, slots=True)
class RunIntervals:
    """Intervals in percent, by column; None for a column with fewer than two complexes.

    Attributes
    ----------
    weighted, exact
        By heading of the column.
    weighted_average, exact_average
        Of the mean of the eight averaged columns.
    complexes
        Number of complexes by column.
    """

    weighted: Mapping[str, Interval | None]
    exact: Mapping[str, Interval | None]
    weighted_average: Interval | None
    exact_average: Interval | None
    complexes: Mapping[str, int]


def run_intervals(
    run: ScoredRun, *, seed: int = 0, resamples: int = RESAMPLES, level: float = 0.95
) -> RunIntervals:
    """Resample the complexes of a run and give the interval of every column and average.

    Parameters
    ----------
    seed
        Seed of the resampling.
    resamples
        Number of resamples.
    """
    labels = {one: place for place, one in enumerate(sorted(_complexes(run.rows)))}
    weights = cluster_weights(len(labels), np.random.default_rng(seed), resamples)
    weighted, weighted_average = _intervals(run, labels, weights, level, exact=False)
    exact, exact_average = _intervals(run, labels, weights, level, exact=True)
    return RunIntervals(
        weighted,
        exact,
        weighted_average,
        exact_average,
        {name: len(_complexes(rows)) for name, rows in run.by_column.items()},
    )


def _complexes(rows: Iterable[ScoredQuestion]) -> set[str]:
    return {row.question.complex_id for row in rows}


def _intervals(
    run: ScoredRun, labels: Mapping[str, int], weights: Floats, level: float, *, exact: bool
) -> tuple[dict[str, Interval | None], Interval | None]:
    intervals: dict[str, Interval | None] = {}
    means: list[Floats] = []
    estimates: list[float] = []
    clusters = 0
    for name, rows in run.by_column.items():
        used = [row for row in rows if row.in_exact] if exact else rows
        if not used:
            continue
        values = [100.0 * (row.score.exact if exact else row.score.paper) for row in used]
        index = [labels[row.question.complex_id] for row in used]
        sums, sizes = cluster_sums(values, index, len(labels))
        drawn = _ratio(weights @ sums, weights @ sizes)
        estimate = float(np.mean(values))
        count = int(np.count_nonzero(sizes))
        intervals[name] = bounded_interval(estimate, drawn, count, PERCENT, level)
        if name in AVERAGED:
            means.append(drawn)
            estimates.append(estimate)
            clusters = max(clusters, count)
    if not means:
        return intervals, None
    mean = float(np.mean(estimates))
    # a column that a resample left empty is left out of that resample's average
    filled = ~np.all(np.isnan(means), axis=0)
    drawn = np.nanmean(np.array(means)[:, filled], axis=0)
    return intervals, bounded_interval(mean, drawn, clusters, PERCENT, level)


def _ratio(numerator: Floats, denominator: Floats) -> Floats:
    ratio = np.full(numerator.shape, np.nan)
    np.divide(numerator, denominator, out=ratio, where=denominator > 0)
    return ratio
