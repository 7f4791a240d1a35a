"""Why a pair of atoms is hydrogen-bonded or not: every step of the test with its margin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from misibench.errors import UsageError
from misibench.hbonds.acceptors import Acceptor
from misibench.hbonds.bond import DEFAULT_CRITERIA, HBondCriteria
from misibench.hbonds.checks import Check, Tolerance
from misibench.hbonds.donors import Donor
from misibench.hbonds.pairing import Refusal, Side, acceptor_side_checks, donor_side_checks
from misibench.hbonds.search import Sides, Types, typed_sides
from misibench.hbonds.vectors import distance
from misibench.structure import Complex

__all__ = ["DirectionExplanation", "PairExplanation", "explain_pair"]


@dataclass(frozen=True, slots=True)
class DirectionExplanation:
    """One direction of a pair: who would donate, and what came of it.

    Attributes
    ----------
    donor
        Which side donates.
    donor_class, acceptor_class
        Names of the rules that matched; None where the atom does not take part.
    reason
        Why an atom does not take part; empty where both do.
    acceptor_checks, donor_checks
        Steps of the two tests, failed ones included. After a failed step the later ones are
        still measured.
    """

    donor: Literal["protein", "ligand"]
    donor_class: str | None
    acceptor_class: str | None
    reason: str
    acceptor_checks: tuple[Check, ...] = ()
    donor_checks: tuple[Check, ...] = ()

    @property
    def bonded(self) -> bool:
        """Whether this direction is a hydrogen bond."""
        return not self.reason and not self.failed

    @property
    def failed(self) -> tuple[Check, ...]:
        """The steps that refused the pair."""
        steps = (*self.acceptor_checks, *self.donor_checks)
        return tuple(check for check in steps if not check.passed)


@dataclass(frozen=True, slots=True)
class PairExplanation:
    """Both directions of a pair.

    Attributes
    ----------
    receptor_atom, ligand_atom
        Indices into receptor and ligand.
    receptor_type, ligand_type
        Their IDATM types.
    distance
        Between them, Å.
    directions
        Ligand as donor, then receptor as donor.
    """

    receptor_atom: int
    ligand_atom: int
    receptor_type: str
    ligand_type: str
    distance: float
    directions: tuple[DirectionExplanation, DirectionExplanation]

    @property
    def bonded(self) -> bool:
        """Whether either direction is a hydrogen bond."""
        return any(direction.bonded for direction in self.directions)


def explain_pair(
    structure: Complex,
    receptor_atom: int,
    ligand_atom: int,
    criteria: HBondCriteria = DEFAULT_CRITERIA,
    *,
    types: Types | None = None,
) -> PairExplanation:
    """Say which rules accept or refuse a pair of atoms, and by how much.

    Parameters
    ----------
    structure
        The complex.
    receptor_atom, ligand_atom
        Indices into its receptor and ligand.
    criteria, types
        As for :func:`misibench.hbonds.find_hydrogen_bonds`.

    Raises
    ------
    UsageError
        An index outside the molecule.
    StructureError
        A complex that cannot be looked at.
    """
    for role, molecule, atom in (
        ("receptor", structure.receptor, receptor_atom),
        ("ligand", structure.ligand, ligand_atom),
    ):
        if not 0 <= atom < len(molecule):
            raise UsageError(
                structure.id, f"{role} atom {atom}", f"0 to {len(molecule) - 1}", "choose another"
            )
    sides = typed_sides(structure, types)
    tolerance = Tolerance.of(criteria)
    receptor, ligand = sides.receptor.chemistry, sides.ligand.chemistry
    return PairExplanation(
        receptor_atom,
        ligand_atom,
        receptor.types[receptor_atom],
        ligand.types[ligand_atom],
        distance(receptor.points[receptor_atom], ligand.points[ligand_atom]),
        (
            _direction("ligand", sides, ligand_atom, receptor_atom, tolerance),
            _direction("protein", sides, receptor_atom, ligand_atom, tolerance),
        ),
    )


def _direction(
    role: Literal["protein", "ligand"],
    sides: Sides,
    donor_atom: int,
    acceptor_atom: int,
    tolerance: Tolerance,
) -> DirectionExplanation:
    donor_side, acceptor_side = sides.receptor, sides.ligand
    if role == "ligand":
        donor_side, acceptor_side = acceptor_side, donor_side
    donor, acceptor = donor_side.donor(donor_atom), acceptor_side.acceptor(acceptor_atom)
    reasons = []
    if isinstance(donor, Refusal):
        reasons.append(f"{_name(donor_side, donor_atom)} does not donate: {donor.reason}")
    if isinstance(acceptor, Refusal):
        reasons.append(f"{_name(acceptor_side, acceptor_atom)} does not accept: {acceptor.reason}")
    if not isinstance(donor, Donor) or not isinstance(acceptor, Acceptor):
        return DirectionExplanation(
            role,
            donor.name if isinstance(donor, Donor) else None,
            acceptor.name if isinstance(acceptor, Acceptor) else None,
            "; ".join(reasons),
        )
    return DirectionExplanation(
        role,
        donor.name,
        acceptor.name,
        "",
        tuple(acceptor_side_checks(donor_side, donor, acceptor_side, acceptor, tolerance)),
        tuple(donor_side_checks(donor_side, donor, acceptor_side, acceptor, tolerance)),
    )


def _name(side: Side, atom: int) -> str:
    molecule = side.chemistry.molecule
    return f"{molecule.residue_of(atom).label} {molecule.atom_names[atom]}"
