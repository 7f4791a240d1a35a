"""The rasteriser: spans of spheres and cylinders, shaded as ChimeraX shades them.

A band of rows has two layers. ``solid_*`` holds the nearest fragment that covers its pixel
whole, ``edge_*`` the nearest one that covers it in part, with its coverage; :func:`blend_row`
lays the second over the first. Depths are float32, colours are packed as red + 256 green +
65536 blue + 2**24 coverage/128. Taking the nearest makes the picture independent of the order of
drawing, but for equal depths, whose order is fixed.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from misibench.render import setup as at
from misibench.render.light import AMBIENT, CUE_START, FILL, KEY, SPECULAR

__all__ = ["FAR_AWAY", "blend_row", "cylinder_span", "draw_cylinder", "draw_sphere"]

FAR_AWAY = np.float32(3.0e38)
"""Depth of a pixel where nothing is."""

_F = np.float32
_HALF = np.float32(0.5)
_ONE = np.float32(1.0)
_ZERO = np.float32(0.0)
_TWO = np.float32(2.0)
_AMBIENT, _KEY, _FILL = np.float32(AMBIENT), np.float32(KEY), np.float32(FILL)
_SPECULAR = np.float32(SPECULAR)
_FULL = np.float32(255.0)
_COVER = np.float32(128.0)
_LEAST = np.float32(1.0 / 128.0)
_CUE_SPAN = np.float32(1.0 - CUE_START)

_jit = njit(cache=True, nogil=True, error_model="numpy")


@_jit
def sphere_span(  # type: ignore[no-untyped-def]
    solid_depth, solid_colour, edge_depth, edge_colour, first, blocks,
    s0, a0, a1, a2, m0, m1, m2, d0, d1, d2, grow,
    k0, k1, kk0, kk1, f0, f1, ff0, ff1, g0, g1, n0, n1,
    red, green, blue, cue0, cue1,
):  # fmt: skip
    """Shade ``8 * blocks`` pixels of one row of a sphere, the first at x = 0 of the polynomials."""
    for i in range(np.int32(8 * blocks)):
        x = _F(i)
        d = d0 + x * (d1 + x * d2)
        cover = _HALF + d * grow
        root = np.sqrt(max(d, _ZERO))
        ds = (m0 + x * (m1 + x * m2) - root) / (a0 + x * (a1 + x * a2))
        depth = s0 + ds
        key = -((k0 + x * k1) + ds * (kk0 + x * kk1))
        fill = -((f0 + x * f1) + ds * (ff0 + x * ff1))
        key = max(key, _ZERO)
        fill = max(fill, _ZERO)
        shine = max(_TWO * key * root * (n0 + x * n1) - (g0 + x * g1), _ZERO)
        p2 = shine * shine
        p4 = p2 * p2
        p8 = p4 * p4
        shine = p8 * p8 * p8 * (p4 * p2)
        light = _AMBIENT + _KEY * key + _FILL * fill
        shine = _SPECULAR * shine
        cue = min(max(cue0 - depth * cue1, _ZERO), _FULL)
        r = np.int32(min((red * light + shine) * cue, _FULL) + _HALF)
        g = np.int32(min((green * light + shine) * cue, _FULL) + _HALF)
        b = np.int32(min((blue * light + shine) * cue, _FULL) + _HALF)
        colour = np.int32(np.int32(r | np.int32(g << 8)) | np.int32(b << 16))
        j = np.uint64(first + i)  # unsigned, so that no wrap-around check hinders vectors
        solid = (cover >= _ONE) & (depth < solid_depth[j])
        solid_depth[j] = depth if solid else solid_depth[j]
        solid_colour[j] = colour if solid else solid_colour[j]
        edge = (cover < _ONE) & (cover >= _LEAST) & (depth < edge_depth[j])
        share = np.int32(cover * _COVER)
        colour = np.int32(colour | np.int32(share << 24))
        edge_depth[j] = depth if edge else edge_depth[j]
        edge_colour[j] = colour if edge else edge_colour[j]


@_jit
def cylinder_span(  # type: ignore[no-untyped-def]
    solid_depth, solid_colour, edge_depth, edge_colour, first, blocks,
    s0, a0, a1, a2, m0, m1, m2, e0, e1, h0, h1, curve,
    k0, k1, kk0, kk1, f0, f1, ff0, ff1, g0, g1, n0, n1,
    t0, t1, tt0, tt1, sharp, red, green, blue, dred, dgreen, dblue, cue0, cue1,
):  # fmt: skip
    """Shade ``8 * blocks`` pixels of one row of a cylinder, the first at x = 0."""
    for i in range(np.int32(8 * blocks)):
        x = _F(i)
        left = e0 + x * e1
        right = h0 + x * h1
        cover = min(left + _HALF, _ONE) + min(right + _HALF, _ONE) - _ONE
        root = np.sqrt(max(left * right * curve, _ZERO))
        ds = (m0 + x * (m1 + x * m2) - root) / (a0 + x * (a1 + x * a2))
        depth = s0 + ds
        along = (t0 + x * t1) + ds * (tt0 + x * tt1)
        key = -((k0 + x * k1) + ds * (kk0 + x * kk1))
        fill = -((f0 + x * f1) + ds * (ff0 + x * ff1))
        key = max(key, _ZERO)
        fill = max(fill, _ZERO)
        shine = max(_TWO * key * root * (n0 + x * n1) - (g0 + x * g1), _ZERO)
        p2 = shine * shine
        p4 = p2 * p2
        p8 = p4 * p4
        shine = p8 * p8 * p8 * (p4 * p2)
        light = _AMBIENT + _KEY * key + _FILL * fill
        shine = _SPECULAR * shine
        cue = min(max(cue0 - depth * cue1, _ZERO), _FULL)
        mix = min(max((along - _HALF) * sharp + _HALF, _ZERO), _ONE)
        r = np.int32(min(((red + mix * dred) * light + shine) * cue, _FULL) + _HALF)
        g = np.int32(min(((green + mix * dgreen) * light + shine) * cue, _FULL) + _HALF)
        b = np.int32(min(((blue + mix * dblue) * light + shine) * cue, _FULL) + _HALF)
        colour = np.int32(np.int32(r | np.int32(g << 8)) | np.int32(b << 16))
        j = np.uint64(first + i)  # unsigned, so that no wrap-around check hinders vectors
        within = (along >= _ZERO) & (along <= _ONE)
        solid = within & (cover >= _ONE) & (depth < solid_depth[j])
        solid_depth[j] = depth if solid else solid_depth[j]
        solid_colour[j] = colour if solid else solid_colour[j]
        edge = within & (cover < _ONE) & (cover >= _LEAST) & (depth < edge_depth[j])
        share = np.int32(cover * _COVER)
        colour = np.int32(colour | np.int32(share << 24))
        edge_depth[j] = depth if edge else edge_depth[j]
        edge_colour[j] = colour if edge else edge_colour[j]


@_jit
def draw_sphere(  # type: ignore[no-untyped-def]
    layers_depth, layers_colour, row, colour, top, bottom, width, cue0, cue1, left, right
):
    """Draw the rows ``top`` to ``bottom`` (exclusive) of a sphere into a band starting at top."""
    y0 = max(int(row[at.Y0]), top)
    y1 = min(int(row[at.Y1]), bottom - 1)
    xlow, xhigh = int(row[at.X0]), int(row[at.X1])
    reach = row[at.RADIUS]
    xr, yr = row[at.XREF], row[at.YREF]
    for y in range(y0, y1 + 1):
        dy = y - yr
        half2 = reach * reach - (dy - 0.5) * (dy - 0.5)
        if half2 <= 0.0:
            half2 = reach * reach - (dy + 0.5) * (dy + 0.5)
        half = np.sqrt(max(half2, 1.0)) + 1.0
        xa = max(int(xr - half), xlow)
        xb = min(int(xr + half) + 1, xhigh)
        if xa > xb:
            continue
        blocks = (xb - xa + 8) // 8
        line = (y - top) * width
        left[y - top] = min(left[y - top], xa)
        right[y - top] = max(right[y - top], xa + 8 * blocks)
        x = xa - xr
        sphere_span(
            layers_depth[0], layers_colour[0], layers_depth[1], layers_colour[1],
            line + xa, blocks, _F(row[at.DEPTH]),
            _F(_q0(row, at.A, x, dy)), _F(_q1(row, at.A, x, dy)), _F(row[at.A + 3]),
            _F(_q0(row, at.M, x, dy)), _F(_q1(row, at.M, x, dy)), _F(row[at.M + 3]),
            _F(_q0(row, at.D, x, dy)), _F(_q1(row, at.D, x, dy)), _F(row[at.D + 3]),
            _F(row[at.EDGE]),
            _F(_l0(row, at.KEY0, x, dy)), _F(row[at.KEY0 + 1]),
            _F(_l0(row, at.KEY1, x, dy)), _F(row[at.KEY1 + 1]),
            _F(_l0(row, at.FIL0, x, dy)), _F(row[at.FIL0 + 1]),
            _F(_l0(row, at.FIL1, x, dy)), _F(row[at.FIL1 + 1]),
            _F(_l0(row, at.GLOSS, x, dy)), _F(row[at.GLOSS + 1]),
            _F(_l0(row, at.FACING, x, dy)), _F(row[at.FACING + 1]),
            colour[0], colour[1], colour[2], cue0, cue1,
        )  # fmt: skip


@_jit
def draw_cylinder(  # type: ignore[no-untyped-def]
    layers_depth, layers_colour, row, first, second, top, bottom, width, cue0, cue1, left, right
):
    """Draw the rows ``top`` to ``bottom`` (exclusive) of a cylinder into a band starting at top."""
    y0 = max(int(row[at.Y0]), top)
    y1 = min(int(row[at.Y1]), bottom - 1)
    xr, yr = row[at.XREF], row[at.YREF]
    for y in range(y0, y1 + 1):
        dy = y - yr
        xa, xb = row[at.X0], row[at.X1]
        # both edges, in pixels from the reference
        for edge in range(2):
            base = at.D + 3 * edge
            slope = row[base + 1]
            value = row[base] + row[base + 2] * dy + 0.5
            if slope > 1e-9:
                xa = max(xa, xr - value / slope)
            elif slope < -1e-9:
                xb = min(xb, xr - value / slope)
            elif value < 0.0:
                xb = xa - 1.0
        # both ends, in pixels of the picture (centres at + 0.5)
        mx = row[at.MX]
        base = row[at.MY] * (y + 0.5) + 0.5 * mx
        if mx > 1e-9:
            xa = max(xa, (row[at.LOW] - base) / mx)
            xb = min(xb, (row[at.HIGH] - base) / mx)
        elif mx < -1e-9:
            xa = max(xa, (row[at.HIGH] - base) / mx)
            xb = min(xb, (row[at.LOW] - base) / mx)
        elif base < row[at.LOW] or base > row[at.HIGH]:
            continue
        if not xb >= xa:
            continue
        start, stop = int(np.ceil(xa)), int(np.floor(xb))
        if start > stop:
            continue
        blocks = (stop - start + 8) // 8
        left[y - top] = min(left[y - top], start)
        right[y - top] = max(right[y - top], start + 8 * blocks)
        x = start - xr
        cylinder_span(
            layers_depth[0], layers_colour[0], layers_depth[1], layers_colour[1],
            (y - top) * width + start, blocks, _F(row[at.DEPTH]),
            _F(_q0(row, at.A, x, dy)), _F(_q1(row, at.A, x, dy)), _F(row[at.A + 3]),
            _F(_q0(row, at.M, x, dy)), _F(_q1(row, at.M, x, dy)), _F(row[at.M + 3]),
            _F(_l0(row, at.D, x, dy)), _F(row[at.D + 1]),
            _F(_l0(row, at.D + 3, x, dy)), _F(row[at.D + 4]), _F(row[at.EDGE]),
            _F(_l0(row, at.KEY0, x, dy)), _F(row[at.KEY0 + 1]),
            _F(_l0(row, at.KEY1, x, dy)), _F(row[at.KEY1 + 1]),
            _F(_l0(row, at.FIL0, x, dy)), _F(row[at.FIL0 + 1]),
            _F(_l0(row, at.FIL1, x, dy)), _F(row[at.FIL1 + 1]),
            _F(_l0(row, at.GLOSS, x, dy)), _F(row[at.GLOSS + 1]),
            _F(_l0(row, at.FACING, x, dy)), _F(row[at.FACING + 1]),
            _F(_l0(row, at.AXIS0, x, dy)), _F(row[at.AXIS0 + 1]),
            _F(_l0(row, at.AXIS1, x, dy)), _F(row[at.AXIS1 + 1]), _F(row[at.BLEND]),
            first[0], first[1], first[2],
            second[0] - first[0], second[1] - first[1], second[2] - first[2], cue0, cue1,
        )  # fmt: skip


@_jit
def _q0(row, k, x, y):  # type: ignore[no-untyped-def]
    """Value of a quadratic at (x, y)."""
    return (
        row[k]
        + x * (row[k + 1] + x * row[k + 3])
        + y * (row[k + 2] + x * row[k + 4] + y * row[k + 5])
    )


@_jit
def _q1(row, k, x, y):  # type: ignore[no-untyped-def]
    """Slope of a quadratic along x at (x, y)."""
    return row[k + 1] + 2.0 * x * row[k + 3] + y * row[k + 4]


@_jit
def _l0(row, k, x, y):  # type: ignore[no-untyped-def]
    """Value of a linear function at (x, y)."""
    return row[k] + x * row[k + 1] + y * row[k + 2]


@_jit
def blend_row(solid_depth, solid_colour, edge_depth, edge_colour, first, last):  # type: ignore[no-untyped-def]
    """Lay the edge layer over the solid one; colours in ``solid_colour`` become plain RGB."""
    for j in range(first, last):
        over = edge_depth[j] < solid_depth[j]
        edge = edge_colour[j]
        back = solid_colour[j]
        share = np.int32(edge >> 24) if over else np.int32(0)
        rest = np.int32(128 - share)
        r = np.int32(np.int32(np.int32(edge & 255) * share + np.int32(back & 255) * rest + 64) >> 7)
        g = np.int32(
            np.int32(np.int32((edge >> 8) & 255) * share + np.int32((back >> 8) & 255) * rest + 64)
            >> 7
        )
        b = np.int32(
            np.int32(
                np.int32((edge >> 16) & 255) * share + np.int32((back >> 16) & 255) * rest + 64
            )
            >> 7
        )
        solid_colour[j] = np.int32(np.int32(r | np.int32(g << 8)) | np.int32(b << 16))
