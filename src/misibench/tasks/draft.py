"""A question before words and pictures, and the interface every task has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Protocol

import numpy as np

from misibench.records import Question, Score
from misibench.scene.annotation import Annotation
from misibench.scene.shot import Shot

__all__ = ["Draft", "DraftRequest", "Image", "Option", "Skip", "Task"]


@dataclass(frozen=True, slots=True)
class Image:
    """A picture a question needs: a shot of the complex itself or of its reference complex."""

    shot: Shot
    of_reference: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """A possible answer of a choice question.

    Attributes
    ----------
    text
        What the option says ("move x 3, roll y 15"); shown in the prompt only where
        ``in_picture`` is False.
    shot
        The picture this option leads to. It is compared with those of the other options, so
        that no two options look alike, whether or not it is part of the question.
    in_picture
        True where the options are pictures of the question (drawn after ``Draft.images``).
    """

    text: str
    shot: Shot
    in_picture: bool


@dataclass(frozen=True, slots=True)
class Draft:
    """A question before words and pictures.

    Attributes
    ----------
    task, index
        ``index`` counts the questions of one task and structure from 0; for questions about a
        residue (T4, T8) it is the residue's place in the pocket, so that it depends on no other.
    images
        The pictures in the order the prompt names them, option pictures left out.
    slots
        Values for the slots of the task's template, except ``options`` (filled from the
        options chosen).
    answer
        The answer in the answer format; for choice questions empty, since the letter is
        given when the options are laid out.
    truth
        The answer in structured form, plain JSON types.
    options
        For choice questions: the true option first, then decoys in order of preference, more
        than three, so that one whose picture equals another's can be passed over.
    letter
        For choice questions: where the true option goes, "A" to "D".
    key
        What makes the question one of its kind ("A:52A" for a residue, "" otherwise); part of
        the question id.
    meta
        Decoy scheme, number of bonds ..., plain JSON types.
    asked
        (receptor atom, ligand atom) of every hydrogen bond that has to be seen to answer; empty
        for questions that are not about bonds, or about there being none.
    """

    task: str
    index: int
    images: tuple[Image, ...]
    slots: Mapping[str, str]
    answer: str
    truth: Mapping[str, Any]
    options: tuple[Option, ...] = ()
    letter: str = ""
    key: str = ""
    meta: Mapping[str, Any] = field(default_factory=dict)
    asked: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Skip:
    """A question that cannot be asked, and why; counted, never silent."""

    task: str
    reason: str


@dataclass(frozen=True, slots=True)
class DraftRequest:
    """What a task is given to make its questions about one complex.

    Attributes
    ----------
    annotation
        The complex with its camera and hydrogen bonds.
    split
        "train" or "test": the published counts differ.
    rng
        ``rng(index)`` is the generator of question ``index``; ``rng(-1)`` is the generator for
        draws that all questions of this task and complex share (values without replacement,
        balanced letters). Both depend on seed, task and complex id alone.
    per_complex
        Number of questions (per axis for T1 and T2), or None for the published count.
    negatives
        Which residues serve as T4's negatives: any of the pocket, those with an atom within 4 Å
        of the ligand first, or any drawn so that their names are as frequent as those of
        residues with bonds.
    """

    annotation: Annotation
    split: Literal["train", "test"]
    rng: Callable[[int], np.random.Generator]
    per_complex: int | None = None
    negatives: Literal["random", "near", "matched"] = "random"


class Task(Protocol):
    """One of the nine tasks; each lives in a small file of its own."""

    name: ClassVar[str]
    """Also the name of the template file and of the dataset folder."""
    code: ClassVar[str]
    """T1 to T9."""
    version: ClassVar[int]
    """Raised when questions, answers or scores change."""
    needs_reference: ClassVar[bool]
    """True where a second complex is part of the question (T5)."""

    def drafts(self, request: DraftRequest) -> Iterable[Draft | Skip]:
        """Make the questions of this task about one complex."""
        ...

    def score(self, reply: str, question: Question) -> Score:
        """Read a reply and score it; never guesses, never raises on any text."""
        ...
