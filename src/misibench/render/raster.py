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

from misibench.render import setup as at
from misibench.render.kernel import kernel
from misibench.render.light import AMBIENT, KEY

__all__ = [
    "BLOCK",
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
    "touch",
]

FAR_AWAY = np.float32(3.0e38)
"""Depth of a pixel where nothing is."""

BLOCK = 16
"""Spans are shaded in whole blocks of pixels, as many as the widest vectors hold."""
MAX_SPANS = 4096
"""Spans collected before they are shaded."""
SPAN_COLUMNS = 40

_F = np.float32
_HALF = np.float32(0.5)
_ONE = np.float32(1.0)
_ZERO = np.float32(0.0)
_AMBIENT, _KEY = np.float32(AMBIENT), np.float32(KEY)
_FULL = np.float32(255.0)
_BRIGHTEST = np.float32(255.5)
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


@kernel
def touch(touched, line, first, last, shift):  # type: ignore[no-untyped-def]
    """Note that pixels ``first`` to ``last`` of a band's line may be drawn.

    A line has up to 64 pieces of ``1 << shift`` pixels, one bit each.
    """
    low, high = min(first >> shift, 63), min(last >> shift, 63)
    bits = (np.uint64(2) << np.uint64(high - low)) - np.uint64(1)
    touched[line] |= bits << np.uint64(low)


@kernel
def _quadratic(one, x1, y1, xx, xy, yy, x, y):  # type: ignore[no-untyped-def]
    return one + x * (x1 + x * xx) + y * (y1 + x * xy + y * yy)


@kernel
def cut_spheres(  # type: ignore[no-untyped-def]
    rows, entries, entry, stop, spheres, colours, colour_index, top, bottom, stride,
    spans, places, touched, shift,
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
            pixels = (last - first + BLOCK) // BLOCK * BLOCK
            touch(touched, line - top, first, first + pixels - 1, shift)
            places[count, 0] = (line - top) * stride + first
            places[count, 1] = pixels
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


@kernel
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
            key = max((k0 + x * k1) + ds * (kk0 + x * kk1), _ZERO)
            fill = max((f0 + x * f1) + ds * (ff0 + x * ff1), _ZERO)
            shine = max(key * root * (n0 + x * n1) - (g0 + x * g1), _ZERO)
            p2 = shine * shine
            p4 = p2 * p2
            p8 = p4 * p4
            cue = min(max(cue0 - depth * cue1, _ZERO), _FULL)
            gloss = (p8 * p8) * (p8 * p4) * (p2 * cue) + _HALF  # the 30th power; rounds to nearest
            light = (_AMBIENT + _KEY * key + fill) * cue
            r = np.int32(min(red * light + gloss, _BRIGHTEST))
            g = np.int32(min(green * light + gloss, _BRIGHTEST))
            b = np.int32(min(blue * light + gloss, _BRIGHTEST))
            share = np.int32(np.int32(cover * _COVER) << 24)
            colour = np.int32(np.int32(r | np.int32(g << 8)) | np.int32(np.int32(b << 16) | share))
            j = np.uint64(start + i)  # unsigned: a wrap-around check would hinder vectors
            solid = (cover >= _ONE) & (depth < solid_depth[j])
            solid_depth[j] = depth if solid else solid_depth[j]
            solid_colour[j] = colour if solid else solid_colour[j]
            edge = (cover < _ONE) & (cover >= _LEAST) & (depth < edge_depth[j])
            edge_depth[j] = depth if edge else edge_depth[j]
            edge_colour[j] = colour if edge else edge_colour[j]


@kernel
def _between(low, high, value, slope, inverse):  # type: ignore[no-untyped-def]
    """Narrow ``low`` to ``high`` to where ``value + slope x`` is not negative."""
    if slope > 1e-9:
        return max(low, -value * inverse), high
    if slope < -1e-9:
        return low, min(high, -value * inverse)
    return low, (low - 1.0 if value < 0.0 else high)


@kernel
def _inverse(slope):  # type: ignore[no-untyped-def]
    return 1.0 / slope if np.abs(slope) > 1e-9 else 0.0


@kernel
def cut_cylinders(  # type: ignore[no-untyped-def]
    rows, entries, entry, stop, spheres, bonds, colours, colour_index, top, bottom, stride,
    spans, places, touched, shift,
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
        x0, x1 = rows[i, at.X0] - xr, rows[i, at.X1] - xr
        e0, ex, ey = rows[i, at.D] + 0.5, rows[i, at.D + 1], rows[i, at.D + 2]
        h0, hx, hy = rows[i, at.D + 3] + 0.5, rows[i, at.D + 4], rows[i, at.D + 5]
        mx, my = rows[i, at.MX], rows[i, at.MY]
        origin = mx * (xr + 0.5) + my * (yr + 0.5)  # ends are in pixels of the picture
        low, high = rows[i, at.LOW] - origin, rows[i, at.HIGH] - origin
        e_inverse, h_inverse, m_inverse = _inverse(ex), _inverse(hx), _inverse(mx)
        one, two = colour_index[bonds[i - spheres, 0]], colour_index[bonds[i - spheres, 1]]
        for line in range(max(int(rows[i, at.Y0]), top), min(int(rows[i, at.Y1]), bottom - 1) + 1):
            y = line - yr
            # between both edges and both ends, x from the reference
            xa, xb = _between(x0, x1, e0 + ey * y, ex, e_inverse)
            xa, xb = _between(xa, xb, h0 + hy * y, hx, h_inverse)
            along = my * y
            xa, xb = _between(xa, xb, along - low, mx, m_inverse)
            xa, xb = _between(xa, xb, high - along, -mx, -m_inverse)
            if not xb >= xa:
                continue
            first, last = int(np.ceil(xa) + xr), int(np.floor(xb) + xr)
            if first > last:
                continue
            pixels = (last - first + BLOCK) // BLOCK * BLOCK
            touch(touched, line - top, first, first + pixels - 1, shift)
            places[count, 0] = (line - top) * stride + first
            places[count, 1] = pixels
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


@kernel
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
            cover = min(min(near, away) + _HALF, near + away)  # the latter where it is thin
            root = np.sqrt(max(near * away * curve, _ZERO))
            ds = (m0 + x * (m1 + x * m2) - root) / (a0 + x * (a1 + x * a2))
            depth = s0 + ds
            along = (t0 + x * t1) + ds * (tt0 + x * tt1)
            key = max((k0 + x * k1) + ds * (kk0 + x * kk1), _ZERO)
            fill = max((f0 + x * f1) + ds * (ff0 + x * ff1), _ZERO)
            shine = max(key * root * (n0 + x * n1) - (g0 + x * g1), _ZERO)
            p2 = shine * shine
            p4 = p2 * p2
            p8 = p4 * p4
            cue = min(max(cue0 - depth * cue1, _ZERO), _FULL)
            gloss = (p8 * p8) * (p8 * p4) * (p2 * cue) + _HALF
            light = (_AMBIENT + _KEY * key + fill) * cue
            middle = along - _HALF
            mix = min(max(middle * sharp + _HALF, _ZERO), _ONE)
            r = np.int32(min((red + mix * dred) * light + gloss, _BRIGHTEST))
            g = np.int32(min((green + mix * dgreen) * light + gloss, _BRIGHTEST))
            b = np.int32(min((blue + mix * dblue) * light + gloss, _BRIGHTEST))
            share = np.int32(np.int32(cover * _COVER) << 24)
            colour = np.int32(np.int32(r | np.int32(g << 8)) | np.int32(np.int32(b << 16) | share))
            j = np.uint64(start + i)
            within = np.abs(middle) <= _HALF
            solid = within & (cover >= _ONE) & (depth < solid_depth[j])
            solid_depth[j] = depth if solid else solid_depth[j]
            solid_colour[j] = colour if solid else solid_colour[j]
            edge = within & (cover < _ONE) & (cover >= _LEAST) & (depth < edge_depth[j])
            edge_depth[j] = depth if edge else edge_depth[j]
            edge_colour[j] = colour if edge else edge_colour[j]


@kernel
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


@kernel
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


@kernel
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
