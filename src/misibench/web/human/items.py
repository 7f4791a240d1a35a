"""Items as pages and scripts show them: nothing in here knows a right answer."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from misibench.geometry import Motion, Move, Roll
from misibench.tasks import task_named
from misibench.web.human.content import WorkedExample
from misibench.web.human.context import StudyWeb
from misibench.web.human.forms import (
    answer_form,
    attention_form,
    key_paragraphs,
    picture_captions,
    prompt_paragraphs,
)
from misibench.web.human.store import Item, Participant

__all__ = ["Progress", "example_view", "item_view", "next_position", "picture_id", "read_reply"]

TITLES = {
    "T1": "How was it moved?", "T2": "How was it rotated?", "T3": "How far toward you?",
    "T4": "Hydrogen bonds of one residue", "T5": "The same move and rotation",
    "T6": "The same two rotations again", "T7": "Back into the pocket",
    "T8": "Bring the bond to the middle", "T9": "All hydrogen bonds",
}  # fmt: skip
"""What a task is called where people see it."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a participant got."""

    total: int
    answered: int
    skipped: int

    @classmethod
    def of(cls, items: Sequence[Item]) -> Progress:
        """Count items by status."""
        counts = Counter(item.status for item in items)
        return cls(len(items), counts["answered"], counts["skipped"])

    @property
    def open(self) -> int:
        """Items neither answered nor skipped."""
        return self.total - self.answered - self.skipped


def next_position(items: Sequence[Item], after: int) -> int | None:
    """Give the item to go to: the next open one, from the start if need be, then skipped ones."""
    for status in ("open", "skipped"):
        found = [item.position for item in items if item.status == status]
        later = [position for position in found if position > after]
        if status == "skipped":  # never straight back to what was skipped just now
            found = [position for position in found if position != after]
        if later or found:
            return (later or found)[0]
    return None


def picture_id(web: StudyWeb, participant: Participant, position: int, number: int) -> str:
    """Give the address of a picture: place and number, signed for this participant alone.

    File names say what a picture shows, and so do names shared between participants; this one
    says nothing.
    """
    key = web.study.keyed("picture", participant.id, participant.token_hash, position, number)
    return f"{position}-{number}-{key}"


def item_title(web: StudyWeb, item: Item) -> str:
    """Give the heading of an item."""
    if item.question_id is None:
        return "Attention check"
    return TITLES[task_named(web.study.content.questions[item.question_id].task).code]


def item_view(
    web: StudyWeb, participant: Participant, item: Item, items: Sequence[Item]
) -> dict[str, Any]:
    """Describe an item for its page; ``items`` are all of the participant's."""
    common = {
        "position": item.position,
        "title": item_title(web, item),
        "status": item.status,
        "state": {
            "form": json.loads(item.form), "text": item.text, "version": item.version,
            "active_ms": item.active_ms, "status": item.status, "reply": item.reply,
        },
    }  # fmt: skip
    if item.question_id is None:
        return {
            **common,
            "asked": [[_attention_text(item.expected or "")]],
            "paragraphs": [],
            "first": False,
            "pictures": [],
            "form": attention_form(),
        }
    question = web.study.content.questions[item.question_id]
    captions = picture_captions(question.prompt, len(question.images))
    paragraphs = prompt_paragraphs(question.prompt)
    return {
        **common,
        "asked": key_paragraphs(paragraphs, bool(question.options)),
        "paragraphs": paragraphs,
        "first": not any(_same_task(web, one, item) for one in items[: item.position - 1]),
        "pictures": [
            {
                "url": f"/study/picture/{picture_id(web, participant, item.position, number)}",
                "caption": f"{number} {caption}".strip(),
                "alt": f"Image {number}: {caption}".rstrip(": "),
            }
            for number, caption in enumerate(captions, start=1)
        ],
        "form": answer_form(question, web.study.content.annotation(question.complex_id)),
    }


def _same_task(web: StudyWeb, first: Item, second: Item) -> bool:
    questions = web.study.content.questions
    return (
        first.question_id is not None
        and second.question_id is not None
        and questions[first.question_id].task == questions[second.question_id].task
    )


def _attention_text(expected: str) -> str:
    _, axis, angle = expected.split()
    return (
        "This is an attention check: there is nothing to look at. Choose the axis "
        f"{axis} and the angle {angle.replace('-', '−')}, and save the answer."
    )


EXPLANATIONS = {
    "T1": "Compare where the same atom is in image 1 and in image 4, in the scale of the bonds.",
    "T2": "Look for an atom near the edge of image 1 and see where it went in image 4.",
    "T3": "Things look larger the nearer they are; compare the distance of two labels.",
    "T4": "Look for nitrogen and oxygen atoms of both that are some 3 Å apart in all views.",
    "T5": "Find out what happened to the reference, then do the same to the target in your mind.",
    "T6": "Find out which two rotations lead from image 1 to image 4, then do them once more.",
    "T7": "The rotation undoes the turn of the ligand, the move brings it back along x.",
    "T8": "Find the named bond in the front view; the move goes the opposite way.",
    "T9": "Look for nitrogen and oxygen atoms of pocket and ligand some 3 Å apart in all views.",
}
"""How one goes about a task."""


def example_view(example: WorkedExample) -> dict[str, Any]:
    """Describe a worked example: a training question with its answer."""
    question = example.question
    captions = picture_captions(question.prompt, len(question.images))
    motions = _motions(question.answer)
    return {
        "code": example.code,
        "title": TITLES[example.code],
        "explanation": EXPLANATIONS[example.code],
        "paragraphs": prompt_paragraphs(question.prompt),
        "options": list(question.options),
        "answer": question.answer,
        "words": "; ".join(_in_words(motion) for motion in motions),
        "pictures": [
            {
                "url": f"/study/example/{example.code}/{number}",
                "caption": f"{number} {caption}".strip(),
                "alt": f"Image {number}: {caption}".rstrip(": "),
            }
            for number, caption in enumerate(captions, start=1)
        ],
    }


def _motions(answer: str) -> list[Motion]:
    motions: list[Motion] = []
    for part in answer.split(", "):
        words = part.split()
        if len(words) == 3 and words[0] == "move":
            motions.append(Move(words[1], float(words[2])))  # type: ignore[arg-type]
        elif len(words) == 3 and words[0] == "roll":
            motions.append(Roll(words[1], float(words[2])))  # type: ignore[arg-type]
    return motions


_WAYS = {("x", 1): "to the right", ("x", -1): "to the left", ("y", 1): "up", ("y", -1): "down",
         ("z", 1): "toward you", ("z", -1): "away from you"}  # fmt: skip


def _in_words(motion: Motion) -> str:
    if isinstance(motion, Move):
        way = _WAYS[motion.axis, 1 if motion.distance > 0 else -1]
        return f"{abs(motion.distance):g} Å {way}"
    return f"{motion.angle_deg:g} degrees about the {motion.axis} axis".replace("-", "−")


def read_reply(web: StudyWeb, item: Item, text: str) -> str | None:
    """Give what scoring would read from a reply, None where it could read nothing.

    Whether it is right is not part of it.
    """
    if item.question_id is None:
        return text.strip() or None
    question = web.study.content.questions[item.question_id]
    return task_named(question.task).score(text, question).answer
