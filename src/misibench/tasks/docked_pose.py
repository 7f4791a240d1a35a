"""Where an answer to T7 puts the ligand, and whether it runs into the pocket there.

A question's truth holds enough for the RMSD; for clashes the coordinates are needed, which the
dataset keeps in ``annotations/<id>.json``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray
from rdkit.Chem import GetPeriodicTable
from scipy.spatial import cKDTree

from misibench.geometry import motions_transform
from misibench.tasks.commands import parse_motions

__all__ = ["CLASH_SHARE", "clashes", "docked_coords"]

CLASH_SHARE = 0.75
"""Two atoms clash below this share of the sum of their van der Waals radii (PoseBusters)."""


def docked_coords(answer: str, truth: str, ligand: ArrayLike) -> NDArray[np.float64]:
    """Apply an answer to the displaced ligand.

    Parameters
    ----------
    answer, truth
        What was read from the reply and the right answer, both in the answer format.
    ligand
        Shape (n, 3), Å: heavy atoms as bound.

    Returns
    -------
    ndarray
        Shape (n, 3), Å; the bound coordinates again where the answer is right.
    """
    bound = np.asarray(ligand, dtype=np.float64)
    displaced = tuple(one.inverse() for one in reversed(parse_motions(truth)))
    motions = (*displaced, *parse_motions(answer))
    return motions_transform(motions, bound.mean(axis=0)).apply(bound)


def clashes(
    coords: ArrayLike,
    elements: Sequence[str],
    other_coords: ArrayLike,
    other_elements: Sequence[str],
) -> bool:
    """Say whether any atom of one group is too near to one of another.

    Parameters
    ----------
    coords, other_coords
        Shape (n, 3) and (m, 3), Å: heavy atoms.
    elements, other_elements
        Their element symbols.
    """
    first, second = np.asarray(coords, dtype=float), np.asarray(other_coords, dtype=float)
    if not len(first) or not len(second):
        return False
    radii, other_radii = _radii(elements), _radii(other_elements)
    reach = CLASH_SHARE * (radii.max() + other_radii.max())
    pairs = cKDTree(first).sparse_distance_matrix(
        cKDTree(second), float(reach), output_type="ndarray"
    )
    limit = CLASH_SHARE * (radii[pairs["i"]] + other_radii[pairs["j"]])
    return bool((pairs["v"] < limit).any())


@cache
def _radius_table() -> dict[str, float]:
    table = GetPeriodicTable()
    return {table.GetElementSymbol(number): table.GetRvdw(number) for number in range(1, 119)}


def _radii(elements: Sequence[str]) -> NDArray[np.float64]:
    """Van der Waals radii, Å; an element nobody knows counts as carbon."""
    table = _radius_table()
    return np.array([table.get(symbol, table["C"]) for symbol in elements])
