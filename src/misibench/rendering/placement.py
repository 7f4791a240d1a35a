"""Where labels stand in a picture, and how large and bright they are, in either look."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from misibench.rendering.glyphs import Font
from misibench.rendering.kernel import kernel
from misibench.rendering.light import CUE_START
from misibench.rendering.setup import camera_coords
from misibench.rendering.text import SMALLEST_EM, TextLines
from misibench.scene import LABEL_HEIGHT, LabelKind, Look, Scene

__all__ = ["CLEAR_HEIGHT", "LARGEST_EM", "LEAST_CLEAR_HEIGHT", "LabelPlaces", "place_labels"]

Floats = NDArray[np.float64]

CLEAR_HEIGHT = 18.0 / 1024.0
"""Line height of labels in look ``clear``, as a share of the picture's width."""
LEAST_CLEAR_HEIGHT = 12.0
"""... but at least this many pixels: smaller text cannot be read."""
LARGEST_EM = 0.6
"""Labels with larger letters than this share of the picture's width are left out: right before
the eye, where nothing of them can be read, they would hide everything."""
_CELL = 3  # pixels; labels keep apart on a grid of such cells
_RINGS = 12
_RING_STEP = 0.35  # rings around a label's own place, in line heights


@dataclass(frozen=True, eq=False)
class LabelPlaces:
    """Labels of a scene in pixels, y downward.

    Attributes
    ----------
    corners
        Left ends of the baselines (t, 2).
    ems
        Sizes (t,), pixels per em; 0 where a label is not drawn (behind the near plane, too small
        or too large).
    shades
        Brightness (t,), 0-255.
    boxes
        Left, top, right and bottom (t, 4) of the texts' rectangles.
    """

    corners: Floats
    ems: Floats
    shades: NDArray[np.int64]
    boxes: Floats


def place_labels(
    scene: Scene, lines: TextLines, font: Font, look: Look, size: tuple[int, int], scale: float
) -> LabelPlaces:
    """Place the labels of a scene in a picture of some size (width, height).

    ``scale`` is pixels per unit of X (see :mod:`misibench.rendering.setup`).
    """
    width, height = size
    flat = scene.camera.orthographic_width is not None
    anchors = camera_coords(scene.camera, scene.label_anchors)
    at = anchors + scene.label_offsets
    depth = -at[:, 2]
    seen = depth > scene.near
    shrink = np.ones(len(at)) if flat else np.where(seen, depth, 1.0)
    left = width / 2 + scale * at[:, 0] / shrink
    bottom = height / 2 - scale * at[:, 1] / shrink
    if look is Look.CLEAR:
        tall = np.full(len(at), max(CLEAR_HEIGHT * width, LEAST_CLEAR_HEIGHT))
        shades = np.full(len(at), 255, np.int64)
    else:
        tall = LABEL_HEIGHT * scale / shrink
        cue = (scene.far - depth) / ((1.0 - CUE_START) * (scene.far - scene.near))
        shades = np.floor(np.clip(cue, 0.0, 1.0) * 255.0 + 0.5).astype(np.int64)
    ems = tall / (font.ascent + font.descent)
    wide = lines.widths * ems
    if look is Look.CLEAR and len(at):
        # small kinds first: atoms' labels cannot go far from their atoms
        rank = np.where(scene.label_kinds == LabelKind.RESIDUE, 1, 0)
        order = np.lexsort((np.arange(len(at)), np.floor(depth * 1024.0), rank))
        anchor_x = width / 2 + scale * anchors[:, 0] / shrink
        anchor_y = height / 2 - scale * anchors[:, 1] / shrink
        _spread(
            left, bottom, anchor_x, anchor_y, wide, tall, seen, rank == 1,
            order, float(width), float(height),
        )  # fmt: skip
    drawn = seen & (ems >= SMALLEST_EM) & (ems <= LARGEST_EM * width)
    ems = np.where(drawn, ems, 0.0)
    corners = np.column_stack([left, bottom - font.descent * ems])
    return LabelPlaces(
        corners, ems, shades, np.column_stack([left, bottom - tall, left + wide, bottom])
    )


@kernel
def _spread(  # type: ignore[no-untyped-def]
    left, bottom, anchor_x, anchor_y, wide, tall, seen, centred, order, width, height
):
    """Move labels, one after the other, to the nearest free place around their anchors.

    Where no place is free, the one that covers least is taken.
    """
    columns, rows = int(width) // _CELL + 2, int(height) // _CELL + 2
    taken = np.zeros((rows, columns), np.int32)
    for i in order:
        if not seen[i]:
            continue
        if anchor_x[i] < 0 or anchor_x[i] > width or anchor_y[i] < 0 or anchor_y[i] > height:
            continue
        best = np.inf
        best_left, best_bottom = left[i], bottom[i]
        for ring in range(_RINGS):
            for step in range(1 if ring == 0 else 8):
                x, y = _candidate(
                    ring, step, left[i], bottom[i], anchor_x[i], anchor_y[i], wide[i], tall[i],
                    centred[i],
                )  # fmt: skip
                x = min(max(x, 1.0), max(width - wide[i] - 1.0, 1.0))
                y = min(max(y, tall[i] + 1.0), height - 1.0)
                covered = _covered(taken, x, y, wide[i], tall[i])
                cost = covered * 1000.0 + ring
                if cost < best:
                    best, best_left, best_bottom = cost, x, y
            if best < 1000.0:
                break
        left[i], bottom[i] = best_left, best_bottom
        _take(taken, best_left, best_bottom, wide[i], tall[i])


@kernel
def _candidate(ring, step, left, bottom, x, y, wide, tall, centred):  # type: ignore[no-untyped-def]
    """Left and bottom of a label's ``step``-th place of 8 on a ring around its anchor (x, y)."""
    if ring == 0:
        # atoms: their own place to the right; residues: centred on the anchor
        return (x - wide / 2, y + tall / 2) if centred else (left, y + tall / 2)
    reach = ring * _RING_STEP * tall
    # right, left, up, down, then the four between
    h = (1.0, -1.0, 0.0, 0.0, 0.7, -0.7, 0.7, -0.7)[step]
    v = (0.0, 0.0, 1.0, -1.0, 0.7, 0.7, -0.7, -0.7)[step]
    half = wide / 2 if not centred else 0.25 * wide
    return x - wide / 2 + h * (half + reach), y + tall / 2 - v * (0.5 * tall + reach)


@kernel
def _cells(taken, x, y, wide, tall):  # type: ignore[no-untyped-def]
    rows, columns = taken.shape
    x0 = min(max(int(x) // _CELL, 0), columns - 1)
    x1 = min(max(int(x + wide) // _CELL, 0), columns - 1)
    y0 = min(max(int(y - 0.85 * tall) // _CELL, 0), rows - 1)  # nothing is drawn at the very top
    y1 = min(max(int(y - 0.1 * tall) // _CELL, 0), rows - 1)
    return x0, x1, y0, y1


@kernel
def _covered(taken, x, y, wide, tall):  # type: ignore[no-untyped-def]
    x0, x1, y0, y1 = _cells(taken, x, y, wide, tall)
    total = 0
    for row in range(y0, y1 + 1):
        for column in range(x0, x1 + 1):
            total += taken[row, column]
    return total


@kernel
def _take(taken, x, y, wide, tall):  # type: ignore[no-untyped-def]
    x0, x1, y0, y1 = _cells(taken, x, y, wide, tall)
    for row in range(y0, y1 + 1):
        for column in range(x0, x1 + 1):
            taken[row, column] += 1
