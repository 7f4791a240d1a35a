"""Bonds of a PDB or mmCIF file, as ChimeraX makes them: by template, by distance, along chains.

The order of creation is kept, since the atom-typing rules visit neighbours in that order:
CONECT and link records first, then residue by residue its inner bonds and the link to the
residue before. Afterwards metal bonds and long links are taken out again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from scipy.spatial import cKDTree

from misibench.errors import RefusalReason, StructureError
from misibench.structure.elements import COVALENT_RADII, METALS
from misibench.structure.gaps import split_long_links
from misibench.structure.metal_bonds import split_metal_bonds
from misibench.structure.residue_templates import (
    AMINO_ACIDS,
    NUCLEOTIDES,
    STANDARD_NAMES,
    TEMPLATE_NAMES,
    connectivity,
)
from misibench.structure.segments import segment_starts
from misibench.structure.site_table import SiteTable

__all__ = ["BOND_TOLERANCE", "Pair", "make_bonds"]

Pair = tuple[int, int]

BOND_TOLERANCE: Final = 0.4
"""Two atoms are bonded by distance up to the sum of their covalent radii and this much, Å."""

MAX_CROWDING: Final = 200
"""Atoms near one atom, on average, from which on a file has no coordinates to speak of: four
times what fits into the largest sphere of possible bonds."""

FIRST_RESIDUE_REACH: Final = 3.0
"""Longest link to a non-standard first residue of a file, Å."""


def make_bonds(table: SiteTable) -> tuple[list[Pair], list[Pair], list[Pair]]:
    """Give bonds in creation order, gaps (missing structure) and metal bonds, as atom pairs.

    Raises
    ------
    StructureError
        Atoms without real coordinates (``bad_coordinates``).
    """
    builder = _Builder(table)
    for first, second in (*table.links, *table.conect):
        builder.add(first, second)
    for residue in range(builder.count):
        builder.bond_inside(residue)
        if not builder.starts[residue]:
            builder.link(residue - 1, residue)
        elif residue and builder.may_hang_on(residue):
            builder.link_nearest(residue - 1, residue, bonded_only=True)
    bonds, metal_bonds = split_metal_bonds(builder.bonds, table)
    bonds, gaps = split_long_links(bonds, table)
    return bonds, gaps, metal_bonds


Pattern = tuple[tuple[int, tuple[int, ...]], ...]
"""Per atom of a residue its position and the positions of its template neighbours; an empty
tuple means that it is bonded by distance."""


@lru_cache(maxsize=4096)
def _template_bonds(residue_name: str, names: tuple[str, ...], starts: bool, ends: bool) -> Pattern:
    """Template bonds of a residue with these atom names at this place in its segment.

    Atoms that share their name (hydrogens all called H) are bonded by distance.
    """
    template = connectivity(residue_name, starts=starts, ends=ends)
    first_of: dict[str, int] = {}
    for position, name in enumerate(names):
        first_of.setdefault(name, position)
    copies = Counter(names)
    return tuple(
        (
            position,
            tuple(first_of[one] for one in template.get(name, ()) if copies[one] == 1)
            if copies[name] == 1
            else (),
        )
        for position, name in enumerate(names)
    )


class _Builder:
    """Bonds under construction."""

    def __init__(self, table: SiteTable) -> None:
        self.table = table
        self.count = len(table.residues)
        self.bonds: list[Pair] = []
        self.partners: list[list[int]] = [[] for _ in table.names]
        self.atoms: list[list[int]] = [[] for _ in table.residues]
        for atom, residue in enumerate(table.residue_index):
            self.atoms[residue].append(atom)
        self.atoms_by_name: list[dict[str, int]] = []
        for atoms in self.atoms:  # reversed, so that the first of equal names is found
            self.atoms_by_name.append({table.names[one]: one for one in reversed(atoms)})
        in_residue = table.residue_index
        self.conect_atoms = {atom for pair in table.conect for atom in pair}
        self.no_own_bonds = {
            atom
            for pair in table.conect
            if in_residue[pair[0]] == in_residue[pair[1]]
            for atom in pair
        }
        self.starts = segment_starts(table, ["OXT" in one for one in self.atoms_by_name])
        self.patterns = [self._pattern(one) for one in range(self.count)]
        self.near = self._near_atoms()

    def _pattern(self, residue: int) -> Pattern | None:
        name = self.table.residues[residue].name
        if name not in TEMPLATE_NAMES:
            return None
        return _template_bonds(
            name,
            tuple(self.table.names[one] for one in self.atoms[residue]),
            self.starts[residue],
            residue + 1 == self.count or self.starts[residue + 1],
        )

    def add(self, first: int, second: int) -> None:
        """Make a bond unless it exists or is none."""
        if first != second and second not in self.partners[first]:
            self.partners[first].append(second)
            self.partners[second].append(first)
            self.bonds.append((first, second))

    def _near_atoms(self) -> dict[int, list[tuple[float, int]]]:
        """Atoms of the same residue within bonding distance, for all atoms bonded by distance.

        Values are (distance, atom) in file order.
        """
        chosen: list[int] = []
        for residue, pattern in enumerate(self.patterns):
            unknown = pattern is None or not all(others for _, others in pattern)
            if unknown and len(self.atoms[residue]) > 1:
                chosen.extend(self.atoms[residue])
        near: dict[int, list[tuple[float, int]]] = {one: [] for one in chosen}
        if not chosen:
            return near
        index = np.array(chosen)
        points = self.table.bonding_coords[index]
        numbers = np.array(self.table.atomic_numbers)[index]
        radii = np.array(COVALENT_RADII)[numbers]
        of_residue = np.array(self.table.residue_index)[index]
        tree = cKDTree(points)
        reach = 2 * float(radii.max()) + BOND_TOLERANCE
        if tree.count_neighbors(tree, reach) > MAX_CROWDING * len(points):
            raise StructureError(
                self.table.name,
                "atoms lie on top of each other",
                f"at most {MAX_CROWDING} atoms within {reach:.1f} Å of one",
                "give the atoms their coordinates",
                reason=RefusalReason.BAD_COORDINATES,
            )
        pairs = tree.query_pairs(reach, output_type="ndarray")
        first, second = pairs[:, 0], pairs[:, 1]
        distance = np.linalg.norm(points[first] - points[second], axis=1)
        keep = (
            (of_residue[first] == of_residue[second])
            & (radii[first] > 0)
            & (radii[second] > 0)
            & ((numbers[first] > 1) | (numbers[second] > 1))
            & (distance <= radii[first] + radii[second] + BOND_TOLERANCE)
        )
        for one, other, length in zip(
            index[first[keep]].tolist(), index[second[keep]].tolist(), distance[keep].tolist(),
            strict=True,
        ):  # fmt: skip
            near[one].append((length, other))
            near[other].append((length, one))
        for partners in near.values():
            partners.sort(key=lambda item: item[1])
        return near

    def bond_inside(self, residue: int) -> None:
        """Make the bonds inside a residue, by template where it has one."""
        atoms = self.atoms[residue]
        pattern = self.patterns[residue]
        if pattern is None:
            if len(atoms) > 1:
                for atom in atoms:
                    if atom not in self.no_own_bonds:
                        self._bond_by_distance(atom)
            return
        for position, others in pattern:
            atom = atoms[position]
            if atom in self.no_own_bonds:
                continue
            for other in others:
                self.add(atom, atoms[other])
            if not others:
                self._bond_by_distance(atom)

    def _bond_by_distance(self, atom: int) -> None:
        """Bond an atom to all near atoms of its residue.

        A hydrogen is bonded once: to the heavy atom that reaches it first in file order, and
        only where none did to the nearest one.
        """
        numbers = self.table.atomic_numbers
        near = self.near.get(atom, [])
        if numbers[atom] == 1:
            if near and not self.partners[atom]:
                self.add(atom, min(near)[1])
            return
        for _, other in near:
            if numbers[other] != 1 or not self.partners[other]:
                self.add(atom, other)

    def link(self, before: int, here: int) -> None:
        """Link a residue to the one before it in its segment."""
        first, second = self.table.residues[before].name, self.table.residues[here].name
        for family, ends, heads in (
            (AMINO_ACIDS, ("C", "CA", "N"), ("N", "CA", "C")),
            (NUCLEOTIDES, ("O3'", "C3'"), ("P", "O5'")),
        ):
            if first in family and second in family:
                tail, head = self._first_of(before, ends), self._first_of(here, heads)
                if tail is not None and head is not None:
                    self.add(tail, head)
                return
        head = self._first_of(here, ("N", "P")) if second in TEMPLATE_NAMES else None
        if head is None:
            self.link_nearest(before, here)
        elif self._saturated(head):
            return
        elif first in TEMPLATE_NAMES:
            tail = self._first_of(before, ("C", "O3'"))
            if tail is not None and not self._saturated(tail):
                self.add(tail, head)
        else:
            reach = None
            if before == 0 and first not in STANDARD_NAMES:
                reach = FIRST_RESIDUE_REACH
            self._add_nearest(self._unsaturated(before), [head], reach)

    def may_hang_on(self, residue: int) -> bool:
        """Whether a segment start may still be bonded to the residue before it."""
        one, before = self.table.residues[residue], self.table.residues[residue - 1]
        return (
            one.id.chain_id == before.id.chain_id
            and one.name not in STANDARD_NAMES
            and len(self.atoms[residue]) > 1
            and self.conect_atoms.isdisjoint(self.atoms[residue])
        )

    def link_nearest(self, before: int, here: int, *, bonded_only: bool = False) -> None:
        """Bond the nearest pair of unsaturated heavy atoms of two residues."""
        self._add_nearest(
            self._unsaturated(before), self._unsaturated(here), None, bonded_only=bonded_only
        )

    def _add_nearest(
        self,
        tails: Sequence[int],
        heads: Sequence[int],
        reach: float | None,
        *,
        bonded_only: bool = False,
    ) -> None:
        if not tails or not heads:
            return
        points = self.table.bonding_coords
        distance = np.linalg.norm(points[tails][:, None] - points[heads][None], axis=2)
        row, column = np.unravel_index(int(distance.argmin()), distance.shape)
        tail, head = tails[int(row)], heads[int(column)]
        length = float(distance[row, column])
        if reach is not None and length > reach:
            return
        if bonded_only:
            numbers = self.table.atomic_numbers
            radii = COVALENT_RADII[numbers[tail]], COVALENT_RADII[numbers[head]]
            if not all(radii) or length > sum(radii) + BOND_TOLERANCE:
                return
        self.add(tail, head)

    def _first_of(self, residue: int, names: Iterable[str]) -> int | None:
        by_name = self.atoms_by_name[residue]
        return next((by_name[one] for one in names if one in by_name), None)

    def _unsaturated(self, residue: int) -> list[int]:
        return [
            one
            for one in self.atoms[residue]
            if self.table.atomic_numbers[one] != 1 and not self._saturated(one)
        ]

    def _saturated(self, atom: int) -> bool:
        numbers = self.table.atomic_numbers
        bonds = sum(numbers[one] not in METALS for one in self.partners[atom])
        return bonds >= (2 if numbers[atom] == 8 else 4)
