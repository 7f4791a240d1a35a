"""Who answers what in which order: seeded, balanced, different for every participant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from misibench.dataset.seeds import rank
from misibench.geometry import AXES, Roll
from misibench.tasks.moves import ROLL_GRID
from misibench.web.human.settings import StudySettings

__all__ = ["PlannedItem", "plan_items"]


@dataclass(frozen=True, slots=True)
class PlannedItem:
    """One thing to answer: a question, or an attention check with the answer it asks for."""

    question_id: str | None = None
    expected: str | None = None


def plan_items(
    questions: Mapping[str, Sequence[str]],
    raters: Mapping[str, int],
    settings: StudySettings,
    number: int,
) -> list[PlannedItem]:
    """Choose and order what a participant is asked.

    Parameters
    ----------
    questions
        Ids by task.
    raters
        How many participants have each question already; those with fewest come first where
        not all questions are asked, so that questions are shared out evenly.
    settings
        Number per task, order, attention checks, seed.
    number
        Number of the participant; the plan depends on it, the seed and ``raters`` alone.
    """
    person = f"participant {number}"

    def shuffled(names: Sequence[str], purpose: str) -> list[str]:
        return sorted(names, key=lambda name: rank(settings.seed, f"{person} {purpose}", name))

    chosen: list[str] = []
    for task in shuffled(list(questions), "tasks"):
        drawn = shuffled(questions[task], "draw")
        drawn.sort(key=lambda one: raters.get(one, 0))  # stable: ties stay in random order
        chosen += shuffled(drawn[: settings.per_task], "order")
    if settings.order == "mixed":
        chosen = shuffled(chosen, "mixed")
    items: list[PlannedItem] = []
    for place, question_id in enumerate(chosen, start=1):
        items.append(PlannedItem(question_id))
        if settings.attention_every and place % settings.attention_every == 0:
            items.append(PlannedItem(expected=_expected(settings.seed, person, place)))
    return items


def _expected(seed: int, person: str, place: int) -> str:
    """Draw the answer that an attention check asks for."""
    draw = rank(seed, f"{person} attention", str(place))
    angle = ROLL_GRID[draw // len(AXES) % len(ROLL_GRID)]
    return str(Roll(AXES[draw % len(AXES)], angle))
