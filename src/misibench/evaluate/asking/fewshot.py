"""Few-shot examples: seeded, from the training split only, never of the question's own complex."""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from misibench.evaluate.columns import column_of
from misibench.records import Question, Split

__all__ = ["ExamplePool"]

SPARE = 8
"""Examples kept of each kind, so that others can step in for those of the same complex."""


@dataclass(frozen=True)
class ExamplePool:
    """Examples by task, in the order in which they are used.

    The same examples, in the same order, stand before every question of a task, so that
    providers can reuse what they have read.
    """

    by_task: Mapping[str, tuple[Question, ...]]

    @classmethod
    def draw(cls, train: Iterable[Question], seed: int) -> ExamplePool:
        """Draw examples; depends on seed and ids alone, not on the order of the questions.

        Kinds take turns: bond and no bond in T4, the letters in choice tasks, so that a few
        examples show more than one kind of answer. Memory stays flat.

        Raises
        ------
        ValueError
            If a question is not of the training split.
        """
        kinds: dict[str, dict[str, list[tuple[int, str, Question]]]] = {}
        for question in train:
            if question.split != Split.TRAIN:
                raise ValueError(f"question {question.id} is not of the training split")
            heap = kinds.setdefault(question.task, {}).setdefault(_kind(question), [])
            # a heap of the smallest hashes: negated, since heapq keeps the smallest on top
            entry = (-_order(seed, question.id), question.id, question)
            if len(heap) < SPARE:
                heapq.heappush(heap, entry)
            else:
                heapq.heappushpop(heap, entry)
        return cls({task: _in_turn(found.values()) for task, found in kinds.items()})

    def examples(self, question: Question, shots: int) -> tuple[Question, ...]:
        """Give up to ``shots`` examples for a question, none of its complexes."""
        own = {question.complex_id, question.reference_id} - {None}
        found = [
            one
            for one in self.by_task.get(question.task, ())
            if not own & {one.complex_id, one.reference_id}
        ]
        return tuple(found[:shots])


def _kind(question: Question) -> str:
    column = column_of(question)
    return question.answer if column.letters else column.name


def _order(seed: int, question_id: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{seed}:{question_id}".encode()).digest()[:8], "big")


def _in_turn(heaps: Iterable[list[tuple[int, str, Question]]]) -> tuple[Question, ...]:
    lines = [sorted(heap, key=lambda entry: -entry[0]) for heap in heaps]
    lines.sort(key=lambda line: -line[0][0])
    longest = max(len(line) for line in lines)
    return tuple(line[place][2] for place in range(longest) for line in lines if place < len(line))
