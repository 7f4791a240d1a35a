"""Which questions cannot be answered from their pictures."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from misibench.dataset.load import SPLITS, read_questions
from misibench.dataset.manifest import read_manifest
from misibench.errors import DatasetError
from misibench.tasks import TASKS

__all__ = ["TaskVisibility", "audit_visibility"]


@dataclass(frozen=True, slots=True)
class TaskVisibility:
    """Counts of one task.

    Attributes
    ----------
    task
        Name of the task.
    questions
        Questions looked at.
    unanswerable
        Those that their pictures do not answer: an atom of a bond asked about is seen in none
        of them, or too little is left in the picture after a motion.
    about_bonds
        Questions that name or ask for hydrogen bonds there are.
    seen_in_two
        Of these, those whose every atom is seen in at least two pictures: in one picture two
        atoms have no depth.
    """

    task: str
    questions: int
    unanswerable: int
    about_bonds: int
    seen_in_two: int

    @property
    def share(self) -> float:
        """Share of questions that cannot be answered, 0 to 1."""
        return self.unanswerable / self.questions if self.questions else 0.0


def audit_visibility(directory: Path, split: str | None = None) -> list[TaskVisibility]:
    """Count per task the questions that cannot be answered from their pictures.

    Parameters
    ----------
    directory
        A folder made by ``misi build``.
    split
        "train", "test" or "tiny"; None takes train and test.

    Raises
    ------
    DatasetError
        If the dataset was built before visibility was recorded.
    """
    manifest = read_manifest(directory)
    found = []
    for task in TASKS:
        if task.name not in manifest["tasks"]:
            continue
        counts: Counter[str] = Counter()
        for part in SPLITS[:2] if split is None else (split,):
            for question in read_questions(directory, task.name, part):
                if "answerable" not in question.meta:
                    raise DatasetError(
                        directory, f"question {question.id} has no visibility figures",
                        "a dataset built by this version", "build it again",
                    )  # fmt: skip
                counts["questions"] += 1
                counts["unanswerable"] += not question.meta["answerable"]
                counts["about_bonds"] += question.meta["seen_in_views"] is not None
                counts["seen_in_two"] += bool(question.meta["seen_in_two"])
        found.append(
            TaskVisibility(
                task.name,
                counts["questions"],
                counts["unanswerable"],
                counts["about_bonds"],
                counts["seen_in_two"],
            )
        )
    return found
