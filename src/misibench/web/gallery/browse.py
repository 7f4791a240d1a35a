"""Finding questions: by task, split, complex, number of bonds, and what runs made of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from misibench.dataset.files import file_name_of
from misibench.dataset.load import SPLITS
from misibench.dataset.manifest import read_manifest
from misibench.errors import DatasetError, UsageError
from misibench.evaluate.runs import Run
from misibench.records import Question
from misibench.tasks import TASKS
from misibench.web.gallery.replies import NOT_ASKED, OUTCOMES, ShownRun
from misibench.web.gallery.tables import QuestionTable
from misibench.web.pictures import picture_path

__all__ = ["MANY_BONDS", "Found", "Gallery", "Wanted"]

MANY_BONDS = 4
"""The filter's last choice: so many hydrogen bonds or more."""

OUTCOME_FILTERS: Mapping[str, frozenset[str]] = {
    **{str(one): frozenset({str(one)}) for one in OUTCOMES},
    "right": frozenset({"correct"}),
    "not_right": frozenset({"partial", "wrong", "no_answer", "failed"}),
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to look for; empty fields ask for nothing.

    Attributes
    ----------
    outcomes
        Place of a run -> one of ``OUTCOME_FILTERS``.
    """

    task: str = ""
    split: str = ""
    complex_id: str = ""
    bonds: int | None = None
    text: str = ""
    outcomes: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Found:
    """One page of questions: (table, row) pairs, and how many there are in all."""

    total: int
    places: tuple[tuple[QuestionTable, int], ...]


class Gallery:
    """A dataset opened for looking.

    Parameters
    ----------
    folder
        The dataset folder.
    runs
        Runs to show beside the questions.
    """

    def __init__(self, folder: Path, runs: Sequence[Run] = ()) -> None:
        self.folder = folder
        self.manifest = read_manifest(folder)
        self.tables: dict[tuple[str, str], QuestionTable] = {}
        for task in TASKS:
            for split in SPLITS:
                path = folder / task.name / f"{split}.parquet"
                if path.is_file():
                    self.tables[task.name, split] = QuestionTable(path, task.name, split)
        if not self.tables:
            raise DatasetError(folder, "no questions", "at least one <task>/<split>.parquet")
        self.runs = tuple(ShownRun(run) for run in runs)

    @property
    def picture_size(self) -> tuple[int, int]:
        """Width and height of the pictures, pixels."""
        settings = self.manifest.get("settings", {})
        return int(settings.get("width", 1024)), int(settings.get("height", 1024))

    def table(self, task: str, split: str) -> QuestionTable:
        """Give the table of a task and split; raises KeyError if there is none."""
        return self.tables[task, split]

    @cached_property
    def bonds_by_complex(self) -> Mapping[str, int]:
        """Number of hydrogen bonds of every complex."""
        path = self.folder / "complexes.parquet"
        try:
            # not read_table, which takes half a second to load its machinery for many files
            with pq.ParquetFile(path) as file:
                table = file.read(columns=["id", "n_hbonds"])
        except (OSError, pa.ArrowException) as error:
            raise DatasetError(path, f"cannot be read ({error})", "a built dataset") from error
        pairs = zip(table.column("id").to_pylist(), table.column("n_hbonds").to_pylist(),
                    strict=True)  # fmt: skip
        return {name: count for name, count in pairs if count is not None}

    def bond_counts(self, table: QuestionTable) -> NDArray[np.int32]:
        """Hydrogen bonds of every question of a table: those asked about, else the complex's."""
        counts = table.bonds
        if counts is not None:
            return counts
        known = self.bonds_by_complex
        return np.array(
            [known.get(one, -1) for one in table.complex_ids.to_pylist()], dtype=np.int32
        )

    def bond_count(self, table: QuestionTable, question: Question) -> int:
        """Hydrogen bonds of one question, by the same rule; -1 where not known."""
        if table.has_bonds:
            count = question.meta.get("bonds")
            return -1 if count is None else int(count)
        return self.bonds_by_complex.get(question.complex_id, -1)

    def search(self, wanted: Wanted, offset: int = 0, limit: int = 50) -> Found:
        """Find questions; only columns that the filters need are read.

        Raises
        ------
        UsageError
            For an outcome that does not exist.
        """
        total = 0
        places: list[tuple[QuestionTable, int]] = []
        for table in self._tables(wanted):
            rows = self._rows(table, wanted)
            count = len(table) if rows is None else len(rows)
            first = max(offset - total, 0)
            last = min(offset + limit - total, count)
            for place in range(first, last):
                places.append((table, place if rows is None else int(rows[place])))
            total += count
        return Found(total, tuple(places))

    def _tables(self, wanted: Wanted) -> Iterator[QuestionTable]:
        for (task, split), table in self.tables.items():
            if wanted.task in ("", task) and wanted.split in ("", split):
                # tiny repeats questions of test: only shown when asked for
                if split == "tiny" and not wanted.split and (task, "test") in self.tables:
                    continue
                yield table

    def _rows(self, table: QuestionTable, wanted: Wanted) -> NDArray[np.int64] | None:
        """Rows of a table that fit; None where all do."""
        mask: NDArray[np.bool_] | None = None

        def narrow(fits: Any) -> None:
            nonlocal mask
            found = np.asarray(fits, dtype=np.bool_)
            mask = found if mask is None else mask & found

        if wanted.complex_id:
            narrow(pc.equal(table.complex_ids, wanted.complex_id).to_numpy())
        if wanted.text:
            found = pc.match_substring(table.ids, wanted.text, ignore_case=True)
            narrow(found.to_numpy())
        if wanted.bonds is not None:
            counts = self.bond_counts(table)
            narrow(counts >= wanted.bonds if wanted.bonds >= MANY_BONDS else counts == wanted.bonds)
        for place, name in wanted.outcomes.items():
            narrow(np.isin(self._run(place).outcomes(table), _codes(name)))
        return None if mask is None else np.flatnonzero(mask)

    def _run(self, place: int) -> ShownRun:
        if not 0 <= place < len(self.runs):
            raise UsageError(f"run {place}", "no such run", f"0 to {len(self.runs) - 1}")
        return self.runs[place]

    def find(self, question_id: str, split: str = "") -> tuple[QuestionTable, int] | None:
        """Find a question by its id, first in the split named."""
        code = question_id.partition("/")[0].upper()
        names = [task.name for task in TASKS if task.code == code] or [one.name for one in TASKS]
        splits = [split, *(one for one in ("test", "train", "tiny") if one != split)]
        for name in names:
            for one in splits:
                table = self.tables.get((name, one))
                row = None if table is None else table.find(question_id)
                if table is not None and row is not None:
                    return table, row
        return None

    def picture(self, table: QuestionTable, row: int, number: int) -> bytes:
        """Give a picture of a question; raises IndexError if there is none of this number."""
        if table.embedded:
            return table.embedded_picture(row, number)
        images = table.question(row).images
        if not 0 <= number < len(images):
            raise IndexError(number)
        return picture_path(self.folder, images[number]).read_bytes()

    def annotation(self, complex_id: str) -> dict[str, Any] | None:
        """Read what is known of a complex; None where the dataset has no annotations."""
        path = self.folder / "annotations" / f"{file_name_of(complex_id)}.json"
        if not path.is_file():
            return None
        try:
            content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise DatasetError(path, f"cannot be read ({error})", "an annotation") from error
        return content


def _codes(name: str) -> list[int]:
    if name == "not_asked":
        return [NOT_ASKED]
    if name not in OUTCOME_FILTERS:
        raise UsageError(
            f"outcome {name!r}", "no such outcome", ", ".join([*OUTCOME_FILTERS, "not_asked"])
        )
    return [code for code, one in enumerate(OUTCOMES) if str(one) in OUTCOME_FILTERS[name]]
