"""What can go wrong, in one line: the file, what was found, what was expected, what to do."""

from __future__ import annotations

from enum import StrEnum
from os import PathLike

__all__ = [
    "DatasetError",
    "FetchError",
    "MisiError",
    "RefusalReason",
    "StructureError",
    "UsageError",
]


class RefusalReason(StrEnum):
    """Why a structure was not kept: the reason codes of ``complexes.parquet``."""

    UNREADABLE = "unreadable"
    NO_LIGAND = "no_ligand"
    NO_POCKET = "no_pocket"
    LIGAND_FAR = "ligand_far"
    CLASH = "clash"
    DUPLICATE_ID = "duplicate_id"
    TOO_LARGE = "too_large"
    BAD_COORDINATES = "bad_coordinates"
    BLANK_PICTURE = "blank_picture"
    INTERNAL = "internal"


class MisiError(Exception):
    """An error a user can act on.

    Parameters
    ----------
    where
        The file, option or object concerned.
    found
        What was found there.
    expected
        What would have been right; may be empty.
    remedy
        What to do about it; may be empty.
    """

    exit_code = 1

    def __init__(
        self, where: str | PathLike[str], found: str, expected: str = "", remedy: str = ""
    ) -> None:
        self.where = str(where)
        self.found = found
        self.expected = expected
        self.remedy = remedy
        super().__init__(self.where, found, expected, remedy)

    def __str__(self) -> str:
        line = f"{self.where}: {self.found}"
        if self.expected:
            line += f"; expected {self.expected}"
        if self.remedy:
            line += f"; {self.remedy}"
        # file names need not be Unicode, but what is printed and stored must be
        return " ".join(line.split()).encode(errors="backslashreplace").decode()


class StructureError(MisiError):
    """A structure that cannot be used, with the reason code that goes into the refusal table."""

    def __init__(
        self,
        where: str | PathLike[str],
        found: str,
        expected: str = "",
        remedy: str = "",
        *,
        reason: RefusalReason = RefusalReason.UNREADABLE,
    ) -> None:
        super().__init__(where, found, expected, remedy)
        self.reason = reason

    def __reduce__(self) -> tuple[object, ...]:  # keeps the reason when it crosses processes
        return (_rebuild, (self.where, self.found, self.expected, self.remedy, self.reason))


def _rebuild(
    where: str, found: str, expected: str, remedy: str, reason: RefusalReason
) -> StructureError:
    return StructureError(where, found, expected, remedy, reason=reason)


class DatasetError(MisiError):
    """A dataset folder that cannot be read, resumed or written."""


class UsageError(MisiError):
    """A command or call with wrong arguments."""

    exit_code = 2


class FetchError(MisiError):
    """A file that could not be had from a server or an archive."""
