"""Whether an acceptor lies where a donor donates: the donor's half of the geometry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from misibench.hbonds.acceptor_tests import phi_check, theta_check
from misibench.hbonds.checks import (
    Check,
    Tolerance,
    at_least,
    at_most,
    granted,
    refused,
    within,
)
from misibench.hbonds.chemistry import TypedMolecule
from misibench.hbonds.donor_table import (
    GENERIC_BONDED_ANGLE,
    GENERIC_HYDROGEN_ANGLE,
    GENERIC_OTHER_ACCEPTOR,
    GENERIC_SULFUR_ANGLE_BONUS,
    SULFUR_ACCEPTOR_EXTRA_DISTANCE,
    THETA_OTHER_ACCEPTOR,
    UPSILON_OTHER_ACCEPTOR,
    WATER_OTHER_ACCEPTOR,
    AcceptorKind,
    GenericLimits,
    ThetaLimits,
    TurningLimits,
    WaterLimits,
)
from misibench.hbonds.donors import Donor, acceptor_kind
from misibench.hbonds.tau import tau_check
from misibench.hbonds.vectors import Point, angle_deg, distance, midpoint, reflect

__all__ = ["AcceptorPoint", "acceptor_point", "donor_checks"]

_SULFUR = 16
_BACK_OF_LONE_PAIR_DEG = 70.5
"""Angle between a bond of a tetrahedral atom and the direction away from a lone pair, degrees."""


@dataclass(frozen=True, slots=True)
class AcceptorPoint:
    """What a donor needs to know of an acceptor.

    Attributes
    ----------
    point
        Where it is, Å.
    kind
        Decides the limits; None for an atom of unknown type, which no donor accepts.
    is_sulfur
        Some limits are wider for sulfur.
    neighbours
        Positions of all bonded atoms.
    lone_pairs
        Free tetrahedral positions, for acceptors of kind ``TETRAHEDRAL_N`` only.
    """

    point: Point
    kind: AcceptorKind | None
    is_sulfur: bool
    neighbours: Sequence[Point]
    lone_pairs: Sequence[Point]


def acceptor_point(side: TypedMolecule, atom: int) -> AcceptorPoint:
    """Gather what donors need to know of an acceptor."""
    kind = acceptor_kind(side, atom)
    return AcceptorPoint(
        side.points[atom],
        kind,
        side.numbers[atom] == _SULFUR,
        [side.points[one] for one in side.neighbours[atom]],
        side.lone_pair_positions(atom) if kind is AcceptorKind.TETRAHEDRAL_N else [],
    )


def donor_checks(
    side: TypedMolecule, donor: Donor, acceptor: AcceptorPoint, tolerance: Tolerance
) -> Iterator[Check]:
    """Give the steps of the donor's test in turn; the pair passes if all do."""
    if acceptor.kind is None:
        yield refused("acceptor type", "no known atom type")
        return
    limits = donor.limits
    if isinstance(limits, TurningLimits):
        yield from _turning(side, donor, limits, acceptor, tolerance)
    elif isinstance(limits, ThetaLimits):
        yield from _fixed(side, donor, limits, acceptor, tolerance)
    elif isinstance(limits, WaterLimits):
        yield from _water(side, donor, limits, acceptor, tolerance)
    else:
        yield from _generic(side, donor, limits, acceptor, tolerance)


def _turning(
    side: TypedMolecule,
    donor: Donor,
    limits: TurningLimits,
    acceptor: AcceptorPoint,
    tolerance: Tolerance,
) -> Iterator[Check]:
    here = side.points[donor.atom]
    kind = acceptor.kind
    if kind is AcceptorKind.TETRAHEDRAL_N and len(acceptor.neighbours) > 1:
        yield _lone_pair_check(here, acceptor, tolerance.smallest(limits.lone_pair), above=False)
    row = limits.rows[kind] if kind in (0, 1, 2) else UPSILON_OTHER_ACCEPTOR
    extra = SULFUR_ACCEPTOR_EXTRA_DISTANCE if acceptor.is_sulfur else 0.0
    yield at_most(
        "distance", "Å", distance(here, acceptor.point), tolerance.longest(row.distance) + extra
    )
    heavy = side.heavy_neighbours(donor.atom)
    if len(heavy) != 1:
        yield refused("upsilon", f"{len(heavy)} heavy neighbours on the donor where one fits")
        return
    low, high = tolerance.smallest(row.upsilon_low), tolerance.largest(row.upsilon_high)
    upsilon = angle_deg(side.points[heavy[0]], here, acceptor.point)
    yield within("upsilon", "°", upsilon, low, high)
    hydrogens = side.hydrogen_positions(donor.atom)
    yield theta_check(acceptor.point, hydrogens, here, tolerance.smallest(row.theta))
    if row.tau_most is not None:
        yield tau_check(
            side, donor.atom, acceptor.point, limits.symmetry,
            most=tolerance.largest(row.tau_most),
        )  # fmt: skip
    elif row.tau_least is not None:
        yield tau_check(
            side, donor.atom, acceptor.point, limits.symmetry,
            least=tolerance.smallest(row.tau_least),
        )  # fmt: skip


def _fixed(
    side: TypedMolecule,
    donor: Donor,
    limits: ThetaLimits,
    acceptor: AcceptorPoint,
    tolerance: Tolerance,
) -> Iterator[Check]:
    here = side.points[donor.atom]
    hydrogens = side.hydrogen_positions(donor.atom)
    if not hydrogens:
        yield refused("hydrogen distance", "no hydrogen, and none that the bonds would fix")
        return
    if acceptor.kind in (0, 1, 2):
        reach, theta = limits.hydrogen_distance[acceptor.kind], limits.theta[acceptor.kind]
    else:
        reach, theta = THETA_OTHER_ACCEPTOR
    yield _hydrogen_distance(acceptor, hydrogens, tolerance.longest(reach))
    yield from _acceptor_direction(here, acceptor, limits.phi, limits.lone_pair, tolerance)
    yield theta_check(acceptor.point, hydrogens, here, tolerance.smallest(theta))


def _water(
    side: TypedMolecule,
    donor: Donor,
    limits: WaterLimits,
    acceptor: AcceptorPoint,
    tolerance: Tolerance,
) -> Iterator[Check]:
    here = side.points[donor.atom]
    hydrogens = side.hydrogen_positions(donor.atom)
    row = limits.rows[acceptor.kind] if acceptor.kind in (0, 1, 2) else WATER_OTHER_ACCEPTOR
    if hydrogens:
        yield _hydrogen_distance(acceptor, hydrogens, tolerance.longest(row.hydrogen_distance))
    elif acceptor.kind is AcceptorKind.OTHER:
        # Quirk kept: ChimeraX asks for a hydrogen here although water may have none in the file.
        yield refused("hydrogen distance", "water without hydrogens and an acceptor of other kind")
        return
    else:
        heavy = distance(here, acceptor.point)
        yield at_most("distance", "Å", heavy, tolerance.longest(row.heavy_distance))
    yield from _acceptor_direction(here, acceptor, limits.phi, limits.lone_pair, tolerance)
    yield theta_check(acceptor.point, hydrogens, here, tolerance.smallest(row.theta))


def _generic(
    side: TypedMolecule,
    donor: Donor,
    limits: GenericLimits,
    acceptor: AcceptorPoint,
    tolerance: Tolerance,
) -> Iterator[Check]:
    here = side.points[donor.atom]
    hydrogens = side.hydrogen_positions(donor.atom)
    if acceptor.kind in (0, 1, 2):
        near = limits.hydrogen_distance[acceptor.kind]
        far = limits.heavy_distance[acceptor.kind]
    else:
        near, far = GENERIC_OTHER_ACCEPTOR
    if hydrogens:
        closest = min(distance(one, acceptor.point) for one in hydrogens)
        yield at_most("hydrogen distance", "Å", closest, tolerance.longest(near), below=True)
    else:
        heavy = distance(here, acceptor.point)
        yield at_most("distance", "Å", heavy, tolerance.longest(far))
    bonded = side.heavy_neighbours(donor.atom)
    if bonded:
        limit = tolerance.smallest(GENERIC_BONDED_ANGLE)
        if acceptor.is_sulfur:
            limit -= GENERIC_SULFUR_ANGLE_BONUS
        least = min(angle_deg(side.points[one], here, acceptor.point) for one in bonded)
        yield at_least("bonded angle", "°", least, limit)
    if hydrogens:
        best = max(angle_deg(here, one, acceptor.point) for one in hydrogens)
        yield at_least("hydrogen angle", "°", best, tolerance.smallest(GENERIC_HYDROGEN_ANGLE))


def _hydrogen_distance(acceptor: AcceptorPoint, hydrogens: Sequence[Point], limit: float) -> Check:
    extra = SULFUR_ACCEPTOR_EXTRA_DISTANCE if acceptor.is_sulfur else 0.0
    closest = min(distance(one, acceptor.point) for one in hydrogens)
    return at_most("hydrogen distance", "Å", closest, limit + extra)


def _acceptor_direction(
    donor: Point, acceptor: AcceptorPoint, phi: float, lone_pair: float, tolerance: Tolerance
) -> Iterator[Check]:
    """Check from which side a donor with a fixed hydrogen comes at certain acceptors."""
    if acceptor.kind is AcceptorKind.TETRAHEDRAL_O_OR_PLANAR_N and len(acceptor.neighbours) == 2:
        first, second = acceptor.neighbours
        plane = (acceptor.point, first, second)
        base = midpoint(first, second)
        yield phi_check(plane, base, acceptor.point, donor, tolerance.smallest(phi))
    elif acceptor.kind is AcceptorKind.TETRAHEDRAL_N:
        if len(acceptor.neighbours) > 3:
            yield granted("lone pair", "no free position on the acceptor")
        else:
            yield _lone_pair_check(donor, acceptor, tolerance.smallest(lone_pair), above=True)


def _lone_pair_check(donor: Point, acceptor: AcceptorPoint, limit: float, *, above: bool) -> Check:
    """Check how straight the donor lies behind a lone pair of a tetrahedral nitrogen."""
    here = acceptor.point
    if not acceptor.neighbours:
        return granted("lone pair", "no bond that would direct lone pairs")
    if len(acceptor.neighbours) == 1:
        # free to turn: the backs of its lone pairs go round a cone about the bond
        reached = _BACK_OF_LONE_PAIR_DEG + angle_deg(acceptor.neighbours[0], here, donor)
        best = min(reached, 360.0 - reached)
    else:
        best = max(
            (angle_deg(reflect(one, here), here, donor) for one in acceptor.lone_pairs),
            default=0.0,
        )
    return at_least("lone pair", "°", best, limit, above=above)
