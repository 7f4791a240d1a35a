"""Pictures in one tar file per complex, instead of hundreds of thousands of loose files.

A shard is a plain tar file (WebDataset's form): its members have the paths that loose pictures
would have. It holds every picture that was drawn for the complex's own questions, those of its
reference complex too. ``images/index.parquet`` says where each picture lies.
"""

from __future__ import annotations

import io
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from misibench.dataset.files import file_name_of, writing
from misibench.dataset.questions import write_parquet
from misibench.errors import DatasetError

__all__ = ["INDEX", "Member", "Shard", "ShardIndex", "opened_shard", "shard_path", "write_index"]

INDEX = "images/index.parquet"

_BLOCK = 512

Member = tuple[str, int, int]
"""Path of a picture, where its bytes start in the shard, how many there are."""


def shard_path(complex_id: str) -> str:
    """Give the shard of a complex, relative to the dataset folder."""
    return f"images/{file_name_of(complex_id)}.tar"


class Shard:
    """A shard being written; pictures of an earlier version of it are taken over, not drawn."""

    def __init__(self, archive: tarfile.TarFile, before: tarfile.TarFile | None) -> None:
        self._archive = archive
        self._before = before
        self._old = {} if before is None else {one.name: one for one in before.getmembers()}
        self.members: dict[str, Member] = {}

    def has(self, path: str) -> bool:
        """Whether a picture is in the shard, taking it over from the earlier version."""
        if path in self.members:
            return True
        if self._before is None or path not in self._old:
            return False
        stream = self._before.extractfile(self._old[path])
        if stream is None:
            return False
        with stream:
            self.add(path, stream.read())
        return True

    def add(self, path: str, content: bytes) -> None:
        """Append a picture."""
        info = tarfile.TarInfo(path)  # time, owner and rights stay the same everywhere
        info.size = len(content)
        self._archive.addfile(info, io.BytesIO(content))
        padded = -(-len(content) // _BLOCK) * _BLOCK
        self.members[path] = (path, self._archive.offset - padded, len(content))


@contextmanager
def opened_shard(folder: Path, complex_id: str) -> Iterator[Shard]:
    """Write the shard of a complex anew, whole or not at all, from the earlier one where it can."""
    target = folder / shard_path(complex_id)
    try:
        before = tarfile.open(target) if target.is_file() else None  # noqa: SIM115
    except (OSError, tarfile.TarError):
        before = None  # cannot be read: everything is drawn again
    try:
        with (
            writing(target) as temporary,
            tarfile.open(temporary, "w", format=tarfile.GNU_FORMAT) as archive,
        ):
            yield Shard(archive, before)
    finally:
        if before is not None:
            before.close()


def write_index(folder: Path, shards: Sequence[tuple[str, Sequence[Member]]]) -> None:
    """Write where each picture lies; of a picture in two shards, the first by name counts.

    Parameters
    ----------
    shards
        (path of the shard, its members).
    """
    where: dict[str, tuple[str, int, int]] = {}
    for shard, members in sorted(shards):
        for path, offset, size in members:
            where.setdefault(path, (shard, offset, size))
    paths = sorted(where)
    table = pa.table(
        {
            "path": pa.array(paths, pa.string()),
            "shard": pa.array([where[path][0] for path in paths], pa.string()),
            "offset": pa.array([where[path][1] for path in paths], pa.int64()),
            "size": pa.array([where[path][2] for path in paths], pa.int32()),
        }
    )
    write_parquet(table, folder / INDEX)


class ShardIndex:
    """Finds pictures in shards; about 100 bytes of memory per picture."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            table = pq.read_table(folder / INDEX)
        except (OSError, pa.ArrowException) as error:
            raise DatasetError(
                folder / INDEX, f"cannot be read ({error})", "the index of the pictures",
                "run the same misi build command again",
            ) from error  # fmt: skip
        # bytes of equal length, sorted: searched without a Python object per picture
        self._paths = np.array([one.encode() for one in table["path"].to_pylist()], dtype=np.bytes_)
        shards = table["shard"].combine_chunks().dictionary_encode()
        self._names: list[str] = shards.dictionary.to_pylist()
        self._shard = shards.indices.to_numpy()
        self._offset = table["offset"].to_numpy()
        self._size = table["size"].to_numpy()

    def __len__(self) -> int:
        return len(self._paths)

    def find(self, path: str) -> tuple[Path, int, int]:
        """Give shard, offset and size of a picture.

        Raises
        ------
        DatasetError
            If there is no such picture.
        """
        wanted = path.encode()
        place = int(np.searchsorted(self._paths, np.bytes_(wanted)))
        if place == len(self._paths) or self._paths[place] != wanted:
            raise DatasetError(self.folder / path, "no such picture", "a picture of the dataset")
        return (
            self.folder / self._names[int(self._shard[place])],
            int(self._offset[place]),
            int(self._size[place]),
        )

    def read(self, path: str) -> bytes:
        """Read a picture's bytes."""
        shard, offset, size = self.find(path)
        try:
            with shard.open("rb") as stream:
                stream.seek(offset)
                content = stream.read(size)
        except OSError as error:
            raise DatasetError(
                shard, f"cannot be read ({error.strerror})", "a shard of the dataset"
            ) from error
        if len(content) != size:
            raise DatasetError(shard, "cut off", "a whole shard", "build it again")
        return content
