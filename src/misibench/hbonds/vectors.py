"""Plain arithmetic on single points: for three numbers at a time, tuples beat arrays by far."""

from __future__ import annotations

from math import acos, degrees, sqrt

__all__ = [
    "Point",
    "add",
    "angle_deg",
    "cross",
    "distance",
    "dot",
    "midpoint",
    "perpendicular",
    "plane_angle_deg",
    "reflect",
    "scale",
    "subtract",
    "unit",
]

Point = tuple[float, float, float]

_NO_LENGTH = 1e-9
"""Below this length (Å) a vector has no direction."""


def subtract(p: Point, q: Point) -> Point:
    """Give ``p - q``."""
    return (p[0] - q[0], p[1] - q[1], p[2] - q[2])


def add(p: Point, q: Point) -> Point:
    """Give ``p + q``."""
    return (p[0] + q[0], p[1] + q[1], p[2] + q[2])


def scale(p: Point, factor: float) -> Point:
    """Give ``factor * p``."""
    return (p[0] * factor, p[1] * factor, p[2] * factor)


def dot(p: Point, q: Point) -> float:
    """Give the scalar product."""
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]


def cross(p: Point, q: Point) -> Point:
    """Give the vector product."""
    return (p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0])


def distance(p: Point, q: Point) -> float:
    """Give the distance of two points, Å."""
    return sqrt((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2)


def unit(p: Point) -> Point:
    """Give ``p`` at length one; the zero vector where ``p`` has no direction."""
    length = sqrt(dot(p, p))
    return scale(p, 1.0 / length) if length > _NO_LENGTH else (0.0, 0.0, 0.0)


def midpoint(p: Point, q: Point) -> Point:
    """Give the point half way."""
    return ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2)


def reflect(p: Point, centre: Point) -> Point:
    """Give the point opposite to ``p`` about ``centre``."""
    return (2 * centre[0] - p[0], 2 * centre[1] - p[1], 2 * centre[2] - p[2])


def perpendicular(p: Point, axis: Point) -> Point:
    """Give the part of ``p`` at right angles to ``axis`` (``p`` itself for a zero axis)."""
    length2 = dot(axis, axis)
    if length2 <= _NO_LENGTH**2:
        return p
    return subtract(p, scale(axis, dot(p, axis) / length2))


def angle_deg(p: Point, q: Point, r: Point) -> float:
    """Angle at ``q`` between ``p`` and ``r``, degrees; 0 where a point falls on ``q``.

    >>> angle_deg((1.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 2.0, 0.0))
    90.0
    """
    first, second = subtract(p, q), subtract(r, q)
    lengths = sqrt(dot(first, first) * dot(second, second))
    if lengths <= _NO_LENGTH**2:
        return 0.0
    return degrees(acos(max(-1.0, min(1.0, dot(first, second) / lengths))))


def plane_angle_deg(p: Point, q: Point, r: Point, normal: Point) -> float:
    """Angle at ``q`` between ``p`` and ``r`` seen along ``normal``, degrees."""
    flat_p = perpendicular(subtract(p, q), normal)
    flat_r = perpendicular(subtract(r, q), normal)
    return angle_deg(flat_p, (0.0, 0.0, 0.0), flat_r)
