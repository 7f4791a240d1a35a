"""From spheres and cylinders to the numbers that the rasteriser needs, one row per primitive.

Everything here is double precision and free of functions whose last digit depends on the
machine; camera-frame coordinates are rounded to 2**-20 Å, so that such digits in the camera
cannot reach a pixel. Rows are written for pixels counted from a reference pixel near the
primitive, which keeps single precision exact enough in the rasteriser.

A ray through pixel (x, y) is ``o + s v``; ``s`` is the depth. With perspective ``o`` is the eye and
``v = (X, Y, -1)``; without, ``o = (X, Y, 0)`` and ``v = (0, 0, -1)``. On a primitive the depth is
``s = s0 + (m - sqrt(d)) / a`` with polynomials m, d, a of the pixel's offset from the reference.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from misibench.rendering.kernel import kernel
from misibench.rendering.light import FILL, FILL_DIRECTION, KEY_DIRECTION
from misibench.scene import Camera

__all__ = [
    "COLUMNS",
    "GRID",
    "camera_coords",
    "cylinder_row",
    "sphere_row",
]

GRID = float(2**20)
COLUMNS = 64
"""Numbers of a primitive; see the ``_*`` positions below."""

_KX, _KY, _KZ = KEY_DIRECTION
_FX, _FY, _FZ = FILL_DIRECTION
_SHINE = 0.9606622293206574
"""30th root of ``SPECULAR``, 0.3, so that the power brings the strength with it."""

# Positions in a row. Quadratic: 1, x, y, xx, xy, yy. Linear: 1, x, y.
XREF, YREF = 0, 1
X0, X1, Y0, Y1 = 2, 3, 4, 5  # pixel box, inclusive
DEPTH = 6  # s0
A = 7  # quadratic a
M = 13  # quadratic m
D = 19  # quadratic d of a sphere; of a cylinder E1 (3), E2 (3)
EDGE = 25  # sphere: d to coverage; cylinder: product of edge distances to d
KEY0, KEY1 = 26, 29  # -N.key = KEY0(x, y) + (s - s0) KEY1(x, y)
FIL0, FIL1 = 32, 35  # the same for the fill light, times its strength
GLOSS = 38  # key.v / |v|, linear, times the 30th root of the highlight's strength
FACING = 41  # -N.v / |v| = sqrt(d) FACING / 2, linear, times the same root
AXIS0, AXIS1 = 44, 47  # cylinder: position along the axis, 0 to 1, as KEY0 and KEY1
BLEND = 50  # cylinder: position along the axis to blend between half bonds
MX, MY, LOW, HIGH = 51, 52, 53, 54  # cylinder: LOW <= MX x + MY y <= HIGH
RADIUS = 55  # sphere: greatest reach in pixels
SAFE = 56  # 1 where the whole primitive is beyond the near plane
FIRST = 57  # first band, or -1 where nothing is seen


def camera_coords(camera: Camera, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Camera-frame coordinates of points (n, 3), rounded to the grid."""
    out = np.empty((len(points), 3))
    # copies of one kind, so that one compiled function serves all
    _to_camera(
        np.array(points, dtype=np.float64), np.array(camera.position, dtype=np.float64),
        np.array(camera.axes, dtype=np.float64, order="C"), out,
    )  # fmt: skip
    return out


@kernel
def _to_camera(coords, position, axes, out):  # type: ignore[no-untyped-def]
    for i in range(coords.shape[0]):
        dx = coords[i, 0] - position[0]
        dy = coords[i, 1] - position[1]
        dz = coords[i, 2] - position[2]
        for j in range(3):
            value = dx * axes[0, j] + dy * axes[1, j] + dz * axes[2, j]
            out[i, j] = np.floor(value * GRID + 0.5) / GRID


@kernel
def _linear(row, at, value, x, y):  # type: ignore[no-untyped-def]
    row[at] = value
    row[at + 1] = x
    row[at + 2] = y


@kernel
def _lights(row, first, vx, vy, vz, ux, uy, uz, px, s, radius, flat):  # type: ignore[no-untyped-def]
    """Write the linear functions of both lights; u is zero for spheres.

    ``first`` holds o + s0 v - c, the vector from centre to ray at depth s0, at the reference;
    it changes by (s0 px, -s0 px) per pixel with perspective and by (px, -px) without.
    """
    step = px if flat else px * s
    turn = 0.0 if flat else px
    for which in range(2):
        lx = _KX if which == 0 else _FX
        ly = _KY if which == 0 else _FY
        lz = _KZ if which == 0 else _FZ
        along = lx * ux + ly * uy + lz * uz
        strength = (-1.0 if which == 0 else -FILL) / radius
        nx = (lx - along * ux) * strength
        ny = (ly - along * uy) * strength
        nz = (lz - along * uz) * strength
        at = KEY0 if which == 0 else FIL0
        _linear(row, at, first[0] * nx + first[1] * ny + first[2] * nz, step * nx, -step * ny)
        _linear(row, at + 3, vx * nx + vy * ny + vz * nz, turn * nx, -turn * ny)
    # key.v / |v| and 1 / (radius |v|) to first order around the reference
    length = np.sqrt(vx * vx + vy * vy + vz * vz)
    cosine = (_KX * vx + _KY * vy + _KZ * vz) / length
    slope = _SHINE * turn / length
    _linear(
        row, GLOSS, _SHINE * cosine, slope * (_KX - cosine * vx / length),
        -slope * (_KY - cosine * vy / length),
    )  # fmt: skip
    facing = 2.0 * _SHINE / (radius * length)
    _linear(
        row,
        FACING,
        facing,
        -turn * facing * vx / (length * length),
        turn * facing * vy / (length * length),
    )


@kernel
def sphere_row(row, centre, radius, scale, flat, width, height, near):  # type: ignore[no-untyped-def]
    """Fill a sphere's row; False where nothing of it can be in the picture.

    ``scale`` is pixels per unit of X: W / (2 tan 15°) with perspective, pixels per Å without.
    """
    cx, cy, cz = centre[0], centre[1], centre[2]
    depth = -cz
    if not depth + radius > near:
        return False
    px = 1.0 / scale
    row[SAFE] = 1.0 if depth - radius > near else 0.0
    shrink = 1.0 if flat else depth
    if row[SAFE] == 0.0:
        # the silhouette may be unbounded: box of the part beyond the near plane
        front = max(near, depth - radius)
        _unsafe_box(row, cx, cy, radius, front, depth + radius, scale, flat, width, height)
        return row[X0] <= row[X1] and row[Y0] <= row[Y1]
    gx = width / 2 + scale * cx / shrink
    gy = height / 2 - scale * cy / shrink
    if flat:
        reach = scale * radius
    else:
        # greatest extent of the silhouette ellipse: exact along the radial direction
        off = np.sqrt(cx * cx + cy * cy)
        safe = depth * depth - radius * radius
        mid = off * depth / safe
        half = radius * np.sqrt(depth * depth + off * off - radius * radius) / safe
        reach = scale * (half + np.abs(mid - off / depth))
    row[RADIUS] = reach + 1.0
    row[X0] = max(0.0, np.ceil(gx - reach - 1.0))
    row[X1] = min(width - 1.0, np.floor(gx + reach + 1.0))
    row[Y0] = max(0.0, np.ceil(gy - reach - 1.0))
    row[Y1] = min(height - 1.0, np.floor(gy + reach + 1.0))
    if not (row[X0] <= row[X1] and row[Y0] <= row[Y1]):  # not for NaN either
        return False
    xr, yr = np.floor(gx), np.floor(gy)
    row[XREF], row[YREF] = xr, yr
    x = (xr + 0.5 - width / 2) * px
    y = -(yr + 0.5 - height / 2) * px
    row[DEPTH] = depth
    if flat:
        first = (x - cx, y - cy, 0.0)
        vx, vy = 0.0, 0.0
        _sphere_flat(row, first[0], first[1], radius, px)
    else:
        first = (x * depth - cx, y * depth - cy, 0.0)
        vx, vy = x, y
        _sphere_perspective(row, cx, cy, cz, radius, px, x, y)
    _lights(row, first, vx, vy, -1.0, 0.0, 0.0, 0.0, px, depth, radius, flat)
    return True


@kernel
def _sphere_flat(row, fx, fy, radius, px):  # type: ignore[no-untyped-def]
    """Depth and coverage of a sphere without perspective; (fx, fy) is reference less centre."""
    _quadratic(row, A, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    _quadratic(row, M, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    _quadratic(
        row, D, radius * radius - fx * fx - fy * fy, -2 * fx * px, 2 * fy * px,
        -px * px, 0.0, -px * px,
    )  # fmt: skip
    row[EDGE] = 1.0 / (2.0 * radius * px)


@kernel
def _sphere_perspective(row, cx, cy, cz, radius, px, x, y):  # type: ignore[no-untyped-def]
    """Depth and coverage of a sphere seen from the eye.

    d = b^2 - a c is written around the ray through the centre, where that is exact: with
    v = c / depth + e it is a r^2 - |v x c|^2, and v x c = e x c.
    """
    depth = -cz
    ex, ey = x - cx / depth, y - cy / depth
    qa = x * x + y * y + 1.0
    _quadratic(row, A, qa, 2 * x * px, -2 * y * px, px * px, 0.0, px * px)
    # m = b - s0 a = -depth (ex x + ey y)
    _quadratic(
        row, M, -depth * (ex * x + ey * y), -depth * (ex + x) * px, depth * (ey + y) * px,
        -depth * px * px, 0.0, -depth * px * px,
    )  # fmt: skip
    # |e x c|^2 = (ey cz)^2 + (ex cz)^2 + (ex cy - ey cx)^2
    r2 = radius * radius
    kxx = cz * cz + cy * cy
    kyy = cz * cz + cx * cx
    kxy = -2.0 * cx * cy
    _quadratic(
        row, D,
        qa * r2 - (kxx * ex * ex + kyy * ey * ey + kxy * ex * ey),
        px * (2 * x * r2 - 2 * kxx * ex - kxy * ey),
        -px * (2 * y * r2 - 2 * kyy * ey - kxy * ex),
        px * px * (r2 - kxx), px * px * kxy, px * px * (r2 - kyy),
    )  # fmt: skip
    # d falls from its peak, r^2 |v|^2, to 0 over the silhouette's radius R: slope 2 peak / R
    peak = r2 * (1.0 + (cx * cx + cy * cy) / (depth * depth))
    row[EDGE] = 0.5 * radius / (depth * px) / peak


@kernel
def _quadratic(row, at, one, x, y, xx, xy, yy):  # type: ignore[no-untyped-def]
    row[at] = one
    row[at + 1] = x
    row[at + 2] = y
    row[at + 3] = xx
    row[at + 4] = xy
    row[at + 5] = yy


@kernel
def _unsafe_box(row, cx, cy, reach, front, back, scale, flat, width, height):  # type: ignore[no-untyped-def]
    """Pixel box of a ball whose part between two depths is seen, by interval arithmetic."""
    f, b = (1.0, 1.0) if flat else (front, back)
    right, left = cx + reach, cx - reach
    up, down = cy + reach, cy - reach
    row[X1] = min(width - 1.0, np.floor(width / 2 + scale * max(right / f, right / b)) + 1.0)
    row[X0] = max(0.0, np.ceil(width / 2 + scale * min(left / f, left / b)) - 1.0)
    row[Y0] = max(0.0, np.ceil(height / 2 - scale * max(up / f, up / b)) - 1.0)
    row[Y1] = min(height - 1.0, np.floor(height / 2 - scale * min(down / f, down / b)) + 1.0)


@kernel
def cylinder_row(row, p, q, radius, scale, flat, width, height, near):  # type: ignore[no-untyped-def]
    """Fill a cylinder's row; False where nothing of it can be in the picture.

    A cylinder seen end on, from within its own thickness, shows only its end, which the sphere
    there covers: False too.
    """
    ux, uy, uz = q[0] - p[0], q[1] - p[1], q[2] - p[2]
    length = np.sqrt(ux * ux + uy * uy + uz * uz)
    if not length > 1e-6:
        return False
    ux, uy, uz = ux / length, uy / length, uz / length
    nearest, farthest = min(-p[2], -q[2]), max(-p[2], -q[2])
    if not farthest + radius > near:
        return False
    row[SAFE] = 1.0 if nearest - radius > near else 0.0
    px = 1.0 / scale
    if row[SAFE] == 0.0:
        mx, my = 0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1])
        reach = radius + 0.5 * length
        front = max(near, nearest - radius)
        _unsafe_box(row, mx, my, reach, front, farthest + radius, scale, flat, width, height)
        return row[X0] <= row[X1] and row[Y0] <= row[Y1]
    dp, dq = (1.0, 1.0) if flat else (-p[2], -q[2])
    gpx, gpy = width / 2 + scale * p[0] / dp, height / 2 - scale * p[1] / dp
    gqx, gqy = width / 2 + scale * q[0] / dq, height / 2 - scale * q[1] / dq
    mx, my = gqx - gpx, gqy - gpy
    span = np.sqrt(mx * mx + my * my)
    if not span > 1e-3:
        return False
    mx, my = mx / span, my / span
    # an end disc reaches at most this far from its centre's pixel
    if flat:
        reach = scale * radius
    else:
        tilt = max(np.abs(p[0] / dp), np.abs(q[0] / dq)) + max(np.abs(p[1] / dp), np.abs(q[1] / dq))
        reach = scale * radius * (1.0 + tilt) / (nearest - radius)
    reach += 1.0
    row[X0] = max(0.0, np.ceil(min(gpx, gqx) - reach))
    row[X1] = min(width - 1.0, np.floor(max(gpx, gqx) + reach))
    row[Y0] = max(0.0, np.ceil(min(gpy, gqy) - reach))
    row[Y1] = min(height - 1.0, np.floor(max(gpy, gqy) + reach))
    if not (row[X0] <= row[X1] and row[Y0] <= row[Y1]):  # not for NaN either
        return False
    xr = np.floor(0.5 * (gpx + gqx))
    yr = np.floor(0.5 * (gpy + gqy))
    row[XREF], row[YREF] = xr, yr
    x = (xr + 0.5 - width / 2) * px
    y = -(yr + 0.5 - height / 2) * px
    along = p[0] * ux + p[1] * uy + p[2] * uz
    if flat:
        ok = _cylinder_flat(row, p, ux, uy, uz, radius, px, x, y)
    else:
        ok = _cylinder_perspective(row, p, ux, uy, uz, along, radius, px, x, y)
    if not ok:
        return False
    s0 = row[DEPTH]
    vx, vy = (0.0, 0.0) if flat else (x, y)
    ox, oy = (x, y) if flat else (0.0, 0.0)
    first = (ox + s0 * vx - p[0], oy + s0 * vy - p[1], -s0 - p[2])
    _lights(row, first, vx, vy, -1.0, ux, uy, uz, px, s0, radius, flat)
    step = px if flat else px * s0
    turn = 0.0 if flat else px
    _linear(
        row, AXIS0, (first[0] * ux + first[1] * uy + first[2] * uz) / length,
        step * ux / length, -step * uy / length,
    )  # fmt: skip
    _linear(row, AXIS1, (vx * ux + vy * uy - uz) / length, turn * ux / length, -turn * uy / length)
    row[BLEND] = span
    row[MX], row[MY] = mx, my
    row[LOW] = mx * gpx + my * gpy - reach
    row[HIGH] = mx * gqx + my * gqy + reach
    return True


@kernel
def _cylinder_perspective(row, p, ux, uy, uz, along, radius, px, x, y):  # type: ignore[no-untyped-def]
    """Depth and edges of a cylinder seen from the eye; False from inside its thickness."""
    bx, by, bz = p[0] - along * ux, p[1] - along * uy, p[2] - along * uz  # axis point nearest eye
    far2 = bx * bx + by * by + bz * bz
    if not far2 > radius * radius * 1.0001:
        return False
    far = np.sqrt(far2)
    bx, by, bz = bx / far, by / far, bz / far
    wx, wy, wz = uy * bz - uz * by, uz * bx - ux * bz, ux * by - uy * bx
    sine = radius / far
    cosine = np.sqrt(1.0 - sine * sine)
    # planes through the eye that touch the cylinder, normals inward
    product = far2
    for side in range(2):
        sign = 1.0 if side == 0 else -1.0
        nx = sine * bx + sign * cosine * wx
        ny = sine * by + sign * cosine * wy
        nz = sine * bz + sign * cosine * wz
        slope = px * np.sqrt(nx * nx + ny * ny)
        if not slope > 0.0:
            return False
        _linear(
            row, D + 3 * side, (nx * x + ny * y - nz) / slope, nx * px / slope, -ny * px / slope
        )
        product *= slope
    row[EDGE] = product
    # a = |v|^2 - (v.u)^2, b = far (v.b)
    vu = x * ux + y * uy - uz
    vb = x * bx + y * by - bz
    a = x * x + y * y + 1.0 - vu * vu
    if not a > 0.0:
        return False
    s0 = far * vb / a
    row[DEPTH] = s0
    ax, ay = 2.0 * px * (x - vu * ux), -2.0 * px * (y - vu * uy)
    axx = px * px * (1.0 - ux * ux)
    axy = 2.0 * px * px * ux * uy
    ayy = px * px * (1.0 - uy * uy)
    _quadratic(row, A, a, ax, ay, axx, axy, ayy)
    _quadratic(
        row, M, far * vb - s0 * a, far * bx * px - s0 * ax, -far * by * px - s0 * ay,
        -s0 * axx, -s0 * axy, -s0 * ayy,
    )  # fmt: skip
    return True


@kernel
def _cylinder_flat(row, p, ux, uy, uz, radius, px, x, y):  # type: ignore[no-untyped-def]
    """Depth and edges of a cylinder without perspective; False when seen end on."""
    a = ux * ux + uy * uy
    if not a > 1e-12:
        return False
    root = np.sqrt(a)
    # distance of the pixel from the projected axis, Å
    wx, wy = -uy / root, ux / root
    off = (x - p[0]) * wx + (y - p[1]) * wy
    _linear(row, D, (radius - off) / px, -wx, wy)
    _linear(row, D + 3, (radius + off) / px, wx, -wy)
    row[EDGE] = a * px * px
    _quadratic(row, A, a, 0.0, 0.0, 0.0, 0.0, 0.0)
    # b = v_perp . (p - o)_perp with v = (0, 0, -1): v.u = -uz
    dx, dy = p[0] - x, p[1] - y
    b = -p[2] + uz * (dx * ux + dy * uy + p[2] * uz)
    s0 = b / a
    row[DEPTH] = s0
    _quadratic(row, M, b - s0 * a, -uz * ux * px, uz * uy * px, 0.0, 0.0, 0.0)
    return True
