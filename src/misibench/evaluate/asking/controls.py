"""Control runs: the same questions with something taken away, to tell seeing from guessing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from misibench.evaluate.columns import column_of
from misibench.records import Question
from misibench.tasks.moves import LETTERS

__all__ = [
    "BLANK",
    "Control",
    "Presentation",
    "base_id",
    "presentations",
    "rotated",
    "swap_partners",
]

BLANK = "<blank>"
"""Stands for an empty picture of the same size."""

ROTATION_MARK = "@"


class Control(StrEnum):
    """What a control run changes; few-shot examples stay as they are."""

    NONE = "none"
    BLANK = "blank"
    """Every picture is black."""
    SHUFFLED = "shuffled"
    """The pictures are those of another question of the task, about another complex."""
    TEXT_ONLY = "text-only"
    """No pictures."""
    NO_LABELS = "no-labels"
    """The pictures are drawn again without labels."""
    OPTIONS_ONLY = "options-only"
    """Choice tasks: only the candidates are shown."""
    CIRCULAR = "circular"
    """Choice tasks: asked four times, the options moved on by one each time."""


@dataclass(frozen=True, slots=True)
class Presentation:
    """A question as it is put: its pictures may be others, and its options elsewhere.

    Attributes
    ----------
    question
        Scored against this one; its id is that of the prediction.
    images
        Paths relative to the dataset folder, or ``BLANK``.
    numbers
        The number by which the prompt knows each picture.
    preface
        Said before the prompt; empty for nothing.
    """

    question: Question
    images: tuple[str, ...]
    numbers: tuple[int, ...]
    preface: str = ""


def base_id(question_id: str) -> str:
    """Give the id of a question before its options were moved on."""
    head, mark, tail = question_id.rpartition(ROTATION_MARK)
    return head if mark and tail in ("0", "1", "2", "3") else question_id


def presentations(
    question: Question, control: Control, partners: Mapping[str, Question] | None = None
) -> tuple[Presentation, ...]:
    """Say how a question is put in a run; nothing where the control does not apply to its task.

    Parameters
    ----------
    partners
        For ``SHUFFLED``: question id -> the question whose pictures are shown.
    """
    if control is Control.CIRCULAR:
        if not column_of(question).letters:
            return ()
        return tuple(_plain(rotated(question, step)) for step in range(len(LETTERS)))
    make = _MAKE.get(control)
    if make is not None:
        return make(question)
    if control is Control.SHUFFLED:
        partner = (partners or {}).get(question.id)
        if partner is None:
            return ()
        return (replace(_plain(question), images=partner.images),)
    return (_plain(question),)


def _plain(question: Question) -> Presentation:
    return Presentation(question, question.images, tuple(range(1, len(question.images) + 1)))


def _blank(question: Question) -> tuple[Presentation, ...]:
    return (replace(_plain(question), images=(BLANK,) * len(question.images)),)


def _text_only(question: Question) -> tuple[Presentation, ...]:
    return (Presentation(question, (), (), "The pictures of this question are not shown."),)


def _options_only(question: Question) -> tuple[Presentation, ...]:
    if not column_of(question).letters:
        return ()
    shown = len(LETTERS) if question.task != "interaction_location" else 0
    first = len(question.images) - shown
    return (
        Presentation(
            question,
            question.images[first:],
            tuple(range(first + 1, len(question.images) + 1)),
            "Only the options of this question are shown; its other pictures are left out.",
        ),
    )


def _unlabelled(question: Question) -> tuple[Presentation, ...]:
    said = "The pictures of this question are drawn without labels, whatever is said below."
    return (replace(_plain(question), preface=said),)


_MAKE: Mapping[Control, Callable[[Question], tuple[Presentation, ...]]] = {
    Control.BLANK: _blank,
    Control.TEXT_ONLY: _text_only,
    Control.NO_LABELS: _unlabelled,
    Control.OPTIONS_ONLY: _options_only,
}


def rotated(question: Question, step: int) -> Question:
    """Move the options of a choice question on by ``step`` letters.

    What was option A becomes option B after one step. Where options are pictures (the last
    four), these move; where they are texts, their lines in the prompt do.

    Raises
    ------
    ValueError
        If the prompt does not hold the option lines that it should.
    """
    count = len(LETTERS)
    order = [(place - step) % count for place in range(count)]
    answer = LETTERS[(LETTERS.index(question.answer) + step) % count]
    options = tuple(question.options[place] for place in order) if question.options else ()
    moved = replace(
        question, id=f"{question.id}{ROTATION_MARK}{step}", answer=answer, options=options
    )
    if question.task == "interaction_location":
        return replace(moved, prompt=_move_lines(question, options))
    head, tail = question.images[:-count], question.images[-count:]
    return replace(moved, images=(*head, *(tail[place] for place in order)))


def _move_lines(question: Question, options: Sequence[str]) -> str:
    before = _option_lines(question.options)
    if question.prompt.count(before) != 1:
        raise ValueError(f"question {question.id}: the prompt does not list its options once")
    return question.prompt.replace(before, _option_lines(options))


def _option_lines(options: Sequence[str]) -> str:
    return "\n".join(f"{letter}. {text}" for letter, text in zip(LETTERS, options, strict=True))


def swap_partners(questions: Iterable[Question]) -> dict[str, Question]:
    """Pair every question with one of the same task about another complex, by id alone.

    The partner has as many pictures. A question that has no such partner is left out.
    """
    lines: dict[tuple[str, int], list[Question]] = {}
    for question in questions:
        lines.setdefault((question.task, len(question.images)), []).append(question)
    partners = {}
    for line in lines.values():
        line.sort(key=lambda one: hashlib.sha256(one.id.encode()).digest())
        for place, question in enumerate(line):
            for step in range(1, len(line)):
                other = line[(place + step) % len(line)]
                if other.complex_id != question.complex_id:
                    partners[question.id] = other
                    break
    return partners
