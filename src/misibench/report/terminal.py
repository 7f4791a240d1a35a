"""Result tables for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

from misibench.evaluate.columns import AVERAGED, COLUMNS, average
from misibench.evaluate.players import CONSTANT
from misibench.evaluate.scoring_run import ScoredRun
from misibench.evaluate.statistics import Interval, RunIntervals, run_intervals

__all__ = [
    "dropped_table",
    "number",
    "print_table",
    "results_table",
    "score_table",
    "span",
]

MOST_WIDTH = 160
"""Widest table, characters; longer texts are folded."""


def number(value: float | None) -> str:
    """Write a percentage with two decimals; a dash where there is none."""
    # + 0.0 after rounding: no "-0.00"
    return "–" if value is None else f"{round(value, 2) + 0.0:.2f}"


def span(interval: Interval | None) -> str:
    """Write an interval with one decimal; a dash where there is none."""
    return "–" if interval is None else f"{interval.low:.1f} to {interval.high:.1f}"


def print_table(table: Table, console: Console | None = None) -> None:
    """Print a table as wide as its cells need: a narrow window wraps lines but loses nothing."""
    target = console or Console(markup=False, emoji=False)  # names of runs are no markup
    wide = Console(file=target.file, width=MOST_WIDTH, markup=False, emoji=False)
    needed = Measurement.get(wide, wide.options, table).maximum
    if needed > target.width:
        target = Console(
            file=target.file, width=needed, force_terminal=target.is_terminal, soft_wrap=True,
            markup=False, emoji=False,
        )  # fmt: skip
    target.print(table)


def results_table(runs: Sequence[ScoredRun], *, exact: bool = False) -> Table:
    """Make the table of the paper: players down, average and ten columns across."""
    title = "Exact match, %" if exact else "Weighted score, %"
    table = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", pad_edge=False)
    table.add_column("player", no_wrap=True)
    for heading in ("avg", *(column.heading for column in COLUMNS)):
        table.add_column(heading, justify="right", no_wrap=True)
    missing: set[str] = set()
    for run in runs:
        values = run.exact() if exact else run.weighted()
        mean, used = average(values)
        missing |= set(AVERAGED) - set(used)
        cells = [number(values.get(column.name)) for column in COLUMNS]
        table.add_row(run.name, number(mean), *cells)
    table.caption = _average_note(missing) + _constant_note(runs)
    table.caption_justify = "left"
    return table


def score_table(run: ScoredRun, intervals: RunIntervals | None = None) -> Table:
    """Make the table of one run: a line per column, with intervals and coverage."""
    sure = intervals or run_intervals(run)
    table = Table(title=run.name, box=box.SIMPLE_HEAD, title_justify="left", pad_edge=False)
    table.add_column("", no_wrap=True)
    table.add_column("task", no_wrap=True)
    for heading in (
        "weighted", "95 % interval", "exact", "95 % interval", "answered", "parsed", "asked",
    ):  # fmt: skip
        table.add_column(heading, justify="right", no_wrap=True)
    weighted, exact = run.weighted(), run.exact()
    for column in COLUMNS:
        name = column.name
        if name not in run.by_column:
            table.add_row(column.heading, column.title, *["–"] * 4, "0", "0", "0")
            continue
        covered = run.coverage[name]
        table.add_row(
            column.heading, column.title,
            number(weighted[name]), span(sure.weighted[name]),
            number(exact.get(name)), span(sure.exact.get(name)),
            str(covered.answered), str(covered.parsed), str(covered.asked),
        )  # fmt: skip
    mean, used = average(weighted)
    total = run.total_coverage
    table.add_section()
    table.add_row(
        "avg", "mean of eight columns",
        number(mean), span(sure.weighted_average),
        number(run.exact_average()), span(sure.exact_average),
        str(total.answered), str(total.parsed), str(total.asked),
    )  # fmt: skip
    table.caption = _average_note(set(AVERAGED) - set(used))
    table.caption_justify = "left"
    return table


def dropped_table(run: ScoredRun) -> Table:
    """Make the table that sets the score over all questions beside that over readable replies.

    The published tables leave failed and unreadable replies out; this one tells how much that
    changes, and is for comparison with them only.
    """
    table = Table(
        title=f"{run.name}: weighted score, %, by denominator", box=box.SIMPLE_HEAD,
        title_justify="left", pad_edge=False,
        caption="readable replies only: as the paper counted; rewards silence, for comparison only",
        caption_justify="left",
    )  # fmt: skip
    table.add_column("over", no_wrap=True)
    for heading in ("avg", *(column.heading for column in COLUMNS)):
        table.add_column(heading, justify="right", no_wrap=True)
    for label, dropped in (("all questions", False), ("readable replies only", True)):
        values = run.weighted(dropped=dropped)
        cells = [number(values.get(column.name)) for column in COLUMNS]
        table.add_row(label, number(average(values)[0]), *cells)
    return table


def _constant_note(runs: Sequence[ScoredRun]) -> str:
    """Say what the built-in player ``constant`` is allowed, where it is among the runs."""
    if all(run.name != CONSTANT for run in runs):
        return ""
    return (
        "\nconstant: for each column the one answer that scores best there, found on these very "
        "questions; it knows T4+ from T4−."
    )


def _average_note(missing: set[str]) -> str:
    note = "avg: mean of T1, T2, T3, T4+, T4−, T7, T8, T9."
    if missing:
        names = ", ".join(c.heading for c in COLUMNS if c.name in missing)
        note += f" Here without {names}, which have no questions: compare with care."
    return note
