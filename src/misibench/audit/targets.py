"""What a blind player tries to tell of each question, and how often guessing tells it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from misibench.evaluate.columns import bond_texts
from misibench.evaluate.grids import grid_answers
from misibench.records import Question
from misibench.tasks import task_named

__all__ = ["TARGETS", "Target", "option_motions", "read_motions"]

_MOTION = re.compile(r"(move|roll)\s+([xyz])\s+(-?\d+(?:\.\d+)?)")

Motions = tuple[tuple[str, str, float], ...]


@dataclass(frozen=True, slots=True)
class Target:
    """One thing about the answers of a task that should not be told without the pictures.

    Attributes
    ----------
    task, name
        The task's name, and what is told: the whole answer or a part of it.
    value
        Reads it from a question; None leaves the question out.
    chance
        Share that guessing gets right, 0 to 1.
    balanced
        True where the classes need not be equally many: then right answers of every class count
        equally much (balanced accuracy).
    letters
        True where the answer is the letter of an option.
    """

    task: str
    name: str
    value: Callable[[Question], str | None]
    chance: float
    balanced: bool = False
    letters: bool = False


def read_motions(text: str) -> Motions:
    """Read the motions of an answer or option.

    >>> read_motions("roll x -75, move y 4")
    (('roll', 'x', -75.0), ('move', 'y', 4.0))
    """
    return tuple((kind, axis, float(value)) for kind, axis, value in _MOTION.findall(text))


def option_motions(question: Question) -> tuple[Motions, ...]:
    """Give the motions of all options, in letter order.

    Where the options are pictures these are not in the prompt; they stand for what could be seen
    in the candidates alone, by whoever has no look at the pictures before them.
    """
    return tuple(read_motions(text) for text in question.truth.get("options") or question.options)


def _answer(question: Question) -> str:
    return question.answer


def _axis(place: int) -> Callable[[Question], str | None]:
    return lambda question: read_motions(question.answer)[place][1]


def _sign(place: int) -> Callable[[Question], str | None]:
    return lambda question: "+" if read_motions(question.answer)[place][2] > 0 else "-"


def _roll(question: Question) -> str:
    return question.answer.split(",")[0].strip()


def _bonded(question: Question) -> str:
    return "Yes" if bond_texts(question.answer) else "No"


def _bonds(question: Question) -> str | None:
    return question.answer if bond_texts(question.answer) else None


def _exact(code: str) -> float:
    return 1.0 / len(grid_answers(task_named(code).name))


TARGETS: tuple[Target, ...] = (
    Target("translation", "answer", _answer, _exact("T1")),
    Target("translation", "axis", _axis(0), 1 / 2),
    Target("translation", "direction", _sign(0), 1 / 2),
    Target("rotation", "answer", _answer, _exact("T2")),
    Target("rotation", "axis", _axis(0), 1 / 3),
    Target("rotation", "direction", _sign(0), 1 / 2),
    Target("zooming", "answer", _answer, _exact("T3")),
    Target("residue_ligand_interaction", "bond or none", _bonded, 1 / 2, balanced=True),
    Target("translation_rotation", "letter", _answer, 1 / 4, letters=True),
    Target("rotation_rotation", "letter", _answer, 1 / 4, letters=True),
    Target("ligand_docking", "roll", _roll, 1 / 36),
    Target("ligand_docking", "roll axis", _axis(0), 1 / 3),
    Target("ligand_docking", "side", _sign(1), 1 / 2),
    Target("interaction_location", "letter", _answer, 1 / 4, letters=True),
    Target("pocket_ligand_interaction", "all bonds", _bonds, 0.0),
)
"""In the order of the tasks. A roll of T7 has 3 axes and 12 angles."""
