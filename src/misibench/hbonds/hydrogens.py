"""Whether the files have hydrogens: with them directions are known, without them computed."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from misibench.structure import Complex, Molecule
from misibench.structure.subset import take_atoms

__all__ = ["HydrogensPresent", "hydrogens_present", "without_hydrogens"]


@dataclass(frozen=True, slots=True)
class HydrogensPresent:
    """Which side of a complex has hydrogens in its file.

    >>> str(HydrogensPresent(receptor=False, ligand=True))
    'no hydrogens in the receptor: computed where the bonds fix them, else free to turn'
    """

    receptor: bool
    ligand: bool

    def __str__(self) -> str:
        lacking = [
            name
            for name, present in (("receptor", self.receptor), ("ligand", self.ligand))
            if not present
        ]
        if not lacking:
            return "hydrogens as in the files"
        return (
            f"no hydrogens in the {' and the '.join(lacking)}: computed where the bonds fix "
            "them, else free to turn"
        )


def hydrogens_present(structure: Complex) -> HydrogensPresent:
    """Look for hydrogens on either side of a complex."""
    return HydrogensPresent(
        receptor=bool(structure.receptor.is_hydrogen.any()),
        ligand=bool(structure.ligand.is_hydrogen.any()),
    )


def without_hydrogens(molecule: Molecule) -> Molecule:
    """Give the molecule with every hydrogen deleted; bonds between heavy atoms stay as made.

    ``file_index`` counts the atoms that are left, as after ChimeraX's ``delete H``.
    """
    heavy = take_atoms(molecule, ~molecule.is_hydrogen)
    return replace(heavy, file_index=np.arange(len(heavy), dtype=np.int32))
