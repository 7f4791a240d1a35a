"""Intervals by resampling whole complexes: questions about one complex are not independent."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

__all__ = [
    "RESAMPLES",
    "Interval",
    "bootstrap_interval",
    "bounded_interval",
    "cluster_sums",
    "cluster_weights",
    "mean_interval",
]

Floats = NDArray[np.float64]

RESAMPLES = 2000
"""Resamples per interval; the ends of a 95 % interval then vary by about 0.05 widths."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval; in the units of the estimate."""

    low: float
    high: float

    def scaled(self, factor: float) -> Interval:
        """Give the interval in other units (``factor`` > 0)."""
        return Interval(self.low * factor, self.high * factor)


def cluster_weights(clusters: int, rng: np.random.Generator, resamples: int = RESAMPLES) -> Floats:
    """Draw how often each cluster is taken in each resample, shape (resamples, clusters).

    Clusters are drawn with replacement, as many as there are. One matrix serves all columns
    of a run, and both runs of a comparison, so that what belongs together is drawn together.
    """
    return rng.multinomial(clusters, np.full(clusters, 1.0 / clusters), resamples).astype(
        np.float64
    )


def cluster_sums(values: ArrayLike, clusters: ArrayLike, count: int) -> tuple[Floats, Floats]:
    """Give the sum of values and the number of values of each cluster, both of shape (count,).

    Parameters
    ----------
    values
        Shape (n,).
    clusters
        Shape (n,), the cluster of each value, 0 to count − 1.
    count
        Number of clusters.
    """
    index = np.asarray(clusters, dtype=np.intp)
    sums = np.bincount(index, weights=np.asarray(values, dtype=np.float64), minlength=count)
    sizes = np.bincount(index, minlength=count)
    return np.asarray(sums, dtype=np.float64), np.asarray(sizes, dtype=np.float64)


def bootstrap_interval(
    estimate: float, draws: ArrayLike, clusters: int, level: float = 0.95
) -> Interval | None:
    """Turn resampled estimates into an interval that suits few clusters too.

    Percentiles of resampled means are too narrow for few clusters, since they use the normal
    quantile and the variance without n/(n − 1). The tails are therefore moved out to where a
    t interval has them: the expanded percentile interval of Hesterberg, The American
    Statistician 69 (2015) 371, section 5.3.

    Parameters
    ----------
    estimate
        The figure itself; always inside the interval given.
    draws
        Resampled figures, shape (resamples,); those that are nan (nothing drawn) are left out.
    clusters
        Number of clusters that were resampled.
    level
        Confidence level.

    Returns
    -------
    Interval or None
        None for fewer than two clusters: one complex says nothing about others.
    """
    drawn = np.asarray(draws, dtype=np.float64)
    drawn = drawn[~np.isnan(drawn)]
    if clusters < 2 or not len(drawn):
        return None
    quantile = stats.t.ppf((1 + level) / 2, clusters - 1) * np.sqrt(clusters / (clusters - 1))
    tail = float(stats.norm.cdf(-quantile))
    low, high = np.quantile(drawn, [tail, 1 - tail])
    return Interval(min(float(low), estimate), max(float(high), estimate))


def bounded_interval(
    estimate: float,
    draws: ArrayLike,
    clusters: int,
    bounds: tuple[float, float],
    level: float = 0.95,
) -> Interval | None:
    """Turn resampled means of bounded scores into an interval that stays in bounds.

    Wilson's score interval, with the number of questions replaced by the number of independent
    ones that would give the standard error seen between resamples, and the normal quantile by
    that of t with clusters - 1 degrees of freedom. It holds its level for few clusters and for
    means near a bound, where percentiles of resampled means are too narrow.

    Where resampling sees no spread, clusters count as trials: at a bound by the exact binomial
    (Clopper-Pearson) interval, elsewhere by Wilson's.

    Parameters
    ----------
    estimate
        The mean itself; always inside the interval given.
    draws
        Resampled means, shape (resamples,); those that are nan (nothing drawn) are left out.
    clusters
        Number of clusters that were resampled.
    bounds
        Smallest and largest possible score.

    Returns
    -------
    Interval or None
        None for fewer than two clusters: one complex says nothing about others.
    """
    drawn = np.asarray(draws, dtype=np.float64)
    drawn = drawn[~np.isnan(drawn)]
    if clusters < 2 or not len(drawn):
        return None
    low, high = bounds
    width = high - low
    share = min(max((estimate - low) / width, 0.0), 1.0)
    if share * (1.0 - share) < 1e-12:
        reach = width * (1.0 - ((1.0 - level) / 2.0) ** (1.0 / clusters))
        return Interval(low, low + reach) if share < 0.5 else Interval(high - reach, high)
    variance = float(drawn.var()) / width**2 * clusters / (clusters - 1)
    spread = share * (1.0 - share)
    trials = spread / variance if variance > 1e-12 else float(clusters)
    quantile = float(stats.t.ppf((1 + level) / 2, clusters - 1))
    shrink = 1.0 + quantile**2 / trials
    centre = (share + quantile**2 / (2 * trials)) / shrink
    reach = quantile / shrink * np.sqrt(spread / trials + quantile**2 / (4 * trials**2))
    return Interval(
        min(low + width * max(centre - reach, 0.0), estimate),
        max(low + width * min(centre + reach, 1.0), estimate),
    )


def mean_interval(
    values: ArrayLike,
    clusters: ArrayLike,
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
    level: float = 0.95,
    bounds: tuple[float, float] | None = None,
) -> tuple[float, Interval | None]:
    """Give a mean and its interval, clusters being resampled whole.

    Parameters
    ----------
    values
        Shape (n,), n at least 1.
    clusters
        Shape (n,), any labels (ids of complexes).
    seed
        Seed of the resampling: the same values give the same interval.
    bounds
        Smallest and largest possible value. With these the interval is that of
        ``bounded_interval``; without (differences) that of ``bootstrap_interval``.
    """
    array = np.asarray(values, dtype=np.float64)
    labels, index = np.unique(np.asarray(clusters), return_inverse=True)
    sums, sizes = cluster_sums(array, index, len(labels))
    weights = cluster_weights(len(labels), np.random.default_rng(seed), resamples)
    estimate = float(array.mean())
    draws = (weights @ sums) / (weights @ sizes)
    if bounds is None:
        return estimate, bootstrap_interval(estimate, draws, len(labels), level)
    return estimate, bounded_interval(estimate, draws, len(labels), bounds, level)
