"""Letters as coverage: masters from a font file, shrunk to any size and sub-pixel place.

Each letter is drawn once by FreeType (through Pillow) at a large size and kept as a summed-area
table; letters of any smaller size are exact box averages of it, so that no hinting comes in
and the same Pillow gives the same pixels everywhere.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import ImageFont

from misibench.errors import UsageError
from misibench.rendering.kernel import kernel

__all__ = ["MASTER_EM", "Font", "bake_glyph", "bake_outline", "default_font_path", "load_font"]

MASTER_EM = 160
"""Size of the masters, pixels per em."""

_METRIC_EM = 2048  # advances and kerning are measured at this size


def default_font_path() -> str:
    """Path of DejaVu Sans as matplotlib ships it."""
    import importlib.util  # matplotlib itself takes long to import and is not needed

    found = importlib.util.find_spec("matplotlib")
    if found is None or found.origin is None:
        raise UsageError("font", "matplotlib is not installed", remedy="name a font file")
    return str(Path(found.origin).parent / "mpl-data" / "fonts" / "ttf" / "DejaVuSans.ttf")


class Font:
    """A font's letters as needed by the rasteriser; letters are added when first met.

    Attributes
    ----------
    ascent, descent
        Height of a line above and below the baseline, in em.
    tables
        Summed-area tables of all masters, one after the other, int64.
    boxes
        Per letter: where its table begins, its width and height, and its left and top edge
        relative to pen and baseline, all in master pixels; shape (letters, 5), int64.
    """

    def __init__(self, path: str) -> None:
        try:
            self._master = _truetype(path, MASTER_EM)
            self._metric = _truetype(path, _METRIC_EM)
        except OSError as error:
            raise UsageError(
                path, f"not readable as a font ({error})", "a TrueType or OpenType file"
            ) from None
        ascent, descent = self._metric.getmetrics()
        self.ascent, self.descent = ascent / _METRIC_EM, descent / _METRIC_EM
        self._slots: dict[str, int] = {}
        self._parts: list[NDArray[np.int64]] = []
        self._boxes: list[tuple[int, int, int, int, int]] = []
        self.tables = np.zeros(1, np.int64)
        self.boxes = np.zeros((0, 5), np.int64)
        self.add("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 -'*\"+_.")

    def add(self, text: str) -> None:
        """Make sure that all letters of a text are there."""
        new = [letter for letter in dict.fromkeys(text) if letter not in self._slots]
        for letter in new:
            mask, (left, top) = self._master.getmask2(letter, mode="L", anchor="ls")
            width, height = mask.size
            pixels = np.zeros((height + 1, width + 1), np.int64)
            if width and height:
                pixels[1:, 1:] = np.array(mask, dtype=np.int64).reshape(height, width)
            table = pixels.cumsum(0).cumsum(1).reshape(-1)
            self._slots[letter] = len(self._boxes)
            start = sum(len(part) for part in self._parts)
            self._boxes.append((start, width, height, int(left), int(top)))
            self._parts.append(table)
        if new:
            self.tables = np.concatenate(self._parts)
            self.boxes = np.array(self._boxes, dtype=np.int64)

    def layout(self, text: str) -> tuple[list[int], list[float], float]:
        """Give the letters' numbers, their pen positions and the text's width, in em."""
        self.add(text)
        # letters are not kerned: Pillow's basic engine scales kerning wrongly (seen in 13.0)
        advances = [self._metric.getlength(letter) / _METRIC_EM for letter in text]
        pens = [sum(advances[:n]) for n in range(len(text))]
        return [self._slots[letter] for letter in text], pens, float(sum(advances))


def _truetype(path: str, size: int) -> ImageFont.FreeTypeFont:
    # the basic engine: the other one depends on a library that may or may not be there
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=8)
def load_font(path: str | None) -> Font:
    """Give the font of a file, or the default font."""
    return Font(default_font_path() if path is None else path)


@kernel
def _area(tables, start, width, height, x, y):  # type: ignore[no-untyped-def]
    """Sum of a master over everything left of x and above y, in master pixels."""
    x = min(max(x, 0.0), float(width))
    y = min(max(y, 0.0), float(height))
    i, j = min(int(x), width - 1), min(int(y), height - 1)
    fx, fy = x - i, y - j
    at = start + j * (width + 1) + i
    upper = tables[at] * (1.0 - fx) + tables[at + 1] * fx
    lower = tables[at + width + 1] * (1.0 - fx) + tables[at + width + 2] * fx
    return upper * (1.0 - fy) + lower * fy


@kernel
def bake_glyph(tables, box, em, x_phase, y_phase, out, at):  # type: ignore[no-untyped-def]
    """Write a letter's coverage (0-255) at size ``em`` into ``out`` from position ``at``.

    The pen stands at (x_phase, y_phase) within its pixel. Gives width, height, and left and
    top edge relative to that pixel.
    """
    start, width, height, left, top = box[0], box[1], box[2], box[3], box[4]
    if width == 0 or height == 0:
        return 0, 0, 0, 0
    shrink = em / MASTER_EM
    x0 = int(np.floor(x_phase + left * shrink))
    x1 = int(np.ceil(x_phase + (left + width) * shrink))
    y0 = int(np.floor(y_phase + top * shrink))
    y1 = int(np.ceil(y_phase + (top + height) * shrink))
    full = 1.0 / (shrink * shrink)  # master pixels in one pixel
    for y in range(y0, y1):
        upper = (y - y_phase) / shrink - top
        lower = (y + 1 - y_phase) / shrink - top
        for x in range(x0, x1):
            near = (x - x_phase) / shrink - left
            far = (x + 1 - x_phase) / shrink - left
            total = (
                _area(tables, start, width, height, far, lower)
                - _area(tables, start, width, height, near, lower)
                - _area(tables, start, width, height, far, upper)
                + _area(tables, start, width, height, near, upper)
            )
            out[at] = np.uint8(min(max(total / full, 0.0), 255.0) + 0.5)
            at += 1
    return x1 - x0, y1 - y0, x0, y0


@kernel
def bake_outline(tables, box, em, x_phase, y_phase, reach, out, at):  # type: ignore[no-untyped-def]
    """Write a letter widened by ``reach`` pixels on all sides, as :func:`bake_glyph` does."""
    rim = int(np.ceil(reach)) + 1
    shrink = em / MASTER_EM
    room = int((box[1] * shrink + 3.0) * (box[2] * shrink + 3.0)) + 1
    plain = np.zeros(room, np.uint8)
    w, h, left, top = bake_glyph(tables, box, em, x_phase, y_phase, plain, 0)
    if w == 0:
        return 0, 0, 0, 0
    for y in range(-rim, h + rim):
        for x in range(-rim, w + rim):
            most = 0.0
            for j in range(max(y - rim, 0), min(y + rim + 1, h)):
                for i in range(max(x - rim, 0), min(x + rim + 1, w)):
                    away = np.sqrt(float((x - i) * (x - i) + (y - j) * (y - j)))
                    share = min(max(reach + 1.0 - away, 0.0), 1.0)
                    most = max(most, share * plain[j * w + i])
            out[at] = np.uint8(most + 0.5)
            at += 1
    return w + 2 * rim, h + 2 * rim, left - rim, top - rim
