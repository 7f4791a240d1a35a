"""What a report says, before it is Markdown, HTML or LaTeX."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from misibench.evaluate.columns import AVERAGED, column_named
from misibench.evaluate.scoring_run import ScoredRun
from misibench.evaluate.statistics import run_intervals
from misibench.report.details import Detail, coverage_detail, detail_tables
from misibench.report.figures import ReportFigure, draw_figures
from misibench.report.gallery import Example, choose_examples
from misibench.report.rows import Kind, ResultRow, result_rows

__all__ = ["ReportContents", "collect"]


@dataclass(frozen=True)
class ReportContents:
    """Everything a report shows.

    Attributes
    ----------
    tables
        Rows of the weighted and of the exact table.
    notes
        How to read the tables, a sentence or two each.
    coverage
        Answered, parsed and asked by column.
    details
        Further tables.
    """

    title: str
    subtitle: str
    tables: Mapping[Kind, tuple[ResultRow, ...]]
    notes: tuple[str, ...]
    coverage: Detail
    details: tuple[Detail, ...]
    figures: tuple[ReportFigure, ...]
    examples: tuple[Example, ...]


def collect(runs: Sequence[ScoredRun], *, seed: int = 0) -> ReportContents:
    """Gather what a report about some runs says.

    Parameters
    ----------
    runs
        Scored runs, in the order in which they are shown.
    seed
        Seed of the resampling behind the intervals.
    """
    intervals = [run_intervals(run, seed=seed) for run in runs]
    tables: dict[Kind, tuple[ResultRow, ...]] = {
        "weighted": result_rows(runs, intervals, "weighted"),
        "exact": result_rows(runs, intervals, "exact"),
    }
    return ReportContents(
        "MiSI-Bench results",
        f"{', '.join(run.name for run in runs)}; {_asked(runs)}",
        tables,
        _notes(runs),
        coverage_detail(runs),
        detail_tables(runs, seed),
        draw_figures(runs, tables["weighted"]),
        choose_examples(runs),
    )


def _asked(runs: Sequence[ScoredRun]) -> str:
    counts = {len(run.rows) for run in runs}
    complexes = {row.question.complex_id for run in runs for row in run.rows}
    numbers = " or ".join(str(count) for count in sorted(counts))
    return f"{numbers} questions about {len(complexes)} complexes"


def _notes(runs: Sequence[ScoredRun]) -> tuple[str, ...]:
    notes = [
        "† As printed in arXiv 2512.10867v2, on its own data; not measured here. Some of its "
        "averages and one cell are misprints; misi audit-table shows which.",
        "avg is the mean of T1, T2, T3, T4+, T4−, T7, T8 and T9; T5 and T6 are left out.",
        "Intervals (95 %) resample whole complexes. Failed and unreadable replies count 0.",
        "T7: the paper does not say how it scores the distance; 1 − relative error is our reading.",
        "Exact match in T9 is over complexes that have hydrogen bonds.",
    ]
    for run in runs:
        missing = [name for name in AVERAGED if name not in run.by_column]
        if missing:
            names = ", ".join(column_named(name).heading for name in missing)
            notes.append(f"{run.name} has no questions for {names}; its average leaves them out.")
    return tuple(notes)
