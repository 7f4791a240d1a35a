"""All answers that the grids of the cloze tasks allow, as texts in the answer format."""

from __future__ import annotations

from misibench.geometry import AXES, Move, Roll
from misibench.tasks.moves import LETTERS, MOVE_AXES, MOVE_GRID, ROLL_GRID, ZOOM_GRID

__all__ = ["MOVE_ANSWERS", "ROLL_ANSWERS", "ZOOM_ANSWERS", "grid_answers"]

MOVE_ANSWERS: tuple[str, ...] = tuple(
    str(Move(axis, distance)) for axis in MOVE_AXES for distance in MOVE_GRID
)
"""T1."""

ROLL_ANSWERS: tuple[str, ...] = tuple(
    str(Roll(axis, angle)) for axis in AXES for angle in ROLL_GRID
)
"""T2, and the roll of T7."""

ZOOM_ANSWERS: tuple[str, ...] = tuple(str(Move("z", distance)) for distance in ZOOM_GRID)
"""T3."""

_GRIDS = {
    "translation": MOVE_ANSWERS,
    "rotation": ROLL_ANSWERS,
    "zooming": ZOOM_ANSWERS,
    "translation_rotation": tuple(LETTERS),
    "rotation_rotation": tuple(LETTERS),
    "interaction_location": tuple(LETTERS),
}


def grid_answers(task: str) -> tuple[str, ...]:
    """Give every possible answer of a task; empty for tasks whose answers are open."""
    return _GRIDS.get(task, ())
