"""A whole picture, band by band."""

from __future__ import annotations

import numpy as np
from numba import njit

from misibench.render import setup as at
from misibench.render.near import draw_near
from misibench.render.raster import (
    FAR_AWAY,
    blend_row,
    cut_cylinders,
    cut_spheres,
    mark_cylinders,
    mark_spheres,
    shade_cylinders,
    shade_spheres,
)
from misibench.render.text import draw_letters

__all__ = ["BAND", "SLACK", "draw_frame", "mark_frame", "prepare"]

BAND = 32
"""Rows of a band: its layers stay in the processor's cache."""
SLACK = 16
"""Spare pixels at the end of every row, since spans come in blocks of 8."""

_jit = njit(cache=True, nogil=True, error_model="numpy")


@_jit
def prepare(  # type: ignore[no-untyped-def]
    centres, radii, bonds, bond_radii, near, scale, flat, width, height, rows, starts, entries
):
    """Fill the primitives' rows and list per band which primitives reach into it.

    Spheres come first, then cylinders. Gives the number of entries, or the negative number
    needed where ``entries`` is too short.
    """
    spheres, cylinders = len(centres), len(bonds)
    bands = len(starts) - 1
    starts[:] = 0
    for i in range(spheres + cylinders):
        row = rows[i]
        if i < spheres:
            seen = at.sphere_row(row, centres[i], radii[i], scale, flat, width, height, near)
        else:
            p, q = bonds[i - spheres, 0], bonds[i - spheres, 1]
            seen = at.cylinder_row(
                row, centres[p], centres[q], bond_radii[i - spheres], scale, flat, width,
                height, near,
            )  # fmt: skip
        row[at.FIRST] = -1.0
        if seen:
            row[at.FIRST] = row[at.Y0] // BAND
            for band in range(int(row[at.Y0]) // BAND, int(row[at.Y1]) // BAND + 1):
                starts[band + 1] += 1
    for band in range(bands):
        starts[band + 1] += starts[band]
    total = starts[bands]
    if total > len(entries):
        return -total
    filled = np.zeros(bands, np.int64)
    for i in range(spheres + cylinders):
        row = rows[i]
        if row[at.FIRST] >= 0.0:
            for band in range(int(row[at.FIRST]), int(row[at.Y1]) // BAND + 1):
                entries[starts[band] + filled[band]] = i
                filled[band] += 1
    return total


@_jit
def draw_frame(  # type: ignore[no-untyped-def]
    centres, radii, colours, colour_index, bonds, bond_radii, rows, starts, entries,
    near, far, cue_start, scale, flat, width, height, background,
    letters, letter_count, glyph_pixels, glyph_shapes,
    solid_depth, solid_colour, edge_depth, edge_colour, spans, places, left, right,
    lut, indexed, image,
):  # fmt: skip
    """Draw all bands; ``indexed`` (h, w + 1) gets palette indices, or ``image`` (h, w) packed RGB.

    ``indexed`` may have no rows, then ``image`` is written.
    """
    spheres = len(centres)
    unsafe = False
    for k in range(starts[-1]):
        unsafe |= rows[entries[k], at.SAFE] == 0.0
    span = (1.0 - cue_start) * (far - near)
    cue1 = np.float32(255.0 / span)
    cue0 = np.float32(255.0 * far / span)
    stride = width + SLACK
    for band in range(len(starts) - 1):
        top = band * BAND
        bottom = min(height, top + BAND)
        solid_depth[:] = FAR_AWAY
        edge_depth[:] = FAR_AWAY
        solid_colour[:] = background
        left[:] = width
        right[:] = 0
        entry, stop = starts[band], starts[band + 1]
        while entry < stop and entries[entry] < spheres:
            entry, count = cut_spheres(
                rows, entries, entry, stop, spheres, colours, colour_index, top, bottom, stride,
                spans, places, left, right,
            )  # fmt: skip
            shade_spheres(
                spans, places, count, cue0, cue1, solid_depth, solid_colour, edge_depth,
                edge_colour,
            )  # fmt: skip
        while entry < stop:
            entry, count = cut_cylinders(
                rows, entries, entry, stop, spheres, bonds, colours, colour_index, top, bottom,
                stride, spans, places, left, right,
            )  # fmt: skip
            shade_cylinders(
                spans, places, count, cue0, cue1, solid_depth, solid_colour, edge_depth,
                edge_colour,
            )  # fmt: skip
        for k in range(starts[band], stop if unsafe else starts[band]):
            i = entries[k]
            if rows[i, at.SAFE] != 0.0:
                continue
            if i < spheres:
                a = b = i
                radius = radii[i]
            else:
                a, b = bonds[i - spheres, 0], bonds[i - spheres, 1]
                radius = bond_radii[i - spheres]
            draw_near(
                solid_depth, solid_colour, edge_depth, edge_colour, rows[i], centres[a],
                centres[b], radius, colours[colour_index[a]], colours[colour_index[b]], scale,
                flat, width, height, near, top, bottom, stride, cue0, cue1, left, right, -1, -1,
            )  # fmt: skip
        colour = solid_colour
        for y in range(bottom - top):
            if left[y] < right[y]:
                line = y * stride
                blend_row(
                    solid_depth, colour, edge_depth, edge_colour,
                    line + left[y], line + right[y],
                )  # fmt: skip
        draw_letters(
            colour, letters, letter_count, glyph_pixels, glyph_shapes, top, bottom, width, stride,
            left, right,
        )  # fmt: skip
        if len(indexed) == 0:
            for y in range(bottom - top):
                for x in range(width):
                    image[top + y, x] = colour[y * stride + x]
            continue
        for y in range(bottom - top):
            target = indexed[top + y]
            target[:] = 0
            for x in range(left[y], min(right[y], width)):
                rgb = colour[y * stride + x]
                if rgb != 0:
                    target[x + 1] = lut[
                        ((rgb & 0xF8) >> 3) | ((rgb & 0xFC00) >> 5) | ((rgb & 0xF80000) >> 8)
                    ]


@_jit
def mark_frame(  # type: ignore[no-untyped-def]
    centres, radii, colours, colour_index, bonds, bond_radii, rows, starts, entries,
    near, scale, flat, width, height, depths, owners, spans, places, left, right, areas,
):  # fmt: skip
    """Count for every sphere the pixels at whose centre it, or its half of a bond, is nearest."""
    spheres = len(centres)
    stride = width + SLACK
    none = np.float32(0.0)
    for band in range(len(starts) - 1):
        top = band * BAND
        bottom = min(height, top + BAND)
        depths[:] = FAR_AWAY
        owners[:] = -1
        left[:] = width
        right[:] = 0
        entry, stop = starts[band], starts[band + 1]
        while entry < stop and entries[entry] < spheres:
            entry, count = cut_spheres(
                rows, entries, entry, stop, spheres, colours, colour_index, top, bottom, stride,
                spans, places, left, right,
            )  # fmt: skip
            mark_spheres(spans, places, count, depths, owners)
        while entry < stop:
            entry, count = cut_cylinders(
                rows, entries, entry, stop, spheres, bonds, colours, colour_index, top, bottom,
                stride, spans, places, left, right,
            )  # fmt: skip
            mark_cylinders(spans, places, count, depths, owners)
        for k in range(starts[band], stop):
            i = entries[k]
            if rows[i, at.SAFE] != 0.0:
                continue
            if i < spheres:
                a = b = i
                radius = radii[i]
            else:
                a, b = bonds[i - spheres, 0], bonds[i - spheres, 1]
                radius = bond_radii[i - spheres]
            draw_near(
                depths, owners, depths, owners, rows[i], centres[a], centres[b], radius,
                colours[0], colours[0], scale, flat, width, height, near, top, bottom, stride,
                none, none, left, right, a, b,
            )  # fmt: skip
        for y in range(bottom - top):
            for x in range(left[y], min(right[y], width)):
                owner = owners[y * stride + x]
                if owner >= 0:
                    areas[owner] += 1
