"""Passes 1 and 2: hydrogens, then heavy atoms by their number of neighbours and angles."""

from __future__ import annotations

from misibench.hbonds.idatm.state import (
    CARBON,
    HYDROGEN,
    NITROGEN,
    OXYGEN,
    PHOSPHORUS,
    SULFUR,
    TypingState,
)
from misibench.structure.molecule import Molecule

__all__ = ["type_by_degree", "type_hydrogens"]

# Mean or single bond angles, degrees, that part the hybridisations, and lengths, Å, of the
# refinements: Meng and Lewis, J. Comput. Chem. 12, 891 (1991), with ChimeraX's own additions.
TETRAHEDRAL_CARBON_BELOW_DEG = 113.5
LONG_BOND_CLAUSES = ((116.5, 1.53), (115.0, 1.42))  # mean angle below, shortest bond above
TETRAHEDRAL_BELOW_DEG = 115.0
SURE_PLANAR_CARBON_FROM_DEG = 122.0
CARBON_AMBIGUOUS_ABOVE_DEG = 113.5
CARBON_AMBIGUOUS_BELOW_DEG = 116.5
LINEAR_FROM_DEG = 160.0
IMINE_NITROGEN_WITHIN = 1.32
IMINE_CARBON_WITHIN = 1.38
CARBONYL_OXYGEN_WITHIN = 1.30
THIOCARBONYL_SULFUR_WITHIN = 1.76


def type_hydrogens(
    state: TypingState, molecule: Molecule, template_types: list[str | None]
) -> None:
    """Pass 1: hydrogens without a template type, by what they are bonded to.

    A name whose first letter is D marks deuterium, which has types of its own.
    """
    for atom, number in enumerate(state.atomic_numbers):
        if number != HYDROGEN or template_types[atom] is not None:
            continue
        letters = [letter for letter in molecule.atom_names[atom] if letter.isalpha()]
        symbol = "D" if letters and letters[0] in "Dd" else "H"
        carbons = any(state.atomic_numbers[other] == CARBON for other in state.neighbours[atom])
        state.types[atom] = f"{symbol}C" if carbons else symbol


def type_by_degree(state: TypingState) -> None:
    """Pass 2: untyped atoms with two to four neighbours; others keep their element symbol."""
    rules = {2: _two_coordinate, 3: _three_coordinate, 4: _four_coordinate}
    for atom in state.untyped:
        rule = rules.get(state.degree[atom])
        if rule is not None:
            rule(state, atom)


def _four_coordinate(state: TypingState, atom: int) -> None:
    number = state.atomic_numbers[atom]
    if number == CARBON:
        state.types[atom] = "C3"
    elif number == NITROGEN:
        state.types[atom] = "N3+"
    elif number == PHOSPHORUS:
        state.types[atom] = ("P3+", "Pox", "Pac")[min(state.free_oxygens(atom), 2)]
    elif number == SULFUR:
        oxygens = state.free_oxygens(atom)
        if oxygens:
            state.types[atom] = "Sac" if oxygens >= 3 else "Son"


def _three_coordinate(state: TypingState, atom: int) -> None:
    number = state.atomic_numbers[atom]
    if number == CARBON:
        state.types[atom] = _three_coordinate_carbon(state, atom)
    elif number == NITROGEN:
        if _mean_angle_deg(state, atom) < TETRAHEDRAL_BELOW_DEG:
            state.types[atom] = "N3"
        else:
            state.types[atom] = "Ntr" if state.free_oxygens(atom) >= 2 else "Npl"
    elif number == SULFUR:
        on_oxygen = any(state.atomic_numbers[other] == OXYGEN for other in state.neighbours[atom])
        state.types[atom] = "Sxd" if on_oxygen else "S3+"


def _three_coordinate_carbon(state: TypingState, atom: int) -> str:
    mean_deg = _mean_angle_deg(state, atom)
    if mean_deg < TETRAHEDRAL_CARBON_BELOW_DEG:
        return "C3"
    shortest = min(state.distance(atom, other) for other in state.neighbours[atom])
    if any(mean_deg < limit and shortest > length for limit, length in LONG_BOND_CLAUSES):
        return "C3"
    return "Cac" if len(state.bare_oxygens(atom)) >= 2 else "C2"


def _mean_angle_deg(state: TypingState, atom: int) -> float:
    first, second, third = state.neighbours[atom]
    pairs = ((first, second), (first, third), (second, third))
    return sum(state.angle_deg(one, atom, other) for one, other in pairs) / 3.0


def _two_coordinate(state: TypingState, atom: int) -> None:
    number = state.atomic_numbers[atom]
    if number == OXYGEN:
        state.types[atom] = "O3"
    elif number == SULFUR:
        state.types[atom] = "S3"
    elif number in (CARBON, NITROGEN):
        angle_deg = state.angle_deg(state.neighbours[atom][0], atom, state.neighbours[atom][1])
        rule = _two_coordinate_carbon if number == CARBON else _two_coordinate_nitrogen
        rule(state, atom, angle_deg)


def _two_coordinate_carbon(state: TypingState, atom: int, angle_deg: float) -> None:
    if angle_deg >= LINEAR_FROM_DEG:
        state.types[atom] = "C1"
    elif angle_deg < TETRAHEDRAL_BELOW_DEG:
        state.types[atom] = "C3"
        state.second_look[atom] = 1
        if angle_deg > CARBON_AMBIGUOUS_ABOVE_DEG:
            state.ambiguous.add(atom)
    else:
        state.types[atom] = "C2"
        state.second_look[atom] = 3 if angle_deg < SURE_PLANAR_CARBON_FROM_DEG else -1
        if angle_deg < CARBON_AMBIGUOUS_BELOW_DEG:
            state.ambiguous.add(atom)


def _two_coordinate_nitrogen(state: TypingState, atom: int, angle_deg: float) -> None:
    if angle_deg >= LINEAR_FROM_DEG:
        state.types[atom] = "N1+"
    elif angle_deg < TETRAHEDRAL_BELOW_DEG:
        state.types[atom] = "N3"
        state.second_look[atom] = 2
    else:
        partner = _double_bond_partner(state, atom)
        state.types[atom] = "Npl" if partner is None else "N2"
        if partner is not None and state.types[partner] == "C":
            state.second_look[atom] = 4


def _double_bond_partner(state: TypingState, atom: int) -> int | None:
    """First neighbour close enough to be doubly bonded to a nitrogen; None if there is none."""
    for other in state.neighbours[atom]:
        number, distance = state.atomic_numbers[other], state.distance(atom, other)
        if number == NITROGEN and distance <= IMINE_NITROGEN_WITHIN:
            return other
        if number == CARBON and distance <= IMINE_CARBON_WITHIN:
            present = state.types[other]
            if present == "Cac" or (present in ("C2", "C") and _has_short_oxo(state, other)):
                continue
            return other
    return None


def _has_short_oxo(state: TypingState, carbon: int) -> bool:
    """Whether a carbon has a terminal O or S at double-bond distance."""
    limits = {OXYGEN: CARBONYL_OXYGEN_WITHIN, SULFUR: THIOCARBONYL_SULFUR_WITHIN}
    return any(
        state.degree[other] == 1
        and state.distance(carbon, other) <= limits.get(state.atomic_numbers[other], -1.0)
        for other in state.neighbours[carbon]
    )
