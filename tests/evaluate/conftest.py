"""A small dataset folder written by hand: nine tasks, train, test and tiny, tiny pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from misibench.dataset.manifest import write_manifest
from misibench.dataset.questions import question_record, questions_table, write_parquet
from misibench.records import Question

WriteDataset = Callable[[Path, Sequence[Question], Sequence[Question]], Path]


def _write_task(folder: Path, task: str, split: str, questions: Sequence[Question]) -> None:
    records = [question_record(replace(one, split=split)) for one in questions]
    write_parquet(questions_table(records), folder / task / f"{split}.parquet")


@pytest.fixture(scope="session")
def write_dataset() -> WriteDataset:
    """Write a dataset folder from test and training questions; tiny is the same as test."""

    def write(folder: Path, test: Sequence[Question], train: Sequence[Question]) -> Path:
        tasks = dict.fromkeys(one.task for one in test)
        for task in tasks:
            for split, questions in (("test", test), ("tiny", test), ("train", train)):
                chosen = [one for one in questions if one.task == task]
                _write_task(folder, task, split, chosen)
        for shade, name in enumerate(
            sorted({name for one in (*test, *train) for name in one.images})
        ):
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.is_file():
                # each picture differs, so that its hash tells it
                picture = Image.new("RGB", (48, 48), (shade % 251, shade // 251, 7))
                picture.save(path)
        write_manifest(folder, {"settings": {}, "counts": {}})
        return folder

    return write


@pytest.fixture(scope="session")
def data(
    question_set: tuple[Question, ...],
    write_dataset: WriteDataset,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """The nine tasks about four test complexes; the training ones are named 7xxx."""
    train = [
        replace(
            one,
            id=f"7{one.id}",
            complex_id=f"7{one.complex_id}",
            reference_id=one.reference_id and f"7{one.reference_id}",
            split="train",
            prompt=f"Training: {one.prompt}",
        )
        for one in question_set
    ]
    return write_dataset(tmp_path_factory.mktemp("dataset"), question_set, train)
