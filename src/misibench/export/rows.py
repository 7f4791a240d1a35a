"""What every export of questions shares: which rows, with which pictures, in which words."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from misibench.dataset.files import write_bytes
from misibench.dataset.load import SPLITS, question_file
from misibench.dataset.manifest import read_manifest
from misibench.dataset.pictures import DatasetPictures, QuestionRow, iterate_rows
from misibench.errors import DatasetError, UsageError
from misibench.tasks import TASKS, task_named

__all__ = ["ExportRequest", "Exported", "answer_text", "dataset_tasks", "place_picture", "rows_of"]


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What is exported, and where to.

    Attributes
    ----------
    directory
        A dataset made by ``misi build``.
    out
        Folder to write to; made if missing.
    tasks
        Names or codes; all that the dataset has where empty.
    splits
        "train", "test" or "tiny"; the format's own choice where empty.
    pictures
        "reference" leaves pictures that are loose files where they are, "copy" puts them under
        ``out`` (as links where the file system can). Pictures in shards or tables are always put
        there.
    """

    directory: Path
    out: Path
    tasks: tuple[str, ...] = ()
    splits: tuple[str, ...] = ()
    pictures: Literal["reference", "copy"] = "reference"


@dataclass(frozen=True, slots=True)
class Exported:
    """What an export wrote: files to name to the user, numbers of rows, and hints."""

    files: tuple[Path, ...]
    rows: dict[str, int]
    hints: tuple[str, ...] = ()


def dataset_tasks(request: ExportRequest) -> tuple[str, ...]:
    """Give the tasks to export, in the published order.

    Raises
    ------
    UsageError
        If there is no such task or split.
    DatasetError
        If the folder is no dataset, or has none of them.
    """
    read_manifest(request.directory)
    for split in request.splits:
        if split not in SPLITS:
            raise UsageError("--split", f"{split!r}", ", ".join(SPLITS))
    wanted = {task_named(name).name for name in request.tasks}
    names = tuple(
        task.name
        for task in TASKS
        if (not wanted or task.name in wanted) and (request.directory / task.name).is_dir()
    )
    if not names:
        raise DatasetError(request.directory, "none of the tasks asked for", "a dataset with them")
    return names


def rows_of(request: ExportRequest, split: str) -> Iterator[QuestionRow]:
    """Read the rows of a split, task after task, memory staying flat."""
    store = DatasetPictures(request.directory)
    for task in dataset_tasks(request):
        yield from iterate_rows(question_file(request.directory, task, split), store)


def answer_text(answer: str) -> str:
    """Give the line that a reply should end with.

    >>> answer_text("roll y 15")
    'Answer: roll y 15'
    """
    return f"Answer: {answer}"


def place_picture(row: QuestionRow, place: int, request: ExportRequest) -> Path:
    """Make sure that a picture is a file, and give its path.

    Parameters
    ----------
    row
        The question.
    place
        Which of its pictures, from 0.
    """
    name = str(row.record["images"][place])
    loose = request.directory / name
    is_loose = row.inside is None and row.store.shards is None
    if is_loose and request.pictures == "reference":
        return loose
    target = request.out / name
    if not target.is_file():
        if is_loose:
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                os.link(loose, target)
            except OSError:  # another file system
                shutil.copyfile(loose, target)
        else:
            content = row.store.read(name) if row.inside is None else row.inside[place]
            write_bytes(target, content)
    return target
