"""A hydrogen bond, and the criteria by which one is accepted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["DEFAULT_CRITERIA", "NEAR_ANGLE_DEG", "NEAR_DISTANCE", "HBond", "HBondCriteria"]

NEAR_DISTANCE = 0.1
"""A bond this close to a distance limit hangs on the limit, Å: the coordinate error of a good
crystal structure."""
NEAR_ANGLE_DEG = 5.0
"""A bond this close to an angle limit hangs on the limit, degrees: 0.25 Å at 2.9 Å."""


@dataclass(frozen=True, slots=True)
class HBondCriteria:
    """How far the geometry of Mills and Dean (1996) is relaxed; the defaults are ChimeraX's.

    Attributes
    ----------
    relaxed
        False applies the published limits as they are.
    distance_tolerance
        Added to every distance limit when relaxed, Å.
    angle_tolerance_deg
        Subtracted from every angle limit when relaxed, degrees.
    """

    relaxed: bool = True
    distance_tolerance: float = 0.4
    angle_tolerance_deg: float = 20.0


DEFAULT_CRITERIA = HBondCriteria()
"""ChimeraX's defaults."""


@dataclass(frozen=True, slots=True)
class HBond:
    """One donor-acceptor pair across receptor and ligand.

    Attributes
    ----------
    receptor_atom, ligand_atom
        Indices into ``Complex.receptor`` and ``Complex.ligand``.
    donor
        Which side donates. Two entries for one pair mean that both sides can.
    hydrogen
        Index, in the donor's molecule, of the donor's hydrogen nearest to the acceptor; None
        where the file has none on the donor.
    distance
        Donor to acceptor, Å.
    hydrogen_distance
        That hydrogen to the acceptor, Å; None without hydrogen.
    angle_deg
        Donor-hydrogen-acceptor angle at that hydrogen; None without hydrogen.
    donor_class, acceptor_class
        Names of the rules that matched.
    distance_margin, angle_margin_deg
        How far inside the nearest limit of a distance (Å) and of an angle (degrees) the bond
        lies; None where no such limit applied.
    """

    receptor_atom: int
    ligand_atom: int
    donor: Literal["protein", "ligand"]
    hydrogen: int | None
    distance: float
    hydrogen_distance: float | None
    angle_deg: float | None
    donor_class: str
    acceptor_class: str
    distance_margin: float | None = None
    angle_margin_deg: float | None = None

    @property
    def near_limit(self) -> bool:
        """Whether some limit is so near that a small error of the coordinates could decide."""
        return (self.distance_margin is not None and self.distance_margin < NEAR_DISTANCE) or (
            self.angle_margin_deg is not None and self.angle_margin_deg < NEAR_ANGLE_DEG
        )
