"""Questions as rows: plain JSON types, Parquet files, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from misibench.dataset.files import writing
from misibench.errors import DatasetError
from misibench.records import Question

__all__ = [
    "iterate_parquet",
    "question_from_record",
    "question_record",
    "questions_table",
    "unreadable_parquet",
    "write_parquet",
]

ROW_GROUP_SIZE = 100
"""Rows per Parquet row group; the Hub's viewer wants at most 100 where rows hold pictures."""

_SCHEMA_HEAD = [
    ("id", pa.string()),
    ("task", pa.string()),
    ("split", pa.string()),
    ("complex_id", pa.string()),
    ("reference_id", pa.string()),
    ("images", pa.list_(pa.string())),
    ("prompt", pa.string()),
    ("options", pa.list_(pa.string())),
    ("answer", pa.string()),
]


def question_record(question: Question) -> dict[str, Any]:
    """Give a question as plain JSON types."""
    return {
        "id": question.id,
        "task": question.task,
        "split": question.split,
        "complex_id": question.complex_id,
        "reference_id": question.reference_id,
        "images": list(question.images),
        "prompt": question.prompt,
        "options": list(question.options),
        "answer": question.answer,
        "truth": dict(question.truth),
        "meta": dict(question.meta),
    }


def question_from_record(record: dict[str, Any]) -> Question:
    """Undo ``question_record``; raises KeyError where a field is missing."""
    return Question(
        **{**record, "images": tuple(record["images"]), "options": tuple(record["options"])}
    )


def questions_table(records: Sequence[dict[str, Any]], like: pa.Schema | None = None) -> pa.Table:
    """Make a table of question records; ``truth`` and ``meta`` become structs.

    Parameters
    ----------
    records
        Question records of one task.
    like
        Schema to use, so that all splits of a task have the same one; found from the records
        where not given.
    """
    schema = like or pa.schema(
        [
            *_SCHEMA_HEAD,
            ("truth", _struct_type([record["truth"] for record in records])),
            ("meta", _struct_type([record["meta"] for record in records])),
        ]
    )
    return pa.Table.from_pylist(list(records), schema=schema)


def _struct_type(values: Sequence[dict[str, Any]]) -> pa.DataType:
    if not values:  # Parquet has no struct without fields
        return pa.struct([("empty", pa.string())])
    return _without_null(pa.array(values).type)


def _without_null(kind: pa.DataType) -> pa.DataType:
    """Replace the type of columns that hold nothing but nulls or empty lists by string."""
    if pa.types.is_null(kind):
        return pa.string()
    if pa.types.is_struct(kind):
        return pa.struct([(part.name, _without_null(part.type)) for part in kind])
    if pa.types.is_list(kind):
        return pa.list_(_without_null(kind.value_type))
    return kind


def write_parquet(table: pa.Table, path: Path) -> None:
    """Write a table, whole or not at all."""
    with writing(path) as temporary:
        pq.write_table(table, temporary, row_group_size=ROW_GROUP_SIZE, compression="zstd")


def iterate_parquet(path: Path, columns: Iterable[str] | None = None) -> Iterator[dict[str, Any]]:
    """Read a Parquet file row by row, in batches, so that memory stays flat.

    Raises
    ------
    DatasetError
        If the file is missing or no Parquet file.
    """
    try:
        with pq.ParquetFile(path) as file:
            for batch in file.iter_batches(
                batch_size=256, columns=None if columns is None else list(columns)
            ):
                yield from batch.to_pylist()
    except (OSError, pa.ArrowException) as error:
        raise unreadable_parquet(path, error) from error


def unreadable_parquet(path: Path, error: Exception) -> DatasetError:
    """Say in one line that a Parquet file of a dataset cannot be read."""
    return DatasetError(path, f"cannot be read ({error})", "a Parquet file of a built dataset")
