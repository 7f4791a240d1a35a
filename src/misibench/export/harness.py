"""What other harnesses call: the words around pictures, and the score of a reply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from misibench.dataset.questions import question_from_record
from misibench.records import Score
from misibench.tasks import task_named

__all__ = ["question_parts", "score_reply"]


def question_parts(prompt: str, images: int) -> list[str | int]:
    """Give a question as texts and places of pictures (from 0), in the order they are shown.

    >>> question_parts("What moved?", 2)
    ['Image 1:', 0, 'Image 2:', 1, 'What moved?']
    """
    parts: list[str | int] = []
    for place in range(images):
        parts += [f"Image {place + 1}:", place]
    return [*parts, prompt]


def score_reply(reply: str | None, record: Mapping[str, Any]) -> Score:
    """Score a reply to a question given as a row of the dataset.

    Raises
    ------
    KeyError
        If the row lacks a field of a question.
    """
    question = question_from_record({"images": [], **record, "options": record["options"] or []})
    return task_named(question.task).score(reply or "", question)
