"""Pictures of a dataset as a browser gets them."""

from __future__ import annotations

import struct
from pathlib import Path

from misibench.errors import DatasetError

__all__ = ["picture_path", "without_metadata"]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_NEEDED = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")


def without_metadata(png: bytes, where: str = "picture") -> bytes:
    """Give a PNG with nothing in it but what is needed to draw it.

    Texts, times, profiles and whatever follows the end of the picture are left out; pixels are
    not touched.

    Raises
    ------
    DatasetError
        If it is no PNG.
    """
    if not png.startswith(_SIGNATURE):
        raise DatasetError(where, "not a PNG file", "pictures as misi build writes them")
    parts = [_SIGNATURE]
    place = len(_SIGNATURE)
    while place + 12 <= len(png):
        (length,) = struct.unpack_from(">I", png, place)
        kind = png[place + 4 : place + 8]
        end = place + 12 + length
        if kind in _NEEDED:
            parts.append(png[place:end])
        if kind == b"IEND":
            return b"".join(parts)
        place = end
    raise DatasetError(where, "a PNG file that is cut off", "pictures as misi build writes them")


def picture_path(folder: Path, relative: str) -> Path:
    """Give the path of a picture named in a question; never one outside the dataset folder.

    Raises
    ------
    DatasetError
        If the name leads out of the folder, or there is no such file.
    """
    root = folder.resolve()
    path = (root / relative).resolve()
    if not path.is_relative_to(root):
        raise DatasetError(relative, "a picture outside the dataset folder", str(root))
    if not path.is_file():
        raise DatasetError(path, "no such picture", "a dataset with all its pictures")
    return path
