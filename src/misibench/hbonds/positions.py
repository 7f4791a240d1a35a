"""Where hydrogens that the file leaves out, and lone pairs, must be.

Hydrogens are placed only where the bonds leave no choice: never on a group that can turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

from misibench.hbonds.vectors import (
    Point,
    add,
    cross,
    dot,
    perpendicular,
    scale,
    subtract,
    unit,
)

__all__ = ["linear_position", "planar_positions", "tetrahedral_positions"]

_PLANAR_DEG = 120.0
_HALF_TETRAHEDRAL_DEG = 54.75


def planar_positions(
    atom: Point, bonded: Sequence[Point], length: float, coplanar: Sequence[Point] = ()
) -> list[Point]:
    """Free positions of a planar atom with one or two bonded atoms.

    Parameters
    ----------
    atom, bonded
        The atom and what is bonded to it, Å.
    length
        Length of the bonds to place, Å.
    coplanar
        With one bonded atom: one or two points that lie in the plane, two on opposite sides of
        the bond. Not needed with two bonded atoms.
    """
    placed: list[Point] = []
    around = list(bonded)
    if len(around) == 1:
        placed.append(_at_planar_angle(atom, around[0], length, coplanar))
        around.append(placed[0])
    if len(around) == 2:
        placed.append(add(atom, scale(_away_from(atom, around), length)))
    return placed


def tetrahedral_positions(atom: Point, bonded: Sequence[Point], length: float) -> list[Point]:
    """Free positions of a tetrahedral atom with two or three bonded atoms; else none are fixed."""
    placed: list[Point] = []
    around = list(bonded)
    if len(around) == 2:
        placed.append(add(atom, scale(_beside_plane(atom, around[0], around[1]), length)))
        around.append(placed[-1])
    if len(around) == 3:
        placed.append(add(atom, scale(_opposite_three(atom, around), length)))
    return placed


def linear_position(atom: Point, bonded: Point, length: float) -> Point:
    """Give the position opposite to the one bonded atom."""
    return add(atom, scale(_away_from(atom, [bonded]), length))


def _away_from(atom: Point, bonded: Sequence[Point]) -> Point:
    """Direction opposite to the sum of the unit vectors to the bonded atoms."""
    total: Point = (0.0, 0.0, 0.0)
    for point in bonded:
        total = add(total, unit(subtract(point, atom)))
    return scale(unit(total), -1.0)


def _at_planar_angle(atom: Point, bonded: Point, length: float, coplanar: Sequence[Point]) -> Point:
    """Position at 120 degrees to a bond, in the plane of the coplanar points (two: the mean)."""
    axis = unit(subtract(bonded, atom))
    ups = [unit(perpendicular(subtract(point, atom), axis)) for point in coplanar[:2]]
    if len(ups) == 2:
        ups[1] = scale(ups[1], -1.0)
    cosine, sine = cos(radians(_PLANAR_DEG)), sin(radians(_PLANAR_DEG))
    total: Point = (0.0, 0.0, 0.0)
    for up in ups:
        total = add(total, add(scale(axis, cosine), scale(up, sine)))
    return add(atom, scale(unit(total), length))


def _beside_plane(atom: Point, first: Point, second: Point) -> Point:
    """Direction of the third bond of a tetrahedral atom: off the plane of the other two.

    The side is that of second x first: the two free positions are not quite mirror images, and
    this order is the one that agrees with ChimeraX where it makes a difference.
    """
    to_first, to_second = unit(subtract(first, atom)), unit(subtract(second, atom))
    sideways = unit(cross(to_second, to_first))
    half = radians(_HALF_TETRAHEDRAL_DEG)
    back = _away_from(atom, (first, second))
    return unit(add(scale(back, cos(half)), scale(sideways, sin(half))))


def _opposite_three(atom: Point, bonded: Sequence[Point]) -> Point:
    """Direction along the normal of the plane through three unit vectors, away from them."""
    tips = [unit(subtract(point, atom)) for point in bonded]
    normal = unit(cross(subtract(tips[1], tips[0]), subtract(tips[2], tips[0])))
    middle = add(add(tips[0], tips[1]), tips[2])
    return scale(normal, -1.0) if dot(normal, middle) > 0.0 else normal
