"""What makes questions hard: scores by number of bonds, zoom, angle, distance."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from misibench.evaluate.columns import bond_texts
from misibench.evaluate.grids import ROLL_ANSWERS
from misibench.evaluate.scoring_run import ScoredQuestion, ScoredRun

__all__ = [
    "Factor",
    "Level",
    "confusion",
    "docking_by_distance",
    "pocket_bonds_by_count",
    "residue_bonds_by_count",
    "rotation_by_angle",
    "rotation_by_axis",
    "zoom_error_by_value",
]

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Level:
    """The mean of a figure over the questions at one level of a factor, percent."""

    label: str
    value: float
    questions: int


@dataclass(frozen=True, slots=True)
class Factor:
    """A figure by the levels of a factor, in order.

    Attributes
    ----------
    factor, figure
        What the levels are, and what the values are, with units.
    """

    title: str
    factor: str
    figure: str
    levels: tuple[Level, ...]


def _levels(
    rows: Iterable[ScoredQuestion],
    level: Callable[[ScoredQuestion], float | str],
    value: Callable[[ScoredQuestion], float],
    label: Callable[[float | str], str] = str,
) -> tuple[Level, ...]:
    members: defaultdict[float | str, list[float]] = defaultdict(list)
    for row in rows:
        members[level(row)].append(value(row))
    return tuple(
        Level(label(key), 100.0 * float(np.mean(values)), len(values))
        for key, values in sorted(members.items())
    )


def _exact(row: ScoredQuestion) -> float:
    return row.score.exact


def _paper(row: ScoredQuestion) -> float:
    return row.score.paper


def _count(row: ScoredQuestion) -> int:
    return len(bond_texts(row.question.answer))


def _first_number(text: str) -> float:
    found = _NUMBER.search(text)
    return float(found.group()) if found else float("nan")


def _plain(value: float | str) -> str:
    return f"{value:g}" if isinstance(value, float | int) else value


def residue_bonds_by_count(run: ScoredRun) -> Factor:
    """T4: exact match by the residue's number of hydrogen bonds, 0 for the negatives."""
    rows = (*run.by_column.get("T4-", ()), *run.by_column.get("T4+", ()))
    return Factor(
        "T4 by number of hydrogen bonds", "hydrogen bonds of the residue", "exact match, %",
        _levels(rows, _count, _exact, _plain),
    )  # fmt: skip


def zoom_error_by_value(run: ScoredRun) -> Factor:
    """T3: share of wrong answers by zoom distance."""
    return Factor(
        "T3 by zoom", "zoom, Å", "wrong answers, %",
        _levels(
            run.by_column.get("T3", ()), lambda row: _first_number(row.question.answer),
            lambda row: 1.0 - row.score.exact, _plain,
        ),
    )  # fmt: skip


def rotation_by_angle(run: ScoredRun, axis: str | None = None) -> Factor:
    """T2: weighted score by angle, about one axis or all."""
    rows = [
        row
        for row in run.by_column.get("T2", ())
        if axis is None or row.question.answer.split()[1] == axis
    ]
    return Factor(
        "T2 by angle" + (f", axis {axis}" if axis else ""), "rotation, degrees",
        "weighted score, %",
        _levels(rows, lambda row: _first_number(row.question.answer), _paper, _plain),
    )  # fmt: skip


def rotation_by_axis(run: ScoredRun) -> Factor:
    """T2: weighted score by axis."""
    return Factor(
        "T2 by axis", "axis", "weighted score, %",
        _levels(run.by_column.get("T2", ()), lambda row: row.question.answer.split()[1], _paper),
    )  # fmt: skip


def docking_by_distance(run: ScoredRun, width: int = 5) -> Factor:
    """T7: weighted score by the distance to move, in bins of ``width`` Å."""

    def bin_of(row: ScoredQuestion) -> float:
        distance = abs(_first_number(row.question.answer.split("move")[-1]))
        return float(distance // width * width)

    return Factor(
        "T7 by distance", "distance to move, Å", "weighted score, %",
        _levels(
            run.by_column.get("T7", ()), bin_of, _paper,
            lambda low: f"{float(low):g}–{float(low) + width:g}",
        ),
    )  # fmt: skip


def pocket_bonds_by_count(run: ScoredRun) -> Factor:
    """T9: weighted score by the complex's number of hydrogen bonds."""
    return Factor(
        "T9 by number of hydrogen bonds", "hydrogen bonds of the complex", "weighted score, %",
        _levels(run.by_column.get("T9", ()), _count, _paper, _plain),
    )  # fmt: skip


def confusion(run: ScoredRun) -> tuple[NDArray[np.int64], int]:
    """T2: how often each answer was given for each truth.

    Returns
    -------
    counts
        Shape (36, 36), truth by answer, both in the order of the grid.
    outside
        Number of answers that are not on the grid, and of questions without a readable one.
    """
    place = {answer: index for index, answer in enumerate(ROLL_ANSWERS)}
    counts = np.zeros((len(place), len(place)), np.int64)
    outside = 0
    for row in run.by_column.get("T2", ()):
        truth, given = place.get(row.question.answer), place.get(row.score.answer or "")
        if truth is None or given is None:
            outside += 1
        else:
            counts[truth, given] += 1
    return counts, outside
