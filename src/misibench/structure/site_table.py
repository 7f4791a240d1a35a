"""The atoms of a PDB or mmCIF file before bonds: one row per atom, alternatives resolved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from misibench.structure.molecule import Residue

__all__ = ["SiteTable"]


@dataclass(frozen=True, eq=False)
class SiteTable:
    """What the bond rules need to know of a macromolecular file.

    Attributes
    ----------
    name
        Where it came from, for messages.
    coords
        Shape (n, 3), Å: the coordinates kept.
    bonding_coords
        Shape (n, 3), Å: those of the last alternative read, by which bonds are made; the same
        array where the file has no alternatives.
    starts_after_break
        Per residue: a TER record (or the end of a chain) lies before it.
    in_chain
        Per residue: the file itself says that it belongs into its chain (MODRES).
    links
        Atom pairs of SSBOND and LINK records, in file order.
    conect
        Atom pairs of CONECT records, in file order.
    has_modres
        The file has MODRES records.
    """

    name: str
    names: Sequence[str]
    atomic_numbers: Sequence[int]
    coords: NDArray[np.float64]
    bonding_coords: NDArray[np.float64]
    residues: Sequence[Residue]
    residue_index: Sequence[int]
    starts_after_break: Sequence[bool]
    in_chain: Sequence[bool]
    links: Sequence[tuple[int, int]] = field(default_factory=list)
    conect: Sequence[tuple[int, int]] = field(default_factory=list)
    has_modres: bool = False
