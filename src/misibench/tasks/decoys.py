"""Wrong options: the published schemes, laid out so that the options alone tell nothing.

The published schemes perturb the true pair (f1, f2) of motions:

1. change the magnitudes of both;
2. flip the sign of f1 and change the magnitude of f2;
3. change the axis of f1 and the magnitude of f2.

Three decoys of one scheme, or one decoy of each, give the truth away: it is the option that
shares most with the others, or the one that shares least. Therefore the four f1 of a question
form a square: two values of one property (axis, sign or magnitude) times two values of another,
or four magnitudes. Every corner of a square stands to the others as every other corner does, so
whichever of the four is the truth, the same square comes out with the same probability. The
corner opposite the truth follows from two schemes applied in turn; it is marked so ("1+2"). The
four magnitudes of f2 all differ. The options of T8 form squares in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from misibench.geometry import Axis, Motion, Move, Roll, motions_transform, rotation_angle_deg

__all__ = [
    "MIN_STEP",
    "PAIR_LAYOUTS",
    "Decoy",
    "pair_decoys",
    "transforms_differ",
    "translation_decoys",
]

POOL = 9
"""Decoys offered; three are used, the others stand in for those whose picture looks alike."""

MIN_STEP = 2
"""Least difference between two options of T8 in one component, Å."""

PAIR_LAYOUTS = ("magnitude", "sign and magnitude", "axis and magnitude", "axis and sign")
"""How the four f1 of a question differ."""


@dataclass(frozen=True, slots=True)
class Decoy:
    """A wrong option: its motions and the schemes that made it of the truth."""

    motions: tuple[Motion, ...]
    scheme: str


def transforms_differ(first: Sequence[Motion], second: Sequence[Motion]) -> bool:
    """Say whether two sequences of motions place a complex clearly differently.

    Clearly: by 10 degrees, or by half an ångström at the centre.
    """
    one = motions_transform(first, np.zeros(3))
    other = motions_transform(second, np.zeros(3))
    angle_deg = rotation_angle_deg(one.rotation.T @ other.rotation)
    return angle_deg > 10.0 or float(np.linalg.norm(one.translation - other.translation)) > 0.5


def pair_decoys(
    first: Motion,
    second: Roll,
    other_axis: Axis,
    sizes: Sequence[int],
    second_sizes: Sequence[int],
    rng: np.random.Generator,
) -> tuple[str, tuple[Decoy, ...]]:
    """Make the decoys of a pair of motions (T5, T6).

    Parameters
    ----------
    first, second
        The true pair.
    other_axis
        The axis that f1 gets where its axis changes.
    sizes, second_sizes
        Magnitudes that f1 and f2 may have.
    rng
        Generator of the question.

    Returns
    -------
    layout, decoys
        One of ``PAIR_LAYOUTS``, and the decoys: three that belong together in random order,
        then spare ones in random order.
    """
    layout = PAIR_LAYOUTS[int(rng.integers(len(PAIR_LAYOUTS)))]
    value = _value(first)
    size, sign = abs(value), 1 if value > 0 else -1
    others = [int(one) for one in rng.permutation([one for one in sizes if one != size])]
    new = sign * others[0]
    changed: list[tuple[Axis, int, str]]
    if layout == "magnitude":
        changed = [(first.axis, sign * one, "1") for one in others[:3]]
    elif layout == "sign and magnitude":
        changed = [(first.axis, -value, "2"), (first.axis, new, "1"), (first.axis, -new, "1+2")]
    elif layout == "axis and magnitude":
        changed = [(other_axis, value, "3"), (first.axis, new, "1"), (other_axis, new, "1+3")]
    else:
        changed = [(first.axis, -value, "2"), (other_axis, value, "3"), (other_axis, -value, "2+3")]
    turn = 1 if second.angle_deg > 0 else -1
    turns = [turn * one for one in second_sizes if one != abs(second.angle_deg)]
    dealt = rng.permutation(turns)
    # in random order, since the order of the options must not show who was made of whom
    chosen = [
        Decoy((_with(first, *changed[int(place)][:2]), Roll(second.axis, int(dealt[rank]))),
              changed[int(place)][2])
        for rank, place in enumerate(rng.permutation(3))
    ]  # fmt: skip
    spare = [
        Decoy((_with(first, axis, amount), Roll(second.axis, angle)), scheme)
        for axis, amount, scheme in [
            *((first.axis, sign * one, "1") for one in others),
            (first.axis, -value, "2"),
            (other_axis, value, "3"),
        ]
        for angle in turns
    ]
    for place in rng.permutation(len(spare)):
        if len(chosen) == POOL:
            break
        decoy = spare[int(place)]
        taken = [(first, second), *(one.motions for one in chosen)]
        if all(transforms_differ(decoy.motions, motions) for motions in taken):
            chosen.append(decoy)
    return layout, tuple(chosen)


def _value(motion: Motion) -> int:
    return int(motion.distance if isinstance(motion, Move) else motion.angle_deg)


def _with(motion: Motion, axis: Axis, value: int) -> Motion:
    if isinstance(motion, Move):
        return replace(motion, axis=axis, distance=value)
    return replace(motion, axis=axis, angle_deg=value)


def translation_decoys(
    truth: tuple[int, int],
    likely: Callable[[np.random.Generator], tuple[int, int]],
    rng: np.random.Generator,
) -> tuple[Decoy, ...]:
    """Make the decoys of a translation along x and y (T8): another sign or another magnitude.

    Parameters
    ----------
    truth
        The true translation along x and y, Å.
    likely
        Draws a translation as likely as the truth is. New magnitudes come from it, so that
        small options are true as often as large ones.
    rng
        Generator of the question.
    """
    (new_x, how_x), (new_y, how_y) = (_change(truth, axis, likely, rng) for axis in (0, 1))
    x, y = truth
    corners = [(new_x, y, f"x {how_x}"), (x, new_y, f"y {how_y}"),
               (new_x, new_y, f"x {how_x}, y {how_y}")]  # fmt: skip
    options = [corners[int(place)] for place in rng.permutation(3)]
    taken = [truth, *((a, b) for a, b, _ in options)]
    lists = [
        sorted({s * size for size in (abs(old), abs(new), abs(old) + 3, abs(new) + 3)
                for s in (1, -1)})
        for old, new in ((x, new_x), (y, new_y))
    ]  # fmt: skip
    spare = list(product(*lists))
    for place in rng.permutation(len(spare)):
        if len(options) == POOL:
            break
        a, b = spare[int(place)]
        if all(max(abs(a - c), abs(b - d)) >= MIN_STEP for c, d in taken):
            taken.append((a, b))
            options.append((a, b, "spare"))
    return tuple(Decoy((Move("x", a), Move("y", b)), scheme) for a, b, scheme in options)


def _change(
    truth: tuple[int, int],
    axis: int,
    likely: Callable[[np.random.Generator], tuple[int, int]],
    rng: np.random.Generator,
) -> tuple[int, str]:
    """Change sign or magnitude of one component.

    A new magnitude is drawn once and used if it is far enough from the old one; else the sign
    changes. Drawing until one is far enough would favour small true values: this way going
    from a to b is as likely as going from b to a.
    """
    value = truth[axis]
    sign = int(np.sign(value)) or (1 if rng.random() < 0.5 else -1)
    if rng.random() < 0.5:
        drawn = sign * abs(likely(rng)[axis])
        if abs(drawn - value) >= MIN_STEP:
            return drawn, "magnitude"
    if value:
        return -value, "sign"
    for _ in range(50):
        drawn = sign * abs(likely(rng)[axis])
        if abs(drawn) >= MIN_STEP:
            return drawn, "magnitude"
    return sign * MIN_STEP, "magnitude"
