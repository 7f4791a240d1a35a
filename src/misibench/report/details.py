"""The further tables of a report; one that has nothing to tell has no lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from misibench.errors import UsageError
from misibench.evaluate.columns import COLUMNS, column_named
from misibench.evaluate.players import CONSTANT
from misibench.evaluate.scoring_run import ScoredQuestion, ScoredRun
from misibench.evaluate.statistics import (
    chance_corrected,
    circular_accuracy,
    compare_runs,
    letter_accuracy,
    yes_no,
)
from misibench.records import Outcome
from misibench.report.terminal import number, span

__all__ = ["Detail", "coverage_detail", "detail_tables"]


class Detail(NamedTuple):
    """A further table: title, headings, lines of texts."""

    title: str
    headings: tuple[str, ...]
    lines: tuple[tuple[str, ...], ...]


def detail_tables(runs: Sequence[ScoredRun], seed: int) -> tuple[Detail, ...]:
    """Make all further tables that have something to tell."""
    found = [
        _outcomes(runs), _dropped(runs), _chance(runs), _yes_no(runs), *_comparisons(runs, seed),
        _letters(runs), _circular(runs), _further_figures(runs), _cost(runs), _people(runs),
    ]  # fmt: skip
    return tuple(detail for detail in found if detail.lines)


def coverage_detail(runs: Sequence[ScoredRun]) -> Detail:
    """Show answered, parsed and asked for every column."""
    lines = tuple(
        (
            run.name, str(run.total_coverage),
            *(str(run.coverage.get(column.name, "–")) for column in COLUMNS),
        )
        for run in runs
    )  # fmt: skip
    headings = ("run", "all", *(column.heading for column in COLUMNS))
    return Detail("Coverage: answered/parsed/asked", headings, lines)


def _outcomes(runs: Sequence[ScoredRun]) -> Detail:
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
    return Detail("Outcomes", headings, lines)


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
    return Detail(
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
    return Detail(
        "Chance-corrected: 0 for the best constant answer, 100 for perfect",
        ("run", *(column.heading for column in COLUMNS)),
        tuple(lines),
    )


def _yes_no(runs: Sequence[ScoredRun]) -> Detail:
    lines = []
    for run in runs:
        found = yes_no(run)
        if run.name == CONSTANT:  # answers T4+ and T4− apart, so its yes and no mean nothing
            lines.append((run.name, "–", "–", "–", "–"))
        elif found is not None:
            lines.append(
                (
                    run.name, number(100 * found.balanced_accuracy), f"{found.matthews:.3f}",
                    number(100 * found.sensitivity), number(100 * found.specificity),
                )
            )  # fmt: skip
    return Detail(
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
    return Detail(
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
    return Detail(title, ("run", "task", "right/asked", "%"), lines)


_UNITS = {
    "distance": "distance, Å",
    "ligand_rmsd": "ligand RMSD, Å",
    "rotation_error_deg": "rotation error, degrees",
    "f1": "F1",
}


def _further_figures(runs: Sequence[ScoredRun]) -> Detail:
    """Show the mean of every further figure, a line per task and figure, a column per run."""
    lines = []
    for column in COLUMNS:
        members = [run.by_column.get(column.name, ()) for run in runs]
        figures = sorted({key for rows in members for row in rows for key in row.score.figures})
        for figure in figures:
            name = _UNITS.get(figure, figure.replace("_", " "))
            means = (_figure_mean(figure, rows) for rows in members)
            lines.append((f"{column.heading} {name}", *means))
    return Detail(
        "Further figures, means over the readable replies",
        ("figure", *(run.name for run in runs)),
        tuple(lines),
    )


def _figure_mean(figure: str, rows: Sequence[ScoredQuestion]) -> str:
    values = [row.score.figures[figure] for row in rows if figure in row.score.figures]
    return f"{sum(values) / len(values):.3f}" if values else "–"


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
            Detail(
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
    headings = ("run", "input tokens", "output tokens", "US dollars")
    return Detail("Tokens and cost", headings, tuple(lines))


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
    return Detail("People", headings, tuple(lines))
