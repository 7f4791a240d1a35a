"""Residues without bonds whose names say as little as possible about having none."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

__all__ = ["matched_order"]

_ODDS = {
    "ARG": 3.4, "ASN": 2.2, "LYS": 2.1, "GLN": 1.9, "ASP": 1.8, "GLU": 1.5, "CYS": 1.4,
    "HIS": 1.2, "SER": 1.2, "TRP": 1.1, "THR": 1.0, "GLY": 1.0, "MET": 0.6, "ALA": 0.55,
    "TYR": 0.55, "ILE": 0.36, "VAL": 0.35, "LEU": 0.3, "PHE": 0.25, "PRO": 0.05,
}  # fmt: skip
"""How much more frequent a name is among residues that bond to the ligand than among the other
residues of a pocket: 1,451 residues with and 28,763 without bonds of 415 complexes."""

_NUCLEOTIDES = frozenset(("A", "C", "G", "U", "DA", "DC", "DG", "DT"))
_NUCLEOTIDE_ODDS = 5.0
_OTHER_ODDS = 0.03
"""Ions and cofactors: hardly any bonds to the ligand."""


def matched_order(rng: np.random.Generator, names: Sequence[str]) -> list[int]:
    """Order residues at random so that the first ones are named like residues with bonds.

    Without this, negatives are drawn as pockets are: full of leucine, while bonds are made by
    arginine, and two thirds of the answers can be told from the residue's name.

    Parameters
    ----------
    rng
        Generator of the draw.
    names
        Residue names.

    Returns
    -------
    list
        Places in ``names``: a draw without replacement, weighted by the odds of each name
        (Efraimidis and Spirakis 2006, Inf. Process. Lett. 97, 181).
    """
    weights = np.array([_weight(name) for name in names])
    keys = rng.random(len(names)) ** (1.0 / weights)
    return [int(place) for place in np.argsort(-keys, kind="stable")]


def _weight(name: str) -> float:
    plain = name.strip().upper()
    if plain in _NUCLEOTIDES:
        return _NUCLEOTIDE_ODDS
    return _ODDS.get(plain, _OTHER_ODDS)
