"""A dataset as the Hugging Face Hub wants it: pictures inside the Parquet files."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import pyarrow.parquet as pq

from misibench.dataset.card import write_card
from misibench.dataset.embed import write_embedded
from misibench.dataset.files import writing
from misibench.dataset.load import SPLITS, question_file
from misibench.dataset.manifest import read_manifest, write_manifest
from misibench.dataset.pictures import DatasetPictures
from misibench.dataset.settings import BuildSettings
from misibench.errors import DatasetError
from misibench.export.croissant import write_croissant
from misibench.export.rows import Exported, ExportRequest, dataset_tasks

__all__ = ["copy_rest", "export_hub"]


def export_hub(request: ExportRequest) -> Exported:
    """Write the dataset with pictures inside its tables; plain ``load_dataset`` reads it.

    Raises
    ------
    DatasetError
        If the pictures are inside the tables already, or ``out`` is the dataset itself.
    """
    tasks = dataset_tasks(request)
    if read_manifest(request.directory)["settings"]["images"] == "embedded":
        raise DatasetError(
            request.directory, "its pictures are inside the tables already", "",
            "publish it as it is",
        )  # fmt: skip
    if request.out.resolve() == request.directory.resolve():
        raise DatasetError(request.out, "the dataset itself", "another folder")
    store = DatasetPictures(request.directory)
    rows: dict[str, int] = {}
    for task in tasks:
        for split in request.splits or SPLITS:
            source = question_file(request.directory, task, split)
            with pq.ParquetFile(source) as file:
                target = request.out / task / f"{split}.parquet"
                write_embedded(
                    file.iter_batches(batch_size=100), file.schema_arrow, store.read, target
                )
                rows[split] = rows.get(split, 0) + file.metadata.num_rows
    copy_rest(request, tasks, "embedded")
    croissant = write_croissant(request.out)
    return Exported((request.out / "README.md", croissant), rows)


def copy_rest(
    request: ExportRequest, tasks: Sequence[str], images: Literal["embedded", "paths"]
) -> None:
    """Write all but the tables of questions: complexes, annotations, card and, last, manifest.

    Card and manifest are those of the dataset but for its name and the form of its pictures.
    """
    name = "complexes.parquet"
    _copy(request.directory / name, request.out / name)
    for path in sorted((request.directory / "annotations").glob("*.json")):
        _copy(path, request.out / "annotations" / path.name)
    manifest = read_manifest(request.directory)
    settings = BuildSettings(**manifest["settings"]).model_copy(update={"images": images})
    write_card(request.out, settings, tasks, manifest["counts"], request.splits or SPLITS)
    write_manifest(
        request.out,
        {
            **{key: value for key, value in manifest.items() if key != "format_version"},
            "settings": settings.model_dump(mode="json"),
            "name": request.out.resolve().name,
            "tasks": {task: manifest["tasks"][task] for task in tasks},
        },
    )


def _copy(source: Path, target: Path) -> None:
    with writing(target) as temporary:
        shutil.copyfile(source, temporary)
