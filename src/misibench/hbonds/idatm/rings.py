"""Rings of a molecule, residue by residue, as atom typing and hydrogen-bond classes see them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from misibench.hbonds.idatm.ring_search import all_cycles, cycle_count_bound, shortest_cycles
from misibench.hbonds.idatm.templates import templated_residues
from misibench.structure.molecule import Molecule

__all__ = ["Ring", "is_aromatic", "ring_set", "rings_by_atom", "typing_rings"]


@dataclass(frozen=True, slots=True)
class Ring:
    """A ring within one residue.

    Attributes
    ----------
    atoms
        Atom indices in cyclic order, from the lowest towards its lower ring neighbour.
    bonds
        Rows of ``molecule.bonds``: ``bonds[i]`` joins ``atoms[i]`` and ``atoms[i + 1]``.
    """

    atoms: tuple[int, ...]
    bonds: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.atoms)

    def beside(self, atom: int, steps: int = 1) -> tuple[int, int]:
        """Give the two ring atoms that lie ``steps`` bonds from ``atom`` along the ring."""
        at = self.atoms.index(atom)
        size = len(self.atoms)
        return self.atoms[(at - steps) % size], self.atoms[(at + steps) % size]


def ring_set(molecule: Molecule, *, include_templated: bool = True) -> tuple[Ring, ...]:
    """Rings of a molecule: each is a shortest ring through at least one of its bonds.

    Rings lie within one residue; one that crosses residues is none. All alternatives of equal
    size are kept (cubane has six, norbornane two five-rings).

    Parameters
    ----------
    include_templated
        True for donor and acceptor classes. False leaves out the residues whose types come
        from a template, which ring perception for atom typing does not look at.

    Returns
    -------
    tuple of Ring
        By size, then by the rows of their bonds.
    """
    wanted: Iterable[int] = range(len(molecule.residues))
    if not include_templated:
        templated = templated_residues(molecule)
        wanted = (residue for residue in wanted if not templated[residue])
    return _ordered(_shortest(_ResidueBonds(molecule), wanted))


def typing_rings(molecule: Molecule, residues: Sequence[int]) -> tuple[Ring, ...]:
    """Rings that atom typing uses in the given residues.

    They are those of `ring_set` unless a residue has on average 20 or more rings of up to
    three atoms (then only such rings count) or 20 or more of up to six atoms (then all cycles
    of up to six atoms do): how ChimeraX keeps averaged structures and fullerenes tractable.
    """
    bonds = _ResidueBonds(molecule)
    crowded = 20 * len(residues)
    if sum(cycle_count_bound(bonds.packed(residue)) for residue in residues) >= crowded:
        for max_size in (3, 6):
            rings = [
                ring
                for residue in residues
                for ring in bonds.as_rings(residue, all_cycles(bonds.packed(residue), max_size))
            ]
            if len(rings) >= crowded:
                return _ordered(rings)
    return _ordered(_shortest(bonds, residues))


def is_aromatic(ring: Ring, molecule: Molecule, types: Sequence[str]) -> bool:
    """Whether every carbon of the ring is typed Car; true for a ring without carbon."""
    return all(types[atom] == "Car" for atom in ring.atoms if molecule.atomic_numbers[atom] == 6)


def rings_by_atom(rings: Iterable[Ring]) -> dict[int, tuple[Ring, ...]]:
    """For every ring atom the rings it is in, in the order given."""
    found: dict[int, list[Ring]] = {}
    for ring in rings:
        for atom in ring.atoms:
            found.setdefault(atom, []).append(ring)
    return {atom: tuple(its_rings) for atom, its_rings in found.items()}


class _ResidueBonds:
    """The bonds inside each residue, numbered from the residue's first atom."""

    def __init__(self, molecule: Molecule) -> None:
        self._members = molecule.residue_atoms
        residue_of_end = molecule.residue_index[molecule.bonds]
        rows = np.flatnonzero(residue_of_end[:, 0] == residue_of_end[:, 1])
        owner = residue_of_end[rows, 0]
        by_owner = np.argsort(owner, kind="stable")
        self._rows = rows[by_owner]
        counts = np.bincount(owner, minlength=len(self._members))
        self._stops = np.cumsum(counts).tolist()
        self._starts = [0, *self._stops[:-1]]
        position = np.zeros(len(molecule), dtype=np.int32)
        by_residue = np.argsort(molecule.residue_index, kind="stable")
        sizes = np.bincount(molecule.residue_index, minlength=len(self._members))
        first_position = np.repeat(np.cumsum(sizes) - sizes, sizes)
        position[by_residue] = np.arange(len(molecule)) - first_position
        self._local = np.ascontiguousarray(position[molecule.bonds[self._rows]])

    def packed(self, residue: int) -> bytes:
        return self._local[self._starts[residue] : self._stops[residue]].tobytes()

    def as_rings(self, residue: int, cycles: Sequence[tuple[int, ...]]) -> list[Ring]:
        if not cycles:
            return []
        members = self._members[residue]
        start, stop = self._starts[residue], self._stops[residue]
        row_of: dict[tuple[int, int], int] = {}
        pairs = self._local[start:stop].tolist()
        for (first, second), row in zip(pairs, self._rows[start:stop].tolist(), strict=True):
            row_of.setdefault((first, second), row)
            row_of.setdefault((second, first), row)
        return [
            Ring(
                tuple(members[atom] for atom in cycle),
                tuple(row_of[pair] for pair in zip(cycle, (*cycle[1:], cycle[0]), strict=True)),
            )
            for cycle in cycles
        ]


def _shortest(bonds: _ResidueBonds, residues: Iterable[int]) -> list[Ring]:
    return [
        ring
        for residue in residues
        for ring in bonds.as_rings(residue, shortest_cycles(bonds.packed(residue)))
    ]


def _ordered(rings: Iterable[Ring]) -> tuple[Ring, ...]:
    return tuple(sorted(rings, key=lambda ring: (len(ring), sorted(ring.bonds))))
