"""Whether a donor lies where an acceptor accepts: the acceptor's half of the geometry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from misibench.hbonds.acceptor_table import (
    SULFUR_EXTRA_DISTANCE,
    DistanceAngleLimits,
    PhiThetaLimits,
    SynAntiLimits,
    UpsilonThetaLimits,
)
from misibench.hbonds.acceptors import Acceptor
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
from misibench.hbonds.tau import tau_check
from misibench.hbonds.vectors import (
    Point,
    angle_deg,
    cross,
    distance,
    dot,
    midpoint,
    perpendicular,
    plane_angle_deg,
    reflect,
    subtract,
)

__all__ = ["DonorPoint", "acceptor_checks", "phi_check", "theta_check"]


@dataclass(frozen=True, slots=True)
class DonorPoint:
    """What an acceptor needs to know of a donor: where it is, its hydrogens, whether sulfur."""

    point: Point
    hydrogens: Sequence[Point]
    is_sulfur: bool


def acceptor_checks(
    side: TypedMolecule, acceptor: Acceptor, donor: DonorPoint, tolerance: Tolerance
) -> Iterator[Check]:
    """Give the steps of the acceptor's test in turn; the pair passes if all do.

    Later steps may mean little once one has failed.
    """
    limits = acceptor.limits
    if isinstance(limits, SynAntiLimits):
        yield from _syn_anti(side, acceptor, limits, donor, tolerance)
    elif isinstance(limits, PhiThetaLimits):
        yield from _phi_theta(side, acceptor, limits, donor, tolerance)
    elif isinstance(limits, UpsilonThetaLimits):
        yield from _upsilon_theta(side, acceptor, limits, donor, tolerance)
    else:
        yield from _distance_angle(side, acceptor, limits, donor, tolerance)


def theta_check(
    acceptor: Point, hydrogens: Sequence[Point], donor: Point, limit_deg: float
) -> Check:
    """Check the angle at the hydrogen, the best of several; free where it is nowhere fixed."""
    if not hydrogens:
        return granted("theta", "no fixed hydrogen position")
    best = max(angle_deg(acceptor, hydrogen, donor) for hydrogen in hydrogens)
    return at_least("theta", "°", best, limit_deg)


def phi_check(
    plane: tuple[Point, Point, Point], base: Point, acceptor: Point, donor: Point, limit_deg: float
) -> Check:
    """Check the angle base-acceptor-donor as seen in a plane; free where the plane is undefined."""
    normal = cross(subtract(plane[1], plane[0]), subtract(plane[2], plane[0]))
    if dot(normal, normal) < 1e-12:
        return granted("phi", "three points in line: no plane")
    return at_least("phi", "°", plane_angle_deg(base, acceptor, donor, normal), limit_deg)


def _distance_check(
    side: TypedMolecule, acceptor: Acceptor, limit: float, donor: DonorPoint, tolerance: Tolerance
) -> Check:
    extra = SULFUR_EXTRA_DISTANCE if donor.is_sulfur else 0.0
    value = distance(donor.point, side.points[acceptor.atom])
    return at_most("distance", "Å", value, tolerance.longest(limit) + extra)


def _syn_anti(
    side: TypedMolecule,
    acceptor: Acceptor,
    limits: SynAntiLimits,
    donor: DonorPoint,
    tolerance: Tolerance,
) -> Iterator[Check]:
    here = side.points[acceptor.atom]
    syn, plane = (side.points[one] for one in acceptor.references)
    up = perpendicular(subtract(syn, plane), subtract(plane, here))
    is_syn = dot(subtract(donor.point, here), up) > 0.0
    used = limits.syn if is_syn else limits.anti
    yield granted("side", "syn" if is_syn else "anti")
    yield _distance_check(side, acceptor, used.distance, donor, tolerance)
    yield phi_check((here, plane, syn), plane, here, donor.point, tolerance.smallest(used.phi))
    yield theta_check(here, donor.hydrogens, donor.point, tolerance.smallest(used.theta))


def _phi_theta(
    side: TypedMolecule,
    acceptor: Acceptor,
    limits: PhiThetaLimits,
    donor: DonorPoint,
    tolerance: Tolerance,
) -> Iterator[Check]:
    here = side.points[acceptor.atom]
    yield _distance_check(side, acceptor, limits.distance, donor, tolerance)
    bases = acceptor.references or side.neighbours[acceptor.atom][:2]
    phi = tolerance.smallest(limits.phi)
    if len(bases) == 2:
        first, second = (side.points[one] for one in bases)
        yield phi_check((here, first, second), midpoint(first, second), here, donor.point, phi)
    elif bases:
        base = side.points[bases[0]]
        further = [one for one in side.neighbours[bases[0]] if one != acceptor.atom]
        if len(further) > 2:
            # Quirk kept: ChimeraX reports bad connectivity and leaves such a pair out.
            yield refused("phi", "the atom behind the acceptor has more than three neighbours")
        elif not further:
            yield granted("phi", "nothing behind the acceptor's neighbour: no plane")
        else:
            others = [side.points[one] for one in further]
            plane = (here, base, others[0]) if len(others) == 1 else (here, others[0], others[1])
            yield phi_check(plane, base, here, donor.point, phi)
    else:
        yield granted("phi", "no neighbours: no plane")
    yield theta_check(here, donor.hydrogens, donor.point, tolerance.smallest(limits.theta))


def _upsilon_theta(
    side: TypedMolecule,
    acceptor: Acceptor,
    limits: UpsilonThetaLimits,
    donor: DonorPoint,
    tolerance: Tolerance,
) -> Iterator[Check]:
    here = side.points[acceptor.atom]
    yield _distance_check(side, acceptor, limits.distance, donor, tolerance)
    low = tolerance.smallest(limits.upsilon_low)
    high = tolerance.largest(limits.upsilon_high)
    if acceptor.references:
        partners = [side.points[acceptor.references[0]]]
    else:
        partners = [reflect(one, here) for one in side.lone_pair_positions(acceptor.atom)]
    if partners:
        angles = [angle_deg(partner, here, donor.point) for partner in partners]
        best = max(angles, key=lambda angle: min(angle - low, high - angle))
        yield within("upsilon", "°", best, low, high)
    else:
        yield refused("upsilon", "no lone pair left")
    yield theta_check(here, donor.hydrogens, donor.point, tolerance.smallest(limits.theta))
    if limits.tau is not None:
        yield tau_check(side, acceptor.atom, donor.point, symmetry=4, least=limits.tau)


def _distance_angle(
    side: TypedMolecule,
    acceptor: Acceptor,
    limits: DistanceAngleLimits,
    donor: DonorPoint,
    tolerance: Tolerance,
) -> Iterator[Check]:
    here = side.points[acceptor.atom]
    yield _distance_check(side, acceptor, limits.distance, donor, tolerance)
    bonded = side.neighbours[acceptor.atom]
    if bonded:
        least = min(angle_deg(side.points[one], here, donor.point) for one in bonded)
        yield at_least("bonded angle", "°", least, tolerance.smallest(limits.angle))
