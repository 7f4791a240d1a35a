"""What a study asks of whom, fixed when it begins."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from typing import Any

from misibench.dataset.load import SPLITS
from misibench.errors import UsageError
from misibench.tasks import task_named

__all__ = ["DEFAULT_CONSENT", "ORDERS", "StudySettings", "settings_from"]

ORDERS = ("blocks", "mixed")

DEFAULT_CONSENT = """\
You are asked to answer questions about pictures of molecules: how something was moved or turned,
where hydrogen bonds are. The answers serve as the human baseline that computer models are
compared with.

Taking part is voluntary. You may pause whenever you like and go on later with the same link, and
you may stop altogether.

Stored are your answers, the time you spent with each question visible, and when you answered.
Neither your name nor your address in the network is stored with them. The answers may be published
under a made-up label such as P01.

Please answer by yourself, from the pictures alone: no molecular software, no databases, no chat
programs. A few attention checks are mixed in; they say so and tell you what to enter."""
"""Shown before anything else where the organiser gives no text of their own."""


@dataclass(frozen=True, slots=True)
class StudySettings:
    """Settings of a study.

    Attributes
    ----------
    split
        Whose questions are asked.
    tasks
        Names of the tasks asked; empty for all.
    per_task
        Questions per task and participant; None asks all of them.
    order
        "blocks": one task after the other, tasks and questions in random order; "mixed": all
        questions in random order.
    attention_every
        One attention check after so many questions; 0 for none.
    seed
        Seed of every random choice.
    consent
        Text of the consent page, paragraphs apart by blank lines.
    """

    split: str = "tiny"
    tasks: tuple[str, ...] = ()
    per_task: int | None = None
    order: str = "blocks"
    attention_every: int = 25
    seed: int = 0
    consent: str = DEFAULT_CONSENT

    def __post_init__(self) -> None:
        if self.split not in SPLITS:
            raise UsageError("--split", repr(self.split), ", ".join(SPLITS))
        if self.order not in ORDERS:
            raise UsageError("--order", repr(self.order), " or ".join(ORDERS))
        if self.per_task is not None and self.per_task < 1:
            raise UsageError("--per-task", str(self.per_task), "a number from 1")
        if self.attention_every < 0:
            raise UsageError("--attention-every", str(self.attention_every), "0 or more")
        if not self.consent.strip():
            raise UsageError("--consent", "an empty text", "what participants agree to")

    def to_json(self) -> str:
        """Write the settings down."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> StudySettings:
        """Read settings written by ``to_json``."""
        content = json.loads(text)
        return cls(**{**content, "tasks": tuple(content["tasks"])})


def settings_from(given: dict[str, Any], stored: StudySettings | None) -> StudySettings:
    """Give the settings of a study that begins, or check those given against the stored ones.

    Parameters
    ----------
    given
        What the user asked for; None stands for not asked.
    stored
        The settings of a study that has begun.

    Raises
    ------
    UsageError
        If something given differs from what the study began with.
    """
    wanted = {name: value for name, value in given.items() if value is not None}
    if "tasks" in wanted:
        wanted["tasks"] = tuple(task_named(name).name for name in wanted["tasks"])
    if stored is None:
        return StudySettings(**wanted)
    for field in fields(stored):
        before = getattr(stored, field.name)
        if field.name in wanted and wanted[field.name] != before:
            shown = "another text" if field.name == "consent" else repr(wanted[field.name])
            raise UsageError(
                f"--{field.name.replace('_', '-')}", f"{shown} for a study that has begun",
                "the text it began with" if field.name == "consent" else repr(before),
                "leave the option out, or begin a new study with another --study folder",
            )  # fmt: skip
    return stored
