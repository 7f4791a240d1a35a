"""Reading a built dataset back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from misibench.dataset.embed import EMBEDDED_IMAGES
from misibench.dataset.manifest import read_manifest
from misibench.dataset.pictures import DatasetPictures
from misibench.dataset.questions import (
    iterate_parquet,
    question_from_record,
    unreadable_parquet,
)
from misibench.errors import DatasetError
from misibench.records import Question
from misibench.tasks import TASKS, task_named

if TYPE_CHECKING:
    import datasets

__all__ = ["load_dataset", "question_file", "read_questions"]

SPLITS = ("train", "test", "tiny")


def question_file(directory: Path, task: str, split: str) -> Path:
    """Give the Parquet file of a task and split.

    Raises
    ------
    UsageError
        If there is no such task.
    DatasetError
        If there is no such split, or the dataset has no such task.
    """
    name = task_named(task).name
    if split not in SPLITS:
        raise DatasetError(f"split {split!r}", "no such split", "train, test or tiny")
    path = directory / name / f"{split}.parquet"
    if not path.is_file():
        raise DatasetError(path, "no such file", "a dataset that was built with this task")
    return path


def read_questions(
    directory: str | Path, task: str | None = None, split: str = "test"
) -> Iterator[Question]:
    """Read the questions of a dataset, in their order in the files, memory staying flat.

    Parameters
    ----------
    directory
        The dataset folder.
    task
        Name or code of a task; None reads all tasks that the dataset has.
    split
        "train", "test" or "tiny".
    """
    folder = Path(directory)
    read_manifest(folder)
    names = [task_named(task).name] if task else [one.name for one in TASKS]
    if split not in SPLITS:
        raise DatasetError(f"split {split!r}", "no such split", "train, test or tiny")
    for name in names:
        if task is None and not (folder / name).is_dir():
            continue
        for record in iterate_parquet(question_file(folder, name, split)):
            if record["images"] and isinstance(record["images"][0], dict):
                record["images"] = [one["path"] for one in record["images"]]
            yield question_from_record(record)


def load_dataset(directory: str | Path, task: str, split: str = "test") -> datasets.Dataset:
    """Load the questions of one task as a Hugging Face dataset with decoded images.

    Parameters
    ----------
    directory
        A folder made by ``misi build``, with pictures as files or embedded.
    task
        Name or code of a task ("rotation", "T2").
    split
        "train", "test" or "tiny".

    Returns
    -------
    datasets.Dataset
        One row per question with the fields of the dataset format; ``images`` is a list of
        PIL pictures, decoded when a row is read.

    Raises
    ------
    UsageError
        If there is no such task.
    DatasetError
        If the folder is no finished dataset, has no such task or split, or a damaged file.
    """
    # imported here: it takes more than a second, and nothing else needs it
    import datasets

    folder = Path(directory).resolve()
    read_manifest(folder)
    path = question_file(folder, task, split)
    try:
        table = pq.read_table(path)
    except (OSError, pa.ArrowException) as error:
        raise unreadable_parquet(path, error) from error
    place = table.schema.get_field_index("images")
    if pa.types.is_string(table.schema.field(place).type.value_type):
        store = DatasetPictures(folder)
        pictures = [
            [{"bytes": None, "path": store.address(image)} for image in images]
            for images in table.column(place).to_pylist()
        ]
        table = table.set_column(place, "images", pa.array(pictures, EMBEDDED_IMAGES))
    table = table.replace_schema_metadata(None)
    features = datasets.Features.from_arrow_schema(table.schema)
    features["images"] = datasets.List(datasets.Image())
    return datasets.Dataset(
        datasets.table.InMemoryTable(table),
        info=datasets.DatasetInfo(features=features),
        split=datasets.NamedSplit(split),
    )
