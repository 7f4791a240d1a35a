"""The nine tasks in the published order, found by name or code."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Literal

from misibench.errors import UsageError
from misibench.tasks.draft import Task
from misibench.tasks.interaction_location import InteractionLocation
from misibench.tasks.ligand_docking import LigandDocking
from misibench.tasks.moves import MOVE_AXES
from misibench.tasks.pocket_ligand_interaction import PocketLigandInteraction
from misibench.tasks.residue_ligand_interaction import ResidueLigandInteraction
from misibench.tasks.rotation import Rotation
from misibench.tasks.rotation_rotation import RotationRotation
from misibench.tasks.translation import Translation
from misibench.tasks.translation_rotation import TranslationRotation
from misibench.tasks.zooming import Zooming

__all__ = ["TASKS", "paper_counts", "task_named"]

TASKS: tuple[Task, ...] = (
    Translation(),
    Rotation(),
    Zooming(),
    ResidueLigandInteraction(),
    TranslationRotation(),
    RotationRotation(),
    LigandDocking(),
    InteractionLocation(),
    PocketLigandInteraction(),
)
"""In the order of the published tables, T1 to T9."""

_BY_NAME = {name: task for task in TASKS for name in (task.name, task.code.lower())}


def task_named(name: str) -> Task:
    """Give a task by its name or code, in any case; hyphens and spaces stand for underscores.

    >>> task_named("t2").name
    'rotation'

    Raises
    ------
    UsageError
        If there is no such task; names the nearest one.
    """
    wanted = name.strip().lower().replace("-", "_").replace(" ", "_")
    task = _BY_NAME.get(wanted)
    if task is not None:
        return task
    near = get_close_matches(wanted, _BY_NAME, n=1, cutoff=0.5)
    raise UsageError(
        "task",
        f"there is no task {name!r}",
        "one of " + ", ".join(f"{task.code} {task.name}" for task in TASKS),
        f"did you mean {_BY_NAME[near[0]].name!r}?" if near else "",
    )


def paper_counts(name: str, split: Literal["train", "test"]) -> int | None:
    """Give how many questions of a task the paper asks per complex; None where bonds decide.

    T4 asks about every residue with a bond and as many without, T8 once per residue with one.

    >>> paper_counts("T2", "train"), paper_counts("T2", "test")
    (6, 3)
    """
    task = task_named(name)
    published: dict[str, int] | None = getattr(task, "published", None)
    if published is None:
        return None
    axes = {"T1": len(MOVE_AXES), "T2": 3}.get(task.code, 1)
    return published[split] * axes
