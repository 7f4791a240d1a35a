"""Radii of drawn atoms by style."""

from __future__ import annotations

import gemmi
import numpy as np
from numpy.typing import NDArray

from misibench.scene.annotation import STICK_RADIUS
from misibench.scene.options import Style
from misibench.structure import Molecule

__all__ = ["BALL_SCALE", "display_radii", "vdw_radii"]

BALL_SCALE = 0.25
"""Ball radius as a share of the van der Waals radius (ChimeraX's ball-and-stick style)."""

# ChimeraX's van der Waals radii, Å, where hydrogens are in the file ...
_WITH_HYDROGENS = {
    1: 1.00, 6: 1.70, 7: 1.625, 8: 1.48, 9: 1.56, 15: 1.871, 16: 1.782, 17: 1.735, 35: 1.978,
    53: 2.094,
}  # fmt: skip
# ... and the larger ones of atoms that stand for their hydrogens too, where they are not
_UNITED = {**_WITH_HYDROGENS, 6: 1.88, 7: 1.64, 8: 1.42, 16: 1.77}


def vdw_radii(molecule: Molecule) -> NDArray[np.float64]:
    """Van der Waals radii (n,), Å.

    ChimeraX's values without its distinction by atom type; other elements as gemmi has them.
    """
    table = _WITH_HYDROGENS if bool(molecule.is_hydrogen.any()) else _UNITED
    numbers = molecule.atomic_numbers
    radii = np.empty(len(numbers))
    for number in np.unique(numbers).tolist():
        radii[numbers == number] = table.get(number, float(gemmi.Element(number).vdw_r))
    return radii


def display_radii(molecule: Molecule, style: Style) -> NDArray[np.float64]:
    """Radii (n,) of the spheres drawn, Å."""
    if style is Style.STICK:
        return np.full(len(molecule), STICK_RADIUS)
    radii = vdw_radii(molecule)
    return radii if style is Style.SPHERE else np.maximum(BALL_SCALE * radii, STICK_RADIUS)
