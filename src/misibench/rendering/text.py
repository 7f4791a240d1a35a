"""Labels in pixels: where each letter goes, how large, how bright."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from misibench.rendering.glyphs import MASTER_EM, Font, bake_glyph, bake_outline, load_font
from misibench.rendering.kernel import kernel
from misibench.rendering.spans import touch

__all__ = [
    "SMALLEST_EM",
    "GlyphCache",
    "TextLines",
    "draw_letters",
    "encode_texts",
    "place_letters",
    "size_step",
]

SMALLEST_EM = 1.0
"""Smaller letters are less than a pixel and are left out."""
SIZE_RATIO = 1.02
"""Letters are baked at sizes of this ratio; the error is at most 1 % of their size."""
SIZES = 480
X_PHASES, Y_PHASES = 4, 2


@dataclass(frozen=True, eq=False)
class TextLines:
    """Texts as letters: those of text i are at ``starts[i]`` to ``starts[i + 1]``.

    ``pens`` and ``widths`` are in em.
    """

    starts: NDArray[np.int64]
    slots: NDArray[np.int64]
    pens: NDArray[np.float64]
    widths: NDArray[np.float64]


@lru_cache(maxsize=256)
def encode_texts(texts: tuple[str, ...], font_path: str | None) -> TextLines:
    """Lay out texts in a font, each on its own line from 0."""
    starts, slots, pens, widths = [0], [], [], []
    for text in texts:
        letters, places, width = _layout(text, font_path)
        slots.extend(letters)
        pens.extend(places)
        starts.append(len(slots))
        widths.append(width)
    return TextLines(
        np.array(starts, np.int64), np.array(slots, np.int64),
        np.array(pens, np.float64), np.array(widths, np.float64),
    )  # fmt: skip


@lru_cache(maxsize=16384)
def _layout(text: str, font_path: str | None) -> tuple[list[int], list[float], float]:
    return load_font(font_path).layout(text)


def _size_table() -> NDArray[np.float64]:
    # by repeated multiplication: the same on every machine, which pow is not
    sizes = [SMALLEST_EM]
    while len(sizes) < SIZES:
        sizes.append(sizes[-1] * SIZE_RATIO)
    return np.array(sizes)


class GlyphCache:
    """Letters baked so far, shared by all pictures of a renderer."""

    def __init__(self, font: Font) -> None:
        self.font = font
        self.sizes = _size_table()
        self.pixels = np.zeros(1 << 22, np.uint8)
        self.used = np.zeros(2, np.int64)  # pixels and glyphs in use
        self.shapes = np.zeros((1 << 15, 5), np.int64)  # start, width, height, left, top
        self._table = np.zeros((0, 0, 0), np.int32)

    @property
    def table(self) -> NDArray[np.int32]:
        """Glyph by size, phase and letter, plain ones at even and outlines at odd places; or -1."""
        letters = 2 * len(self.font.boxes)
        if self._table.shape[2] != letters:
            table = np.full((SIZES, X_PHASES * Y_PHASES, letters), -1, np.int32)
            table[:, :, : self._table.shape[2]] = self._table if self._table.size else -1
            self._table = table
        return self._table

    def clear(self) -> None:
        """Forget all letters, when there is no room for more."""
        self._table = np.zeros((0, 0, 0), np.int32)
        self.used[:] = 0

    def grow(self) -> None:
        """Make room for letters that are larger than all the room there was."""
        self.clear()
        self.pixels = np.zeros(4 * len(self.pixels), np.uint8)


@kernel
def size_step(sizes, em):  # type: ignore[no-untyped-def]
    """Index of the baked size nearest to ``em`` pixels."""
    low, high = 0, len(sizes) - 1
    while high - low > 1:
        middle = (low + high) // 2
        if sizes[middle] <= em:
            low = middle
        else:
            high = middle
    return low if em - sizes[low] <= sizes[high] - em else high


@kernel
def place_letters(  # type: ignore[no-untyped-def]
    corners, ems, shades, rim, starts, slots, pens, width, height,
    sizes, tables, boxes, table, pixels, shapes, used, out,
):  # fmt: skip
    """Bake and place the letters of all labels; gives how many, or -1 where there is no room.

    ``corners`` (t, 2) are the baseline's left ends in pixels, ``ems`` (t,) the sizes (0: leave the
    label out), ``shades`` (t,) the brightness. ``rim`` is the width of the dark outline, 0 for
    none; it is placed before the letters of its label. ``out`` gets per letter: glyph, x, y, shade.
    """
    count = 0
    for i in range(len(ems)):
        em = ems[i]
        if not em > 0.0:
            continue
        step = size_step(sizes, em)
        y = corners[i, 1]
        if y < -em or y > height + em:
            continue
        qy = int(np.floor(y * Y_PHASES + 0.5))
        for layer in range(1 if rim > 0.0 else 0, -1, -1):
            for k in range(starts[i], starts[i + 1]):
                x = corners[i, 0] + pens[k] * em
                if x > width + em or x < -2.0 * em:
                    continue
                qx = int(np.floor(x * X_PHASES + 0.5))
                phase = (qx % X_PHASES) * Y_PHASES + qy % Y_PHASES
                glyph = table[step, phase, 2 * slots[k] + layer]
                if glyph < 0:
                    glyph = _bake(
                        tables, boxes[slots[k]], sizes[step], (qx % X_PHASES) / X_PHASES,
                        (qy % Y_PHASES) / Y_PHASES, rim if layer else 0.0, pixels, shapes, used,
                    )  # fmt: skip
                    if glyph < 0:
                        return -1
                    table[step, phase, 2 * slots[k] + layer] = glyph
                out[count, 0] = glyph
                out[count, 1] = qx // X_PHASES + shapes[glyph, 3]
                out[count, 2] = qy // Y_PHASES + shapes[glyph, 4]
                out[count, 3] = 0 if layer else shades[i]
                count += 1
    return count


@kernel
def _bake(tables, box, em, x_phase, y_phase, rim, pixels, shapes, used):  # type: ignore[no-untyped-def]
    """Bake a letter into the room that is left; gives its number, or -1."""
    more = 3.0 + 2.0 * (rim + 2.0)
    room = (em * box[1] / MASTER_EM + more) * (em * box[2] / MASTER_EM + more)
    if used[0] + room > len(pixels) or used[1] >= len(shapes):
        return -1
    if rim > 0.0:
        w, h, left, top = bake_outline(tables, box, em, x_phase, y_phase, rim, pixels, used[0])
    else:
        w, h, left, top = bake_glyph(tables, box, em, x_phase, y_phase, pixels, used[0])
    glyph = used[1]
    shapes[glyph, 0] = used[0]
    shapes[glyph, 1], shapes[glyph, 2] = w, h
    shapes[glyph, 3], shapes[glyph, 4] = left, top
    used[0] += w * h
    used[1] += 1
    return glyph


@kernel
def draw_letters(  # type: ignore[no-untyped-def]
    colour, letters, count, pixels, shapes, top, bottom, width, stride, touched, shift
):
    """Lay letters over the rows ``top`` to ``bottom`` (exclusive) of a band of packed RGB."""
    for k in range(count):
        shape = letters[k, 0]
        start, w, h = shapes[shape, 0], shapes[shape, 1], shapes[shape, 2]
        x0, y0 = letters[k, 1], letters[k, 2]
        xa, xb = max(x0, 0), min(x0 + w, width)
        if y0 >= bottom or y0 + h <= top or xa >= xb:
            continue
        shade = letters[k, 3]
        for y in range(max(y0, top), min(y0 + h, bottom)):
            line = (y - top) * stride
            source = start + (y - y0) * w - x0
            touch(touched, y - top, xa, xb - 1, shift)
            for x in range(xa, xb):
                cover = np.int64(pixels[np.uint64(source + x)])
                if cover != 0:
                    cover += cover >> 7  # 0 to 256, so that full cover is exact
                    under = np.int64(colour[np.uint64(line + x)])
                    # red and blue share one multiplication: neither can reach the other's bits
                    ink = shade * cover
                    rb = ((under & 0xFF00FF) * (256 - cover) + ink * 0x10001 + 0x800080) >> 8
                    g = ((under & 0xFF00) * (256 - cover) + (ink << 8) + 0x8000) >> 8
                    colour[np.uint64(line + x)] = (rb & 0xFF00FF) | (g & 0xFF00)
