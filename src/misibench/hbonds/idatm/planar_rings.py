"""Pass 4.5, first half: which rings can be conjugated, and which of them share bonds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from misibench.hbonds.idatm.rings import Ring
from misibench.hbonds.idatm.state import OXYGEN, TypingState

__all__ = ["RingSystem", "planar_rings", "ring_systems"]

_PLANAR_MEMBER = frozenset({"C2", "Npl", "Sar", "Oar", "Oar+", "P", "Car", "N2", "N2+"})
_PERHAPS_PLANAR_MEMBER = frozenset({"O3", "S3", "N3", "C3"})
_AROMATIC_LENGTHS = {(6, 6): 1.38586, (6, 7): 1.34148, (6, 8): 1.265}
"""Optimal aromatic lengths of C-C, C-N and C-O bonds, Å (ChimeraX)."""
HARMONIC_FACTOR = 792.0
AROMATIC_FROM = 0.5
NOT_AROMATIC_BELOW = -35.0


@dataclass(frozen=True, slots=True)
class RingSystem:
    """Planar rings that hang together by shared bonds.

    Attributes
    ----------
    rings
        In order of discovery.
    atoms
        Ascending.
    bonds
        Rows of ``molecule.bonds`` that lie in the rings, ascending: order of creation.
    """

    rings: tuple[Ring, ...]
    atoms: tuple[int, ...]
    bonds: tuple[int, ...]


def planar_rings(state: TypingState, rings: Iterable[Ring]) -> tuple[Ring, ...]:
    """Rings whose atoms and, where the types leave it open, bond lengths suggest conjugation."""
    return tuple(ring for ring in rings if _is_planar(state, ring))


def _is_planar(state: TypingState, ring: Ring) -> bool:
    certain = True
    oxygens = 0
    for atom in ring.atoms:
        atom_type = state.types[atom]
        if state.degree[atom] > 3:
            return False
        if atom_type in _PERHAPS_PLANAR_MEMBER:
            if atom_type == "C3" and state.degree[atom] != 2:
                return False
            certain = False
        elif atom_type not in _PLANAR_MEMBER:
            return False
        oxygens += state.atomic_numbers[atom] == OXYGEN
    if len(ring) == 5 and 2 <= oxygens <= 4:
        return False
    return certain or _has_aromatic_lengths(state, ring)


def _has_aromatic_lengths(state: TypingState, ring: Ring) -> bool:
    """Test bond lengths in the manner of the HOMA index; refuse what is far from aromatic."""
    count, squares = 0, 0.0
    for first, second in zip(ring.atoms, (*ring.atoms[1:], ring.atoms[0]), strict=True):
        numbers = sorted((state.atomic_numbers[first], state.atomic_numbers[second]))
        optimum = _AROMATIC_LENGTHS.get((numbers[0], numbers[1]))
        if optimum is not None:
            count += 1
            squares += (state.distance(first, second) - optimum) ** 2
    if not count:
        return False
    index = 1.0 - HARMONIC_FACTOR * squares / count
    return index >= AROMATIC_FROM or count * index >= NOT_AROMATIC_BELOW


def ring_systems(rings: Sequence[Ring]) -> tuple[RingSystem, ...]:
    """Merge rings that share bonds, from the first ring on, last found first followed."""
    by_bond: dict[int, list[int]] = {}
    for index, ring in enumerate(rings):
        for bond in ring.bonds:
            by_bond.setdefault(bond, []).append(index)
    seen: set[int] = set()
    systems: list[RingSystem] = []
    for start in range(len(rings)):
        if start in seen:
            continue
        seen.add(start)
        stack, members = [start], []
        while stack:
            index = stack.pop()
            members.append(rings[index])
            for bond in rings[index].bonds:
                fresh = [other for other in by_bond[bond] if other not in seen]
                seen.update(fresh)
                stack.extend(fresh)
        systems.append(
            RingSystem(
                rings=tuple(members),
                atoms=tuple(sorted({atom for ring in members for atom in ring.atoms})),
                bonds=tuple(sorted({bond for ring in members for bond in ring.bonds})),
            )
        )
    return tuple(systems)
