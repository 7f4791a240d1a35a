"""Question files read in pages: one row group at a time, never a whole file."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from misibench.dataset.questions import question_from_record
from misibench.errors import DatasetError
from misibench.records import Question

__all__ = ["QuestionTable"]

_KEPT_GROUPS = 4


class QuestionTable:
    """The questions of one task and split, by row number.

    Parameters
    ----------
    path
        The Parquet file.
    task, split
        What it holds.

    Raises
    ------
    DatasetError
        If the file cannot be read.
    """

    def __init__(self, path: Path, task: str, split: str) -> None:
        self.path = path
        self.task = task
        self.split = split
        try:
            self._metadata = pq.read_metadata(path)
        except (OSError, pa.ArrowException) as error:
            raise DatasetError(
                path, f"cannot be read ({error})", "a Parquet file of a built dataset"
            ) from error
        counts = [
            self._metadata.row_group(group).num_rows
            for group in range(self._metadata.num_row_groups)
        ]
        self.starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        schema = self._metadata.schema.to_arrow_schema()
        self.embedded = pa.types.is_struct(schema.field("images").type.value_type)
        self.has_bonds = "bonds" in [field.name for field in schema.field("meta").type]
        self._groups: OrderedDict[int, list[dict[str, Any]]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return int(self.starts[-1])

    @property
    def group_count(self) -> int:
        """Number of row groups."""
        return len(self.starts) - 1

    def _read(self, columns: Sequence[str], group: int | None = None) -> pa.Table:
        try:
            with pq.ParquetFile(self.path, metadata=self._metadata) as file:
                if group is None:
                    return file.read(columns=list(columns))
                return file.read_row_group(group, columns=list(columns))
        except (OSError, pa.ArrowException) as error:
            raise DatasetError(
                self.path, f"cannot be read ({error})", "the file as it was when opened",
                "start misi view again if the dataset was built anew",
            ) from error  # fmt: skip

    @cached_property
    def _columns(self) -> list[str]:
        """Leaf columns of a question without the bytes of embedded pictures."""
        names: list[str] = self._metadata.schema.to_arrow_schema().names
        if not self.embedded:
            return names
        leaves = [self._metadata.schema.column(i).path for i in range(self._metadata.num_columns)]
        (paths,) = (leaf for leaf in leaves if leaf.startswith("images.") and leaf.endswith("path"))
        return [paths if name == "images" else name for name in names]

    def _group_records(self, group: int) -> list[dict[str, Any]]:
        with self._lock:
            if group in self._groups:
                self._groups.move_to_end(group)
                return self._groups[group]
        records: list[dict[str, Any]] = self._read(self._columns, group).to_pylist()
        if self.embedded:
            for record in records:
                record["images"] = [one["path"] for one in record["images"]]
        with self._lock:
            self._groups[group] = records
            while len(self._groups) > _KEPT_GROUPS:
                self._groups.popitem(last=False)
        return records

    def _place(self, row: int) -> tuple[int, int]:
        if not 0 <= row < len(self):
            raise IndexError(row)
        group = int(np.searchsorted(self.starts, row, side="right")) - 1
        return group, row - int(self.starts[group])

    def question(self, row: int) -> Question:
        """Give one question; raises IndexError if there is no such row."""
        group, place = self._place(row)
        return question_from_record(self._group_records(group)[place])

    def questions(self, rows: Iterable[int]) -> list[Question]:
        """Give several questions in the order asked for."""
        return [self.question(row) for row in rows]

    def embedded_picture(self, row: int, number: int) -> bytes:
        """Give the bytes of a picture that is stored in the table; IndexError if there is none."""
        group, place = self._place(row)
        pictures = self._read(["images"], group).column("images")[place].as_py()
        if not 0 <= number < len(pictures):
            raise IndexError(number)
        content: bytes = pictures[number]["bytes"]
        return content

    @cached_property
    def ids(self) -> pa.ChunkedArray:
        """Ids of all questions; read when first needed."""
        return self._read(["id"]).column("id")

    @cached_property
    def complex_ids(self) -> pa.ChunkedArray:
        """Complexes of all questions; read when first needed."""
        return self._read(["complex_id"]).column("complex_id")

    @cached_property
    def bonds(self) -> NDArray[np.int32] | None:
        """Number of hydrogen bonds asked about, per question; None where the task has none."""
        if not self.has_bonds:
            return None
        column = self._read(["meta.bonds"]).column("meta")
        counts = pc.struct_field(column, "bonds")
        return np.asarray(pc.fill_null(counts, -1).to_numpy(), dtype=np.int32)

    def find(self, question_id: str) -> int | None:
        """Give the row of a question, or None."""
        row = pc.index(self.ids, pa.scalar(question_id)).as_py()
        return None if row < 0 else int(row)
