"""What a report says, before it is Markdown, HTML or LaTeX."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from misibench.errors import UsageError
from misibench.evaluate.columns import AVERAGED, COLUMNS, column_named
from misibench.evaluate.scoring_run import ScoredQuestion, ScoredRun
from misibench.evaluate.statistics import (
    chance_corrected,
    circular_accuracy,
    compare_runs,
    letter_accuracy,
    run_intervals,
    yes_no,
)
from misibench.records import Outcome
from misibench.report.figures import ReportFigure, draw_figures
from misibench.report.gallery import Example, choose_examples
from misibench.report.rows import Kind, ResultRow, result_rows
from misibench.report.terminal import number, span

__all__ = ["Detail", "ReportContents", "collect"]

Detail = tuple[str, tuple[str, ...], tuple[tuple[str, ...], ...]]
"""Title, headings, lines."""


@dataclass(frozen=True)
class ReportContents:
    """Everything a report shows.

    Attributes
    ----------
    tables
        Rows of the weighted and of the exact table.
    notes
        How to read the tables, a sentence or two each.
    details
        Further tables.
    """

    title: str
    subtitle: str
    tables: Mapping[Kind, tuple[ResultRow, ...]]
    notes: tuple[str, ...]
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
    details = [
        _coverage(runs), _dropped(runs), _chance(runs), _yes_no(runs), _letters(runs),
        _circular(runs), _further_figures(runs), *_comparisons(runs, seed), _cost(runs),
        _people(runs),
    ]  # fmt: skip
    return ReportContents(
        "MiSI-Bench results",
        f"{', '.join(run.name for run in runs)}; {_asked(runs)}",
        tables,
        _notes(runs),
        tuple(detail for detail in details if detail[2]),
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
        "† As printed in arXiv 2512.10867v2, on its own data; not measured here. Two of its exact "
        "averages and one T1 cell are misprints; misi audit-table shows which.",
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


def _coverage(runs: Sequence[ScoredRun]) -> Detail:
    kinds = tuple(Outcome)
    lines = tuple(
        (
            run.name, str(run.total_coverage.answered), str(run.total_coverage.parsed),
            str(run.total_coverage.asked),
            *(str(run.outcomes.get(kind, 0)) for kind in kinds),
        )
        for run in runs
    )  # fmt: skip
    headings = ("run", "answered", "parsed", "asked", *(kind.replace("_", " ") for kind in kinds))
    return "Coverage and outcomes", headings, lines


def _dropped(runs: Sequence[ScoredRun]) -> Detail:
    """Show what leaving out unreadable replies would change; only where there are any."""
    lines = tuple(
        (
            run.name, number(run.weighted_average()), number(run.weighted_average(dropped=True)),
            *(number(run.weighted(dropped=True).get(column.name)) for column in COLUMNS),
        )
        for run in runs
        if run.total_coverage.parsed < run.total_coverage.asked
    )  # fmt: skip
    headings = ("run", "avg over all", "avg", *(column.heading for column in COLUMNS))
    return (
        "Weighted scores over readable replies only (as the paper; rewards silence)",
        headings,
        lines,
    )


def _chance(runs: Sequence[ScoredRun]) -> Detail:
    lines = []
    for run in runs:
        corrected = chance_corrected(run)
        cells = []
        for column in COLUMNS:
            found = corrected.get(column.name)
            value = None if found is None or found.value is None else 100.0 * found.value
            cells.append(number(value))
        lines.append((run.name, *cells))
    levels = chance_corrected(runs[0])
    lines.append(
        (
            "(best constant answer scores)",
            *(number(levels[c.name].constant_score if c.name in levels else None) for c in COLUMNS),
        )
    )
    return (
        "Chance-corrected: 0 for the best constant answer, 100 for perfect",
        ("run", *(column.heading for column in COLUMNS)),
        tuple(lines),
    )


def _yes_no(runs: Sequence[ScoredRun]) -> Detail:
    lines = []
    for run in runs:
        found = yes_no(run)
        if found is not None:
            lines.append(
                (
                    run.name, number(100 * found.balanced_accuracy), f"{found.matthews:.3f}",
                    number(100 * found.sensitivity), number(100 * found.specificity),
                )
            )  # fmt: skip
    return (
        "T4 as yes or no",
        ("run", "balanced accuracy, %", "Matthews correlation", "bonds seen, %", "no bond seen, %"),
        tuple(lines),
    )


def _letters(runs: Sequence[ScoredRun]) -> Detail:
    lines = []
    for run in runs:
        for column in COLUMNS:
            if column.letters and column.name in run.by_column:
                counts = letter_accuracy(run.by_column[column.name])
                cells = [f"{right}/{asked} ({chosen})" for right, asked, chosen in counts.values()]
                lines.append((run.name, column.heading, *cells))
    return (
        "Choice tasks by letter of the right option: right/asked (times chosen)",
        ("run", "task", "A", "B", "C", "D"),
        tuple(lines),
    )


def _circular(runs: Sequence[ScoredRun]) -> Detail:
    """Show choice questions asked with every rotation of the options; only where a run did."""
    lines = tuple(
        (run.name, column_named(name).heading, f"{right}/{asked}", number(100 * right / asked))
        for run in runs
        for name, (right, asked) in circular_accuracy(run).items()
    )
    title = "Choice questions right with every rotation of their options"
    return title, ("run", "task", "right/asked", "%"), lines


def _further_figures(runs: Sequence[ScoredRun]) -> Detail:
    lines = []
    for run in runs:
        for name, rows in run.by_column.items():
            for figure in sorted({key for row in rows for key in row.score.figures}):
                lines.append((run.name, column_named(name).heading, *_figure_line(figure, rows)))
    return (
        "Further figures, means over the replies that have them",
        ("run", "task", "figure", "mean", "replies"),
        tuple(lines),
    )


def _figure_line(figure: str, rows: Sequence[ScoredQuestion]) -> tuple[str, str, str]:
    values = [row.score.figures[figure] for row in rows if figure in row.score.figures]
    return figure.replace("_", " "), f"{sum(values) / len(values):.3f}", str(len(values))


def _comparisons(runs: Sequence[ScoredRun], seed: int) -> list[Detail]:
    """Compare every later run with the first one."""
    details: list[Detail] = []
    for other in runs[1:]:
        try:
            found = compare_runs(runs[0], other, seed=seed)
        except UsageError:
            continue
        lines = tuple(
            (
                column_named(one.column).heading, str(one.questions), f"{one.difference:+.2f}",
                span(one.interval), f"{one.only_first}/{one.only_second}",
                f"{one.p_value:.2g}", f"{one.p_adjusted:.2g}",
            )
            for one in found
        )  # fmt: skip
        details.append(
            (
                f"{other.name} against {runs[0].name}, on the questions both answered",
                ("column", "questions", "difference", "95 % interval", "exact only one/other",
                 "McNemar p", "Holm p"),
                lines,
            )
        )  # fmt: skip
    return details


def _cost(runs: Sequence[ScoredRun]) -> Detail:
    lines = []
    for run in runs:
        usage: Counter[str] = Counter()
        for row in run.rows:
            found = row.prediction.extra.get("usage") if row.prediction else None
            if isinstance(found, Mapping):
                usage.update(
                    {key: value for key, value in found.items() if isinstance(value, int | float)}
                )
        if usage:
            cost = usage.get("cost_usd")
            lines.append(
                (
                    run.name, f"{usage.get('input_tokens', 0):,}",
                    f"{usage.get('output_tokens', 0):,}", "–" if cost is None else f"{cost:.2f}",
                )
            )  # fmt: skip
    return "Tokens and cost", ("run", "input tokens", "output tokens", "US dollars"), tuple(lines)


def _people(runs: Sequence[ScoredRun]) -> Detail:
    """Show who answered where people did, how long it took and how far they agree."""
    lines = []
    for run in runs:
        if run.about.get("kind") != "human":
            continue
        agreed, checks = run.about["agreement"], run.about["attention"]
        share = None if agreed["share"] is None else 100.0 * agreed["share"]
        lines.append(
            (
                run.name, str(run.about["raters"]), str(run.about["answers"]),
                number(run.about["median_seconds"]), number(share), str(agreed["pairs"]),
                number(agreed["alpha"]), f"{checks['passed']} of {checks['answered']}",
            )
        )  # fmt: skip
    headings = (
        "run", "raters", "answers", "median s a question", "agreement, % of pairs", "pairs",
        "Krippendorff's alpha", "attention checks passed",
    )  # fmt: skip
    return "People", headings, tuple(lines)
