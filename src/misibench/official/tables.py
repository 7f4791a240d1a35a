"""Records of whatever tables there are: JSON, JSON lines, CSV, TSV, Parquet."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from misibench.errors import DatasetError

__all__ = ["TABLE_ENDINGS", "read_table_records"]

TABLE_ENDINGS = (".json", ".jsonl", ".csv", ".tsv", ".parquet")

Record = dict[str, Any]


def read_table_records(path: Path) -> list[Record]:
    """Read the records of a table; a JSON file may hold a list, or anything that holds one.

    Raises
    ------
    DatasetError
        If it cannot be read. A file without records gives an empty list.
    """
    try:
        ending = path.suffix.lower()
        if ending == ".parquet":
            return [dict(one) for one in pq.read_table(path).to_pylist()]
        text = path.read_text(encoding="utf-8-sig")
        if ending in (".csv", ".tsv"):
            delimiter = "\t" if ending == ".tsv" else ","
            return [dict(one) for one in csv.DictReader(text.splitlines(), delimiter=delimiter)]
        if ending == ".jsonl":
            found = [json.loads(line) for line in text.splitlines() if line.strip()]
        else:
            found = list(_records(json.loads(text)))
    except (OSError, ValueError, csv.Error, pa.ArrowException) as error:
        raise DatasetError(path, f"cannot be read ({error})", "a table") from error
    return [one for one in found if isinstance(one, dict)]


def _records(value: Any) -> Iterator[Record]:
    """Find the list of records in a JSON value: itself, a part of it, or the values of a map."""
    if isinstance(value, list):
        yield from (one for one in value if isinstance(one, dict))
    elif isinstance(value, dict):
        lists = [part for part in value.values() if isinstance(part, list) and part]
        if any(isinstance(part[0], dict) for part in lists) and not _is_record(value):
            for part in lists:
                yield from _records(part)
        elif value and all(isinstance(part, dict) for part in value.values()):
            for name, part in value.items():
                yield {"id": name, **part}
        elif value:
            yield value


def _is_record(value: Record) -> bool:
    """A record may hold lists of its own, of messages above all."""
    return any(isinstance(part, str) for part in value.values())
