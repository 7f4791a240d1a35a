"""Pass 4.5, second half: find bond orders for a ring system, relaxing the rules step by step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from misibench.hbonds.idatm.bond_orders import NEVER, BondOrderProblem
from misibench.hbonds.idatm.exocyclic import BondClass, ExocyclicBond
from misibench.hbonds.idatm.planar_rings import RingSystem
from misibench.hbonds.idatm.rings import Ring
from misibench.hbonds.idatm.state import NITROGEN, OXYGEN, SULFUR, TypingState

__all__ = ["Assignment", "SystemBonds", "apply_swaps", "find_assignments"]

Exocyclic = tuple[ExocyclicBond, ...]

UNCERTAIN_LENGTH = {OXYGEN: 1.30, SULFUR: 1.76}
"""Å: how far a terminal bond is from this length says how sure its order is (ChimeraX)."""

SWAPPED_TYPE = {"C3": "C2", "C2": "C3", "Npl": "N2", "N2": "Npl"}
_FLIPPED_TYPE = {
    (OXYGEN, BondClass.SINGLE): "O3",
    (OXYGEN, BondClass.DOUBLE): "O2",
    (SULFUR, BondClass.SINGLE): "S3",
    (SULFUR, BondClass.DOUBLE): "S2",
}
_ORDER = {BondClass.SINGLE: 1, BondClass.AMBIGUOUS: 1, BondClass.DOUBLE: 2, BondClass.IMPOSSIBLE: 3}


@dataclass(frozen=True, slots=True)
class Assignment:
    """Bond orders for one ring system.

    Attributes
    ----------
    doubles
        Bit mask of the double bonds; the first bond of the system is the highest bit.
    exocyclic
        The bonds that leave the system, as this assignment takes them.
    swapped
        Atoms outside whose type was exchanged to make this assignment possible.
    """

    doubles: int
    exocyclic: Exocyclic
    swapped: tuple[int, ...] = ()


class SystemBonds:
    """The bonds of a ring system as bit masks, and its valence rules as a search problem."""

    def __init__(
        self, state: TypingState, system: RingSystem, molecule_bonds: Sequence[Sequence[int]]
    ) -> None:
        self.state = state
        self.system = system
        self.pairs = [(molecule_bonds[row][0], molecule_bonds[row][1]) for row in system.bonds]
        highest = len(self.pairs) - 1
        self.bit_of_row = {row: 1 << (highest - at) for at, row in enumerate(system.bonds)}
        self.bits_of_atom = dict.fromkeys(system.atoms, 0)
        self.bit_of_pair: dict[tuple[int, int], int] = {}
        for (first, second), bit in zip(self.pairs, self.bit_of_row.values(), strict=True):
            self.bits_of_atom[first] |= bit
            self.bits_of_atom[second] |= bit
            self.bit_of_pair[first, second] = self.bit_of_pair[second, first] = bit
        self._place = {atom: at for at, atom in enumerate(system.atoms)}

    def ring_bits(self, ring: Ring) -> int:
        """Bit mask of a ring's bonds."""
        mask = 0
        for row in ring.bonds:
            mask |= self.bit_of_row[row]
        return mask

    def bond_count(self, atom: int) -> int:
        """How many bonds of an atom lie in rings of the system."""
        return self.bits_of_atom[atom].bit_count()

    def order_sum(self, atom: int, doubles: int) -> int:
        """Sum of the orders of an atom's bonds in rings of the system."""
        bits = self.bits_of_atom[atom]
        return bits.bit_count() + (bits & doubles).bit_count()

    def problem(
        self,
        exocyclic: Iterable[ExocyclicBond],
        *,
        charged: bool,
        swappable: Iterable[ExocyclicBond] = (),
    ) -> BondOrderProblem:
        """State which atoms may have a double bond; to swap a swappable bond costs 1."""
        kinds = {bond.ring_atom: bond.kind for bond in exocyclic}
        second_choice = {bond.ring_atom: bond.swapped().kind for bond in swappable}
        costs: list[list[int]] = [[], []]
        for atom in self.system.atoms:
            outer = self.state.degree[atom] - self.bond_count(atom)
            # a bond inside the system that lies in none of its rings is as good as open
            kind = kinds.get(atom, BondClass.AMBIGUOUS) if outer else None
            for doubles in (0, 1):
                cost = NEVER
                if self._allows(atom, kind, doubles, charged):
                    cost = 0
                elif atom in second_choice and self._allows(
                    atom, second_choice[atom], doubles, charged
                ):
                    cost = 1
                costs[doubles].append(cost)
        local = [(self._place[first], self._place[second]) for first, second in self.pairs]
        return BondOrderProblem(local, costs[0], costs[1])

    def _allows(self, atom: int, kind: BondClass | None, doubles: int, charged: bool) -> bool:
        """Valence rules for an atom with so many double bonds in the system."""
        if doubles and kind is BondClass.DOUBLE:
            return False
        number, degree = self.state.atomic_numbers[atom], self.state.degree[atom]
        total = self.bond_count(atom) + doubles + (_ORDER[kind] if kind else 0)
        electrons = (number - 2) % 8 + total  # valence electrons plus one for each bond order
        if charged and ((number == NITROGEN and degree == 3) or (number == OXYGEN and degree == 2)):
            return 7 <= electrons <= 9
        if degree == 2 or kind is BondClass.AMBIGUOUS:
            return 7 <= electrons <= 8
        return electrons == 8


def find_assignments(
    bonds: SystemBonds, exocyclic: Exocyclic, planar_ring_atoms: frozenset[int]
) -> list[Assignment]:
    """Possible bond orders by the first of these attempts that gives any; empty if none does.

    Neutral atoms (open bonds between rings single first), charged N and O, terminal bonds of
    the other order, other types for neighbours whose type was uncertain.
    """
    neutral = _neutral(bonds, exocyclic, planar_ring_atoms)
    if neutral and not _some_heterocycle_lacks_doubles(bonds, neutral):
        return neutral
    charged = _plain(bonds, exocyclic, charged=True)
    if neutral or charged:
        return charged + neutral
    for attempt in (_flipped, _swapped):
        for with_charges in (False, True):
            found = attempt(bonds, exocyclic, charged=with_charges)
            if found:
                return found
    return []


def _plain(bonds: SystemBonds, exocyclic: Exocyclic, *, charged: bool) -> list[Assignment]:
    masks = bonds.problem(exocyclic, charged=charged).assignments()
    return [Assignment(mask, exocyclic) for mask in masks]


def _neutral(
    bonds: SystemBonds, exocyclic: Exocyclic, planar_ring_atoms: frozenset[int]
) -> list[Assignment]:
    between_rings = [
        bond
        for bond in exocyclic
        if bond.kind is BondClass.AMBIGUOUS and bond.outside in planar_ring_atoms
    ]
    if between_rings:
        settled = [
            ExocyclicBond(bond.ring_atom, bond.outside, BondClass.SINGLE)
            if bond in between_rings
            else bond
            for bond in exocyclic
        ]
        masks = bonds.problem(settled, charged=False).assignments()
        if masks:
            return [Assignment(mask, exocyclic) for mask in masks]
    return _plain(bonds, exocyclic, charged=False)


def _some_heterocycle_lacks_doubles(bonds: SystemBonds, found: Sequence[Assignment]) -> bool:
    """Whether a ring with N or O has as many double bonds as fit in no assignment."""
    numbers = bonds.state.atomic_numbers
    for ring in bonds.system.rings:
        if not any(numbers[atom] in (NITROGEN, OXYGEN) for atom in ring.atoms):
            continue
        mask, most = bonds.ring_bits(ring), len(ring) // 2
        if all((one.doubles & mask).bit_count() != most for one in found):
            return True
    return False


def _flipped(bonds: SystemBonds, exocyclic: Exocyclic, *, charged: bool) -> list[Assignment]:
    """Give the fewest, least certain terminal bonds the other order, and keep them so."""
    state = bonds.state

    def certainty(bond: ExocyclicBond) -> float:
        length = UNCERTAIN_LENGTH.get(state.atomic_numbers[bond.outside])
        if length is None:
            return 0.0
        return abs(state.distance(bond.ring_atom, bond.outside) ** 2 - length**2)

    candidates = sorted((bond for bond in exocyclic if bond.flippable), key=certainty)
    for chosen in _smallest_subsets(bonds, exocyclic, candidates, charged=charged):
        flipped = _with_swaps(exocyclic, chosen)
        found = _plain(bonds, flipped, charged=charged)
        if found:
            for bond in chosen:
                key = (state.atomic_numbers[bond.outside], bond.swapped().kind)
                state.types[bond.outside] = _FLIPPED_TYPE.get(key, state.types[bond.outside])
            return found
    return []


def _swapped(bonds: SystemBonds, exocyclic: Exocyclic, *, charged: bool) -> list[Assignment]:
    """Pool what is possible when the fewest uncertain neighbours get their other type."""
    by_neighbour: dict[int, ExocyclicBond] = {}
    by_neighbour = {
        bond.outside: bond for bond in exocyclic if bond.outside in bonds.state.second_look
    }
    candidates = tuple(by_neighbour.values())
    return [
        Assignment(one.doubles, one.exocyclic, tuple(bond.outside for bond in chosen))
        for chosen in _smallest_subsets(bonds, exocyclic, candidates, charged=charged)
        for one in _plain(bonds, _with_swaps(exocyclic, chosen), charged=charged)
    ]


def _smallest_subsets(
    bonds: SystemBonds,
    exocyclic: Exocyclic,
    candidates: Sequence[ExocyclicBond],
    *,
    charged: bool,
) -> Iterable[tuple[ExocyclicBond, ...]]:
    """Subsets of the candidates with as many members as a solution needs at least."""
    if not candidates:
        return ()
    size = bonds.problem(exocyclic, charged=charged, swappable=candidates).cheapest()
    return combinations(candidates, size) if size < NEVER else ()


def _with_swaps(exocyclic: Exocyclic, chosen: Iterable[ExocyclicBond]) -> Exocyclic:
    wanted = set(chosen)
    return tuple(bond.swapped() if bond in wanted else bond for bond in exocyclic)


def apply_swaps(state: TypingState, assignment: Assignment) -> None:
    """Exchange for good the types on which the chosen assignment rests."""
    for atom in assignment.swapped:
        state.types[atom] = SWAPPED_TYPE.get(state.types[atom], state.types[atom])
