"""What passes between the parts: questions, predictions and scores.

These are the rows of the Parquet and JSONL files; docs/reference/dataset.md gives every field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

__all__ = ["Outcome", "Prediction", "Question", "Score", "Split"]


class Split(StrEnum):
    """The parts of a dataset; ``tiny`` is drawn from ``test``."""

    TRAIN = "train"
    TEST = "test"
    TINY = "tiny"


class Outcome(StrEnum):
    """What became of a question that was put to a player."""

    CORRECT = "correct"
    PARTIAL = "partial"
    WRONG = "wrong"
    NO_ANSWER = "no_answer"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Question:
    """One question as it stands in the dataset.

    Attributes
    ----------
    id
        Stable: the same seed and structure give the same id and content in any build.
    images
        Paths relative to the dataset folder, in the order the prompt names them.
    options
        Texts of the options A, B, C, D; empty for questions without options.
    answer
        The right answer in the answer format.
    truth
        The right answer in structured form (axis, value, bonds ...); keys by task.
    meta
        Task version, decoy scheme, number of bonds, visibility ...
    """

    id: str
    task: str
    split: str
    complex_id: str
    images: tuple[str, ...]
    prompt: str
    answer: str
    reference_id: str | None = None
    options: tuple[str, ...] = ()
    truth: Mapping[str, Any] = field(default_factory=dict)
    meta: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Prediction:
    """A reply to a question, kept whole for ever; ``error`` is set when the request failed."""

    id: str
    reply: str | None
    task: str = ""
    model: str = ""
    error: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Score:
    """What a reply is worth.

    Attributes
    ----------
    paper
        The score by the published rules, 0 to 1.
    exact
        1.0 if the answer equals the truth after normalisation, else 0.0.
    answer
        What was read from the reply, in the answer format; None where nothing was.
    note
        Why nothing was read, or what is special ("ambiguous: two different answers").
    figures
        Further figures by name (continuous score, errors in Å or degrees, precision ...).
    """

    outcome: Outcome
    paper: float
    exact: float
    answer: str | None = None
    note: str = ""
    figures: Mapping[str, float] = field(default_factory=dict)

    @property
    def parsed(self) -> bool:
        """Whether an answer was read from the reply."""
        return self.outcome not in (Outcome.NO_ANSWER, Outcome.FAILED)
