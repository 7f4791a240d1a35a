"""Passes 4 and 4.25: borderline two-coordinate atoms once more, by bond lengths.

Lengths in Å, from ChimeraX.
"""

from __future__ import annotations

from misibench.hbonds.idatm.state import CARBON, NITROGEN, OXYGEN, TypingState
from misibench.hbonds.idatm.type_table import Geometry

__all__ = ["look_again", "move_double_bonds_to_nitrogen"]

CARBON_SINGLE_ABOVE = {CARBON: 1.45, NITROGEN: 1.46, OXYGEN: 1.44}
CARBON_DOUBLE_WITHIN = {CARBON: 1.42, NITROGEN: 1.41}
NITROGEN_DOUBLE_WITHIN = {CARBON: 1.38, NITROGEN: 1.32}
EVEN_LENGTH = {CARBON: 1.3629, NITROGEN: 1.3337}  # half way between single and double, to N
EVEN_LENGTH_TERMINAL_OXYGEN = 1.3485


def look_again(state: TypingState) -> None:
    """Pass 4: decide the atoms that pass 2 marked for a second look."""
    for atom in state.untyped:
        code = state.second_look.get(atom, 0)
        if code == 1 and _has_bond_within(state, atom, CARBON_DOUBLE_WITHIN):
            state.types[atom] = "C2"
        elif code == 2 and _has_bond_within(state, atom, NITROGEN_DOUBLE_WITHIN):
            state.types[atom] = "N2" if state.heavy_degree[atom] < 2 else "Npl"
        elif code in (3, -1):
            if _has_bond_within(state, atom, CARBON_DOUBLE_WITHIN):
                state.types[atom] = "C2"
            elif _has_bond_above(state, atom, CARBON_SINGLE_ABOVE):
                state.types[atom] = "C3"


def _has_bond_within(state: TypingState, atom: int, limits: dict[int, float]) -> bool:
    return any(
        state.distance(atom, other) <= limits.get(state.atomic_numbers[other], -1.0)
        for other in state.neighbours[atom]
    )


def _has_bond_above(state: TypingState, atom: int, limits: dict[int, float]) -> bool:
    return any(
        state.distance(atom, other) > limits.get(state.atomic_numbers[other], float("inf"))
        for other in state.neighbours[atom]
    )


def move_double_bonds_to_nitrogen(state: TypingState) -> None:
    """Pass 4.25: an Npl with two neighbours, both heavy, and short bonds becomes N2.

    Its neighbour at the relatively shortest bond takes the other end of the double bond.
    """
    for atom in state.untyped:
        if state.types[atom] != "Npl" or state.degree[atom] != 2 or state.heavy_degree[atom] != 2:
            continue
        even_product = length_product = 1.0
        recipient, lowest_ratio = None, float("inf")
        for other in state.neighbours[atom]:
            even = _even_length(state, other)
            if even is None:
                continue
            length = state.distance(atom, other)
            even_product *= even
            length_product *= length
            ratio = length / even
            if ratio <= min(lowest_ratio, 1.0) and _can_take_double_bond(state, atom, other):
                recipient, lowest_ratio = other, ratio
        if recipient is not None and length_product < even_product:
            state.types[atom] = "N2"
            symbols = {CARBON: "C2", NITROGEN: "N2", OXYGEN: "O2"}
            state.types[recipient] = symbols[state.atomic_numbers[recipient]]


def _even_length(state: TypingState, atom: int) -> float | None:
    """Reference length of a bond to nitrogen; None for neighbours that do not count."""
    if state.atomic_numbers[atom] == OXYGEN and state.degree[atom] == 1:
        return EVEN_LENGTH_TERMINAL_OXYGEN
    return EVEN_LENGTH.get(state.atomic_numbers[atom])


def _can_take_double_bond(state: TypingState, nitrogen: int, atom: int) -> bool:
    """Whether a neighbour has no double bond already, as far as one can see."""
    if state.types[atom] == "Car":
        return False
    if state.atomic_numbers[atom] == NITROGEN and state.degree[atom] > 2:
        return False
    return not any(
        state.geometry(other) in (Geometry.LINEAR, Geometry.PLANAR)
        and state.heavy_degree[other] == 1
        for other in state.other_neighbours(atom, nitrogen)
    )
