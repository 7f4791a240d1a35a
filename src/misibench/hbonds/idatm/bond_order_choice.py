"""Which of several bond-order assignments a ring system gets."""

from __future__ import annotations

from collections.abc import Sequence

from misibench.hbonds.idatm.bond_order_attempts import Assignment, SystemBonds
from misibench.hbonds.idatm.rings import Ring
from misibench.hbonds.idatm.state import CARBON, NITROGEN, OXYGEN, PHOSPHORUS

__all__ = ["best_assignment", "is_positive"]


def best_assignment(bonds: SystemBonds, found: Sequence[Assignment]) -> Assignment:
    """Most aromatic, then fewest charges, then double bonds where the bonds are short."""
    if len(found) == 1:
        return found[0]
    scores = [_aromatic_score(bonds, one.doubles) for one in found]
    best = max(scores)  # zero keeps all, as none is below
    kept = [one for one, score in zip(found, scores, strict=True) if score == best]
    charges = [
        sum(is_positive(bonds, atom, one.doubles) for atom in bonds.system.atoms) for one in kept
    ]
    fewest = min(charges)
    kept = [one for one, charge in zip(kept, charges, strict=True) if charge == fewest]
    squares = [bonds.state.distance(*pair) ** 2 for pair in bonds.pairs]
    bits = list(bonds.bit_of_row.values())

    def mean_square_length(one: Assignment) -> float:
        orders = [2 if bit & one.doubles else 1 for bit in bits]
        weighted = sum(square * order for square, order in zip(squares, orders, strict=True))
        return weighted / sum(orders)

    return min(kept, key=mean_square_length)


def is_positive(bonds: SystemBonds, atom: int, doubles: int) -> bool:
    """Whether an assignment gives N four bonds or O three, so that it carries a charge."""
    number = bonds.state.atomic_numbers[atom]
    outside = bonds.state.degree[atom] - bonds.bond_count(atom)
    if number == NITROGEN:
        return bonds.order_sum(atom, doubles) == 4 - outside
    return number == OXYGEN and not outside and bonds.order_sum(atom, doubles) == 3


def _aromatic_score(bonds: SystemBonds, doubles: int) -> int:
    """Total size of the rings with 4n + 2 electrons by a coarse count."""
    return sum(
        len(ring) for ring in bonds.system.rings if _coarse_electrons(bonds, ring, doubles) % 4 == 2
    )


def _coarse_electrons(bonds: SystemBonds, ring: Ring, doubles: int) -> int:
    """Electrons of a ring; 0 where an atom rules aromaticity out.

    A quirk to keep: a pyrrole-like N with a third neighbour never lets its five-ring score.
    """
    electrons = 0
    for atom in ring.atoms:
        number, order_sum = bonds.state.atomic_numbers[atom], bonds.order_sum(atom, doubles)
        if number == CARBON:
            if order_sum == 2 and bonds.bond_count(atom) == 2:
                return 0
            electrons += 1
            continue
        if number in (NITROGEN, PHOSPHORUS) and len(ring) == 5 and order_sum != 3:
            return 0
        electrons += 2 if order_sum == 2 else 1
    return electrons
