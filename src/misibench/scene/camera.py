"""The camera: fit, six views, screen coordinates and pixels, as ChimeraX has them.

Every rule here was checked against ChimeraX 1.12 (fit to 1e-9); see docs/explanations/pictures.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from misibench.geometry import Axis, rotation_matrix

__all__ = ["FIELD_OF_VIEW_DEG", "FIT_PAD", "Bounds", "Camera", "View", "fit_camera", "view_camera"]

Floats = NDArray[np.float64]

FIELD_OF_VIEW_DEG = 30.0
"""Horizontal field of view of ChimeraX's default camera, degrees."""

FIT_PAD = 0.05
"""Share of the window left free by ChimeraX's ``view`` command."""


class View(StrEnum):
    """The side from which the scene is seen: ``left`` shows what faces the -x side."""

    FRONT = "front"
    LEFT = "left"
    TOP = "top"
    BACK = "back"
    RIGHT = "right"
    BOTTOM = "bottom"

    @property
    def turn(self) -> Floats:
        """Rotation (3, 3) of the scene that brings this side to the front."""
        axis, angle_deg = _TURNS[self]
        return rotation_matrix(axis, angle_deg)


_TURNS: dict[View, tuple[Axis, float]] = {
    View.FRONT: ("y", 0.0),
    View.LEFT: ("y", 90.0),
    View.TOP: ("x", 90.0),
    View.BACK: ("y", 180.0),
    View.RIGHT: ("y", -90.0),
    View.BOTTOM: ("x", -90.0),
}


@dataclass(frozen=True, slots=True)
class Bounds:
    """Axis-aligned box around spheres; ``low`` and ``high`` have shape (3,), Å."""

    low: Floats
    high: Floats

    @classmethod
    def of_spheres(cls, coords: ArrayLike, radii: ArrayLike) -> Bounds:
        """Box of spheres at coords (n, 3) with radii () or (n,), Å; n must be at least 1."""
        points = np.asarray(coords, dtype=np.float64)
        reach = np.broadcast_to(np.asarray(radii, dtype=np.float64), (len(points),))[:, None]
        return cls((points - reach).min(axis=0), (points + reach).max(axis=0))

    @property
    def centre(self) -> Floats:
        """Centre of the box, shape (3,), Å: the centre of rotation of whole scenes."""
        return 0.5 * (self.low + self.high)

    @property
    def half_diagonal(self) -> float:
        """Half the length of the box's diagonal, Å."""
        return 0.5 * float(np.linalg.norm(self.high - self.low))


@dataclass(frozen=True, slots=True)
class Camera:
    """A perspective or orthographic camera.

    Attributes
    ----------
    position
        Shape (3,), Å, scene frame.
    axes
        Shape (3, 3): columns are the camera's x (right), y (up) and z (toward the viewer) axes
        in the scene frame.
    fov_deg
        Horizontal field of view; spans the width of the window.
    orthographic_width
        None for perspective; else the width of the window in Å.
    """

    position: Floats
    axes: Floats
    fov_deg: float = FIELD_OF_VIEW_DEG
    orthographic_width: float | None = None

    def screen(self, coords: ArrayLike) -> Floats:
        """Camera-frame coordinates (n, 3), Å: what ChimeraX's ``getcrd`` calls screen."""
        return np.asarray((np.asarray(coords, dtype=np.float64) - self.position) @ self.axes)

    def pixels(self, coords: ArrayLike, width: int, height: int) -> Floats:
        """Pixel coordinates (n, 2) of points (n, 3) in front of the camera; y grows downward."""
        screen = self.screen(coords)
        if self.orthographic_width is None:
            half_width = -screen[:, 2] * np.tan(np.deg2rad(self.fov_deg) / 2)
        else:
            half_width = np.full(len(screen), self.orthographic_width / 2)
        scale = (width / 2) / half_width
        return np.stack([width / 2 + screen[:, 0] * scale, height / 2 - screen[:, 1] * scale], 1)

    @property
    def matrix(self) -> Floats:
        """Shape (3, 4): axes as columns and position, as ChimeraX writes it."""
        return np.column_stack([self.axes, self.position])


def fit_camera(
    bounds: Bounds,
    *,
    axes: ArrayLike | None = None,
    aspect: float = 1.0,
    fov_deg: float = FIELD_OF_VIEW_DEG,
    pad: float = FIT_PAD,
) -> Camera:
    """Fit the view to a box, as ChimeraX's ``view`` does; ``aspect`` is height over width."""
    frame = np.eye(3) if axes is None else np.asarray(axes, dtype=np.float64)
    half = 0.5 * (bounds.high - bounds.low)
    signs = np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).reshape(3, 8).T
    corners = (signs * half) @ frame
    tangent_x = np.tan(np.deg2rad(fov_deg) / 2)
    tangent_y = tangent_x * aspect
    reach = np.maximum(np.abs(corners[:, 0]) / tangent_x, np.abs(corners[:, 1]) / tangent_y)
    distance = float((reach + corners[:, 2]).max()) / (1.0 - pad)
    return Camera(bounds.centre + distance * frame[:, 2], frame, fov_deg)


def view_camera(front: Camera, view: View, centre: ArrayLike) -> Camera:
    """Turn the front camera about ``centre`` (3,) so that it shows ``view``; nothing is refitted.

    The scene stays; the camera moves by the inverse of the view's turn.
    """
    pivot = np.asarray(centre, dtype=np.float64)
    back = front.axes @ view.turn.T @ front.axes.T
    return Camera(
        pivot + back @ (front.position - pivot),
        back @ front.axes,
        front.fov_deg,
        front.orthographic_width,
    )
