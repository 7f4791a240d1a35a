"""Find the hydrogen bonds between receptor and ligand by ChimeraX's rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Final, Literal

import numpy as np
from scipy.spatial import cKDTree

from misibench.errors import RefusalReason, StructureError
from misibench.hbonds.acceptor_table import (
    ACCEPTOR_RULES,
    GENERIC_LIMITS,
    SULFUR_EXTRA_DISTANCE,
    SynAntiLimits,
)
from misibench.hbonds.acceptors import Acceptor
from misibench.hbonds.bond import DEFAULT_CRITERIA, HBond, HBondCriteria
from misibench.hbonds.checks import Check, Tolerance
from misibench.hbonds.donors import Donor
from misibench.hbonds.idatm import idatm_types
from misibench.hbonds.pairing import Side, acceptor_side_checks, donor_side_checks
from misibench.hbonds.vectors import angle_deg, distance
from misibench.structure import Complex, Molecule

__all__ = ["Sides", "Types", "find_hydrogen_bonds", "typed_sides"]

Types = tuple[tuple[str, ...], tuple[str, ...]]
"""IDATM types of receptor and ligand, one per atom."""

_POLAR_ELEMENTS: Final = (7, 8, 16)
_LONGEST: Final = SULFUR_EXTRA_DISTANCE + max(
    max(limits.syn.distance, limits.anti.distance)
    if isinstance(limits, SynAntiLimits)
    else limits.distance
    for limits in chain((rule.limits for rule in ACCEPTOR_RULES), GENERIC_LIMITS.values())
)
"""No acceptor reaches further than this, Å, before relaxation."""


@dataclass(frozen=True, eq=False)
class Sides:
    """Receptor and ligand of a complex with their types."""

    receptor: Side
    ligand: Side


def typed_sides(structure: Complex, types: Types | None = None) -> Sides:
    """Type both molecules of a complex; ``types`` (receptor, ligand) spares the perception.

    Raises
    ------
    StructureError
        A molecule without atoms or with coordinates that are no numbers: nothing was looked at.
    """
    for molecule, role in ((structure.receptor, "receptor"), (structure.ligand, "ligand")):
        _require_usable(structure.id, molecule, role)
    if types is None:
        types = idatm_types(structure.receptor), idatm_types(structure.ligand)
    return Sides(Side(structure.receptor, types[0]), Side(structure.ligand, types[1]))


def find_hydrogen_bonds(
    structure: Complex,
    criteria: HBondCriteria = DEFAULT_CRITERIA,
    *,
    types: Types | None = None,
) -> tuple[HBond, ...]:
    """Find every hydrogen bond between receptor and ligand, as ChimeraX's ``hbonds`` does.

    Every donor-acceptor pair whose geometry fits is given; there is no competition. A pair
    appears twice where either side can donate.

    Parameters
    ----------
    structure
        The complex; hydrogens, where present, count as they are in the file.
    criteria
        How far the published geometry is relaxed.
    types
        IDATM types of receptor and ligand, where they are known already.

    Returns
    -------
    tuple of HBond
        By receptor atom, ligand atom, donor. Empty means: looked, and there is none.

    Raises
    ------
    StructureError
        A molecule without atoms or with coordinates that are no numbers.
    """
    sides = typed_sides(structure, types)
    tolerance = Tolerance.of(criteria)
    found: list[HBond] = []
    for receptor_atom, ligand_atom in _near_pairs(structure, _LONGEST + tolerance.distance):
        for donor in ("ligand", "protein"):
            bond = _bond(sides, receptor_atom, ligand_atom, donor, tolerance)
            if bond is not None:
                found.append(bond)
    return tuple(found)


def _require_usable(name: str, molecule: Molecule, role: str) -> None:
    if not len(molecule):
        reason = RefusalReason.NO_LIGAND if role == "ligand" else RefusalReason.NO_POCKET
        raise StructureError(
            name, f"the {role} has no atoms", "at least one", "check the input file",
            reason=reason,
        )  # fmt: skip
    if not np.isfinite(molecule.coords).all():
        raise StructureError(
            name, f"the {role} has coordinates that are no numbers", "finite coordinates",
            "repair the input file", reason=RefusalReason.BAD_COORDINATES,
        )  # fmt: skip


def _near_pairs(structure: Complex, reach: float) -> list[tuple[int, int]]:
    """Pairs (receptor atom, ligand atom) of N, O and S within reach, in order."""
    receptor, ligand = (
        np.flatnonzero(np.isin(molecule.atomic_numbers, _POLAR_ELEMENTS))
        for molecule in (structure.receptor, structure.ligand)
    )
    if not len(receptor) or not len(ligand):
        return []
    near = cKDTree(structure.ligand.coords[ligand]).query_ball_point(
        structure.receptor.coords[receptor], reach, return_sorted=True
    )
    return [
        (atom, int(ligand[one]))
        for atom, others in zip(receptor.tolist(), near, strict=True)
        for one in others
    ]


def _bond(
    sides: Sides,
    receptor_atom: int,
    ligand_atom: int,
    donor_role: Literal["protein", "ligand"],
    tolerance: Tolerance,
) -> HBond | None:
    """Test one direction of a pair."""
    if donor_role == "protein":
        donor_side, donor_atom = sides.receptor, receptor_atom
        acceptor_side, acceptor_atom = sides.ligand, ligand_atom
    else:
        donor_side, donor_atom = sides.ligand, ligand_atom
        acceptor_side, acceptor_atom = sides.receptor, receptor_atom
    acceptor = acceptor_side.acceptor(acceptor_atom)
    if not isinstance(acceptor, Acceptor):
        return None
    donor = donor_side.donor(donor_atom)
    if not isinstance(donor, Donor):
        return None
    passed: list[Check] = []
    for check in chain(
        acceptor_side_checks(donor_side, donor, acceptor_side, acceptor, tolerance),
        donor_side_checks(donor_side, donor, acceptor_side, acceptor, tolerance),
    ):
        if not check.passed:
            return None
        passed.append(check)
    here = donor_side.chemistry.points[donor_atom]
    there = acceptor_side.chemistry.points[acceptor_atom]
    hydrogen = min(
        donor_side.chemistry.hydrogens(donor_atom),
        key=lambda one: distance(donor_side.chemistry.points[one], there),
        default=None,
    )
    hydrogen_point = None if hydrogen is None else donor_side.chemistry.points[hydrogen]
    return HBond(
        receptor_atom=receptor_atom,
        ligand_atom=ligand_atom,
        donor=donor_role,
        hydrogen=hydrogen,
        distance=distance(here, there),
        hydrogen_distance=None if hydrogen_point is None else distance(hydrogen_point, there),
        angle_deg=None if hydrogen_point is None else angle_deg(here, hydrogen_point, there),
        donor_class=donor.name,
        acceptor_class=acceptor.name,
        distance_margin=_smallest_margin(passed, "Å"),
        angle_margin_deg=_smallest_margin(passed, "°"),
    )


def _smallest_margin(checks: Iterable[Check], unit: str) -> float | None:
    margins = [check.margin for check in checks if check.unit == unit]
    return min((one for one in margins if one is not None), default=None)
