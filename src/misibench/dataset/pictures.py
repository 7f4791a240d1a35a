"""The pictures of a dataset, however they are stored: loose files, shards, or inside the tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from misibench.dataset.questions import iterate_parquet
from misibench.dataset.shards import INDEX, ShardIndex
from misibench.errors import DatasetError

__all__ = ["DatasetPictures", "QuestionRow", "iterate_rows"]


@dataclass(frozen=True)
class DatasetPictures:
    """Reads pictures of a dataset by path; pictures inside tables come with ``iterate_rows``."""

    folder: Path

    @cached_property
    def shards(self) -> ShardIndex | None:
        """The index of the shards, or None where pictures are loose files."""
        return ShardIndex(self.folder) if (self.folder / INDEX).is_file() else None

    def read(self, path: str) -> bytes:
        """Read the bytes of a picture.

        Raises
        ------
        DatasetError
            If it is not there.
        """
        if self.shards is not None:
            return self.shards.read(path)
        try:
            return (self.folder / path).read_bytes()
        except OSError as error:
            raise DatasetError(
                self.folder / path, f"cannot be read ({error.strerror})", "a picture of the dataset"
            ) from error

    def address(self, path: str) -> str:
        """Give a path or URL that fsspec, and with it Hugging Face datasets, can open."""
        if self.shards is None:
            return str(self.folder / path)
        return f"tar://{path}::{self.shards.find(path)[0]}"


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """A question record, its ``images`` as paths, and the pictures' bytes when asked for."""

    record: dict[str, Any]
    store: DatasetPictures
    inside: Sequence[bytes] | None = None

    def pictures(self) -> list[bytes]:
        """Read the bytes of all pictures, in order."""
        if self.inside is not None:
            return list(self.inside)
        return [self.store.read(path) for path in self.record["images"]]


def iterate_rows(path: Path, store: DatasetPictures) -> Iterator[QuestionRow]:
    """Read a table of questions row by row, pictures with it, memory staying flat.

    Parameters
    ----------
    path
        A Parquet file of the dataset.
    store
        Where its pictures lie.
    """
    for record in iterate_parquet(path):
        images = record["images"]
        if images and isinstance(images[0], dict):
            inside = [one["bytes"] for one in images]
            yield QuestionRow({**record, "images": [one["path"] for one in images]}, store, inside)
        else:
            yield QuestionRow(record, store)
