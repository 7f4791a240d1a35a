"""A finished picture: pixels, PNG, comparison."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from misibench.errors import MisiError, UsageError
from misibench.rendering.kernel import kernel
from misibench.rendering.png import png_bytes

__all__ = ["CLEAR_DIFFERENCE", "Picture", "picture_difference"]

CLEAR_DIFFERENCE = 48
"""Two pixels differ clearly when one of their channels differs by more than this, of 255."""


@dataclass(frozen=True, eq=False)
class Picture:
    """A picture as drawn.

    Attributes
    ----------
    rows
        Shape (h, 1 + w * channels), uint8: every row with PNG's filter byte, 0, before it.
    channels
        1 for palette indices, 3 for RGB, 4 for RGBA.
    palette
        (256, 3) for one channel, else None.
    """

    rows: NDArray[np.uint8]
    channels: int
    palette: NDArray[np.uint8] | None

    @property
    def pixels(self) -> NDArray[np.uint8]:
        """Palette indices (h, w), or colours (h, w, 3) or (h, w, 4)."""
        plain = self.rows[:, 1:]
        return plain if self.channels == 1 else plain.reshape(len(plain), -1, self.channels)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return (self.rows.shape[1] - 1) // self.channels, self.rows.shape[0]

    def rgb(self) -> NDArray[np.uint8]:
        """Colours (h, w, 3), over black where the background is transparent."""
        pixels = self.pixels
        if self.palette is not None:
            return np.asarray(self.palette[pixels])
        if self.channels == 3:
            return pixels
        alpha = pixels[:, :, 3:].astype(np.uint16)
        return ((pixels[:, :, :3] * alpha + 127) // 255).astype(np.uint8)

    def png_bytes(self) -> bytes:
        """Give the picture as a PNG file."""
        return png_bytes(self.rows, self.channels, self.palette)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a PNG file, whole or not at all.

        Raises
        ------
        MisiError
            If the file cannot be written.
        """
        target = Path(path)
        content = self.png_bytes()
        temporary = None
        try:
            handle, temporary = tempfile.mkstemp(
                prefix=f".{target.name}.", suffix=".part", dir=target.parent
            )
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(temporary).chmod(0o644)
            Path(temporary).replace(target)
        except OSError as error:
            if temporary is not None:
                Path(temporary).unlink(missing_ok=True)
            raise MisiError(
                target, f"cannot be written ({error.strerror or error})",
                remedy="name a folder that exists, may be written to and has room",
            ) from None  # fmt: skip

    def pixel_hash(self) -> str:
        """SHA-256 of size and RGB: equal for equal pictures, whatever the file's bytes."""
        width, height = self.size
        digest = sha256(f"{width}x{height}".encode())
        digest.update(np.ascontiguousarray(self.rgb()).tobytes())
        return digest.hexdigest()


def picture_difference(first: Picture, second: Picture) -> float:
    """Share of the pixels drawn in either picture that differ clearly, 0 to 1.

    A pixel is drawn where it is not black. Two blank pictures do not differ.

    Raises
    ------
    UsageError
        If the pictures differ in size.
    """
    if first.size != second.size:
        raise UsageError(
            "picture_difference", f"pictures of {first.size} and {second.size} pixels", "one size"
        )
    if first.palette is not None and second.palette is not None:
        drawn, different = _count_indexed(
            first.rows, second.rows, first.palette, second.palette, CLEAR_DIFFERENCE
        )
    else:
        drawn, different = _count_rgb(
            np.ascontiguousarray(first.rgb()), np.ascontiguousarray(second.rgb()), CLEAR_DIFFERENCE
        )
    return different / drawn if drawn else 0.0


@kernel
def _count_indexed(first, second, first_palette, second_palette, limit):  # type: ignore[no-untyped-def]
    apart = np.zeros((256, 256), np.uint8)
    for i in range(256):
        for j in range(256):
            for c in range(3):
                # as signed numbers: bytes would wrap around
                if abs(np.int64(first_palette[i, c]) - np.int64(second_palette[j, c])) > limit:
                    apart[i, j] = 1
    drawn = 0
    different = 0
    for y in range(first.shape[0]):
        for x in range(1, first.shape[1]):
            a, b = first[y, x], second[y, x]
            if a | b:  # index 0 is black
                drawn += 1
                different += apart[a, b]
    return drawn, different


@kernel
def _count_rgb(first, second, limit):  # type: ignore[no-untyped-def]
    drawn = 0
    different = 0
    for y in range(first.shape[0]):
        for x in range(first.shape[1]):
            lit = most = np.int64(0)
            for c in range(3):
                a, b = np.int64(first[y, x, c]), np.int64(second[y, x, c])
                lit |= a | b
                away = abs(a - b)
                if away > most:
                    most = away
            if lit:
                drawn += 1
                if most > limit:
                    different += 1
    return drawn, different
