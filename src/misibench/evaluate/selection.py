"""Which questions a run asks; scoring asks for the same ones again."""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from misibench.dataset.load import read_questions
from misibench.evaluate.asking.controls import (
    Control,
    Presentation,
    presentations,
    swap_partners,
)
from misibench.records import Question
from misibench.tasks import TASKS, task_named

__all__ = ["Selection"]

Reader = Callable[[Path, str, str], Iterator[Question]]


def _read(data: Path, task: str, split: str) -> Iterator[Question]:
    return read_questions(data, task=task, split=split)


@dataclass(frozen=True)
class Selection:
    """What is asked, in the order of the dataset.

    Attributes
    ----------
    data
        The dataset folder.
    split
        "test", "tiny" or "train".
    tasks
        Names of tasks; empty for all that the dataset has.
    limit
        At most so many questions per task, drawn by ``seed``; None for all.
    seed
        Of the draw.
    control
        What a control run changes.
    read
        Reads the questions of (folder, task, split).
    """

    data: Path
    split: str = "test"
    tasks: tuple[str, ...] = ()
    limit: int | None = None
    seed: int = 0
    control: Control = Control.NONE
    read: Reader = _read

    def task_names(self) -> tuple[str, ...]:
        """Give the tasks asked, in the published order.

        Raises
        ------
        UsageError
            For an unknown task.
        """
        wanted = {task_named(name).name for name in self.tasks}
        known = [task.name for task in TASKS]
        if not wanted:
            return tuple(name for name in known if (self.data / name).is_dir())
        return tuple(name for name in known if name in wanted)

    def originals(self) -> Iterator[Question]:
        """Give the questions of the dataset that are asked, as they stand there."""
        for task in self.task_names():
            chosen = None if self.limit is None else self._drawn(task, self.limit)
            for question in self.read(self.data, task, self.split):
                if chosen is None or question.id in chosen:
                    yield question

    def _drawn(self, task: str, limit: int) -> set[str]:
        ids = (question.id for question in self.read(self.data, task, self.split))
        return set(heapq.nsmallest(limit, ids, key=self._order))

    def _order(self, question_id: str) -> bytes:
        return hashlib.sha256(f"{self.seed}:{question_id}".encode()).digest()

    def presentations(self) -> Iterator[Presentation]:
        """Give the questions as they are put; those a control does not apply to are left out."""
        partners = None
        if self.control is Control.SHUFFLED:
            partners = swap_partners(self.originals())
        for question in self.originals():
            yield from presentations(question, self.control, partners)

    def questions(self) -> Iterator[Question]:
        """Give the questions that replies are scored against."""
        return (presentation.question for presentation in self.presentations())

    def examples(self, tasks: Sequence[str] | None = None) -> Iterator[Question]:
        """Give the training questions of the tasks asked, for few-shot examples."""
        for task in self.task_names() if tasks is None else tasks:
            yield from self.read(self.data, task, "train")
