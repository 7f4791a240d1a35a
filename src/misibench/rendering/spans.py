"""Primitives cut into spans: runs of pixels of one row, with all that shading them needs.

The innermost loops then see nothing but numbers. A span is a row of a table: values at its first
pixel and changes per pixel to the right, in the columns below.
"""

from __future__ import annotations

import numpy as np

from misibench.rendering import setup as at
from misibench.rendering.kernel import kernel

__all__ = ["BLOCK", "MAX_SPANS", "SPAN_COLUMNS", "cut_cylinders", "cut_spheres", "touch"]

BLOCK = 16
"""Spans are shaded in whole blocks of pixels, as many as the widest vectors hold."""
MAX_SPANS = 4096
"""Spans collected before they are shaded."""
SPAN_COLUMNS = 40

# Columns of a span, all at its first pixel and per pixel to the right
S0, RED, GREEN, BLUE = 0, 1, 2, 3
A, M = 4, 7  # quadratics: value, slope, curve
K, KK, F0, FF, G, N = 10, 12, 14, 16, 18, 20  # lights: value, slope
D, GROW = 22, 25  # sphere: quadratic d, and d to coverage
LEFT, RIGHT, CURVE = 22, 24, 26  # cylinder: distances to its edges, and their product to d
T, TT, SHARP = 27, 29, 31  # cylinder: position along the axis, and for the half bonds' border
DRED, DGREEN, DBLUE = 32, 33, 34  # second half's colour less the first's


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
                target = A + 3 * column if column < 2 else D
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
                spans[count, K + 2 * column] = (
                    rows[i, source] + x * rows[i, source + 1] + y * rows[i, source + 2]
                )
                spans[count, K + 2 * column + 1] = rows[i, source + 1]
            spans[count, S0] = rows[i, at.DEPTH]
            spans[count, GROW] = rows[i, at.EDGE]
            spans[count, RED] = colours[material, 0]
            spans[count, GREEN] = colours[material, 1]
            spans[count, BLUE] = colours[material, 2]
            count += 1
    return entry, count


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
                source, target = at.A + 6 * column, A + 3 * column
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
                    source, target = at.KEY0 + 3 * column, K + 2 * column
                elif column < 8:
                    source, target = at.D + 3 * (column - 6), LEFT + 2 * (column - 6)
                else:
                    source, target = at.AXIS0 + 3 * (column - 8), T + 2 * (column - 8)
                spans[count, target] = (
                    rows[i, source] + x * rows[i, source + 1] + y * rows[i, source + 2]
                )
                spans[count, target + 1] = rows[i, source + 1]
            spans[count, S0] = rows[i, at.DEPTH]
            spans[count, CURVE] = rows[i, at.EDGE]
            spans[count, SHARP] = rows[i, at.BLEND]
            for channel in range(3):
                spans[count, RED + channel] = colours[one, channel]
                spans[count, DRED + channel] = colours[two, channel] - colours[one, channel]
            count += 1
    return entry, count
