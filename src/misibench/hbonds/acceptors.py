"""Acceptors: which group an atom belongs to, and whether a donor lies where it accepts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from misibench.hbonds.acceptor_table import (
    ACCEPTOR_RULES,
    FIVE_RING_OXYGEN,
    GENERIC_LIMITS,
    NON_RING_ETHER,
    NON_RING_IMINE,
    RING_NITROGEN,
    AcceptorLimits,
    AcceptorRule,
    PhiThetaLimits,
)
from misibench.hbonds.chemistry import TypedMolecule
from misibench.hbonds.idatm.type_table import Geometry
from misibench.hbonds.patterns import matches

__all__ = ["Acceptor", "classify_acceptor"]

_CARBON, _NITROGEN, _OXYGEN, _SULFUR = 6, 7, 8, 16
_ACCEPTING_ELEMENTS = frozenset({_NITROGEN, _OXYGEN, _SULFUR})


@dataclass(frozen=True, slots=True)
class Acceptor:
    """An accepting atom with the group it belongs to.

    Attributes
    ----------
    atom
        Index in its molecule.
    name
        Name of the group.
    limits
        Geometry within which it accepts.
    references
        Atoms the geometry refers to; see :class:`misibench.hbonds.acceptor_table.Site`.
    """

    atom: int
    name: str
    limits: AcceptorLimits
    references: tuple[int, ...] = ()


def classify_acceptor(side: TypedMolecule, atom: int) -> Acceptor | None:
    """Find the group by which an atom accepts; None if it does not. The first match decides."""
    if side.numbers[atom] not in _ACCEPTING_ELEMENTS:
        return None
    return _by_group(side, atom) or _by_ring(side, atom) or _by_type(side, atom)


def _by_group(side: TypedMolecule, atom: int) -> Acceptor | None:
    # the atom is the centre of a pattern or bonded to it
    candidates = sorted(
        (rank, centre)
        for centre in (atom, *side.neighbours[atom])
        for rank in _rules_centred_on(side.numbers[centre], side.types[centre])
    )
    for rank, centre in candidates:
        rule = ACCEPTOR_RULES[rank]
        references = _references(rule, side, centre, atom)
        if references is not None:
            return Acceptor(atom, rule.name, rule.limits, references)
    return None


@cache
def _rules_centred_on(number: int, type_: str) -> tuple[int, ...]:
    """Positions in the table of the rules whose central atom may be of this element and type."""
    return tuple(
        rank for rank, rule in enumerate(ACCEPTOR_RULES) if rule.pattern.atom.holds(number, type_)
    )


def _references(
    rule: AcceptorRule, side: TypedMolecule, centre: int, atom: int
) -> tuple[int, ...] | None:
    for match in matches(rule.pattern, side, centre):
        for site in rule.sites:
            if match[site.acceptor] == atom:
                return tuple(match[label] for label in site.references)
    return None


def _by_ring(side: TypedMolecule, atom: int) -> Acceptor | None:
    if atom in side.gap_counts:
        return None
    bonded = side.neighbours[atom]
    type_ = side.types[atom]
    two_carbons = len(bonded) == 2 and all(side.numbers[one] == _CARBON for one in bonded)
    if type_ == "O3" and two_carbons and not side.rings(atom):
        return Acceptor(atom, "non-ring ether O", NON_RING_ETHER, bonded)
    if type_ == "N2" and two_carbons and not side.rings(atom):
        return Acceptor(atom, "non-ring imine N", NON_RING_IMINE, bonded)
    if side.numbers[atom] == _NITROGEN:
        return _ring_nitrogen(side, atom)
    if side.numbers[atom] == _OXYGEN and len(bonded) >= 2:
        rings = side.rings(atom)
        if any(len(ring) == 5 for ring in rings):
            return Acceptor(atom, "five-membered ring O", FIVE_RING_OXYGEN, bonded[:2])
    return None


def _ring_nitrogen(side: TypedMolecule, atom: int) -> Acceptor | None:
    """Nitrogen with a lone pair in the plane of the one ring it is in."""
    type_ = side.types[atom]
    if type_ not in ("N2", "Npl", "N2+"):
        return None
    rings = side.rings(atom)
    if len(rings) != 1:
        return None
    ring = rings[0]
    size = len(ring)
    if type_ == "N2":
        fits = size in (5, 6)
    else:  # histidine's N without hydrogen, for one
        others = (one for one in ring.atoms if one != atom)
        fits = (
            size == 5
            and len(side.neighbours[atom]) == 2
            and any(side.numbers[one] == _NITROGEN for one in others)
        )
    if not fits:
        return None
    symmetric = all(
        side.numbers[left] == side.numbers[right]
        for left, right in (ring.beside(atom, 1), ring.beside(atom, 2))
    )
    shape = "symmetric" if symmetric else "asymmetric"
    name = f"{shape} {'six' if size == 6 else 'five'}-membered ring N"
    return Acceptor(atom, name, RING_NITROGEN[size, symmetric], ring.beside(atom))


def _by_type(side: TypedMolecule, atom: int) -> Acceptor | None:
    type_ = side.types[atom]
    bonded = side.neighbours[atom]
    if side.numbers[atom] == _OXYGEN:
        name = _oxygen_name(side, type_, bonded)
    elif type_ == "N2":
        name = "planar N with a lone pair"
    elif type_ == "N3":
        heavy = len(side.heavy_neighbours(atom))
        name = (
            ("lone amine N", "amine N with one heavy neighbour")[heavy] if heavy < 2 else "amine N"
        )
    elif type_ == "N1":
        name = "linear N"
    elif type_ == "S2":
        name = "double-bonded S"
    elif type_ in ("Sar", "S3-"):
        name = "aromatic or charged S"
    else:
        return None
    if name is None:
        return None
    limits = GENERIC_LIMITS[name]
    if isinstance(limits, PhiThetaLimits):
        return Acceptor(atom, name, limits, bonded[:2])
    if side.numbers[atom] == _OXYGEN:
        return Acceptor(atom, name, limits, bonded[:1])
    # the angle is taken at the only neighbour, or else at the backs of the lone pairs
    return Acceptor(atom, name, limits, bonded if len(bonded) == 1 else ())


def _oxygen_name(side: TypedMolecule, type_: str, bonded: tuple[int, ...]) -> str | None:
    first = side.geometry(bonded[0]) if bonded else 0
    if type_ in ("O2-", "O3-"):
        if not bonded:
            return None
        return "charged O on a planar atom" if first == Geometry.PLANAR else "charged O"
    if type_ == "O2":
        if first == Geometry.PLANAR:
            return "double-bonded O on a planar atom"
        if first == Geometry.TETRAHEDRAL:
            return "double-bonded O on a tetrahedral atom"
        return "double-bonded O"
    if type_ == "O3":
        by_neighbours = ("lone O", "O with one neighbour", "O with two neighbours")
        return by_neighbours[len(bonded)] if len(bonded) < 3 else None
    return "other O"
