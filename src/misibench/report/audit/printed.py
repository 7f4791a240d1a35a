"""Printed tables as read: every cell with its number of decimals, which tells its rounding."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path

from misibench.errors import DatasetError
from misibench.evaluate.columns import COLUMNS
from misibench.report.rows import Kind

__all__ = ["PrintedCell", "PrintedRow", "PrintedTable", "read_table"]

_NAMES = tuple(column.name for column in COLUMNS)
_EMPTY = frozenset({"", "-", "–", "—", "n/a", "nan"})
_EXPECTED = f"columns model, avg and some of {', '.join(_NAMES)}"
MOST_DECIMALS = 6
"""Cells printed with more are computed, not printed; they are taken as rounded here."""


@dataclass(frozen=True, slots=True)
class PrintedCell:
    """A number as printed, percent, and half a unit of its last decimal."""

    value: float
    half_unit: float

    @property
    def low(self) -> float:
        """The smallest number that prints like this."""
        return self.value - self.half_unit

    @property
    def high(self) -> float:
        """The largest number that prints like this."""
        return self.value + self.half_unit


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """A row of a printed table.

    Attributes
    ----------
    average
        None where none is printed.
    cells
        By column name.
    asked
        Number of questions by column, where the table tells it.
    """

    model: str
    average: PrintedCell | None
    cells: Mapping[str, PrintedCell]
    asked: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A printed table and where it was read."""

    where: str
    kind: Kind
    rows: tuple[PrintedRow, ...]


def read_table(path: str | Path, kind: Kind = "weighted") -> tuple[PrintedTable, ...]:
    """Read a CSV of results: a row per model, or the long form of ``tables.csv``.

    Parameters
    ----------
    kind
        What a table with a row per model holds; the long form says it itself.

    Raises
    ------
    DatasetError
        If the file is no such table; names the line.
    """
    file = Path(path)
    try:
        with file.open(encoding="utf-8-sig", newline="") as stream:
            reader = csv.DictReader(stream)
            headings = [_heading(name) for name in reader.fieldnames or ()]
            reader.fieldnames = headings
            records = list(reader)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise DatasetError(file, f"cannot be read ({error})", "a CSV table") from error
    if {"table", "model", "column", "value"} <= set(headings):
        return _long_form(file, records)
    if "model" not in headings or not set(headings) & {"avg", *_NAMES}:
        raise DatasetError(file, f"columns {', '.join(headings) or 'none'}", _EXPECTED)
    rows = tuple(_row(f"{file}, line {n}", record) for n, record in enumerate(records, start=2))
    return (PrintedTable(str(file), kind, rows),)


def _heading(name: str) -> str:
    """Bring a heading to its name: any case, any minus, "average" for "avg"."""
    plain = name.strip().replace("−", "-").replace("–", "-").replace("⁻", "-").replace("⁺", "+")
    for known in _NAMES:
        if plain.lower() == known.lower():
            return known
    lowered = plain.lower()
    return {"average": "avg", "mean": "avg", "name": "model", "player": "model"}.get(
        lowered, lowered
    )


def _row(where: str, record: Mapping[str, str | None]) -> PrintedRow:
    cells = {
        name: cell
        for name in ("avg", *_NAMES)
        if (cell := _cell(where, name, record.get(name))) is not None
    }
    average = cells.pop("avg", None)
    return PrintedRow((record.get("model") or "").strip() or where, average, cells, {})


def _cell(where: str, name: str, text: str | None) -> PrintedCell | None:
    plain = (text or "").strip().removesuffix("%").strip()
    if plain.lower() in _EMPTY:
        return None
    try:
        number = Decimal(plain)
    except InvalidOperation:
        number = Decimal("nan")
    exponent = number.as_tuple().exponent
    if not isinstance(exponent, int):
        raise DatasetError(where, f"{name} is {plain!r}", "a number in percent, or nothing")
    decimals = min(max(-exponent, 0), MOST_DECIMALS)
    return PrintedCell(float(number), 0.5 * 10.0**-decimals)


def _long_form(file: Path, records: Sequence[Mapping[str, str]]) -> tuple[PrintedTable, ...]:
    """Read ``tables.csv``: a line per table, model and column."""
    kinds: dict[Kind, dict[str, dict[str, tuple[PrintedCell | None, int | None]]]] = {}
    for number, record in enumerate(records, start=2):
        where = f"{file}, line {number}"
        kind = record["table"]
        if kind not in ("weighted", "exact"):
            raise DatasetError(where, f"table {kind!r}", "weighted or exact")
        name = _heading(record["column"])
        asked = record.get("asked") or ""
        count = int(asked) if asked.isdigit() else None
        rows = kinds.setdefault("weighted" if kind == "weighted" else "exact", {})
        rows.setdefault(record["model"], {})[name] = (_cell(where, name, record["value"]), count)
    return tuple(
        PrintedTable(f"{file} ({kind})", kind, tuple(_long_rows(rows.items())))
        for kind, rows in kinds.items()
    )


def _long_rows(
    rows: Iterable[tuple[str, Mapping[str, tuple[PrintedCell | None, int | None]]]],
) -> Iterable[PrintedRow]:
    for model, found in rows:
        cells = {
            name: cell for name, (cell, _) in found.items() if cell is not None and name != "avg"
        }
        asked = {
            name: count for name, (_, count) in found.items() if count is not None and name != "avg"
        }
        yield PrintedRow(model, found.get("avg", (None, None))[0], cells, asked)
