"""PNG files: rows as they are (filter 0), compressed by ISA-L."""

from __future__ import annotations

import struct

import numpy as np
from isal import isal_zlib
from numpy.typing import NDArray

__all__ = ["png_bytes"]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_LEVEL = 1
_COLOUR_TYPES = {1: 3, 3: 2, 4: 6}  # channels -> indexed, RGB, RGBA


def png_bytes(rows: NDArray[np.uint8], channels: int, palette: NDArray[np.uint8] | None) -> bytes:
    """Write a PNG from rows (h, 1 + w * channels) that begin with their filter byte, 0.

    ``palette`` (k, 3) is needed for one channel. The pixels are the same everywhere; the
    compressed bytes may differ between kinds of processor.
    """
    height, length = rows.shape
    header = struct.pack(
        ">IIBBBBB", (length - 1) // channels, height, 8, _COLOUR_TYPES[channels], 0, 0, 0
    )
    chunks = [_SIGNATURE, _chunk(b"IHDR", header)]
    if palette is not None:
        chunks.append(_chunk(b"PLTE", palette.tobytes()))
    packed = isal_zlib.compress(np.ascontiguousarray(rows), level=_LEVEL)
    chunks += [_chunk(b"IDAT", packed), _chunk(b"IEND", b"")]
    return b"".join(chunks)


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = isal_zlib.crc32(content, isal_zlib.crc32(kind))
    return b"".join([struct.pack(">I", len(content)), kind, content, struct.pack(">I", check)])
