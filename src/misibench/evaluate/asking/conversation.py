"""A question as a conversation: examples with their answers, then the question itself."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from misibench.evaluate.asking.controls import Control, Presentation, presentations
from misibench.evaluate.asking.pictures import PictureStore, SentPicture
from misibench.records import Question

__all__ = ["Picture", "Turn", "Words", "conversation", "prompt_sha256", "sent_pictures"]


@dataclass(frozen=True, slots=True)
class Words:
    """A piece of text."""

    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture file."""

    sent: SentPicture


@dataclass(frozen=True, slots=True)
class Turn:
    """What one side says."""

    role: Literal["user", "assistant"]
    parts: tuple[Words | Picture, ...]


def conversation(
    presentation: Presentation,
    examples: Sequence[Question],
    store: PictureStore,
    own_store: PictureStore | None = None,
) -> tuple[Turn, ...]:
    """Build the turns of a question.

    Each picture follows a line with the number by which the prompt knows it; the prompt comes
    after all pictures.

    Parameters
    ----------
    store
        Gives the pictures of the examples.
    own_store
        Gives the question's own pictures where they are others than the dataset's.
    """
    turns: list[Turn] = []
    for example in examples:
        (shown,) = presentations(example, Control.NONE)
        turns.append(Turn("user", _ask(shown, store)))
        turns.append(Turn("assistant", (Words(f"Answer: {example.answer}"),)))
    turns.append(Turn("user", _ask(presentation, own_store or store)))
    return tuple(turns)


def _ask(presentation: Presentation, store: PictureStore) -> tuple[Words | Picture, ...]:
    question = presentation.question
    parts: list[Words | Picture] = []
    for number, name in zip(presentation.numbers, presentation.images, strict=True):
        original = question.images[number - 1]
        parts += [Words(f"Image {number}:"), Picture(store.picture(name, original))]
    preface = f"{presentation.preface}\n\n" if presentation.preface else ""
    return (*parts, Words(preface + question.prompt))


def sent_pictures(turns: Sequence[Turn]) -> list[SentPicture]:
    """Give all pictures of a conversation, in order."""
    return [part.sent for turn in turns for part in turn.parts if isinstance(part, Picture)]


def prompt_sha256(turns: Sequence[Turn]) -> str:
    """Hash all that is said in a conversation: texts, and hashes of pictures."""
    digest = hashlib.sha256()
    for turn in turns:
        digest.update(f"{turn.role}\n".encode())
        for part in turn.parts:
            said = part.text if isinstance(part, Words) else part.sent.sha256
            digest.update(f"{len(said)}:{said}\n".encode())
    return digest.hexdigest()
