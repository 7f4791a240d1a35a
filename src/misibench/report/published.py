"""The published tables, as printed, shipped as CSV.

Source: arXiv 2512.10867v2. The human row and the closed models answered the tiny set (50
questions per task); the fine-tuned model answered the whole test split.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

__all__ = ["PRINTED_ONCE", "PublishedRow", "published_exact", "published_weighted"]

PRINTED_ONCE = ("T3", "T4-", "T5", "T6", "T8")
"""Columns where weighted score and exact match are the same thing, so printed once."""


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """One row of a published table.

    Attributes
    ----------
    model
        The row's heading.
    answered
        "tiny" or "test".
    average
        As printed, percent; not always the mean of the columns, see ``misi audit-table``.
    columns
        As printed, percent, by column name.
    """

    model: str
    answered: str
    average: float
    columns: Mapping[str, float]


@cache
def _read(name: str) -> tuple[PublishedRow, ...]:
    text = files("misibench.report").joinpath("published", f"{name}.csv").read_text("utf-8")
    rows = []
    for record in csv.DictReader(text.splitlines()):
        model, answered = record.pop("model"), record.pop("answered")
        values = {column: float(cell) for column, cell in record.items()}
        rows.append(PublishedRow(model, answered, values.pop("avg"), values))
    return tuple(rows)


def published_weighted() -> tuple[PublishedRow, ...]:
    """Give the table of weighted scores, all ten columns."""
    return _read("weighted")


def published_exact() -> tuple[PublishedRow, ...]:
    """Give the table of exact match, all ten columns.

    Columns that are the same in both tables are printed only in the weighted one; they are
    filled in from there.
    """
    shared = {row.model: row.columns for row in published_weighted()}
    return tuple(
        PublishedRow(
            row.model,
            row.answered,
            row.average,
            {**row.columns, **{name: shared[row.model][name] for name in PRINTED_ONCE}},
        )
        for row in _read("exact")
    )
