"""Donors: which group an atom belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from misibench.hbonds.chemistry import TypedMolecule
from misibench.hbonds.donor_table import (
    AROMATIC_AMINE,
    AROMATIC_SIX_RING_NITROGEN,
    DONOR_RULES,
    FIVE_RING_NITROGEN,
    GENERIC_DONOR,
    GENERIC_PLANAR_N,
    GENERIC_TERMINAL_PLANAR_N,
    AcceptorKind,
    DonorLimits,
)
from misibench.hbonds.idatm.type_table import Geometry
from misibench.hbonds.patterns import matches

__all__ = ["Donor", "acceptor_kind", "classify_donor"]

_CARBON, _NITROGEN, _OXYGEN, _SULFUR = 6, 7, 8, 16


@dataclass(frozen=True, slots=True)
class Donor:
    """A donating atom with the group it belongs to and the geometry within which it donates."""

    atom: int
    name: str
    limits: DonorLimits


def classify_donor(side: TypedMolecule, atom: int) -> Donor | None:
    """Find the group by which an atom donates; None if it does not. The first match decides."""
    if side.numbers[atom] not in (_NITROGEN, _OXYGEN, _SULFUR):
        return None
    # the atom is the centre of a pattern or bonded to it
    candidates = sorted(
        (rank, centre)
        for centre in (atom, *side.neighbours[atom])
        for rank in _rules_centred_on(side.numbers[centre], side.types[centre])
    )
    for rank, centre in candidates:
        rule = DONOR_RULES[rank]
        if any(match["d"] == atom for match in matches(rule.pattern, side, centre)):
            return Donor(atom, rule.name, rule.limits)
    if _is_aromatic_amine(side, atom):
        return Donor(atom, "aromatic primary amine N", AROMATIC_AMINE)
    return _ring_nitrogen(side, atom) or _generic(side, atom)


def acceptor_kind(side: TypedMolecule, atom: int) -> AcceptorKind | None:
    """Give the kind of acceptor a donor sees; None for an atom of unknown type."""
    geometry = side.geometry(atom)
    if not geometry:
        return None
    number = side.numbers[atom]
    if number == _OXYGEN and geometry == Geometry.PLANAR:
        return AcceptorKind.PLANAR_O
    if (number == _OXYGEN and geometry == Geometry.TETRAHEDRAL) or (
        number == _NITROGEN and geometry == Geometry.PLANAR
    ):
        return AcceptorKind.TETRAHEDRAL_O_OR_PLANAR_N
    if number == _NITROGEN and geometry == Geometry.TETRAHEDRAL:
        return AcceptorKind.TETRAHEDRAL_N
    return AcceptorKind.OTHER


@cache
def _rules_centred_on(number: int, type_: str) -> tuple[int, ...]:
    """Positions in the table of the rules whose central atom may be of this element and type."""
    return tuple(
        rank for rank, rule in enumerate(DONOR_RULES) if rule.pattern.atom.holds(number, type_)
    )


def _is_aromatic_amine(side: TypedMolecule, atom: int) -> bool:
    if side.types[atom] != "Npl":
        return False
    heavy = side.heavy_neighbours(atom)
    return len(heavy) == 1 and side.types[heavy[0]] == "Car"


def _ring_nitrogen(side: TypedMolecule, atom: int) -> Donor | None:
    type_ = side.types[atom]
    if type_ not in ("Npl", "N2+", "N2"):
        return None
    # Quirk kept: a ring's N2 counts as donor too; without a hydrogen in the file it never passes.
    if type_ != "N2" and len(side.neighbours[atom]) == 3 and not side.hydrogens(atom):
        return None
    rings = side.rings(atom)
    if len(rings) != 1:
        return None
    if len(rings[0]) == 5:
        return Donor(atom, "five-membered ring N", FIVE_RING_NITROGEN)
    if len(rings[0]) == 6 and side.is_aromatic(rings[0]):
        return Donor(atom, "aromatic six-membered ring N", AROMATIC_SIX_RING_NITROGEN)
    return None


def _generic(side: TypedMolecule, atom: int) -> Donor | None:
    bonded = side.neighbours[atom]
    hydrogens = side.hydrogens(atom)
    if len(bonded) >= side.substituents(atom) and not hydrogens:
        return None
    type_ = side.types[atom]
    if type_ == "Npl" and len(bonded) == 2 and len(hydrogens) == 1:
        return None
    if type_ in ("Npl", "N2+"):
        if len(bonded) - len(hydrogens) > 1:
            return Donor(atom, "other planar N", GENERIC_PLANAR_N)
        return Donor(atom, "other terminal planar N", GENERIC_TERMINAL_PLANAR_N)
    number = side.numbers[atom]
    symbol = {_NITROGEN: "N", _OXYGEN: "O", _SULFUR: "S"}[number]
    return Donor(atom, f"other {symbol}", GENERIC_DONOR[number])
