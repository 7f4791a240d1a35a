"""What the frame functions are handed: shapes, view, tables and buffers, each as one tuple."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from misibench.rendering import setup as at
from misibench.rendering.kernel import kernel

__all__ = ["BAND", "SLACK", "Buffers", "Lens", "Letters", "Shapes", "Table", "fill_table"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

BAND = 32
"""Rows of a band: its layers stay in the processor's cache."""
SLACK = 16
"""Spare pixels at the end of every row, since spans come in blocks of 8."""


class Shapes(NamedTuple):
    """Spheres (n) in camera coordinates, and cylinders (m) between pairs of them."""

    centres: Floats
    radii: Floats
    colours: NDArray[np.float32]
    colour_index: NDArray[np.int32]
    ends: NDArray[np.int32]
    thickness: Floats


class Lens(NamedTuple):
    """How the camera frame becomes pixels; ``scale`` as in :mod:`misibench.rendering.setup`."""

    near: float
    far: float
    scale: float
    flat: bool
    width: int
    height: int


class Table(NamedTuple):
    """A row of numbers per primitive, and per band the primitives that reach into it."""

    rows: Floats
    starts: Ints
    entries: NDArray[np.int32]


class Buffers(NamedTuple):
    """Layers of one band, spans waiting to be shaded, and which pieces of its lines are touched."""

    solid_depth: NDArray[np.float32]
    solid_colour: NDArray[np.int32]
    edge_depth: NDArray[np.float32]
    edge_colour: NDArray[np.int32]
    spans: NDArray[np.float32]
    places: NDArray[np.int32]
    touched: NDArray[np.uint64]
    shift: int


class Letters(NamedTuple):
    """Placed letters (glyph, x, y, shade), how many of them count, and the baked glyphs."""

    placed: Ints
    number: int
    pixels: NDArray[np.uint8]
    shapes: Ints


@kernel
def fill_table(shapes, lens, table):  # type: ignore[no-untyped-def]
    """Fill the primitives' rows and list per band which primitives reach into it.

    Spheres come first, then cylinders. Gives the number of entries, or the negative number
    needed where ``table.entries`` is too short.
    """
    rows, starts, entries = table.rows, table.starts, table.entries
    spheres, cylinders = len(shapes.centres), len(shapes.ends)
    bands = len(starts) - 1
    starts[:] = 0
    for i in range(spheres + cylinders):
        row = rows[i]
        if i < spheres:
            seen = at.sphere_row(
                row, shapes.centres[i], shapes.radii[i], lens.scale, lens.flat, lens.width,
                lens.height, lens.near,
            )  # fmt: skip
        else:
            p, q = shapes.ends[i - spheres, 0], shapes.ends[i - spheres, 1]
            seen = at.cylinder_row(
                row, shapes.centres[p], shapes.centres[q], shapes.thickness[i - spheres],
                lens.scale, lens.flat, lens.width, lens.height, lens.near,
            )  # fmt: skip
        row[at.FIRST] = -1.0
        if seen:
            row[at.FIRST] = row[at.Y0] // BAND
            for band in range(int(row[at.Y0]) // BAND, int(row[at.Y1]) // BAND + 1):
                starts[band + 1] += 1
    for band in range(bands):
        starts[band + 1] += starts[band]
    total = starts[bands]
    if total > len(entries):
        return -total
    filled = np.zeros(bands, np.int64)
    for i in range(spheres + cylinders):
        if rows[i, at.FIRST] >= 0.0:
            for band in range(int(rows[i, at.FIRST]), int(rows[i, at.Y1]) // BAND + 1):
                entries[starts[band] + filled[band]] = i
                filled[band] += 1
    return total
