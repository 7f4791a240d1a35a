"""What a reader hands back: the molecule, and what it had to repair or choose on the way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from misibench.errors import RefusalReason, StructureError
from misibench.structure.molecule import Molecule

__all__ = ["COORDINATE_LIMIT", "ParsedFile", "check_coordinates"]

COORDINATE_LIMIT: Final = 100_000.0
"""Largest coordinate taken for real, Å; PDB columns end at 9,999."""


@dataclass(frozen=True, eq=False)
class ParsedFile:
    """A molecule as read from one file, and notes: code -> plain sentence."""

    molecule: Molecule
    notes: Mapping[str, str] = field(default_factory=dict)


def check_coordinates(
    name: str, coords: NDArray[np.float64], label_of: Callable[[int], str]
) -> None:
    """Refuse coordinates (n, 3) that are not finite or absurdly large; labels name atoms.

    Raises
    ------
    StructureError
        With reason ``bad_coordinates``, naming the first such atom.
    """
    good = np.isfinite(coords) & (np.abs(coords) <= COORDINATE_LIMIT)
    if good.all():
        return
    atom = int(np.flatnonzero(~good.all(axis=1))[0])
    x, y, z = (f"{value:g}" for value in coords[atom])
    raise StructureError(
        name,
        f"atom {label_of(atom)} has coordinates {x}, {y}, {z}",
        f"finite numbers below {COORDINATE_LIMIT:g}",
        "repair or remove that atom",
        reason=RefusalReason.BAD_COORDINATES,
    )
