"""Spheres and cylinders that reach in front of the near plane, pixel by pixel.

After a zoom the camera may stand beside or inside an atom. What is nearer than the near plane
is cut away, and the inside that shows is lit from the viewer's side, as ChimeraX does.
"""

from __future__ import annotations

import numpy as np

from misibench.rendering import setup as at
from misibench.rendering.kernel import kernel
from misibench.rendering.light import (
    AMBIENT,
    FILL,
    FILL_DIRECTION,
    KEY,
    KEY_DIRECTION,
    SPECULAR,
)
from misibench.rendering.spans import touch

__all__ = ["draw_near"]

_KX, _KY, _KZ = KEY_DIRECTION
_FX, _FY, _FZ = FILL_DIRECTION


@kernel
def draw_near(  # type: ignore[no-untyped-def]
    solid_depth, solid_colour, edge_depth, edge_colour, row, p, q, radius, first, second,
    scale, flat, width, height, near, top, bottom, stride, cue0, cue1, touched, shift,
    one, two,
):  # fmt: skip
    """Draw rows ``top`` to ``bottom`` (exclusive) of a sphere (p equals q) or cylinder p to q.

    Where ``one`` and ``two`` are not negative they are written instead of colours, as owners of the
    two halves, and nothing is written on the edges.
    """
    y0 = max(int(row[at.Y0]), top)
    y1 = min(int(row[at.Y1]), bottom - 1)
    x0, x1 = int(row[at.X0]), int(row[at.X1])
    ux, uy, uz = q[0] - p[0], q[1] - p[1], q[2] - p[2]
    length = np.sqrt(ux * ux + uy * uy + uz * uz)
    if length > 0.0:
        ux, uy, uz = ux / length, uy / length, uz / length
    pu = p[0] * ux + p[1] * uy + p[2] * uz
    px = 1.0 / scale
    for y in range(y0, y1 + 1):
        yy = -(y + 0.5 - height / 2) * px
        for x in range(x0, x1 + 1):
            xx = (x + 0.5 - width / 2) * px
            ox, oy = (xx, yy) if flat else (0.0, 0.0)
            vx, vy = (0.0, 0.0) if flat else (xx, yy)
            vu = vx * ux + vy * uy - uz
            ou = ox * ux + oy * uy
            # parts across the axis
            wx, wy, wz = vx - vu * ux, vy - vu * uy, -1.0 - vu * uz
            bx, by, bz = (
                p[0] - ox - (pu - ou) * ux, p[1] - oy - (pu - ou) * uy, p[2] - (pu - ou) * uz
            )  # fmt: skip
            a = wx * wx + wy * wy + wz * wz
            b = wx * bx + wy * by + wz * bz
            c = bx * bx + by * by + bz * bz - radius * radius
            d = b * b - a * c
            if not (d > 0.0 and a > 1e-12):
                continue
            root = np.sqrt(d)
            for side in range(2):
                s = (b - root) / a if side == 0 else (b + root) / a
                along = (ou + s * vu - pu) / length if length > 0.0 else 0.0
                if s < near or along < 0.0 or along > 1.0:
                    continue
                flip = 1.0 if side == 0 else -1.0
                nx = flip * (s * wx - bx) / radius
                ny = flip * (s * wy - by) / radius
                nz = flip * (s * wz - bz) / radius
                # half the gradient of d, for the distance to the silhouette in pixels
                if flat:
                    gx, gy = a * bx - b * wx, a * by - b * wy
                else:
                    gx, gy = b * bx - c * wx, b * by - c * wy
                slope = 2.0 * px * np.sqrt(gx * gx + gy * gy)
                cover = min(0.5 + d / slope, 1.0) if slope > 0.0 else 1.0
                colour = _shade(
                    nx, ny, nz, vx, vy, first if along < 0.5 else second, cue0 - s * cue1
                )
                j = (y - top) * stride + x
                if one >= 0:
                    colour = one if along < 0.5 else two
                    cover = 1.0
                if cover >= 1.0:
                    if s < solid_depth[j]:
                        solid_depth[j] = s
                        solid_colour[j] = colour
                elif s < edge_depth[j]:
                    edge_depth[j] = s
                    edge_colour[j] = colour | (int(cover * 128.0) << 24)
                break
        if x1 >= x0:
            touch(touched, y - top, x0, x1, shift)


@kernel
def _shade(nx, ny, nz, vx, vy, colour, cue):  # type: ignore[no-untyped-def]
    key = max(-(nx * _KX + ny * _KY + nz * _KZ), 0.0)
    fill = max(-(nx * _FX + ny * _FY + nz * _FZ), 0.0)
    length = np.sqrt(vx * vx + vy * vy + 1.0)
    nv = (nx * vx + ny * vy - nz) / length
    shine = max(-((_KX * vx + _KY * vy - _KZ) / length + 2.0 * key * nv), 0.0)
    p2 = shine * shine
    p4 = p2 * p2
    p8 = p4 * p4
    light = AMBIENT + KEY * key + FILL * fill
    gloss = SPECULAR * (p8 * p8 * p8 * p4 * p2)
    cue = min(max(cue, 0.0), 255.0)
    packed = 0
    for k in range(3):
        level = int(min((colour[k] * light + gloss) * cue, 255.0) + 0.5)
        packed |= level << (8 * k)
    return packed
