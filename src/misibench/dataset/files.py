"""Names and writing of files: never half-written, always inside the dataset folder."""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

from misibench.errors import DatasetError

__all__ = [
    "file_name_of",
    "image_path",
    "is_written",
    "sha256_of",
    "write_bytes",
    "write_json",
    "writing",
]


def file_name_of(complex_id: str) -> str:
    """Give a file name for an id: the id itself where it is plain, else percent-encoded.

    >>> file_name_of("1a30"), file_name_of("../x y")
    ('1a30', '%2E.%2Fx%20y')
    """
    name = quote(complex_id, safe="")
    return f"%2E{name[1:]}" if name.startswith(".") else name


def image_path(complex_id: str, shot_name: str) -> str:
    """Give the path of a picture relative to the dataset folder."""
    return f"images/{file_name_of(complex_id)}/{quote(shot_name, safe='')}.png"


def is_written(path: Path) -> bool:
    """Whether a file is there and not empty, as a crash of the machine can leave one."""
    try:
        return path.stat().st_size > 0
    except OSError:
        return False


@contextmanager
def writing(path: Path) -> Iterator[Path]:
    """Give a temporary path in the same folder and rename it to ``path`` on success.

    Raises
    ------
    DatasetError
        In one line, where the folder cannot be written or the disk is full.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            yield temporary
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise _cannot_write(path, error) from error


def _cannot_write(path: Path, error: OSError) -> DatasetError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DatasetError(
            path, "no space left on the disk", "", "free some and run the same command again"
        )
    return DatasetError(
        path, f"cannot be written ({error.strerror or error})", "a folder that can be written"
    )


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    with writing(path) as temporary:
        temporary.write_bytes(content)


def write_json(path: Path, value: Any) -> None:
    """Write JSON, one line per top-level key, whole or not at all."""
    if isinstance(value, dict):
        lines = [f"{json.dumps(key)}: {json.dumps(item)}" for key, item in value.items()]
        text = "{\n" + ",\n".join(lines) + "\n}\n"
    else:
        text = json.dumps(value) + "\n"
    write_bytes(path, text.encode())


def sha256_of(path: Path) -> str:
    """Give the SHA-256 of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
