"""Choice questions asked with every rotation of their options."""

from __future__ import annotations

from collections import defaultdict

from misibench.evaluate.asking.controls import base_id
from misibench.evaluate.scoring_run import ScoredRun
from misibench.tasks.moves import LETTERS

__all__ = ["circular_accuracy"]


def circular_accuracy(run: ScoredRun) -> dict[str, tuple[int, int]]:
    """Give (questions right in all four rotations, questions) by column.

    Only questions that the run asked in all rotations count; a run that asked none gives
    nothing. One who always says the same letter gets 0, where plain accuracy gives 25 %.
    """
    found: dict[str, tuple[int, int]] = {}
    for name, rows in run.by_column.items():
        turns: defaultdict[str, list[bool]] = defaultdict(list)
        for row in rows:
            base = base_id(row.question.id)
            if base != row.question.id:
                turns[base].append(row.score.exact == 1.0)
        whole = [right for right in turns.values() if len(right) == len(LETTERS)]
        if whole:
            found[name] = (sum(all(right) for right in whole), len(whole))
    return found
