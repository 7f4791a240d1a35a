"""Rotations, moves and rigid transforms: the conventions of the whole project, stated once.

Frame: x right, y up, z out of the screen toward the viewer; the camera looks along -z.
Rotations are right-handed about axes fixed in the front view. Lengths are in ångström.
Angles that cross a function border are in degrees and say so in their name.

>>> turned = rotation_matrix("y", 90) @ [0.0, 0.0, 1.0]  # what is in front moves right
>>> turned.round(12).tolist()
[1.0, 0.0, 0.0]
>>> turned = rotation_matrix("x", 90) @ [0.0, 0.0, 1.0]  # what is in front moves down
>>> turned.round(12).tolist()
[0.0, -1.0, 0.0]
>>> turned = rotation_matrix("z", 90) @ [1.0, 0.0, 0.0]  # counter-clockwise on the screen
>>> turned.round(12).tolist()
[0.0, 1.0, 0.0]
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "AXES",
    "Axis",
    "Motion",
    "Move",
    "RigidTransform",
    "Roll",
    "motions_transform",
    "rotation_angle_deg",
    "rotation_matrix",
]

Axis = Literal["x", "y", "z"]
AXES: tuple[Axis, ...] = ("x", "y", "z")
Floats = NDArray[np.float64]


def rotation_matrix(axis: Axis, angle_deg: float) -> Floats:
    """Right-handed rotation about a frame axis, as a (3, 3) matrix for column vectors.

    Multiples of 90 degrees are exact, so that a full turn in four steps is the identity.
    """
    quarter_turns, rest_deg = divmod(angle_deg, 90.0)
    if rest_deg == 0.0:
        cosine, sine = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarter_turns) % 4]
    else:
        angle = np.deg2rad(angle_deg)
        cosine, sine = float(np.cos(angle)), float(np.sin(angle))
    first, second = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
    matrix = np.eye(3)
    matrix[first, first] = matrix[second, second] = cosine
    matrix[first, second] = -sine
    matrix[second, first] = sine
    return matrix


def rotation_angle_deg(rotation: ArrayLike) -> float:
    """Angle of a (3, 3) rotation matrix, 0 to 180 degrees (the geodesic distance to identity)."""
    matrix = np.asarray(rotation, dtype=np.float64)
    skew = matrix - matrix.T
    sine = 0.5 * float(np.sqrt(skew[2, 1] ** 2 + skew[0, 2] ** 2 + skew[1, 0] ** 2))
    cosine = 0.5 * (float(np.trace(matrix)) - 1.0)
    return float(np.rad2deg(np.arctan2(sine, cosine)))


@dataclass(frozen=True, slots=True)
class Move:
    """Translation along a front-view axis; ``str()`` gives ChimeraX's command.

    >>> str(Move("x", -3))
    'move x -3'
    """

    axis: Axis
    distance: float

    def __str__(self) -> str:
        return f"move {self.axis} {self.distance:g}"

    def inverse(self) -> Move:
        """Give the move that undoes this one."""
        return Move(self.axis, -self.distance)


@dataclass(frozen=True, slots=True)
class Roll:
    """Right-handed rotation about a front-view axis through a centre named by the caller.

    >>> str(Roll("y", 15))
    'roll y 15'
    """

    axis: Axis
    angle_deg: float

    def __str__(self) -> str:
        return f"roll {self.axis} {self.angle_deg:g}"

    def inverse(self) -> Roll:
        """Give the roll that undoes this one."""
        return Roll(self.axis, -self.angle_deg)


Motion = Move | Roll


@dataclass(frozen=True, slots=True)
class RigidTransform:
    """``x -> rotation @ x + translation``; rotation (3, 3), translation (3,) in Å."""

    rotation: Floats
    translation: Floats

    @classmethod
    def identity(cls) -> RigidTransform:
        """Give the transform that moves nothing."""
        return cls(np.eye(3), np.zeros(3))

    def apply(self, coords: ArrayLike) -> Floats:
        """Transform points of shape (n, 3) or (3,), in Å."""
        points = np.asarray(coords, dtype=np.float64)
        return np.asarray(points @ self.rotation.T + self.translation)

    def then(self, later: RigidTransform) -> RigidTransform:
        """Give the transform that applies this one first and ``later`` second."""
        return RigidTransform(
            later.rotation @ self.rotation, later.rotation @ self.translation + later.translation
        )

    def inverse(self) -> RigidTransform:
        """Give the transform that undoes this one."""
        back = self.rotation.T
        return RigidTransform(back, -(back @ self.translation))


def motions_transform(motions: Iterable[Motion], centre: ArrayLike) -> RigidTransform:
    """Compose motions in the order given into one transform.

    Rolls turn about ``centre`` (shape (3,), Å), which moves carry along: the rule of the
    published pictures, where the centre of rotation belongs to what is shown.
    """
    pivot = np.asarray(centre, dtype=np.float64)
    total = RigidTransform.identity()
    for motion in motions:
        if isinstance(motion, Move):
            shift = np.zeros(3)
            shift["xyz".index(motion.axis)] = motion.distance
            step = RigidTransform(np.eye(3), shift)
            pivot = pivot + shift
        else:
            turn = rotation_matrix(motion.axis, motion.angle_deg)
            step = RigidTransform(turn, pivot - turn @ pivot)
        total = total.then(step)
    return total
