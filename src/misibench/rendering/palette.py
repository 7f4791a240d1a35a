"""Palettes: 256 colours that serve every picture of a complex, and the way from RGB to them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from misibench.rendering.kernel import kernel
from misibench.rendering.light import (
    AMBIENT,
    FILL,
    FILL_DIRECTION,
    KEY,
    KEY_DIRECTION,
    SPECULAR,
)

__all__ = ["Palette", "palette_of"]

Ints = NDArray[np.int64]

_LEAST_SHARE = 6  # the weight of a colour that few atoms have, of 100 for the carbons
_WEIGHTS = np.array([3, 4, 2], dtype=np.int64)  # how much an error in red, green, blue counts


@dataclass(frozen=True, eq=False)
class Palette:
    """256 colours (256, 3), black first, and the index of every RGB of 5, 6, 5 bits (65536,)."""

    colours: NDArray[np.uint8]
    lookup: NDArray[np.uint8]


def palette_of(colours: NDArray[np.uint8]) -> Palette:
    """Give the palette for atoms of some colours (k, 3); the same for the same colours."""
    return _palette(np.ascontiguousarray(colours, dtype=np.uint8).tobytes())


@lru_cache(maxsize=64)
def _palette(packed: bytes) -> Palette:
    materials = np.frombuffer(packed, np.uint8).reshape(-1, 3)
    points, weights = _expected_colours(materials)
    colours = np.zeros((256, 3), np.uint8)
    found = _split(points, weights, 255)
    found = _settle(points, weights, found)
    # in order of brightness, so that a compressor meets small steps
    order = np.lexsort((*found.T, found.sum(axis=1)))
    colours[1 : 1 + len(found)] = found[order]
    lookup = np.zeros(1 << 16, np.uint8)
    _fill_lookup(colours, 1 + len(found), lookup)
    for array in (colours, lookup):
        array.setflags(write=False)
    return Palette(colours, lookup)


def _shading() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Light and gloss of the directions a surface can face, seen from straight ahead."""
    grid = (np.arange(20) + 0.5) / 10.0 - 1.0
    x, y = (a.reshape(-1) for a in np.meshgrid(grid, grid))
    inside = x * x + y * y < 1.0
    x, y = x[inside], y[inside]
    normal = np.stack([x, y, np.sqrt(1.0 - x * x - y * y)], axis=1)
    key, fill = (
        # term by term: the same order of additions on every machine
        np.maximum(-(normal[:, 0] * a + normal[:, 1] * b + normal[:, 2] * c), 0.0)
        for a, b, c in (KEY_DIRECTION, FILL_DIRECTION)
    )
    shine = np.maximum(KEY_DIRECTION[2] + 2.0 * key * normal[:, 2], 0.0)
    for _ in range(5):  # about the 30th power
        shine = shine * shine
    return AMBIENT + KEY * key + FILL * fill, SPECULAR * shine


def _expected_colours(materials: NDArray[np.uint8]) -> tuple[Ints, Ints]:
    """Colours (n, 3) that pictures will hold, with integer weights (n,)."""
    light, gloss = _shading()
    base = materials.astype(np.float64) / 255.0
    cues = np.array([1.0, 1.0, 1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1])
    lit = base[:, None, :] * light[None, :, None] + gloss[None, :, None]
    shades = np.minimum(lit[:, :, None, :] * cues[None, None, :, None], 1.0)
    middle = np.minimum(base * 1.2, 1.0)
    parts, weights = [], []
    for i in range(len(materials)):
        share = 100 if _is_common(materials[i]) else _LEAST_SHARE
        own = shades[i].reshape(-1, 3)
        parts.append(own)
        weights.append(np.full(len(own), share))
        for cover in (0.25, 0.5, 0.75):  # edges over black
            parts.append(own[::7] * cover)
            weights.append(np.full(len(parts[-1]), share))
            for j in range(len(materials)):  # edges over another colour
                if i != j:
                    mixed = (cover * middle[i] + (1.0 - cover) * middle[j]) * cues[3::2, None]
                    parts.append(mixed)
                    weights.append(np.full(len(mixed), 40 * share))
            for cue in cues[3::2]:  # labels over it
                parts.append(cover * cue + (1.0 - cover) * own[::31])
                weights.append(np.full(len(parts[-1]), share))
    gray = np.repeat(np.arange(1, 256)[:, None] / 255.0, 3, axis=1)
    parts.append(gray)
    weights.append(np.full(255, 3000))
    rounded = np.floor(np.concatenate(parts) * 255.0 + 0.5).astype(np.int64)
    weight = np.concatenate(weights).astype(np.int64)
    # one point for every colour of 6 bits a channel
    key = (rounded[:, 0] >> 2 << 12) | (rounded[:, 1] >> 2 << 6) | (rounded[:, 2] >> 2)
    keys, inverse = np.unique(key, return_inverse=True)
    total = np.zeros(len(keys), np.int64)
    sums = np.zeros((len(keys), 3), np.int64)
    np.add.at(total, inverse, weight)
    np.add.at(sums, inverse, rounded * weight[:, None])
    return (sums + total[:, None] // 2) // total[:, None], total


def _is_common(colour: NDArray[np.uint8]) -> bool:
    # purple, orange, gray, red and blue make up nearly all of every picture
    return tuple(colour.tolist()) in {
        (0xBF, 0x99, 0xF2), (0xF2, 0xB3, 0x66), (0x80, 0x80, 0x80), (255, 0, 0), (0, 0, 255),
    }  # fmt: skip


def _split(points: Ints, weights: Ints, count: int) -> Ints:
    """Split the points into ``count`` groups, the most spread first; gives the groups' means.

    All sums are of integers, so that every machine splits alike.
    """
    groups: list[tuple[float, int, int, Ints]] = []  # spread saved, axis, cut, members

    def best(members: Ints) -> tuple[float, int, int, Ints]:
        result = (0.0, 0, 0, members)
        for axis in range(3):
            order = members[np.argsort(points[members, axis], kind="stable")]
            value, weight = points[order], weights[order]
            mass = np.cumsum(weight)
            moment = np.cumsum(value * weight[:, None], axis=0)
            left_mass, left = mass[:-1], moment[:-1]
            right_mass, right = mass[-1] - left_mass, moment[-1] - left
            gain = np.zeros(len(left_mass))
            for channel in range(3):
                gain += _WEIGHTS[channel] * (
                    left[:, channel].astype(np.float64) ** 2 / left_mass
                    + right[:, channel].astype(np.float64) ** 2 / right_mass
                    - float(moment[-1, channel]) ** 2 / float(mass[-1])
                )
            # cut only between different values
            gain[value[1:, axis] == value[:-1, axis]] = 0.0
            if len(gain) and float(gain.max()) > result[0]:
                result = (float(gain.max()), axis, int(gain.argmax()) + 1, order)
        return result

    groups.append(best(np.arange(len(points))))
    while len(groups) < count:
        chosen = max(range(len(groups)), key=lambda k: groups[k][0])
        gain, _, cut, order = groups[chosen]
        if gain <= 0.0:
            break
        groups[chosen] = best(order[:cut])
        groups.append(best(order[cut:]))
    means = []
    for _, _, _, members in groups:
        weight = weights[members]
        total = (points[members] * weight[:, None]).sum(axis=0)
        means.append((2 * total + weight.sum()) // (2 * weight.sum()))
    return np.array(means, dtype=np.int64)


def _settle(points: Ints, weights: Ints, colours: Ints, rounds: int = 4) -> Ints:
    """Move every colour to the mean of the points nearest to it, a few times."""
    for _ in range(rounds):
        nearest = np.empty(len(points), np.int64)
        _nearest(points, colours, nearest)
        total = np.zeros(len(colours), np.int64)
        sums = np.zeros((len(colours), 3), np.int64)
        np.add.at(total, nearest, weights)
        np.add.at(sums, nearest, points * weights[:, None])
        used = total > 0
        colours = (2 * sums[used] + total[used, None]) // (2 * total[used, None])
    return np.asarray(np.unique(colours, axis=0))


@kernel
def _nearest(points, colours, out):  # type: ignore[no-untyped-def]
    for i in range(len(points)):
        least = 1 << 40
        for k in range(len(colours)):
            dr = points[i, 0] - colours[k, 0]
            dg = points[i, 1] - colours[k, 1]
            db = points[i, 2] - colours[k, 2]
            away = 3 * dr * dr + 4 * dg * dg + 2 * db * db
            if away < least:
                least = away
                out[i] = k


@kernel
def _fill_lookup(colours, count, lookup):  # type: ignore[no-untyped-def]
    table = np.zeros((count, 3), np.int32)
    for k in range(count):
        for c in range(3):
            table[k, c] = colours[k, c]
    for key in range(len(lookup)):
        r = np.int32(((key & 31) << 3) + 4)
        g = np.int32((((key >> 5) & 63) << 2) + 2)
        b = np.int32(((key >> 11) << 3) + 4)
        least = np.int32(1 << 30)
        best = 1
        for k in range(1, count):  # what is drawn never becomes background
            dr = r - table[k, 0]
            dg = g - table[k, 1]
            db = b - table[k, 2]
            away = 3 * dr * dr + 4 * dg * dg + 2 * db * db
            if away < least:
                least = away
                best = k
        lookup[key] = best
