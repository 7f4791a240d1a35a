"""What Inspect finds by entry point: one task per MiSI-Bench task, and our model classes.

Use: ``inspect eval misibench/rotation -T data=DIR --model openai/gpt-4.1``.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset
from inspect_ai.solver import generate

from misibench.errors import UsageError
from misibench.evaluate.asking import (
    Control,
    ExamplePool,
    PictureStore,
    conversation,
)
from misibench.evaluate.evaluation import Asked, dataset_revision
from misibench.evaluate.inspecting import local_model, url_model
from misibench.evaluate.inspecting.samples import as_sample
from misibench.evaluate.inspecting.scorer import question_scorer
from misibench.evaluate.selection import Selection

__all__ = [
    "interaction_location",
    "ligand_docking",
    "pocket_ligand_interaction",
    "residue_ligand_interaction",
    "rotation",
    "rotation_rotation",
    "translation",
    "translation_rotation",
    "zooming",
]

local_model.register()
url_model.register()


def _task(
    name: str, data: str, split: str, shots: int, seed: int, limit: int | None, control: str
) -> Task:
    if control == Control.NO_LABELS:
        raise UsageError("control no-labels", "needs pictures drawn again", "", "use misi eval")
    selection = Selection(Path(data), split, (name,), limit, seed, Control(control))
    pool = ExamplePool.draw(selection.examples(), seed) if shots else ExamplePool({})
    store = PictureStore(Path(data), Path(tempfile.mkdtemp(prefix="misibench-")))
    revision = dataset_revision(Path(data))
    samples = []
    for presentation in selection.presentations():
        question = presentation.question
        turns = conversation(presentation, pool.examples(question, shots), store)
        facts = {"shots": shots, "seed": seed, "dataset_revision": revision}
        samples.append(as_sample(Asked(question, turns, facts)))
    return Task(
        dataset=MemoryDataset(samples, name=f"misibench/{name}"),
        solver=generate(),
        scorer=question_scorer(),
    )


@task
def translation(
    data: str,
    split: str = "test",
    shots: int = 3,
    seed: int = 0,
    limit: int | None = None,
    control: str = "none",
) -> Task:
    """Make task T1 of the dataset in folder ``data``."""
    return _task("translation", data, split, shots, seed, limit, control)


@task
def rotation(
    data: str,
    split: str = "test",
    shots: int = 3,
    seed: int = 0,
    limit: int | None = None,
    control: str = "none",
) -> Task:
    """Make task T2 of the dataset in folder ``data``."""
    return _task("rotation", data, split, shots, seed, limit, control)


@task
def zooming(
    data: str,
    split: str = "test",
    shots: int = 3,
    seed: int = 0,
    limit: int | None = None,
    control: str = "none",
) -> Task:
    """Make task T3 of the dataset in folder ``data``."""
    return _task("zooming", data, split, shots, seed, limit, control)


@task
def residue_ligand_interaction(
    data: str,
    split: str = "test",
    shots: int = 3,
    seed: int = 0,
    limit: int | None = None,
    control: str = "none",
) -> Task:
    """Make task T4 of the dataset in folder ``data``."""
    return _task("residue_ligand_interaction", data, split, shots, seed, limit, control)


@task
def translation_rotation(
    data: str,
    split: str = "test",
    shots: int = 3,
    seed: int = 0,
    limit: int | None = None,
    control: str = "none",
) -> Task:
    """Make task T5 of the dataset in folder ``data``."""
    return _task("translation_rotation", data, split, shots, seed, limit, control)


@task
def rotation_rotation(
    data: str,
    split: str = "test",
    shots: int = 3,
    seed: int = 0,
    limit: int | None = None,
    control: str = "none",
) -> Task:
    """Make task T6 of the dataset in folder ``data``."""
    return _task("rotation_rotation", data, split, shots, seed, limit, control)


@task
def ligand_docking(
    data: str,
    split: str = "test",
    shots: int = 3,
    seed: int = 0,
    limit: int | None = None,
    control: str = "none",
) -> Task:
    """Make task T7 of the dataset in folder ``data``."""
    return _task("ligand_docking", data, split, shots, seed, limit, control)


@task
def interaction_location(
    data: str,
    split: str = "test",
    shots: int = 3,
    seed: int = 0,
    limit: int | None = None,
    control: str = "none",
) -> Task:
    """Make task T8 of the dataset in folder ``data``."""
    return _task("interaction_location", data, split, shots, seed, limit, control)


@task
def pocket_ligand_interaction(
    data: str,
    split: str = "test",
    shots: int = 3,
    seed: int = 0,
    limit: int | None = None,
    control: str = "none",
) -> Task:
    """Make task T9 of the dataset in folder ``data``."""
    return _task("pocket_ligand_interaction", data, split, shots, seed, limit, control)
