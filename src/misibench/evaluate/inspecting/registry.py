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
from misibench.evaluate.asking import Control, ExamplePool, PictureStore, conversation
from misibench.evaluate.evaluation import Asked, dataset_revision
from misibench.evaluate.inspecting import local_model, url_model
from misibench.evaluate.inspecting.samples import as_sample
from misibench.evaluate.inspecting.scorer import question_scorer
from misibench.evaluate.selection import Selection
from misibench.tasks import TASKS

__all__: list[str] = []

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


def _register(name: str) -> None:
    @task(name=name)
    def made(
        data: str,
        split: str = "test",
        shots: int = 3,
        seed: int = 0,
        limit: int | None = None,
        control: str = "none",
    ) -> Task:
        """Make one task of the dataset in folder ``data``."""
        return _task(name, data, split, shots, seed, limit, control)


for _one in TASKS:
    _register(_one.name)
