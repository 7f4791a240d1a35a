"""PDBbind archives: unpacked without trusting the names in them."""

from __future__ import annotations

import bz2
import gzip
import lzma
import shutil
import tarfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Any

from misibench.dataset.files import writing
from misibench.errors import FetchError

__all__ = ["Unpacked", "is_archive", "unpack_archive"]

MAX_MEMBER_BYTES = 1 << 30
"""Largest file taken out of an archive; PDBbind's largest are some megabytes."""

MAX_TOTAL_BYTES = 1 << 38
"""Most that one archive may unpack to, 256 GiB: a stop for archives made to fill a disk."""

_ENDINGS = (".tar.gz", ".tgz", ".tar", ".tar.xz", ".tar.bz2")


@dataclass(frozen=True, slots=True)
class Unpacked:
    """What came out of an archive.

    Attributes
    ----------
    folder
        Where it lies.
    complexes
        Folders that hold a ligand file.
    files, present
        Files written now, and those that were there already with the same size.
    refused
        Members that were left out (links, devices, names that lead elsewhere), with why.
    """

    folder: Path
    complexes: int
    files: int
    present: int
    refused: tuple[tuple[str, str], ...]


def is_archive(name: str) -> bool:
    """Whether a word is the name of an archive rather than an id.

    >>> is_archive("PDBbind_v2020_refined.tar.gz"), is_archive("1ia1")
    (True, False)
    """
    return name.lower().endswith(_ENDINGS)


def unpack_archive(
    path: str | Path, out: str | Path, tell: Callable[[str], None] | None = None
) -> Unpacked:
    """Unpack a tar archive, member by member, never outside ``out``.

    Only plain files come out, with plain permissions, each under a temporary name until it is
    whole. What is there already with the right size is passed over, so that an interrupted
    unpacking goes on; links, devices and names with ``..`` or a leading ``/`` are left out and
    reported.

    Parameters
    ----------
    path
        ``.tar``, ``.tar.gz``, ``.tgz``, ``.tar.xz`` or ``.tar.bz2``.
    out
        Folder; made if missing.
    tell
        Called with the name of every member.

    Raises
    ------
    FetchError
        If the archive is missing, damaged or cut off (what came before stays), or too large.
    """
    source, folder = Path(path), Path(out)
    written = present = total = 0
    refused: list[tuple[str, str]] = []
    ligand_folders: set[str] = set()
    try:
        # "r|" reads forwards only: no index of a 20 GB archive is built first
        with _opened(source) as stream, tarfile.open(fileobj=stream, mode="r|") as archive:
            for member in archive:
                if tell is not None:
                    tell(member.name)
                if member.isdir():
                    continue
                problem = _problem(member)
                if problem:
                    refused.append((member.name, problem))
                    continue
                total += member.size
                if total > MAX_TOTAL_BYTES:
                    raise FetchError(
                        source, f"unpacks to more than {MAX_TOTAL_BYTES >> 30} GiB",
                        "a PDBbind archive",
                    )  # fmt: skip
                name = _relative(member.name)
                if _is_ligand(name):
                    ligand_folders.add(name.parent.as_posix())
                if _take(archive, member, folder / name):
                    written += 1
                else:
                    present += 1
    except FileNotFoundError as error:
        raise FetchError(source, "no such file", "a PDBbind archive") from error
    except (tarfile.TarError, EOFError, zlib.error, lzma.LZMAError, OSError) as error:
        raise FetchError(
            source, f"damaged or cut off after {written + present:,} files ({error})",
            "a whole tar archive", "fetch it again; what is unpacked stays",
        ) from error  # fmt: skip
    return Unpacked(folder, len(ligand_folders), written, present, tuple(refused))


def _opened(path: Path) -> IO[bytes]:
    """Open what is inside the compression; unlike tarfile's own, these notice a missing end."""
    with path.open("rb") as stream:
        start = stream.read(6)
    opener: Any = open
    for magic, module in ((b"\x1f\x8b", gzip), (b"BZh", bz2), (b"\xfd7zXZ\x00", lzma)):
        if start.startswith(magic):
            opener = module.open
    opened: IO[bytes] = opener(path, "rb")
    return opened


def _relative(name: str) -> PurePosixPath:
    return PurePosixPath(*(part for part in PurePosixPath(name).parts if part != "."))


def _problem(member: tarfile.TarInfo) -> str:
    """Say why a member is not taken, or nothing."""
    name = PurePosixPath(member.name)
    if not member.isfile():
        return "a link" if member.issym() or member.islnk() else "no plain file"
    if name.is_absolute() or ".." in name.parts or "\\" in member.name or ":" in member.name:
        return "its name leads out of the folder"
    if not _relative(member.name).parts:
        return "no name"
    if member.size > MAX_MEMBER_BYTES:
        return f"larger than {MAX_MEMBER_BYTES >> 20} MiB"
    return ""


def _is_ligand(name: PurePosixPath) -> bool:
    stem = name.name.lower().removesuffix(".gz")
    return stem.endswith(("_ligand.mol2", "_ligand.sdf"))


def _take(archive: tarfile.TarFile, member: tarfile.TarInfo, target: Path) -> bool:
    """Write one member; False where it is there already."""
    if target.is_file() and target.stat().st_size == member.size:
        return False
    stream = archive.extractfile(member)
    if stream is None:
        raise tarfile.ReadError(f"{member.name} has no content")
    with stream, writing(target) as temporary, temporary.open("wb") as file:
        shutil.copyfileobj(stream, file, 1 << 20)
    return True
