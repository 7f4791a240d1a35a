"""All ways to lay single and double bonds over a ring system.

Every atom of a planar ring has two or three neighbours, so at most one of its bonds inside the
system is double: an assignment is a set of bonds of which no two touch (a matching), in which
some atoms must take part, some must not and some may. The search goes through the atoms along
the system and remembers which rests can be completed, so that its effort grows with the number
of answers and not with the number of bonds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

__all__ = ["MAX_ASSIGNMENTS", "NEVER", "BondOrderProblem"]

MAX_ASSIGNMENTS = 20_000
"""Assignments listed at most; drug-like ring systems have fewer than a hundred."""

NEVER = 10**6
"""Cost of what the valence rules exclude."""


@dataclass(eq=False)
class BondOrderProblem:
    """Atoms 0 ... n-1 joined by bonds, with what it costs each atom to have a double bond or none.

    Attributes
    ----------
    bonds
        Pairs of atoms, in the order in which assignments are compared.
    cost_without, cost_with
        Per atom: 0 if allowed, `NEVER` if not, or the number of swaps that would allow it.
    """

    bonds: Sequence[tuple[int, int]]
    cost_without: Sequence[int]
    cost_with: Sequence[int]
    _cheapest: dict[int, int] = field(default_factory=dict, init=False)
    _counts: dict[int, int] = field(default_factory=dict, init=False)

    @cached_property
    def _order(self) -> list[int]:
        """Atoms in breadth-first order, which keeps the border of the search narrow."""
        around: list[list[int]] = [[] for _ in self.cost_with]
        for first, second in self.bonds:
            around[first].append(second)
            around[second].append(first)
        order: list[int] = []
        seen: set[int] = set()
        for root in range(len(around)):
            if root in seen:
                continue
            seen.add(root)
            queue = [root]
            for atom in queue:
                fresh = [other for other in around[atom] if other not in seen]
                seen.update(fresh)
                queue.extend(fresh)
            order.extend(queue)
        return order

    @cached_property
    def _later(self) -> list[list[tuple[int, int, int]]]:
        """Per place in the order: bonds to later places as (place bit, bond bit, cost)."""
        place = {atom: at for at, atom in enumerate(self._order)}
        later: list[list[tuple[int, int, int]]] = [[] for _ in place]
        highest = len(self.bonds) - 1
        for index, (first, second) in enumerate(self.bonds):
            near, far = sorted((place[first], place[second]))
            cost = self.cost_with[first] + self.cost_with[second]
            if cost < NEVER:
                later[near].append((1 << far, 1 << (highest - index), cost))
        return later

    def cheapest(self) -> int:
        """Lowest total cost of an assignment; `NEVER` or more if there is none."""
        return self._cheapest_rest((1 << len(self.cost_with)) - 1)

    def count(self) -> int:
        """Give the number of assignments that cost nothing."""
        return self._count_rest((1 << len(self.cost_with)) - 1)

    def assignments(self) -> list[int]:
        """All assignments that cost nothing, in order: bond by bond, single before double.

        Each is a bit mask of its double bonds, the first bond being the highest bit.
        """
        found: list[int] = []
        everything = (1 << len(self.cost_with)) - 1
        pending = [(everything, 0)] if self.count() else []
        while pending and len(found) < MAX_ASSIGNMENTS:
            rest, doubles = pending.pop()
            if not rest:
                found.append(doubles)
                continue
            pending.extend(
                (following, doubles | bond)
                for following, bond, cost in self._steps(rest)
                if not cost and self._count_rest(following)
            )
        return sorted(found)

    def _steps(self, rest: int) -> list[tuple[int, int, int]]:
        """What can be done with the first atom of the rest: (new rest, double bond, cost)."""
        lowest = rest & -rest
        at = lowest.bit_length() - 1
        rest ^= lowest
        steps = [(rest ^ far, bond, cost) for far, bond, cost in self._later[at] if rest & far]
        without = self.cost_without[self._order[at]]
        if without < NEVER:
            steps.append((rest, 0, without))
        return steps

    def _cheapest_rest(self, rest: int) -> int:
        if not rest:
            return 0
        known = self._cheapest.get(rest)
        if known is None:
            known = min(
                (cost + self._cheapest_rest(following) for following, _, cost in self._steps(rest)),
                default=NEVER,
            )
            self._cheapest[rest] = known
        return known

    def _count_rest(self, rest: int) -> int:
        if not rest:
            return 1
        known = self._counts.get(rest)
        if known is None:
            known = sum(
                self._count_rest(following) for following, _, cost in self._steps(rest) if not cost
            )
            self._counts[rest] = known
        return known
