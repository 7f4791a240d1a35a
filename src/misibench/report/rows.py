"""Rows of the result tables: published ones as printed, the user's as scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from misibench.evaluate.columns import AVERAGED, average
from misibench.evaluate.scoring_run import Coverage, ScoredRun
from misibench.evaluate.statistics import Interval, RunIntervals
from misibench.report.published import PublishedRow, published_exact, published_weighted

__all__ = ["Kind", "ResultRow", "result_rows"]

Kind = Literal["weighted", "exact"]


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One line of a result table, all figures in percent.

    Attributes
    ----------
    name
        Model or player.
    published
        True for rows copied from the paper.
    average
        As printed for published rows; else the mean of ``averaged_over``, None without any.
    columns
        By column name; columns without questions are absent.
    intervals
        95 % intervals by column name, "avg" for the average; none for published rows.
    coverage
        By column name; none for published rows, which do not tell it.
    averaged_over
        Columns that the average is over.
    questions
        What was answered: "tiny" and "test" for published rows, else the number asked.
    """

    name: str
    published: bool
    average: float | None
    columns: Mapping[str, float]
    averaged_over: tuple[str, ...]
    questions: str
    intervals: Mapping[str, Interval | None] = field(default_factory=dict)
    coverage: Mapping[str, Coverage] = field(default_factory=dict)

    @property
    def total_coverage(self) -> Coverage | None:
        """Coverage over all columns; None for published rows."""
        if not self.coverage:
            return None
        return sum(self.coverage.values(), Coverage(0, 0, 0))


def result_rows(
    runs: Sequence[ScoredRun], intervals: Sequence[RunIntervals], kind: Kind
) -> tuple[ResultRow, ...]:
    """Give the published rows of a table, then one row per run.

    Parameters
    ----------
    runs, intervals
        The runs and their intervals, in the same order.
    kind
        Weighted scores or exact match.
    """
    published = published_weighted() if kind == "weighted" else published_exact()
    rows = [_published_row(row) for row in published]
    for run, sure in zip(runs, intervals, strict=True):
        rows.append(_own_row(run, sure, kind))
    return tuple(rows)


def _published_row(row: PublishedRow) -> ResultRow:
    return ResultRow(row.model, True, row.average, row.columns, AVERAGED, row.answered)


def _own_row(run: ScoredRun, sure: RunIntervals, kind: Kind) -> ResultRow:
    values = run.weighted() if kind == "weighted" else run.exact()
    columns = sure.weighted if kind == "weighted" else sure.exact
    whole = sure.weighted_average if kind == "weighted" else sure.exact_average
    mean, used = average(values)
    return ResultRow(
        run.name, False, mean, values, used, str(len(run.rows)), {**columns, "avg": whole},
        run.coverage,
    )  # fmt: skip
