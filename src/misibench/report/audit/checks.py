"""What is wrong in a printed table, found from its numbers alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from misibench.evaluate.columns import AVERAGED, COLUMNS
from misibench.report.audit.lattice import chance_of_fit, fitting_count, steps_per_question
from misibench.report.audit.printed import PrintedCell, PrintedRow, PrintedTable

__all__ = ["Finding", "audit_table"]

HEADINGS = {column.name: column.heading for column in COLUMNS} | {"avg": "avg"}


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that a printed table's numbers tell.

    Attributes
    ----------
    severity
        "error" where the number cannot be right; "note" where it tells something else, such as
        that fewer questions were counted than were asked.
    column
        Heading of the column, "avg" for the average.
    printed
        The number as printed; None where the finding is about more than one.
    text
        What is the matter, and what would be right where that follows.
    """

    severity: Literal["error", "note"]
    table: str
    model: str
    column: str
    printed: float | None
    text: str


def audit_table(
    table: PrintedTable,
    *,
    counts: Mapping[str, int] | int = 50,
    beside: PrintedTable | None = None,
    skipped: Collection[str] = (),
) -> tuple[Finding, ...]:
    """Check a printed table.

    Parameters
    ----------
    table
        What is printed.
    counts
        Number of questions asked, for all columns or by column name; what the table itself says
        counts more.
    beside
        The weighted table that belongs to an exact one: exact match cannot be above it.
    skipped
        Columns whose cells are not checked by themselves, only as part of the average.
    """
    others = {row.model: row for row in beside.rows} if beside is not None else {}
    findings: list[Finding] = []
    for row in table.rows:
        other = others.get(row.model)
        findings += _average(table, row, other)
        for name, cell in row.cells.items():
            if name in skipped:
                continue
            most = row.asked.get(name) or (
                counts if isinstance(counts, int) else counts.get(name, 0)
            )
            findings += _cell(table, row, name, cell, most, other)
    return tuple(findings)


def _cell(
    table: PrintedTable,
    row: PrintedRow,
    name: str,
    cell: PrintedCell,
    most: int,
    other: PrintedRow | None,
) -> Iterator[Finding]:
    def finding(severity: Literal["error", "note"], text: str) -> Finding:
        return Finding(severity, table.where, row.model, HEADINGS[name], cell.value, text)

    if not 0 <= cell.value <= 100:
        yield finding("error", "outside 0 to 100")
        return
    weighted = other.cells.get(name) if other is not None and table.kind == "exact" else None
    misfit = _misfit(name, cell, most, table)
    if misfit is not None:
        severity, text = misfit
        scores_differ = steps_per_question(name, "weighted") != 1
        if scores_differ and weighted is not None and weighted.value == cell.value:
            text += "; equal to the weighted cell, so probably copied from there"
        yield finding(severity, text)
    # T9's exact match is over fewer questions, so it may be above
    if weighted is not None and name != "T9" and cell.low > weighted.high:
        yield finding("error", f"above the weighted score {weighted.value:g}, which is impossible")


def _misfit(
    name: str, cell: PrintedCell, most: int, table: PrintedTable
) -> tuple[Literal["error", "note"], str] | None:
    """Say what a cell tells about the number of questions; None where it fits or cannot tell."""
    steps = steps_per_question(name, table.kind)
    if steps is None or most < 1 or chance_of_fit(cell.half_unit, steps, most) >= 1:
        return None
    fits = fitting_count(cell, steps, most)
    if fits == most:
        return None
    unit = "" if steps == 1 else f" × {steps}"
    if fits is None:
        cut = PrintedCell(cell.value + cell.half_unit, cell.half_unit)
        fits = fitting_count(cut, steps, most)
        if fits is None:
            return "error", f"no k/(n{unit}) with n up to {most} prints like this"
        return "note", f"cut off, not rounded: fits only so, with n = {fits}"
    text = f"no k/({most}{unit}); fits n = {fits}"
    if chance_of_fit(cell.half_unit, steps, most) * most / 2 > 1:
        return "note", f"{text}, as almost any number does for some n below {most}"
    return "note", f"{text}: {most - fits} of {most} questions seem to be left out"


def _average(table: PrintedTable, row: PrintedRow, other: PrintedRow | None) -> Iterator[Finding]:
    if row.average is None:
        return
    used = [row.cells[name] for name in AVERAGED if name in row.cells]
    if len(used) < len(AVERAGED):
        absent = ", ".join(HEADINGS[name] for name in AVERAGED if name not in row.cells)
        yield Finding(
            "note", table.where, row.model, "avg", row.average.value,
            f"cannot be checked: no column {absent}",
        )  # fmt: skip
        return
    low, high = _mean([cell.low for cell in used]), _mean([cell.high for cell in used])
    if low - 1e-9 <= row.average.high and row.average.low <= high + 1e-9:
        return
    yield Finding(
        "error", table.where, row.model, "avg", row.average.value,
        f"the mean of the eight columns is {_range(low, high)}" + _explain(row, other),
    )  # fmt: skip


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _range(low: float, high: float) -> str:
    first, last = f"{low + 1e-9:.2f}", f"{high - 1e-9:.2f}"
    return first if first == last else f"{first} to {last}"


def _explain(row: PrintedRow, other: PrintedRow | None) -> str:
    """Look for the slip that would give the printed average."""
    printed = row.average
    if printed is None:
        return ""
    cells = {name: row.cells[name].value for name in AVERAGED}
    if other is not None and other.average is not None and other.average.value == printed.value:
        return "; equal to the weighted average, so probably copied from there"
    total = sum(cells.values())
    for name, value in cells.items():
        if value and _close((total - value) / len(cells), printed):
            return f"; fits if {HEADINGS[name]} was counted as 0"
        if _close((total - value) / (len(cells) - 1), printed):
            return f"; fits if {HEADINGS[name]} was left out"
    everything = [cell.value for cell in row.cells.values()]
    if len(everything) > len(cells) and _close(_mean(everything), printed):
        return f"; fits the mean of all {len(everything)} columns"
    for wrong in (1.0, 10.0):
        if _close(_mean(list(cells.values())) + wrong, printed) or _close(
            _mean(list(cells.values())) - wrong, printed
        ):
            return f"; off by {wrong:g}, perhaps one digit"
    return ""


def _close(value: float, printed: PrintedCell) -> bool:
    return abs(value - printed.value) <= 2 * printed.half_unit + 1e-9
