"""The rasteriser: spans of spheres and cylinders, shaded as ChimeraX shades them.

A band of rows has two layers. ``solid_*`` holds the nearest fragment that covers its pixel
whole, ``edge_*`` the nearest one that covers it in part, with its coverage; :func:`blend_row`
lays the second over the first. Depths are float32, colours are packed as red + 256 green +
65536 blue + 2**24 coverage/128. Taking the nearest makes the picture independent of the order of
drawing, but for equal depths, whose order is fixed.
"""

from __future__ import annotations

import numpy as np

from misibench.rendering import spans as span
from misibench.rendering.kernel import kernel
from misibench.rendering.light import AMBIENT, KEY

__all__ = [
    "FAR_AWAY",
    "blend_row",
    "mark_cylinders",
    "mark_spheres",
    "shade_cylinders",
    "shade_spheres",
]

FAR_AWAY = np.float32(3.0e38)
"""Depth of a pixel where nothing is."""


_F = np.float32
_HALF = np.float32(0.5)
_ONE = np.float32(1.0)
_ZERO = np.float32(0.0)
_AMBIENT, _KEY = np.float32(AMBIENT), np.float32(KEY)
_FULL = np.float32(255.0)
_BRIGHTEST = np.float32(255.5)
_COVER = np.float32(128.0)
_LEAST = np.float32(1.0 / 128.0)


@kernel
def shade_spheres(  # type: ignore[no-untyped-def]
    spans, places, count, cue0, cue1, solid_depth, solid_colour, edge_depth, edge_colour
):
    """Shade the spans of spheres."""
    for k in range(count):
        start = places[k, 0]
        s0, red, green, blue = (
            spans[k, span.S0],
            spans[k, span.RED],
            spans[k, span.GREEN],
            spans[k, span.BLUE],
        )
        a0, a1, a2 = spans[k, span.A], spans[k, span.A + 1], spans[k, span.A + 2]
        m0, m1, m2 = spans[k, span.M], spans[k, span.M + 1], spans[k, span.M + 2]
        d0, d1, d2 = spans[k, span.D], spans[k, span.D + 1], spans[k, span.D + 2]
        k0, k1, kk0, kk1 = (
            spans[k, span.K],
            spans[k, span.K + 1],
            spans[k, span.KK],
            spans[k, span.KK + 1],
        )
        f0, f1, ff0, ff1 = (
            spans[k, span.F0],
            spans[k, span.F0 + 1],
            spans[k, span.FF],
            spans[k, span.FF + 1],
        )
        g0, g1, n0, n1 = (
            spans[k, span.G],
            spans[k, span.G + 1],
            spans[k, span.N],
            spans[k, span.N + 1],
        )
        grow = spans[k, span.GROW]
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
def shade_cylinders(  # type: ignore[no-untyped-def]
    spans, places, count, cue0, cue1, solid_depth, solid_colour, edge_depth, edge_colour
):
    """Shade the spans of cylinders."""
    for k in range(count):
        start = places[k, 0]
        s0, red, green, blue = (
            spans[k, span.S0],
            spans[k, span.RED],
            spans[k, span.GREEN],
            spans[k, span.BLUE],
        )
        dred, dgreen, dblue = spans[k, span.DRED], spans[k, span.DGREEN], spans[k, span.DBLUE]
        a0, a1, a2 = spans[k, span.A], spans[k, span.A + 1], spans[k, span.A + 2]
        m0, m1, m2 = spans[k, span.M], spans[k, span.M + 1], spans[k, span.M + 2]
        e0, e1, h0, h1 = (
            spans[k, span.LEFT],
            spans[k, span.LEFT + 1],
            spans[k, span.RIGHT],
            spans[k, span.RIGHT + 1],
        )
        k0, k1, kk0, kk1 = (
            spans[k, span.K],
            spans[k, span.K + 1],
            spans[k, span.KK],
            spans[k, span.KK + 1],
        )
        f0, f1, ff0, ff1 = (
            spans[k, span.F0],
            spans[k, span.F0 + 1],
            spans[k, span.FF],
            spans[k, span.FF + 1],
        )
        g0, g1, n0, n1 = (
            spans[k, span.G],
            spans[k, span.G + 1],
            spans[k, span.N],
            spans[k, span.N + 1],
        )
        t0, t1, tt0, tt1 = (
            spans[k, span.T],
            spans[k, span.T + 1],
            spans[k, span.TT],
            spans[k, span.TT + 1],
        )
        curve, sharp = spans[k, span.CURVE], spans[k, span.SHARP]
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
        s0, grow = spans[k, span.S0], spans[k, span.GROW]
        a0, a1, a2 = spans[k, span.A], spans[k, span.A + 1], spans[k, span.A + 2]
        m0, m1, m2 = spans[k, span.M], spans[k, span.M + 1], spans[k, span.M + 2]
        d0, d1, d2 = spans[k, span.D], spans[k, span.D + 1], spans[k, span.D + 2]
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
        s0, curve = spans[k, span.S0], spans[k, span.CURVE]
        a0, a1, a2 = spans[k, span.A], spans[k, span.A + 1], spans[k, span.A + 2]
        m0, m1, m2 = spans[k, span.M], spans[k, span.M + 1], spans[k, span.M + 2]
        e0, e1, h0, h1 = (
            spans[k, span.LEFT],
            spans[k, span.LEFT + 1],
            spans[k, span.RIGHT],
            spans[k, span.RIGHT + 1],
        )
        t0, t1, tt0, tt1 = (
            spans[k, span.T],
            spans[k, span.T + 1],
            spans[k, span.TT],
            spans[k, span.TT + 1],
        )
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
