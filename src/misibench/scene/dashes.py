"""Hydrogen bonds as dashes, for figures."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from misibench.scene.annotation import Annotation

__all__ = ["DASHES", "DASH_RADIUS", "hbond_dashes"]

Floats = NDArray[np.float64]

DASH_RADIUS = 0.075
"""Radius of hydrogen-bond dashes, Å (ChimeraX)."""

DASHES = 6
"""Dashes of one bond (ChimeraX); gaps are as long as dashes."""


def hbond_dashes(
    annotation: Annotation,
    coords: Floats,
    is_ligand: NDArray[np.bool_],
    atom_index: NDArray[np.int32],
) -> Floats:
    """Ends (d, 2, 3) of the dashes of every hydrogen bond whose two atoms are drawn, Å."""
    place: dict[tuple[bool, int], int] = {
        (bool(side), int(atom)): position
        for position, (side, atom) in enumerate(
            zip(is_ligand.tolist(), atom_index.tolist(), strict=True)
        )
    }
    pairs = [
        (place[False, receptor_atom], place[True, ligand_atom])
        for receptor_atom, ligand_atom in annotation.bonded_pairs
        if (False, receptor_atom) in place and (True, ligand_atom) in place
    ]
    if not pairs:
        return np.zeros((0, 2, 3))
    first, last = coords[[a for a, _ in pairs]], coords[[b for _, b in pairs]]
    # dash i runs from 2i to 2i + 1 of 11 equal parts, so that both ends begin with a dash
    shares = np.arange(2 * DASHES).reshape(DASHES, 2) / (2 * DASHES - 1)
    ends = first[:, None, None] + shares[None, :, :, None] * (last - first)[:, None, None]
    return np.asarray(ends.reshape(-1, 2, 3))
