"""What can be seen in a picture: atoms by their visible area, labels by what covers them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from misibench.rendering.kernel import kernel
from misibench.rendering.renderer import DEFAULT_SIZE, Renderer
from misibench.scene import LabelKind, PictureOptions, Scene

__all__ = ["LEAST_PIXELS", "Visibility", "views_showing", "visibility"]

Floats = NDArray[np.float64]

LEAST_PIXELS = 4
"""Fewer pixels of an atom do not count as seeing it: a stick is some 12 pixels wide at 1024."""


@dataclass(frozen=True, eq=False)
class Visibility:
    """What is seen of the atoms and labels of one picture.

    Attributes
    ----------
    scene
        What was drawn; atoms and labels are in its order.
    areas
        Pixels (n,) at whose centre a drawn atom is seen; an atom owns its sphere and its halves
        of its bonds. Labels hide nothing, since one sees past letters.
    depths
        Distances (n,) of the drawn atoms from the eye along the view axis, Å.
    label_covered
        Share (t,) of the part of each label's rectangle within the picture that rectangles of
        other labels overlap, 0 to 1.
    label_outside
        Share (t,) of each label's rectangle that lies outside the picture; 1 where it is not drawn.
    """

    scene: Scene
    areas: NDArray[np.int64]
    depths: Floats
    label_covered: Floats
    label_outside: Floats

    def atom_area(self, atom: int, *, ligand: bool) -> int:
        """Visible pixels of an atom by its index in receptor or ligand; 0 where it is not drawn."""
        found = (self.scene.atom_index == atom) & (self.scene.is_ligand == ligand)
        return int(self.areas[found].sum())

    def label_of(self, kind: LabelKind, target: int) -> int | None:
        """Give the position of a label by what it names; None where there is none."""
        found = np.flatnonzero(
            (self.scene.label_kinds == kind) & (self.scene.label_targets == target)
        )
        return int(found[0]) if len(found) else None


def visibility(
    scene: Scene,
    size: tuple[int, int] = DEFAULT_SIZE,
    options: PictureOptions | None = None,
    *,
    renderer: Renderer | None = None,
) -> Visibility:
    """Find out what a picture of a scene shows, without drawing it.

    Parameters
    ----------
    size, options
        Of the picture; the look decides where labels are.
    renderer
        Reused for many scenes; size and options are then its own.
    """
    drawer = Renderer(size, options) if renderer is None else renderer
    boxes = drawer.label_boxes(scene)
    covered = np.zeros(len(boxes))
    outside = np.ones(len(boxes))
    _overlaps(boxes, drawer.size[0], drawer.size[1], covered, outside)
    depths = -scene.camera.screen(scene.coords)[:, 2]
    arrays = (drawer.areas(scene), depths, covered, outside)
    for array in arrays:
        array.setflags(write=False)
    return Visibility(scene, *arrays)


def views_showing(
    seen: Iterable[Visibility], atom: int, *, ligand: bool, least_px: int = LEAST_PIXELS
) -> int:
    """Count the pictures that show at least ``least_px`` pixels of an atom."""
    return sum(one.atom_area(atom, ligand=ligand) >= least_px for one in seen)


@kernel
def _overlaps(boxes, width, height, covered, outside):  # type: ignore[no-untyped-def]
    layers = np.zeros((height, width), np.int32)
    for put in range(2):
        for i in range(len(boxes)):
            left, top, right, bottom = boxes[i, 0], boxes[i, 1], boxes[i, 2], boxes[i, 3]
            if not (right > left and bottom > top):
                continue
            x0, x1 = max(int(np.floor(left + 0.5)), 0), min(int(np.floor(right + 0.5)), width)
            y0, y1 = max(int(np.floor(top + 0.5)), 0), min(int(np.floor(bottom + 0.5)), height)
            if x0 >= x1 or y0 >= y1:
                continue
            shared = 0
            for y in range(y0, y1):
                for x in range(x0, x1):
                    if put == 0:
                        layers[y, x] += 1
                    elif layers[y, x] > 1:
                        shared += 1
            if put == 1:
                seen_x = min(right, float(width)) - max(left, 0.0)
                seen_y = min(bottom, float(height)) - max(top, 0.0)
                share = max(seen_x, 0.0) * max(seen_y, 0.0) / ((right - left) * (bottom - top))
                outside[i] = 1.0 - min(share, 1.0)
                covered[i] = shared / float((x1 - x0) * (y1 - y0))
