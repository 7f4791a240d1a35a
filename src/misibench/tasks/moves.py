"""Grids of values, and how values are dealt to the questions of one complex."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

import numpy as np

from misibench.geometry import Axis, Motion
from misibench.tasks.draft import DraftRequest

__all__ = [
    "LETTERS",
    "MOVE_AXES",
    "MOVE_GRID",
    "ROLL_GRID",
    "ZOOM_GRID",
    "deal",
    "describe",
    "number_of_questions",
    "shared_generators",
]

MOVE_AXES: tuple[Axis, ...] = ("x", "y")
"""Axes of translations; along z a move is a zoom."""

MOVE_GRID: tuple[int, ...] = (-4, -3, -2, -1, 1, 2, 3, 4)
"""Distances of translations in Å: -4 to 4 in steps of 1 without 0 (published grid)."""

ROLL_GRID: tuple[int, ...] = (-90, -75, -60, -45, -30, -15, 15, 30, 45, 60, 75, 90)
"""Angles of rotations in degrees: -90 to 90 in steps of 15 without 0 (published grid)."""

ZOOM_GRID: tuple[int, ...] = tuple(range(40, 61))
"""Distances of zooms in Å: 40 to 60 in steps of 1 (published grid)."""

LETTERS = "ABCD"

Card = TypeVar("Card")


def shared_generators(request: DraftRequest, count: int) -> list[np.random.Generator]:
    """Give independent generators for the draws that all questions of a complex share.

    Each deck of cards has a generator of its own, so that dealing more cards from one deck,
    for more questions, leaves the others as they are.
    """
    seeds = request.rng(-1).integers(0, 2**63 - 1, size=count)
    return [np.random.default_rng(int(seed)) for seed in seeds]


def deal(rng: np.random.Generator, cards: Sequence[Card]) -> Iterator[Card]:
    """Deal cards for ever: all in random order, then all again in another order.

    No card comes twice before every card has come once.
    """
    while True:
        for place in rng.permutation(len(cards)):
            yield cards[int(place)]


def number_of_questions(request: DraftRequest, published: dict[str, int]) -> int:
    """Give how many questions are asked: the number requested, else the published one."""
    return published[request.split] if request.per_complex is None else request.per_complex


def describe(motions: Sequence[Motion]) -> str:
    """Write motions in the answer format, in order.

    >>> from misibench.geometry import Move, Roll
    >>> describe([Roll("x", 75), Move("x", -14)])
    'roll x 75, move x -14'
    """
    return ", ".join(str(motion) for motion in motions)
