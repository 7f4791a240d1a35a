"""The sets of pictures that questions show, and how much of a complex is left in view."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from misibench.geometry import Motion, motions_transform
from misibench.scene.annotation import Annotation
from misibench.scene.camera import View
from misibench.scene.shot import Shot, Subject
from misibench.structure import Complex, ResidueId
from misibench.tasks.draft import Image

__all__ = [
    "after",
    "drawn_coords",
    "mean_depth",
    "share_in_view",
    "six_views",
    "three_views",
]

THREE_VIEWS = (View.FRONT, View.LEFT, View.TOP)
SIX_VIEWS = (View.FRONT, View.LEFT, View.TOP, View.BACK, View.RIGHT, View.BOTTOM)


def three_views(
    subject: Subject = Subject.COMPLEX,
    ligand_motions: tuple[Motion, ...] = (),
    of_reference: bool = False,
) -> tuple[Image, ...]:
    """Front, left and top view."""
    return tuple(
        Image(Shot(view=view, subject=subject, ligand_motions=ligand_motions), of_reference)
        for view in THREE_VIEWS
    )


def six_views(
    residue: ResidueId | None = None, residue_index: int | None = None
) -> tuple[Image, ...]:
    """Front, left, top, back, right and bottom view: of the complex, or of one residue with it."""
    subject = Subject.COMPLEX if residue_index is None else Subject.RESIDUE
    return tuple(
        Image(Shot(view=view, subject=subject, residue=residue, residue_index=residue_index))
        for view in SIX_VIEWS
    )


def after(*motions: Motion, of_reference: bool = False) -> Image:
    """Front view of the whole complex after these motions."""
    return Image(Shot(motions=motions), of_reference)


def drawn_coords(structure: Complex) -> NDArray[np.float64]:
    """Coordinates (n, 3) in Å of everything a picture of the complex shows: its heavy atoms."""
    receptor, ligand = structure.receptor, structure.ligand
    pocket = structure.pocket_atoms
    return np.concatenate(
        [
            receptor.coords[pocket[~receptor.is_hydrogen[pocket]]],
            ligand.coords[~ligand.is_hydrogen],
        ]
    )


def mean_depth(annotation: Annotation) -> float:
    """Mean distance of the drawn atoms from the front camera's plane, Å."""
    screen = annotation.camera.screen(drawn_coords(annotation.structure))
    return -float(screen[:, 2].mean())


def share_in_view(annotation: Annotation, motions: Sequence[Motion]) -> float:
    """Share of the drawn atoms whose centres are inside a square front picture after motions."""
    moved = motions_transform(motions, annotation.centre).apply(drawn_coords(annotation.structure))
    screen = annotation.camera.screen(moved)
    reach = -screen[:, 2] * np.tan(np.deg2rad(annotation.camera.fov_deg) / 2)
    inside = (screen[:, 2] < 0) & (np.abs(screen[:, :2]).max(axis=1) <= reach)
    return round(float(inside.mean()), 4)
