"""Pass 4.5: types of atoms in planar rings, by bond orders and electron counts."""

from __future__ import annotations

from collections.abc import Sequence

from misibench.hbonds.idatm.bond_order_attempts import (
    Assignment,
    SystemBonds,
    apply_swaps,
    find_assignments,
)
from misibench.hbonds.idatm.bond_order_choice import best_assignment, is_positive
from misibench.hbonds.idatm.exocyclic import BondClass, ExocyclicBond, exocyclic_bonds
from misibench.hbonds.idatm.planar_rings import RingSystem, planar_rings, ring_systems
from misibench.hbonds.idatm.rings import Ring
from misibench.hbonds.idatm.state import (
    CARBON,
    NITROGEN,
    OXYGEN,
    PHOSPHORUS,
    SULFUR,
    TypingState,
)
from misibench.hbonds.idatm.type_table import Geometry

__all__ = ["type_planar_rings"]

LARGEST_SYSTEM = 50
"""Atoms; in larger systems every carbon is taken as aromatic without search (ChimeraX)."""


def type_planar_rings(
    state: TypingState, rings: Sequence[Ring], molecule_bonds: Sequence[Sequence[int]]
) -> None:
    """Find ring systems that can be conjugated and type their atoms, system by system."""
    planar = planar_rings(state, rings)
    planar_ring_atoms = frozenset(atom for ring in planar for atom in ring.atoms)
    for system in ring_systems(planar):
        if len(system.atoms) > LARGEST_SYSTEM:
            _type_large_system(state, system)
            continue
        bonds = SystemBonds(state, system, molecule_bonds)
        found = find_assignments(bonds, exocyclic_bonds(state, system), planar_ring_atoms)
        if found:
            _type_system(bonds, found)


def _type_large_system(state: TypingState, system: RingSystem) -> None:
    for atom in system.atoms:
        if state.atomic_numbers[atom] == CARBON:
            state.types[atom] = "Car"
        elif state.atomic_numbers[atom] == OXYGEN:
            state.types[atom] = "Oar"


def _type_system(bonds: SystemBonds, found: Sequence[Assignment]) -> None:
    chosen = best_assignment(bonds, found)
    apply_swaps(bonds.state, chosen)
    always = sometimes = found[0].doubles
    for one in found:
        always &= one.doubles
        sometimes |= one.doubles
    counter = _ElectronCounter(bonds, chosen, always, sometimes)
    for ring in bonds.system.rings:
        aromatic = counter.is_aromatic(ring)
        _type_ring(bonds, ring, chosen.doubles, aromatic=aromatic)
    for bond in chosen.exocyclic:
        _settle_ambiguous_carbon(bonds.state, bond)


class _ElectronCounter:
    """Counts the pi electrons of rings under the chosen bond orders."""

    def __init__(self, bonds: SystemBonds, chosen: Assignment, always: int, sometimes: int) -> None:
        self._bonds = bonds
        self._doubles = chosen.doubles
        self._exocyclic = {bond.ring_atom: bond for bond in chosen.exocyclic}
        self._always = always
        self._sometimes = sometimes
        self._ring_count: dict[int, int] = {}
        for ring in bonds.system.rings:
            for atom in ring.atoms:
                self._ring_count[atom] = self._ring_count.get(atom, 0) + 1

    def is_aromatic(self, ring: Ring) -> bool:
        """Whether the ring has 4n + 2 electrons and no atom that rules aromaticity out."""
        electrons = 0
        for atom in ring.atoms:  # no atom of a planar ring has more than three neighbours
            if self._bonds.state.degree[atom] == 2:
                electrons += self._two_coordinate(atom)
                continue
            of_atom = self._three_coordinate(atom, ring)
            if not of_atom:
                return False
            electrons += of_atom
        return electrons % 4 == 2

    def _two_coordinate(self, atom: int) -> int:
        number = self._bonds.state.atomic_numbers[atom]
        if number == CARBON:
            return 1
        if number in (NITROGEN, PHOSPHORUS):
            return 2 if self._bonds.order_sum(atom, self._doubles) == 2 else 1
        return 1 if is_positive(self._bonds, atom, self._doubles) else 2

    def _three_coordinate(self, atom: int, ring: Ring) -> int:
        """Electrons of an atom with a bond that leaves the ring; 0 if it rules the ring out."""
        number = self._bonds.state.atomic_numbers[atom]
        leaving, neighbour = self._leaving_bond(atom, ring)
        if number == CARBON:
            if leaving is BondClass.DOUBLE and not (
                self._bonds.state.degree[neighbour] > 1 and self._ring_count[atom] > 1
            ):
                return 0
            return 1
        if number in (NITROGEN, PHOSPHORUS):
            positive = number == NITROGEN and is_positive(self._bonds, atom, self._doubles)
            return 1 if leaving is BondClass.DOUBLE or positive else 2
        return 0

    def _leaving_bond(self, atom: int, ring: Ring) -> tuple[BondClass, int]:
        """Class of the bond by which an atom leaves a ring, and where it leads."""
        beside = ring.beside(atom)
        neighbour = next(
            other for other in self._bonds.state.neighbours[atom] if other not in beside
        )
        bit = self._bonds.bit_of_pair.get((atom, neighbour), 0)
        if bit:
            if bit & self._always:
                return BondClass.DOUBLE, neighbour
            return (BondClass.AMBIGUOUS if bit & self._sometimes else BondClass.SINGLE), neighbour
        bond = self._exocyclic.get(atom)
        return (bond.kind if bond else BondClass.AMBIGUOUS), neighbour


def _type_ring(bonds: SystemBonds, ring: Ring, doubles: int, *, aromatic: bool) -> None:
    """Set the types that follow from a ring; two-coordinate N last, as it looks at its carbons."""
    state = bonds.state
    two_coordinate_nitrogens: list[int] = []
    for atom in sorted(ring.atoms):
        number, positive = state.atomic_numbers[atom], is_positive(bonds, atom, doubles)
        if number == NITROGEN and state.degree[atom] == 2:
            two_coordinate_nitrogens.append(atom)
        elif not aromatic:
            continue
        elif number == CARBON:
            state.types[atom] = "Car"
        elif number == OXYGEN:
            state.types[atom] = "Oar+" if positive else "Oar"
        elif number == SULFUR:
            state.types[atom] = "Sar"
        elif number == NITROGEN and positive:
            state.types[atom] = "N2+"
            for oxygen in state.bare_oxygens(atom):
                state.types[oxygen] = "O3-"
    for atom in two_coordinate_nitrogens:
        state.types[atom] = _two_coordinate_nitrogen(bonds, atom, doubles)
        state.ring_decided.add(atom)


def _two_coordinate_nitrogen(bonds: SystemBonds, atom: int, doubles: int) -> str:
    """Npl for two single bonds, else N2, unless the double bond leads into an aromatic ring."""
    state = bonds.state
    double_to = [
        other for other in state.neighbours[atom] if bonds.bit_of_pair[atom, other] & doubles
    ]
    if not double_to:
        return "Npl"
    single_to = [other for other in state.neighbours[atom] if other not in double_to]
    if state.types[double_to[0]] == "Car" and all(state.types[one] == "C2" for one in single_to):
        return "Npl"
    return "N2"


def _settle_ambiguous_carbon(state: TypingState, bond: ExocyclicBond) -> None:
    """Make a two-coordinate carbon between C2 and C3 a C3 where the next atom suggests it."""
    carbon = bond.outside
    if carbon not in state.ambiguous or state.types[bond.ring_atom] not in ("Npl", "Car"):
        return
    for other in state.other_neighbours(carbon, bond.ring_atom):
        geometry = state.geometry(other)
        if geometry is Geometry.UNKNOWN:
            continue
        if geometry is Geometry.TETRAHEDRAL or any(
            state.types[further] == "O2" for further in state.neighbours[other]
        ):
            state.types[carbon] = "C3"
