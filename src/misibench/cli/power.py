"""``misi power``: what difference a number of questions can show."""

from __future__ import annotations

from typing import Annotated

import typer
from rich import box
from rich.table import Table

from misibench.cli.console import plain_console
from misibench.evaluate.statistics.power import (
    Design,
    questions_needed,
    smallest_detectable_difference,
)
from misibench.report.terminal import print_table

__all__ = ["command"]

BASES = (0.05, 0.1, 0.25, 0.5, 0.75, 0.9)


def command(
    n: Annotated[int, typer.Option("--n", help="Questions per column.", min=1)] = 50,
    base: Annotated[
        float | None, typer.Option(help="Accuracy of the weaker player, 0 to 1; several if empty.")
    ] = None,
    difference: Annotated[
        float | None,
        typer.Option(help="Also: questions needed to show this difference, percentage points."),
    ] = None,
    correlation: Annotated[
        float, typer.Option(help="Right/wrong correlation of two players on one question.")
    ] = 0.3,
    per_complex: Annotated[float, typer.Option(help="Questions per complex, on average.")] = 1.0,
    within_complex: Annotated[
        float, typer.Option(help="Right/wrong correlation of questions about one complex.")
    ] = 0.1,
    power: Annotated[float, typer.Option(help="Wanted chance of showing the difference.")] = 0.8,
    level: Annotated[float, typer.Option(help="Two-sided error of the first kind.")] = 0.05,
) -> None:
    """Tell the smallest difference in accuracy that n questions can show.

    Two players are compared on the same questions ("same") or on different ones ("different");
    differences are in percentage points. A dash means that even a perfect player would not be
    shown to be better.

    Example: misi power --n 50 --base 0.3
    """
    headings = ["weaker player, %", "same questions", "different questions"]
    if difference is not None:
        headings += [f"n for {difference:g} points, same", "different"]
    table = Table(
        title=f"Smallest difference that {n} questions show, percentage points",
        box=box.SIMPLE_HEAD, title_justify="left", pad_edge=False,
        caption=f"power {power:g}, two-sided level {level:g}; correlation between players "
        f"{correlation:g}, within a complex {within_complex:g} at {per_complex:g} questions each",
        caption_justify="left",
    )  # fmt: skip
    for heading in headings:
        table.add_column(heading, justify="right")
    for accuracy in BASES if base is None else (base,):
        designs = [
            Design(accuracy, paired, correlation, per_complex, within_complex, level, power)
            for paired in (True, False)
        ]
        found = [smallest_detectable_difference(n, design) for design in designs]
        cells = [f"{100 * accuracy:g}", *("–" if d is None else f"{100 * d:.1f}" for d in found)]
        if difference is not None:
            cells += [_needed(difference / 100, design) for design in designs]
        table.add_row(*cells)
    print_table(table, plain_console())


def _needed(difference: float, design: Design) -> str:
    if difference > 1.0 - design.base:
        return "–"
    return str(questions_needed(difference, design))
