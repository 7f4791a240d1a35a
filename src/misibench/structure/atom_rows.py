"""The atom rows of a PDB or mmCIF file as they were read, alternatives and all."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from misibench.structure.molecule import Residue, ResidueId

__all__ = ["AtomRows", "NamedAtom"]

NamedAtom = tuple[ResidueId, str]
"""An atom as link records name it: residue and atom name."""


@dataclass(eq=False)
class AtomRows:
    """The first model of a file, row by row, before alternatives are resolved.

    Attributes
    ----------
    letters
        Alternative-location letter per row, "" for none.
    residue_index
        Per row its residue; ``residues``, ``after_break`` and ``in_chain`` are per residue.
    links
        Pairs of SSBOND, LINK or struct_conn records.
    conect
        Row pairs of CONECT records.
    has_modres
        The file says which residues are modified members of a chain.
    """

    names: list[str]
    letters: list[str]
    occupancies: list[float]
    atomic_numbers: list[int]
    coords: NDArray[np.float64]
    residue_index: list[int]
    residues: list[Residue]
    after_break: list[bool]
    in_chain: list[bool]
    links: list[tuple[NamedAtom, NamedAtom]] = field(default_factory=list)
    conect: list[tuple[int, int]] = field(default_factory=list)
    has_modres: bool = False

    def label(self, row: int) -> str:
        """Name the atom of a row for messages."""
        residue = self.residues[self.residue_index[row]]
        return f"{self.names[row]} of {residue.name} {residue.id}"
