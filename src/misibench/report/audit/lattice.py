"""Which percentages a column can have: its questions score in steps, so its mean does too."""

from __future__ import annotations

import math

from misibench.report.audit.printed import PrintedCell
from misibench.report.rows import Kind

__all__ = ["LATTICE", "chance_of_fit", "fitting_count", "steps_per_question"]

LATTICE: dict[str, int | None] = {
    "T1": 7, "T2": 11, "T3": 1, "T4+": 12, "T4-": 1, "T5": 1, "T6": 1, "T7": None, "T8": 1,
    "T9": None,
}  # fmt: skip
"""Weighted score: steps per question. T1 loses sevenths and T2 elevenths by rank distance. T4+
is a share of at most four listed bonds in practice, so twelfths. T7 has a relative error in it
and T9 shares of long lists: they may have any value."""


def steps_per_question(column: str, kind: Kind) -> int | None:
    """Give into how many steps one question of a column is scored; None for any value."""
    return 1 if kind == "exact" else LATTICE[column]


def fitting_count(cell: PrintedCell, steps: int, most: int, least: int = 1) -> int | None:
    """Find the largest number of questions whose mean can print as this cell.

    Parameters
    ----------
    cell
        The printed percentage.
    steps
        Steps per question.
    most, least
        Numbers of questions to try, from ``most`` down to ``least``.

    Returns
    -------
    int or None
        None where no number fits.
    """
    for count in range(most, least - 1, -1):
        units = count * steps
        # a hair wider than the rounding, so that binary fractions do not decide
        lowest = math.ceil((cell.low - 1e-9) / 100.0 * units)
        if lowest <= (cell.high + 1e-9) / 100.0 * units:
            return count
    return None


def chance_of_fit(half_unit: float, steps: int, count: int) -> float:
    """Give the chance that any number fits ``count`` questions: 1 where a fit tells nothing."""
    return min(1.0, 2 * half_unit / 100.0 * steps * count)
