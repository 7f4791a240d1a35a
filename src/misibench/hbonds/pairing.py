"""One donor and one acceptor: who they are, and every step of deciding whether they are bonded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from misibench.hbonds.acceptor_tests import DonorPoint, acceptor_checks
from misibench.hbonds.acceptors import Acceptor, classify_acceptor
from misibench.hbonds.checks import Check, Tolerance, at_least
from misibench.hbonds.chemistry import TypedMolecule
from misibench.hbonds.donor_tests import AcceptorPoint, acceptor_point, donor_checks
from misibench.hbonds.donors import Donor, classify_donor
from misibench.hbonds.idatm.type_table import Geometry
from misibench.hbonds.vectors import angle_deg, distance
from misibench.structure import Molecule

__all__ = ["METAL_REACH", "Refusal", "Side", "acceptor_side_checks", "donor_side_checks"]

METAL_REACH: Final = 4.0
"""A metal this close to an acceptor of its own model is taken to be bound to it, Å (ChimeraX)."""
_METAL_CONE_DEG: Final = 45.0
"""No donor within this angle of the direction acceptor-metal, degrees (ChimeraX)."""
_NITROGEN, _SULFUR = 7, 16


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an atom neither donates nor accepts at all."""

    reason: str


class Side:
    """Receptor or ligand with the donor and acceptor class of its atoms, each found once.

    Parameters
    ----------
    molecule, types
        The molecule and its IDATM types, one per atom.
    """

    def __init__(self, molecule: Molecule, types: tuple[str, ...]) -> None:
        self.chemistry = TypedMolecule(molecule, types)
        self._donors: dict[int, Donor | Refusal] = {}
        self._acceptors: dict[int, Acceptor | Refusal] = {}
        self._acceptor_points: dict[int, AcceptorPoint] = {}
        self._metals_near: dict[int, tuple[int, ...]] = {}

    def donor(self, atom: int) -> Donor | Refusal:
        """Give the donor class of an atom, or why it has none."""
        known = self._donors.get(atom)
        if known is None:
            known = self._donors[atom] = self._find_donor(atom)
        return known

    def acceptor(self, atom: int) -> Acceptor | Refusal:
        """Give the acceptor class of an atom, or why it has none."""
        known = self._acceptors.get(atom)
        if known is None:
            known = self._acceptors[atom] = self._find_acceptor(atom)
        return known

    def acceptor_point(self, atom: int) -> AcceptorPoint:
        """Give what donors need to know of an acceptor."""
        known = self._acceptor_points.get(atom)
        if known is None:
            known = self._acceptor_points[atom] = acceptor_point(self.chemistry, atom)
        return known

    def donor_point(self, atom: int) -> DonorPoint:
        """Give what acceptors need to know of a donor."""
        side = self.chemistry
        return DonorPoint(
            side.points[atom], side.hydrogen_positions(atom), side.numbers[atom] == _SULFUR
        )

    def metals_near(self, atom: int) -> tuple[int, ...]:
        """Metals of this molecule that count as bound to an acceptor."""
        known = self._metals_near.get(atom)
        if known is None:
            points = self.chemistry.points
            known = self._metals_near[atom] = tuple(
                metal
                for metal in self.chemistry.metals
                if distance(points[metal], points[atom]) <= METAL_REACH
            )
        return known

    def _find_donor(self, atom: int) -> Donor | Refusal:
        side = self.chemistry
        if side.lacks_heavy_neighbours(atom):
            return Refusal("the residue lacks heavy atoms next to it")
        donor = classify_donor(side, atom)
        if donor is None:
            return Refusal(f"type {side.types[atom]} with these neighbours is no donor")
        if (
            side.numbers[atom] == _NITROGEN
            and side.geometry(atom) is Geometry.PLANAR
            and isinstance(self.acceptor(atom), Acceptor)
            and self.metals_near(atom)
        ):
            return Refusal("a planar nitrogen bound to a metal does not donate")
        return donor

    def _find_acceptor(self, atom: int) -> Acceptor | Refusal:
        side = self.chemistry
        if side.lacks_heavy_neighbours(atom):
            return Refusal("the residue lacks heavy atoms next to it")
        acceptor = classify_acceptor(side, atom)
        if acceptor is None:
            return Refusal(f"type {side.types[atom]} with these neighbours is no acceptor")
        return acceptor


def acceptor_side_checks(
    donor_side: Side, donor: Donor, acceptor_side: Side, acceptor: Acceptor, tolerance: Tolerance
) -> Iterator[Check]:
    """Give the steps of the acceptor's test, metals included."""
    yield from acceptor_checks(
        acceptor_side.chemistry, acceptor, donor_side.donor_point(donor.atom), tolerance
    )
    metals = acceptor_side.metals_near(acceptor.atom)
    if metals:
        points = acceptor_side.chemistry.points
        here, donor_here = points[acceptor.atom], donor_side.chemistry.points[donor.atom]
        least = min(angle_deg(donor_here, here, points[metal]) for metal in metals)
        yield at_least("metal", "°", least, _METAL_CONE_DEG)


def donor_side_checks(
    donor_side: Side, donor: Donor, acceptor_side: Side, acceptor: Acceptor, tolerance: Tolerance
) -> Iterator[Check]:
    """Give the steps of the donor's test."""
    return donor_checks(
        donor_side.chemistry, donor, acceptor_side.acceptor_point(acceptor.atom), tolerance
    )
