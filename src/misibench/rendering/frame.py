"""A whole picture, band by band."""

from __future__ import annotations

import numpy as np

from misibench.rendering import setup as at
from misibench.rendering.kernel import kernel
from misibench.rendering.light import CUE_START
from misibench.rendering.near import draw_near
from misibench.rendering.raster import (
    FAR_AWAY,
    blend_row,
    mark_cylinders,
    mark_spheres,
    shade_cylinders,
    shade_spheres,
)
from misibench.rendering.shapes import BAND, SLACK
from misibench.rendering.spans import cut_cylinders, cut_spheres
from misibench.rendering.text import draw_letters

__all__ = ["count_areas", "draw_frame"]


@kernel
def draw_frame(shapes, lens, table, buffers, letters, background, lut, indexed, image):  # type: ignore[no-untyped-def]
    """Draw all bands; ``indexed`` (h, w + 1) gets palette indices, or ``image`` (h, w) packed RGB.

    ``indexed`` may have no rows, then ``image`` is written.
    """
    width, stride = lens.width, lens.width + SLACK
    span = (1.0 - CUE_START) * (lens.far - lens.near)
    cue1 = np.float32(255.0 / span)
    cue0 = np.float32(255.0 * lens.far / span)
    colour = buffers.solid_colour
    buffers.solid_depth[:] = FAR_AWAY
    buffers.edge_depth[:] = FAR_AWAY
    colour[:] = background
    for band in range(len(table.starts) - 1):
        top = band * BAND
        bottom = min(lens.height, top + BAND)
        buffers.touched[:] = 0
        _draw_shapes(shapes, lens, table, buffers, band, top, bottom, cue0, cue1)
        for y in range(bottom - top):
            if buffers.touched[y] != 0:
                _blend_line(buffers, y, stride)
        draw_letters(
            colour, letters.placed, letters.number, letters.pixels, letters.shapes, top, bottom,
            width, stride, buffers.touched, buffers.shift,
        )  # fmt: skip
        for y in range(bottom - top):
            if len(indexed):
                indexed[top + y, :] = 0
                if buffers.touched[y] != 0:
                    _index_line(buffers, y, stride, width, lut, indexed[top + y])
            else:
                for x in range(width):
                    image[top + y, x] = colour[y * stride + x]
            if buffers.touched[y] != 0:
                _clear_line(buffers, y, stride, background)


@kernel
def _draw_shapes(shapes, lens, table, buffers, band, top, bottom, cue0, cue1):  # type: ignore[no-untyped-def]
    """Draw what reaches into a band into its layers."""
    stride = lens.width + SLACK
    spheres = len(shapes.centres)
    entry, stop = table.starts[band], table.starts[band + 1]
    while entry < stop and table.entries[entry] < spheres:
        entry, count = cut_spheres(
            table.rows, table.entries, entry, stop, spheres, shapes.colours, shapes.colour_index,
            top, bottom, stride, buffers.spans, buffers.places, buffers.touched, buffers.shift,
        )  # fmt: skip
        shade_spheres(
            buffers.spans, buffers.places, count, cue0, cue1, buffers.solid_depth,
            buffers.solid_colour, buffers.edge_depth, buffers.edge_colour,
        )  # fmt: skip
    while entry < stop:
        entry, count = cut_cylinders(
            table.rows, table.entries, entry, stop, spheres, shapes.ends, shapes.colours,
            shapes.colour_index, top, bottom, stride, buffers.spans, buffers.places,
            buffers.touched, buffers.shift,
        )  # fmt: skip
        shade_cylinders(
            buffers.spans, buffers.places, count, cue0, cue1, buffers.solid_depth,
            buffers.solid_colour, buffers.edge_depth, buffers.edge_colour,
        )  # fmt: skip
    for k in range(table.starts[band], stop):
        i = table.entries[k]
        if table.rows[i, at.SAFE] == 0.0:
            a, b, radius = _parts(shapes, i)
            draw_near(
                buffers.solid_depth, buffers.solid_colour, buffers.edge_depth,
                buffers.edge_colour, table.rows[i], shapes.centres[a], shapes.centres[b], radius,
                shapes.colours[shapes.colour_index[a]], shapes.colours[shapes.colour_index[b]],
                lens.scale, lens.flat, lens.width, lens.height, lens.near, top, bottom, stride,
                cue0, cue1, buffers.touched, buffers.shift, -1, -1,
            )  # fmt: skip


@kernel
def _parts(shapes, i):  # type: ignore[no-untyped-def]
    """Both ends and the radius of a primitive; a sphere's ends are the sphere itself."""
    spheres = len(shapes.centres)
    if i < spheres:
        return i, i, shapes.radii[i]
    return shapes.ends[i - spheres, 0], shapes.ends[i - spheres, 1], shapes.thickness[i - spheres]


@kernel
def _run(bits, piece):  # type: ignore[no-untyped-def]
    """First and last-but-one piece of the next run of touched pieces; 64, 64 after the last."""
    one = np.uint64(1)
    while piece < 64 and (bits >> np.uint64(piece)) & one == 0:
        piece += 1
    end = piece
    while end < 64 and (bits >> np.uint64(end)) & one != 0:
        end += 1
    return piece, end


@kernel
def _blend_line(buffers, y, stride):  # type: ignore[no-untyped-def]
    """Lay the edges of one line over what is behind them, where it is touched."""
    piece, end = _run(buffers.touched[y], 0)
    while piece < 64:
        last = stride if end == 64 else min(end << buffers.shift, stride)
        blend_row(
            buffers.solid_depth, buffers.solid_colour, buffers.edge_depth, buffers.edge_colour,
            y * stride + (piece << buffers.shift), y * stride + last,
        )  # fmt: skip
        piece, end = _run(buffers.touched[y], end)


@kernel
def _index_line(buffers, y, stride, width, lut, target):  # type: ignore[no-untyped-def]
    """Look up the palette index of one line's pixels; black keeps index 0."""
    colour = buffers.solid_colour
    piece, end = _run(buffers.touched[y], 0)
    while piece < 64:
        last = width if end == 64 else min(end << buffers.shift, width)
        for x in range(piece << buffers.shift, last):
            rgb = colour[np.uint64(y * stride + x)]
            if rgb != 0:
                target[np.uint64(x + 1)] = lut[
                    ((rgb & 0xF8) >> 3) | ((rgb & 0xFC00) >> 5) | ((rgb & 0xF80000) >> 8)
                ]
        piece, end = _run(buffers.touched[y], end)


@kernel
def _clear_line(buffers, y, stride, background):  # type: ignore[no-untyped-def]
    """Make one line ready for the next band, where it is touched."""
    piece, end = _run(buffers.touched[y], 0)
    while piece < 64:
        first = y * stride + (piece << buffers.shift)
        last = y * stride + (stride if end == 64 else min(end << buffers.shift, stride))
        buffers.solid_depth[first:last] = FAR_AWAY
        buffers.edge_depth[first:last] = FAR_AWAY
        buffers.solid_colour[first:last] = background
        piece, end = _run(buffers.touched[y], end)


@kernel
def count_areas(shapes, lens, table, buffers, areas):  # type: ignore[no-untyped-def]
    """Count for every sphere the pixels at whose centre it, or its half of a bond, is nearest."""
    spheres = len(shapes.centres)
    stride = lens.width + SLACK
    none = np.float32(0.0)
    depths, owners = buffers.solid_depth, buffers.solid_colour
    for band in range(len(table.starts) - 1):
        top = band * BAND
        bottom = min(lens.height, top + BAND)
        depths[:] = FAR_AWAY
        owners[:] = -1
        entry, stop = table.starts[band], table.starts[band + 1]
        while entry < stop and table.entries[entry] < spheres:
            entry, count = cut_spheres(
                table.rows, table.entries, entry, stop, spheres, shapes.colours,
                shapes.colour_index, top, bottom, stride, buffers.spans, buffers.places,
                buffers.touched, buffers.shift,
            )  # fmt: skip
            mark_spheres(buffers.spans, buffers.places, count, depths, owners)
        while entry < stop:
            entry, count = cut_cylinders(
                table.rows, table.entries, entry, stop, spheres, shapes.ends, shapes.colours,
                shapes.colour_index, top, bottom, stride, buffers.spans, buffers.places,
                buffers.touched, buffers.shift,
            )  # fmt: skip
            mark_cylinders(buffers.spans, buffers.places, count, depths, owners)
        for k in range(table.starts[band], stop):
            i = table.entries[k]
            if table.rows[i, at.SAFE] == 0.0:
                a, b, radius = _parts(shapes, i)
                draw_near(
                    depths, owners, depths, owners, table.rows[i], shapes.centres[a],
                    shapes.centres[b], radius, shapes.colours[0], shapes.colours[0], lens.scale,
                    lens.flat, lens.width, lens.height, lens.near, top, bottom, stride, none,
                    none, buffers.touched, buffers.shift, a, b,
                )  # fmt: skip
        for y in range(bottom - top):
            for x in range(lens.width):
                owner = owners[y * stride + x]
                if owner >= 0:
                    areas[owner] += 1
