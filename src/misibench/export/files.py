"""A dataset with its pictures as loose files again, for what needs files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from misibench.dataset.files import writing
from misibench.dataset.load import SPLITS, question_file
from misibench.dataset.manifest import read_manifest
from misibench.dataset.pictures import DatasetPictures, iterate_rows
from misibench.dataset.questions import ROW_GROUP_SIZE
from misibench.errors import DatasetError
from misibench.export.hub import copy_rest
from misibench.export.rows import Exported, ExportRequest, dataset_tasks, place_picture

__all__ = ["export_files"]


def export_files(request: ExportRequest) -> Exported:
    """Write a dataset whose pictures are in shards or tables with pictures as files.

    Raises
    ------
    DatasetError
        If its pictures are files already, or ``out`` is the dataset itself.
    """
    tasks = dataset_tasks(request)
    if read_manifest(request.directory)["settings"]["images"] == "paths":
        raise DatasetError(request.directory, "its pictures are files already", "")
    if request.out.resolve() == request.directory.resolve():
        raise DatasetError(request.out, "the dataset itself", "another folder")
    splits = request.splits or SPLITS
    rows: dict[str, int] = {}
    for task in tasks:
        for split in splits:
            rows[split] = rows.get(split, 0) + _table(request, task, split)
    copy_rest(request, tasks, "paths")
    return Exported((request.out / "README.md",), rows)


def _table(request: ExportRequest, task: str, split: str) -> int:
    source = question_file(request.directory, task, split)
    schema = pq.read_schema(source).remove_metadata()
    place = schema.get_field_index("images")
    schema = schema.set(place, pa.field("images", pa.list_(pa.string())))
    target = request.out / task / f"{split}.parquet"
    count = 0
    with writing(target) as temporary, pq.ParquetWriter(temporary, schema) as writer:
        for records in _batches(request, task, split):
            writer.write_table(pa.Table.from_pylist(records, schema=schema))
            count += len(records)
    return count


def _batches(request: ExportRequest, task: str, split: str) -> Iterator[list[dict[str, Any]]]:
    source = question_file(request.directory, task, split)
    batch: list[dict[str, Any]] = []
    for row in iterate_rows(source, DatasetPictures(request.directory)):
        for place in range(len(row.record["images"])):
            place_picture(row, place, request)
        batch.append(row.record)
        if len(batch) == ROW_GROUP_SIZE:
            yield batch
            batch = []
    if batch:
        yield batch
