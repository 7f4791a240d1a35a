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

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from misibench.geometry import (
    Axis,
    Motion,
    Move,
    RigidTransform,
    Roll,
    motions_transform,
    rotation_angle_deg,
)

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
    return _differ(_transform(first), _transform(second))


def _transform(motions: Sequence[Motion]) -> RigidTransform:
    return motions_transform(motions, np.zeros(3))


def _differ(one: RigidTransform, other: RigidTransform) -> bool:
    if float(np.abs(one.translation - other.translation).max()) > 0.5:
        return True
    return rotation_angle_deg(one.rotation.T @ other.rotation) > 10.0


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
    taken = [_transform((first, second)), *(_transform(one.motions) for one in chosen)]
    for place in rng.permutation(len(spare)):
        if len(chosen) == POOL:
            break
        candidate = _transform(spare[int(place)].motions)
        if all(_differ(candidate, other) for other in taken):
            taken.append(candidate)
            chosen.append(spare[int(place)])
    return layout, tuple(chosen)


def _value(motion: Motion) -> int:
    return int(motion.distance if isinstance(motion, Move) else motion.angle_deg)


def _with(motion: Motion, axis: Axis, value: int) -> Motion:
    if isinstance(motion, Move):
        return replace(motion, axis=axis, distance=value)
    return replace(motion, axis=axis, angle_deg=value)


def translation_decoys(
    truth: tuple[int, int], likely: NDArray[np.int64], rng: np.random.Generator
) -> tuple[Decoy, ...]:
    """Make the decoys of a translation along x and y (T8): another sign or another magnitude.

    Parameters
    ----------
    truth
        The true translation along x and y, Å.
    likely
        Shape (n, 2): translations as likely to be true as the true one. New magnitudes come
        from them, so that small options are true as often as large ones.
    rng
        Generator of the question.
    """
    x, y = truth
    new_x, how_x = _change(x, np.abs(likely[:, 0]), rng)
    new_y, how_y = _change(y, np.abs(likely[:, 1]), rng)
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


def _change(value: int, sizes: NDArray[np.int64], rng: np.random.Generator) -> tuple[int, str]:
    """Change sign or magnitude of one component; ``sizes`` holds likely magnitudes.

    Going from a to b is as likely as going from b to a, weighted by how likely a and b are to be
    true, so that neither of the two looks more like the truth. 0 has no sign to change and always
    gets another magnitude; in return other values become 0 more often than by chance.
    """
    far = sizes[sizes >= MIN_STEP]
    if value == 0:
        size = int(rng.choice(far)) if len(far) else MIN_STEP
        return (size if rng.random() < 0.5 else -size), "magnitude"
    to_zero = 0.0
    if abs(value) >= MIN_STEP and len(far):
        to_zero = min(0.5, float((sizes == 0).sum()) / len(far))
    where = rng.random()
    if where < to_zero:
        return 0, "magnitude"
    size = int(rng.choice(sizes))
    if where < to_zero + 0.5 and size and abs(size - abs(value)) >= MIN_STEP:
        return (size if value > 0 else -size), "magnitude"
    return -value, "sign"
