"""Tau: where a donor's hydrogens point, seen along its one bond."""

from __future__ import annotations

from misibench.hbonds.checks import Check, at_least, at_most, granted, refused
from misibench.hbonds.chemistry import TypedMolecule
from misibench.hbonds.vectors import Point, plane_angle_deg, subtract

__all__ = ["tau_check"]


def tau_check(
    side: TypedMolecule,
    atom: int,
    other: Point,
    symmetry: int,
    *,
    most: float | None = None,
    least: float | None = None,
) -> Check:
    """Check the angles between an atom's hydrogen positions and ``other`` along its bond.

    Parameters
    ----------
    side, atom
        The atom, with one heavy neighbour.
    other
        The other end of the hydrogen bond, Å.
    symmetry
        How many equal positions a full turn has: 2, 4 or 6. Half as many positions are expected.
    most, least
        Some position at most, or all positions at least, this far from ``other``, degrees.
    """
    heavy = side.heavy_neighbours(atom)
    if not heavy:
        return granted("tau", "no heavy neighbour")
    axis = heavy[0]
    positions = side.hydrogen_positions(atom) if symmetry == 4 else []
    if 2 * len(positions) != symmetry:
        # the neighbour's substituents show the same directions, staggered or eclipsed
        positions = side.substituent_positions(axis) + [
            side.points[one] for one in side.heavy_neighbours(axis) if one != atom
        ]
        if not positions:
            return granted("tau", "nothing to compare with")
        if 2 * len(positions) != symmetry:
            # Quirk kept: ChimeraX gives up on such a pair with an internal error.
            return refused(
                "tau", f"{len(positions)} positions on the neighbour where {symmetry // 2} fit"
            )
    centre = side.points[atom]
    normal = subtract(side.points[axis], centre)
    angles = [plane_angle_deg(other, centre, position, normal) for position in positions]
    if most is not None:
        return at_most("tau", "°", min(angles), most)
    return at_least("tau", "°", min(angles), least or 0.0)
