"""The text of an input file: plain or gzip, any line ends, UTF-8 or Latin-1, with a size limit."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path
from typing import Final

from misibench.errors import RefusalReason, StructureError

__all__ = ["MAX_FILE_BYTES", "format_suffix", "read_text"]

MAX_FILE_BYTES: Final = 256 * 2**20
"""Largest text read from one file, after decompression. The largest single entries of the PDB
stay below it; a damaged or malicious gzip file does not fill the memory."""

_GZIP_MAGIC: Final = b"\x1f\x8b"


def format_suffix(path: Path) -> str:
    """Lower-case suffix that names the format, a final ``.gz`` left out.

    >>> format_suffix(Path("1ABC_ligand.MOL2.gz"))
    '.mol2'
    """
    suffixes = [one.lower() for one in path.suffixes]
    if suffixes and suffixes[-1] == ".gz":
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


def read_text(path: Path) -> str:
    r"""Read a whole text file, with ``\n`` as the only line end.

    Gzip is recognised by content, not by name. A byte-order mark is dropped; bytes that are not
    UTF-8 are read as Latin-1, which never fails and only concerns comments and titles.

    Raises
    ------
    StructureError
        The file cannot be opened, is empty, is not text, is a damaged gzip file
        (``unreadable``), or is larger than ``MAX_FILE_BYTES`` (``too_large``).
    """
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise StructureError(
            path, error.strerror or "cannot be opened", "a readable file", "check the path"
        ) from error
    if content.startswith(_GZIP_MAGIC):
        content = _decompressed(path)
    if len(content) > MAX_FILE_BYTES:
        raise StructureError(
            path,
            f"more than {MAX_FILE_BYTES // 2**20} MB of text",
            "one structure",
            "cut the file down to the complex of interest",
            reason=RefusalReason.TOO_LARGE,
        )
    if not content.strip():
        raise StructureError(path, "the file is empty", "a structure", "fetch the file again")
    if b"\0" in content[:4096]:
        raise StructureError(
            path,
            "binary content",
            "a text file (PDB, mmCIF, mol2, SDF)",
            "convert it, for example binary CIF to mmCIF",
        )
    content = content.removeprefix(b"\xef\xbb\xbf")
    if b"\r" in content:
        content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _decompressed(path: Path) -> bytes:
    try:
        with gzip.open(path) as stream:
            return stream.read(MAX_FILE_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise StructureError(
            path, f"damaged gzip file ({error})", "a whole gzip file", "fetch the file again"
        ) from error
