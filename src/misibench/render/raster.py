"""The rasteriser: spans of spheres and cylinders, shaded as ChimeraX shades them.

A band of rows has two layers. ``solid_*`` holds the nearest fragment that covers its pixel
whole, ``edge_*`` the nearest one that covers it in part, with its coverage; :func:`blend_row`
lays the second over the first. Depths are float32, colours are packed as red + 256 green +
65536 blue + 2**24 coverage/128. Taking the nearest makes the picture independent of the order of
drawing, but for equal depths, whose order is fixed.

Work goes in two steps, so that the innermost loops see nothing but numbers: primitives are cut
into spans of one row each, collected in a table, and the table is then shaded span by span.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from misibench.render import setup as at
from misibench.render.light import AMBIENT, FILL, KEY, SPECULAR

__all__ = [
    "FAR_AWAY",
    "MAX_SPANS",
    "SPAN_COLUMNS",
    "blend_row",
    "cut_cylinders",
    "cut_spheres",
    "mark_cylinders",
    "mark_spheres",
    "shade_cylinders",
    "shade_spheres",
]

FAR_AWAY = np.float32(3.0e38)
"""Depth of a pixel where nothing is."""

MAX_SPANS = 4096
"""Spans collected before they are shaded."""
SPAN_COLUMNS = 40

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

# Columns of a span, all at its first pixel and per pixel to the right
_S0, _RED, _GREEN, _BLUE = 0, 1, 2, 3
_A, _M = 4, 7  # quadratics: value, slope, curve
_K, _KK, _F0, _FF, _G, _N = 10, 12, 14, 16, 18, 20  # lights: value, slope
_D, _GROW = 22, 25  # sphere: quadratic d, and d to coverage
_LEFT, _RIGHT, _CURVE = 22, 24, 26  # cylinder: distances to its edges, and their product to d
_T, _TT, _SHARP = 27, 29, 31  # cylinder: position along the axis, and for the half bonds' border
_DRED, _DGREEN, _DBLUE = 32, 33, 34  # second half's colour less the first's

_jit = njit(cache=True, nogil=True, error_model="numpy")


@_jit
def _quadratic(one, x1, y1, xx, xy, yy, x, y):  # type: ignore[no-untyped-def]
    return one + x * (x1 + x * xx) + y * (y1 + x * xy + y * yy)


@_jit
def cut_spheres(  # type: ignore[no-untyped-def]
    rows, entries, entry, stop, spheres, colours, colour_index, top, bottom, stride,
    spans, places, left, right,
):  # fmt: skip
    """Cut spheres into spans from ``entry`` on; gives the next entry and the number of spans."""
    count = 0
    while entry < stop:
        i = entries[entry]
        if i >= spheres or count + (bottom - top) > MAX_SPANS:
            break
        entry += 1
        if rows[i, at.SAFE] == 0.0:
            continue
        reach = rows[i, at.RADIUS]
        xr, yr = rows[i, at.XREF], rows[i, at.YREF]
        lowest, highest = int(rows[i, at.X0]), int(rows[i, at.X1])
        material = colour_index[i]
        for line in range(max(int(rows[i, at.Y0]), top), min(int(rows[i, at.Y1]), bottom - 1) + 1):
            y = line - yr
            off = max(np.abs(y - 0.5) - 0.5, 0.0)
            half = np.sqrt(max(reach * reach - off * off, 1.0))
            first = max(int(xr + 0.5 - half), lowest)
            last = min(int(xr + 0.5 + half) + 1, highest)
            if first > last:
                continue
            blocks = (last - first + 8) // 8
            left[line - top] = min(left[line - top], first)
            right[line - top] = max(right[line - top], first + 8 * blocks)
            places[count, 0] = (line - top) * stride + first
            places[count, 1] = 8 * blocks
            places[count, 2] = places[count, 3] = i
            x = first - xr
            for column in range(3):
                source = at.A + 6 * column if column < 2 else at.D
                target = _A + 3 * column if column < 2 else _D
                spans[count, target] = _quadratic(
                    rows[i, source], rows[i, source + 1], rows[i, source + 2], rows[i, source + 3],
                    rows[i, source + 4], rows[i, source + 5], x, y,
                )  # fmt: skip
                spans[count, target + 1] = (
                    rows[i, source + 1] + 2.0 * x * rows[i, source + 3] + y * rows[i, source + 4]
                )
                spans[count, target + 2] = rows[i, source + 3]
            for column in range(6):
                source = at.KEY0 + 3 * column
                spans[count, _K + 2 * column] = (
                    rows[i, source] + x * rows[i, source + 1] + y * rows[i, source + 2]
                )
                spans[count, _K + 2 * column + 1] = rows[i, source + 1]
            spans[count, _S0] = rows[i, at.DEPTH]
            spans[count, _GROW] = rows[i, at.EDGE]
            spans[count, _RED] = colours[material, 0]
            spans[count, _GREEN] = colours[material, 1]
            spans[count, _BLUE] = colours[material, 2]
            count += 1
    return entry, count


@_jit
def shade_spheres(  # type: ignore[no-untyped-def]
    spans, places, count, cue0, cue1, solid_depth, solid_colour, edge_depth, edge_colour
):
    """Shade the spans of spheres."""
    for k in range(count):
        start = places[k, 0]
        s0, red, green, blue = spans[k, _S0], spans[k, _RED], spans[k, _GREEN], spans[k, _BLUE]
        a0, a1, a2 = spans[k, _A], spans[k, _A + 1], spans[k, _A + 2]
        m0, m1, m2 = spans[k, _M], spans[k, _M + 1], spans[k, _M + 2]
        d0, d1, d2 = spans[k, _D], spans[k, _D + 1], spans[k, _D + 2]
        k0, k1, kk0, kk1 = spans[k, _K], spans[k, _K + 1], spans[k, _KK], spans[k, _KK + 1]
        f0, f1, ff0, ff1 = spans[k, _F0], spans[k, _F0 + 1], spans[k, _FF], spans[k, _FF + 1]
        g0, g1, n0, n1 = spans[k, _G], spans[k, _G + 1], spans[k, _N], spans[k, _N + 1]
        grow = spans[k, _GROW]
        for i in range(places[k, 1]):
            x = _F(i)
            d = d0 + x * (d1 + x * d2)
            cover = _HALF + d * grow
            root = np.sqrt(max(d, _ZERO))
            ds = (m0 + x * (m1 + x * m2) - root) / (a0 + x * (a1 + x * a2))
            depth = s0 + ds
            key = max(-((k0 + x * k1) + ds * (kk0 + x * kk1)), _ZERO)
            fill = max(-((f0 + x * f1) + ds * (ff0 + x * ff1)), _ZERO)
            shine = max(_TWO * key * root * (n0 + x * n1) - (g0 + x * g1), _ZERO)
            p2 = shine * shine
            p4 = p2 * p2
            p8 = p4 * p4
            gloss = _SPECULAR * ((p8 * p8) * p8 * (p4 * p2))  # the 30th power
            light = _AMBIENT + _KEY * key + _FILL * fill
            cue = min(max(cue0 - depth * cue1, _ZERO), _FULL)
            r = np.int32(min((red * light + gloss) * cue, _FULL) + _HALF)
            g = np.int32(min((green * light + gloss) * cue, _FULL) + _HALF)
            b = np.int32(min((blue * light + gloss) * cue, _FULL) + _HALF)
            colour = np.int32(np.int32(r | np.int32(g << 8)) | np.int32(b << 16))
            j = np.uint64(start + i)  # unsigned: a wrap-around check would hinder vectors
            solid = (cover >= _ONE) & (depth < solid_depth[j])
            solid_depth[j] = depth if solid else solid_depth[j]
            solid_colour[j] = colour if solid else solid_colour[j]
            edge = (cover < _ONE) & (cover >= _LEAST) & (depth < edge_depth[j])
            colour = np.int32(colour | np.int32(np.int32(cover * _COVER) << 24))
            edge_depth[j] = depth if edge else edge_depth[j]
            edge_colour[j] = colour if edge else edge_colour[j]


@_jit
def cut_cylinders(  # type: ignore[no-untyped-def]
    rows, entries, entry, stop, spheres, bonds, colours, colour_index, top, bottom, stride,
    spans, places, left, right,
):  # fmt: skip
    """Cut cylinders into spans from ``entry`` on; gives the next entry and the number of spans."""
    count = 0
    while entry < stop:
        i = entries[entry]
        if count + (bottom - top) > MAX_SPANS:
            break
        entry += 1
        if rows[i, at.SAFE] == 0.0:
            continue
        xr, yr = rows[i, at.XREF], rows[i, at.YREF]
        mx, my = rows[i, at.MX], rows[i, at.MY]
        low, high = rows[i, at.LOW], rows[i, at.HIGH]
        one, two = colour_index[bonds[i - spheres, 0]], colour_index[bonds[i - spheres, 1]]
        for line in range(max(int(rows[i, at.Y0]), top), min(int(rows[i, at.Y1]), bottom - 1) + 1):
            y = line - yr
            xa, xb = rows[i, at.X0], rows[i, at.X1]
            # between the edges, which are in pixels from the reference ...
            for edge in range(2):
                base = at.D + 3 * edge
                slope = rows[i, base + 1]
                value = rows[i, base] + rows[i, base + 2] * y + 0.5
                if slope > 1e-9:
                    xa = max(xa, xr - value / slope)
                elif slope < -1e-9:
                    xb = min(xb, xr - value / slope)
                elif value < 0.0:
                    xb = xa - 1.0
            # ... and between the ends, which are in pixels of the picture, centres at + 0.5
            offset = my * (line + 0.5) + 0.5 * mx
            if mx > 1e-9:
                xa = max(xa, (low - offset) / mx)
                xb = min(xb, (high - offset) / mx)
            elif mx < -1e-9:
                xa = max(xa, (high - offset) / mx)
                xb = min(xb, (low - offset) / mx)
            elif offset < low or offset > high:
                continue
            if not xb >= xa:
                continue
            first, last = int(np.ceil(xa)), int(np.floor(xb))
            if first > last:
                continue
            blocks = (last - first + 8) // 8
            left[line - top] = min(left[line - top], first)
            right[line - top] = max(right[line - top], first + 8 * blocks)
            places[count, 0] = (line - top) * stride + first
            places[count, 1] = 8 * blocks
            places[count, 2] = bonds[i - spheres, 0]
            places[count, 3] = bonds[i - spheres, 1]
            x = first - xr
            for column in range(2):
                source, target = at.A + 6 * column, _A + 3 * column
                spans[count, target] = _quadratic(
                    rows[i, source], rows[i, source + 1], rows[i, source + 2], rows[i, source + 3],
                    rows[i, source + 4], rows[i, source + 5], x, y,
                )  # fmt: skip
                spans[count, target + 1] = (
                    rows[i, source + 1] + 2.0 * x * rows[i, source + 3] + y * rows[i, source + 4]
                )
                spans[count, target + 2] = rows[i, source + 3]
            for column in range(10):
                if column < 6:
                    source, target = at.KEY0 + 3 * column, _K + 2 * column
                elif column < 8:
                    source, target = at.D + 3 * (column - 6), _LEFT + 2 * (column - 6)
                else:
                    source, target = at.AXIS0 + 3 * (column - 8), _T + 2 * (column - 8)
                spans[count, target] = (
                    rows[i, source] + x * rows[i, source + 1] + y * rows[i, source + 2]
                )
                spans[count, target + 1] = rows[i, source + 1]
            spans[count, _S0] = rows[i, at.DEPTH]
            spans[count, _CURVE] = rows[i, at.EDGE]
            spans[count, _SHARP] = rows[i, at.BLEND]
            for channel in range(3):
                spans[count, _RED + channel] = colours[one, channel]
                spans[count, _DRED + channel] = colours[two, channel] - colours[one, channel]
            count += 1
    return entry, count


@_jit
def shade_cylinders(  # type: ignore[no-untyped-def]
    spans, places, count, cue0, cue1, solid_depth, solid_colour, edge_depth, edge_colour
):
    """Shade the spans of cylinders."""
    for k in range(count):
        start = places[k, 0]
        s0, red, green, blue = spans[k, _S0], spans[k, _RED], spans[k, _GREEN], spans[k, _BLUE]
        dred, dgreen, dblue = spans[k, _DRED], spans[k, _DGREEN], spans[k, _DBLUE]
        a0, a1, a2 = spans[k, _A], spans[k, _A + 1], spans[k, _A + 2]
        m0, m1, m2 = spans[k, _M], spans[k, _M + 1], spans[k, _M + 2]
        e0, e1, h0, h1 = (
            spans[k, _LEFT],
            spans[k, _LEFT + 1],
            spans[k, _RIGHT],
            spans[k, _RIGHT + 1],
        )
        k0, k1, kk0, kk1 = spans[k, _K], spans[k, _K + 1], spans[k, _KK], spans[k, _KK + 1]
        f0, f1, ff0, ff1 = spans[k, _F0], spans[k, _F0 + 1], spans[k, _FF], spans[k, _FF + 1]
        g0, g1, n0, n1 = spans[k, _G], spans[k, _G + 1], spans[k, _N], spans[k, _N + 1]
        t0, t1, tt0, tt1 = spans[k, _T], spans[k, _T + 1], spans[k, _TT], spans[k, _TT + 1]
        curve, sharp = spans[k, _CURVE], spans[k, _SHARP]
        for i in range(places[k, 1]):
            x = _F(i)
            near = e0 + x * e1
            away = h0 + x * h1
            cover = min(near + _HALF, _ONE) + min(away + _HALF, _ONE) - _ONE
            root = np.sqrt(max(near * away * curve, _ZERO))
            ds = (m0 + x * (m1 + x * m2) - root) / (a0 + x * (a1 + x * a2))
            depth = s0 + ds
            along = (t0 + x * t1) + ds * (tt0 + x * tt1)
            key = max(-((k0 + x * k1) + ds * (kk0 + x * kk1)), _ZERO)
            fill = max(-((f0 + x * f1) + ds * (ff0 + x * ff1)), _ZERO)
            shine = max(_TWO * key * root * (n0 + x * n1) - (g0 + x * g1), _ZERO)
            p2 = shine * shine
            p4 = p2 * p2
            p8 = p4 * p4
            gloss = _SPECULAR * ((p8 * p8) * p8 * (p4 * p2))
            light = _AMBIENT + _KEY * key + _FILL * fill
            cue = min(max(cue0 - depth * cue1, _ZERO), _FULL)
            mix = min(max((along - _HALF) * sharp + _HALF, _ZERO), _ONE)
            r = np.int32(min(((red + mix * dred) * light + gloss) * cue, _FULL) + _HALF)
            g = np.int32(min(((green + mix * dgreen) * light + gloss) * cue, _FULL) + _HALF)
            b = np.int32(min(((blue + mix * dblue) * light + gloss) * cue, _FULL) + _HALF)
            colour = np.int32(np.int32(r | np.int32(g << 8)) | np.int32(b << 16))
            j = np.uint64(start + i)
            within = (along >= _ZERO) & (along <= _ONE)
            solid = within & (cover >= _ONE) & (depth < solid_depth[j])
            solid_depth[j] = depth if solid else solid_depth[j]
            solid_colour[j] = colour if solid else solid_colour[j]
            edge = within & (cover < _ONE) & (cover >= _LEAST) & (depth < edge_depth[j])
            colour = np.int32(colour | np.int32(np.int32(cover * _COVER) << 24))
            edge_depth[j] = depth if edge else edge_depth[j]
            edge_colour[j] = colour if edge else edge_colour[j]


@_jit
def mark_spheres(spans, places, count, depths, owners):  # type: ignore[no-untyped-def]
    """Write, instead of colours, which sphere is nearest at every pixel's centre."""
    for k in range(count):
        start, owner = places[k, 0], places[k, 2]
        s0, grow = spans[k, _S0], spans[k, _GROW]
        a0, a1, a2 = spans[k, _A], spans[k, _A + 1], spans[k, _A + 2]
        m0, m1, m2 = spans[k, _M], spans[k, _M + 1], spans[k, _M + 2]
        d0, d1, d2 = spans[k, _D], spans[k, _D + 1], spans[k, _D + 2]
        for i in range(places[k, 1]):
            x = _F(i)
            d = d0 + x * (d1 + x * d2)
            root = np.sqrt(max(d, _ZERO))
            depth = s0 + (m0 + x * (m1 + x * m2) - root) / (a0 + x * (a1 + x * a2))
            j = np.uint64(start + i)
            nearest = (d * grow > _ZERO) & (depth < depths[j])
            depths[j] = depth if nearest else depths[j]
            owners[j] = owner if nearest else owners[j]


@_jit
def mark_cylinders(spans, places, count, depths, owners):  # type: ignore[no-untyped-def]
    """Write, instead of colours, whose half bond is nearest at every pixel's centre."""
    for k in range(count):
        start, one, two = places[k, 0], places[k, 2], places[k, 3]
        s0, curve = spans[k, _S0], spans[k, _CURVE]
        a0, a1, a2 = spans[k, _A], spans[k, _A + 1], spans[k, _A + 2]
        m0, m1, m2 = spans[k, _M], spans[k, _M + 1], spans[k, _M + 2]
        e0, e1, h0, h1 = (
            spans[k, _LEFT],
            spans[k, _LEFT + 1],
            spans[k, _RIGHT],
            spans[k, _RIGHT + 1],
        )
        t0, t1, tt0, tt1 = spans[k, _T], spans[k, _T + 1], spans[k, _TT], spans[k, _TT + 1]
        for i in range(places[k, 1]):
            x = _F(i)
            near = e0 + x * e1
            away = h0 + x * h1
            root = np.sqrt(max(near * away * curve, _ZERO))
            ds = (m0 + x * (m1 + x * m2) - root) / (a0 + x * (a1 + x * a2))
            depth = s0 + ds
            along = (t0 + x * t1) + ds * (tt0 + x * tt1)
            j = np.uint64(start + i)
            within = (along >= _ZERO) & (along <= _ONE) & (near > _ZERO) & (away > _ZERO)
            nearest = within & (depth < depths[j])
            owner = one if along < _HALF else two
            depths[j] = depth if nearest else depths[j]
            owners[j] = owner if nearest else owners[j]


@_jit
def blend_row(solid_depth, solid_colour, edge_depth, edge_colour, first, last):  # type: ignore[no-untyped-def]
    """Lay the edge layer over the solid one; colours in ``solid_colour`` become plain RGB."""
    for i in range(last - first):
        j = np.uint64(first + i)
        edge = edge_colour[j]
        back = solid_colour[j]
        share = np.int32(edge >> 24) if edge_depth[j] < solid_depth[j] else np.int32(0)
        rest = np.int32(128 - share)
        # red and blue share one multiplication: neither can reach the other's bits
        rb = np.int32(
            np.int32(np.int32(edge & 0xFF00FF) * share)
            + np.int32(np.int32(back & 0xFF00FF) * rest)
            + 0x400040
        )
        g = np.int32(
            np.int32(np.int32(edge & 0xFF00) * share)
            + np.int32(np.int32(back & 0xFF00) * rest)
            + 0x4000
        )
        solid_colour[j] = np.int32(
            np.int32(np.int32(rb >> 7) & 0xFF00FF) | np.int32(np.int32(g >> 7) & 0xFF00)
        )
