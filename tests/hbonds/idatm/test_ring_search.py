"""Expected ring sets follow from the definition: a ring is a shortest one through some bond."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from misibench.hbonds.idatm.ring_search import (
    MAX_ALTERNATIVES,
    all_cycles,
    cycle_count_bound,
    shortest_cycles,
)


def packed(bonds: list[tuple[int, int]]) -> bytes:
    return np.array(bonds, dtype=np.int32).reshape(-1, 2).tobytes()


def path(*atoms: int) -> list[tuple[int, int]]:
    return list(pairwise(atoms))


CUBANE = [*path(0, 1, 2, 3, 0), *path(4, 5, 6, 7, 4), (0, 4), (1, 5), (2, 6), (3, 7)]
NORBORNANE = [*path(0, 1, 2, 3, 4, 5, 0), *path(0, 6, 3)]
NAPHTHALENE = [*path(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0), (4, 9)]
SPIRO = [*path(0, 1, 2, 0), *path(0, 3, 4, 5, 0)]
ADAMANTANE = [
    *path(0, 4, 1), *path(0, 5, 2), *path(0, 6, 3), *path(1, 7, 2), *path(1, 8, 3), *path(2, 9, 3)
]  # fmt: skip


@pytest.mark.parametrize(
    ("bonds", "sizes"),
    [
        (path(0, 1, 2, 3), []),
        (CUBANE, [4] * 6),  # the SSSR would drop one
        (NORBORNANE, [5, 5]),  # not the six-ring around
        (NAPHTHALENE, [6, 6]),  # not the ten-ring around
        (SPIRO, [3, 4]),
        (ADAMANTANE, [6] * 4),
        ([*path(0, 1, 2, 0), (2, 3), *path(3, 4, 5, 6, 3)], [3, 4]),  # bridge between rings
    ],
)
def test_ring_sizes(bonds: list[tuple[int, int]], sizes: list[int]) -> None:
    assert sorted(map(len, shortest_cycles(packed(bonds)))) == sizes


def test_rings_start_at_their_lowest_atom_and_go_to_its_lower_neighbour() -> None:
    assert shortest_cycles(packed(path(5, 3, 1, 4, 5))) == ((1, 3, 5, 4),)


def test_bonds_listed_twice_or_to_themselves_make_no_ring() -> None:
    assert shortest_cycles(packed([(0, 1), (1, 0), (1, 1), (1, 2)])) == ()


@st.composite
def graphs(draw: st.DrawFn) -> list[tuple[int, int]]:
    size = draw(st.integers(3, 8))
    return draw(
        st.lists(st.sampled_from(list(combinations(range(size), 2))), unique=True, max_size=13)
    )


def every_cycle(bonds: list[tuple[int, int]]) -> set[frozenset[tuple[int, int]]]:
    """All cycles as bond sets, by walking every path: slow and plain."""
    neighbours: dict[int, set[int]] = {}
    for first, second in bonds:
        neighbours.setdefault(first, set()).add(second)
        neighbours.setdefault(second, set()).add(first)
    found = set()

    def walk(trail: tuple[int, ...]) -> None:
        for other in neighbours[trail[-1]]:
            if other == trail[0] and len(trail) > 2:
                found.add(bonds_of(trail))
            elif other not in trail:
                walk((*trail, other))

    for start in neighbours:
        walk((start,))
    return found


def bonds_of(cycle: tuple[int, ...]) -> frozenset[tuple[int, int]]:
    closed = zip(cycle, (*cycle[1:], cycle[0]), strict=True)
    return frozenset((min(pair), max(pair)) for pair in closed)


@given(graphs())
@settings(max_examples=150, deadline=None)
def test_set_is_exactly_the_rings_that_are_shortest_through_a_bond(
    bonds: list[tuple[int, int]],
) -> None:
    cycles = every_cycle(bonds)
    expected = set()
    for bond in bonds:
        through = [cycle for cycle in cycles if bond in cycle]
        shortest = min(map(len, through), default=0)
        expected |= {cycle for cycle in through if len(cycle) == shortest}
    assert {bonds_of(ring) for ring in shortest_cycles(packed(bonds))} == expected


@given(graphs(), st.integers(3, 8))
@settings(max_examples=100, deadline=None)
def test_all_cycles_are_the_cycles_up_to_a_size(bonds: list[tuple[int, int]], size: int) -> None:
    cycles = every_cycle(bonds)
    found = [bonds_of(ring) for ring in all_cycles(packed(bonds), size)]
    assert set(found) == {cycle for cycle in cycles if len(cycle) <= size}
    assert len(set(found)) == len(found)
    assert cycle_count_bound(packed(bonds)) >= len(cycles)


def test_macrocycle_with_countless_equal_alternatives_keeps_one() -> None:
    """Ten four-rings in a wreath: every ring around them has 2**10 equally short forms."""
    count = 10
    bonds = []
    for unit in range(count):
        left, upper, lower, right = range(4 * unit, 4 * unit + 4)
        bonds += [*path(left, upper, right), *path(left, lower, right)]
        bonds.append((right, 4 * ((unit + 1) % count)))
    sizes = [len(ring) for ring in shortest_cycles(packed(bonds))]
    assert sizes.count(4) == count
    assert 1 <= len(sizes) - count <= count < MAX_ALTERNATIVES
