"""Rings of one bond graph: shortest rings through each bond, and all small ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

__all__ = ["all_cycles", "cycle_count_bound", "shortest_cycles"]

Cycle = tuple[int, ...]
Bonds = tuple[tuple[int, int], ...]
Adjacency = dict[int, list[int]]

MAX_ALTERNATIVES = 64
"""Equally short rings kept for one bond. A macrocycle of m para-linked six-rings has 2**m of
them; beyond this number one is kept, as ChimeraX does for big macrocycles."""


@lru_cache(maxsize=4096)
def shortest_cycles(bond_bytes: bytes) -> tuple[Cycle, ...]:
    """Every ring that is a shortest ring through at least one of its bonds.

    All alternatives of equal size are kept, so that cubane has six four-rings; an envelope of
    smaller rings is no ring of the set. This is neither the SSSR nor its union.

    Parameters
    ----------
    bond_bytes
        The bonds as the bytes of an (m, 2) int32 array, so that the answer can be remembered:
        all residues of one name have the same bonds.

    Returns
    -------
    tuple of tuple of int
        Atoms of each ring in cyclic order, from the lowest atom towards its lower neighbour.
    """
    graph = _ring_graph(_unpack(bond_bytes))
    found: set[Cycle] = set()
    for first, others in graph.items():
        for second in others:
            if first < second:
                found.update(_shortest_through(graph, first, second))
    return tuple(sorted(found))


@lru_cache(maxsize=256)
def all_cycles(bond_bytes: bytes, max_size: int) -> tuple[Cycle, ...]:
    """Every simple cycle of up to ``max_size`` atoms; arguments as in `shortest_cycles`."""
    graph = _ring_graph(_unpack(bond_bytes))
    found = {_canonical(cycle) for start in graph for cycle in _cycles_from(graph, start, max_size)}
    return tuple(sorted(found))


@lru_cache(maxsize=4096)
def cycle_count_bound(bond_bytes: bytes) -> int:
    """Give an upper limit of the number of simple cycles: 2**(independent rings) - 1 per part."""
    graph = _ring_graph(_unpack(bond_bytes))
    total = 0
    for part in _connected_parts(graph):
        bond_count = sum(len(graph[atom]) for atom in part) // 2
        total += 2 ** (bond_count - len(part) + 1) - 1
    return total


def _unpack(bond_bytes: bytes) -> Bonds:
    pairs = np.frombuffer(bond_bytes, dtype=np.int32).reshape(-1, 2).tolist()
    return tuple((first, second) for first, second in pairs)


def _ring_graph(bonds: Bonds) -> Adjacency:
    """Neighbours over those bonds that lie in some ring (bridges removed), sorted."""
    graph: dict[int, set[int]] = {}
    for first, second in bonds:
        if first != second:
            graph.setdefault(first, set()).add(second)
            graph.setdefault(second, set()).add(first)
    leaves = [atom for atom, others in graph.items() if len(others) == 1]
    while leaves:  # chains first: cheap, and nearly everything in a protein residue
        leaf = leaves.pop()
        for other in graph.pop(leaf):
            graph[other].discard(leaf)
            if len(graph[other]) == 1:
                leaves.append(other)
    for first, second in _bridges(graph):
        graph[first].discard(second)
        graph[second].discard(first)
    return {atom: sorted(graph[atom]) for atom in sorted(graph) if graph[atom]}


def _bridges(graph: dict[int, set[int]]) -> list[tuple[int, int]]:
    """Bonds whose removal disconnects the graph (Tarjan's low-link rule, without recursion)."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    bridges: list[tuple[int, int]] = []
    for root in graph:
        if root in order:
            continue
        order[root] = low[root] = len(order)
        stack: list[tuple[int, int, Iterator[int]]] = [(root, -1, iter(graph[root]))]
        while stack:
            atom, parent, others = stack[-1]
            for other in others:
                if other not in order:
                    order[other] = low[other] = len(order)
                    stack.append((other, atom, iter(graph[other])))
                    break
                if other != parent:
                    low[atom] = min(low[atom], order[other])
            else:
                stack.pop()
                if parent >= 0:
                    low[parent] = min(low[parent], low[atom])
                    if low[atom] > order[parent]:
                        bridges.append((parent, atom))
    return bridges


def _connected_parts(graph: Adjacency) -> list[list[int]]:
    seen: set[int] = set()
    parts: list[list[int]] = []
    for root in graph:
        if root in seen:
            continue
        seen.add(root)
        part = [root]
        for atom in part:  # grows while it is walked
            fresh = [other for other in graph[atom] if other not in seen]
            seen.update(fresh)
            part.extend(fresh)
        parts.append(part)
    return parts


def _shortest_through(graph: Adjacency, first: int, second: int) -> Iterator[Cycle]:
    """Shortest rings through the bond first-second: shortest paths that avoid it."""
    depth = {first: 0}
    path_count = {first: 1}
    layer = [first]
    while second not in depth:
        following: list[int] = []
        for atom in layer:
            for other in graph[atom]:
                if atom == first and other == second:
                    continue
                if other not in depth:
                    depth[other] = depth[atom] + 1
                    path_count[other] = 0
                    following.append(other)
                if depth[other] == depth[atom] + 1:
                    path_count[other] += path_count[atom]
        layer = following
    only_one = path_count[second] > MAX_ALTERNATIVES
    paths: list[tuple[int, ...]] = [(second,)]
    while paths:
        path = paths.pop()
        atom = path[-1]
        if atom == first:
            yield _canonical(path)
            if only_one:
                return
            continue
        paths.extend(
            (*path, other) for other in reversed(graph[atom]) if depth.get(other) == depth[atom] - 1
        )


def _cycles_from(graph: Adjacency, start: int, max_size: int) -> Iterator[Cycle]:
    """Cycles whose lowest atom is ``start``."""
    paths: list[tuple[int, ...]] = [(start,)]
    while paths:
        path = paths.pop()
        for other in graph[path[-1]]:
            if other == start and len(path) > 2:
                yield path
            elif other > start and len(path) < max_size and other not in path:
                paths.append((*path, other))


def _canonical(cycle: Cycle) -> Cycle:
    """Turn a cycle to start at its lowest atom and go to the lower of the two neighbours."""
    at = cycle.index(min(cycle))
    turned = cycle[at:] + cycle[:at]
    if turned[1] > turned[-1]:
        return (turned[0], *reversed(turned[1:]))
    return turned
