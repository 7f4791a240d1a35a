"""The ten columns of the published tables and their average."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from misibench.records import Question

__all__ = [
    "AVERAGED",
    "COLUMNS",
    "Column",
    "average",
    "bond_texts",
    "column_named",
    "column_of",
    "counts_for_exact",
]

NO_BONDS = frozenset({"no", "none"})
"""What the answer format says where there is no hydrogen bond, in lower case."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the tables.

    Attributes
    ----------
    name
        Its name in files ("T4+", "T4-").
    task
        Name of the task its questions belong to.
    title
        What it asks, in words.
    weighted_rule
        How one reply scores, in a line.
    letters
        True where the answer is one of the letters A to D.
    """

    name: str
    task: str
    title: str
    weighted_rule: str
    letters: bool = False

    @property
    def heading(self) -> str:
        """The name with a typographic minus, for tables that people read."""
        return self.name.replace("-", "−")


COLUMNS: tuple[Column, ...] = (
    Column("T1", "translation", "translation", "axis right: 1 − rank distance/7"),
    Column("T2", "rotation", "rotation", "axis right: 1 − rank distance/11"),
    Column("T3", "zooming", "zooming", "exact"),
    Column(
        "T4+", "residue_ligand_interaction", "residue–ligand interaction, with bonds",
        "share of the listed bonds that are true; 0.5 at most with extra ones, 0 beyond twice",
    ),
    Column("T4-", "residue_ligand_interaction", "residue–ligand interaction, no bonds", "exact"),
    Column("T5", "translation_rotation", "translation and rotation, choice", "exact", True),
    Column("T6", "rotation_rotation", "two rotations, choice", "exact", True),
    Column(
        "T7", "ligand_docking", "ligand docking",
        "half roll (as T2), half move (1 − relative error; this half is a reading of the paper "
        "that its tables cannot confirm)",
    ),
    Column("T8", "interaction_location", "interaction location, choice", "exact", True),
    Column("T9", "pocket_ligand_interaction", "pocket–ligand interaction", "as T4+"),
)  # fmt: skip
"""In the order of the published tables."""

AVERAGED: tuple[str, ...] = ("T1", "T2", "T3", "T4+", "T4-", "T7", "T8", "T9")
"""The eight columns of the average: T5 and T6 are left out, as in the published tables."""

_BY_NAME = {column.name: column for column in COLUMNS}
_OF_TASK = {column.task: column for column in COLUMNS if column.name not in ("T4+", "T4-")}


def column_named(name: str) -> Column:
    """Give a column by its heading; raises KeyError if there is none."""
    return _BY_NAME[name]


def bond_texts(answer: str) -> tuple[str, ...]:
    """Split a bond answer into the texts of its bonds; none where it says so.

    >>> bond_texts("Yes: ARG NH2, O1B; ARG NE, O2G")
    ('ARG NH2, O1B', 'ARG NE, O2G')
    >>> bond_texts("No")
    ()
    """
    listed = answer.strip().rstrip(".")
    if listed.lower() in NO_BONDS:
        return ()
    if listed[:4].lower() == "yes:":
        listed = listed[4:]
    return tuple(part.strip() for part in listed.split(";") if part.strip())


def column_of(question: Question) -> Column:
    """Give the column that a question counts for.

    Raises
    ------
    KeyError
        If the question's task is none of the nine.
    """
    if question.task == "residue_ligand_interaction":
        return _BY_NAME["T4+" if bond_texts(question.answer) else "T4-"]
    return _OF_TASK[question.task]


def counts_for_exact(question: Question) -> bool:
    """Say whether a question is part of the exact-match table.

    All are, except pocket-ligand questions (T9) about complexes without any bond.
    """
    return question.task != "pocket_ligand_interaction" or bool(bond_texts(question.answer))


def average(
    values: Mapping[str, float | None], names: Iterable[str] = AVERAGED
) -> tuple[float | None, tuple[str, ...]]:
    """Give the mean of the averaged columns, unrounded, and the columns it is over.

    Columns without questions (None or absent) are left out; None where none is left.
    """
    used = {name: value for name in names if (value := values.get(name)) is not None}
    if not used:
        return None, ()
    return sum(used.values()) / len(used), tuple(used)
