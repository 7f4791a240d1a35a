"""Bonds that leave a ring system: single, double or open, judged by what they lead to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from misibench.hbonds.idatm.planar_rings import RingSystem
from misibench.hbonds.idatm.state import NITROGEN, OXYGEN, TypingState
from misibench.hbonds.idatm.type_table import Geometry

__all__ = ["BondClass", "ExocyclicBond", "exocyclic_bonds"]


class BondClass(Enum):
    """What is known about a bond that leaves the system."""

    SINGLE = "single"
    DOUBLE = "double"
    AMBIGUOUS = "ambiguous"
    IMPOSSIBLE = "impossible"


_SWAPPED = {
    BondClass.SINGLE: BondClass.DOUBLE,
    BondClass.DOUBLE: BondClass.SINGLE,
    BondClass.AMBIGUOUS: BondClass.IMPOSSIBLE,
    BondClass.IMPOSSIBLE: BondClass.IMPOSSIBLE,
}


@dataclass(frozen=True, slots=True)
class ExocyclicBond:
    """A bond from a ring-system atom to an atom outside the system.

    Attributes
    ----------
    flippable
        Whether it leads to a terminal atom whose single or double bond may be a misjudgement.
    """

    ring_atom: int
    outside: int
    kind: BondClass
    flippable: bool = False

    def swapped(self) -> ExocyclicBond:
        """Give the same bond as double instead of single or the reverse."""
        return replace(self, kind=_SWAPPED[self.kind])


def exocyclic_bonds(state: TypingState, system: RingSystem) -> tuple[ExocyclicBond, ...]:
    """Classify all bonds that leave a system, by ring atom, then in bond order."""
    inside = set(system.atoms)
    return tuple(
        _classified(state, atom, other)
        for atom in system.atoms
        for other in state.neighbours[atom]
        if other not in inside
    )


def _classified(state: TypingState, ring_atom: int, outside: int) -> ExocyclicBond:
    if outside in state.ambiguous:
        return ExocyclicBond(ring_atom, outside, BondClass.AMBIGUOUS)
    geometry = state.geometry(outside)
    terminal = state.degree[outside] == 1
    if geometry is not Geometry.PLANAR:
        flippable = geometry is Geometry.TETRAHEDRAL and terminal
        return ExocyclicBond(ring_atom, outside, BondClass.SINGLE, flippable)
    if state.types[outside] == "Npl":
        return ExocyclicBond(ring_atom, outside, BondClass.SINGLE)
    if terminal:
        elements = (state.atomic_numbers[ring_atom], state.atomic_numbers[outside])
        if elements == (NITROGEN, OXYGEN):
            return ExocyclicBond(ring_atom, outside, BondClass.SINGLE)
        return ExocyclicBond(ring_atom, outside, BondClass.DOUBLE, flippable=True)
    return ExocyclicBond(ring_atom, outside, _by_surroundings(state, ring_atom, outside))


def _by_surroundings(state: TypingState, ring_atom: int, outside: int) -> BondClass:
    """Class of a bond to a planar atom, which may have its double bond on another side."""
    ambiguous = state.second_look.get(outside) == -1
    for other in state.other_neighbours(outside, ring_atom):
        if not state.is_planar(other):
            continue
        all_single = True
        for further in state.other_neighbours(other, outside):
            if not state.is_planar(further):
                continue
            all_single = False
            if state.degree[further] == 1:
                ambiguous = False
                break
            ambiguous = True
        if all_single:
            return BondClass.SINGLE
    return BondClass.AMBIGUOUS if ambiguous else BondClass.DOUBLE
