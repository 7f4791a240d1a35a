"""Numbers of Kekulé structures are those of the textbooks; the rest is checked by trying all."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from misibench.hbonds.idatm.bond_orders import NEVER, BondOrderProblem

Bonds = list[tuple[int, int]]


def hexagons(cells: list[tuple[int, int]]) -> Bonds:
    """Bonds of hexagons glued together on a honeycomb, cells in axial coordinates."""
    corners: dict[tuple[int, int, int], int] = {}
    bonds: set[tuple[int, int]] = set()
    for column, row in cells:
        ring = []
        for step in range(6):
            # a corner is where three cells meet: name it by the sum of their coordinates
            around = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
            one, two = around[step], around[(step + 1) % 6]
            key = (3 * column + one[0] + two[0], 3 * row + one[1] + two[1], 0)
            ring.append(corners.setdefault(key, len(corners)))
        for first, second in zip(ring, ring[1:] + ring[:1], strict=True):
            bonds.add((min(first, second), max(first, second)))
    return sorted(bonds)


def carbon_problem(bonds: Bonds) -> BondOrderProblem:
    size = 1 + max(max(pair) for pair in bonds)
    return BondOrderProblem(bonds, [NEVER] * size, [0] * size)


DISK = [(0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]


@pytest.mark.parametrize(
    ("cells", "count"),
    [
        ([(0, 0)], 2),  # benzene
        ([(0, 0), (1, 0)], 3),  # naphthalene
        ([(0, 0), (1, 0), (2, 0)], 4),  # anthracene
        ([(0, 0), (1, 0), (1, 1)], 5),  # phenanthrene
        ([(0, 0), (1, 0), (0, 1), (1, 1)], 6),  # pyrene
        (DISK, 20),  # coronene
        ([(0, 0), (1, 0), (0, 1)], 0),  # phenalenyl: an odd number of atoms
        ([(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (0, 2)], 0),  # triangulene: even, but none
    ],
)
def test_kekule_structures_of_benzenoids(cells: list[tuple[int, int]], count: int) -> None:
    problem = carbon_problem(hexagons(cells))
    assert problem.count() == count
    assert len(problem.assignments()) == count
    assert problem.cheapest() >= NEVER if count == 0 else problem.cheapest() == 0


def test_search_without_answer_ends_quickly_in_large_systems() -> None:
    """45 atoms that cannot be paired; trying all bonds would take 2**57 steps."""
    cells = [(column, row) for column in range(5) for row in range(5 - column)]
    problem = carbon_problem(hexagons(cells))
    assert problem.assignments() == []
    assert len(problem._counts) < 5000


def test_bits_run_from_the_first_bond_and_single_comes_first() -> None:
    bonds = [(0, 1), (1, 2), (2, 3), (3, 0)]
    assert carbon_problem(bonds).assignments() == [0b0101, 0b1010]


costs = st.lists(st.sampled_from([0, 0, 1, NEVER]), min_size=6, max_size=6)


@given(
    st.lists(st.sampled_from(list(combinations(range(6), 2))), unique=True, max_size=9),
    costs,
    costs,
)
@settings(max_examples=200, deadline=None)
def test_search_agrees_with_trying_everything(
    bonds: Bonds, without: list[int], with_double: list[int]
) -> None:
    prices: dict[int, int] = {}
    for mask in range(2 ** len(bonds)):
        chosen = [pair for at, pair in enumerate(reversed(bonds)) if mask >> at & 1]
        touched = [atom for pair in chosen for atom in pair]
        if len(set(touched)) == len(touched):
            prices[mask] = sum(
                with_double[atom] if atom in touched else without[atom] for atom in range(6)
            )
    problem = BondOrderProblem(bonds, without, with_double)
    free = sorted(mask for mask, price in prices.items() if price == 0)
    assert problem.assignments() == free
    assert problem.count() == len(free)
    lowest = min(prices.values())
    assert problem.cheapest() == lowest if lowest < NEVER else problem.cheapest() >= NEVER
