"""Bonds to metals in PDB and mmCIF files: most of them are coordination, not covalent bonds."""

from __future__ import annotations

from collections import Counter

from misibench.structure.elements import METALS
from misibench.structure.site_table import SiteTable

__all__ = ["split_metal_bonds"]

Pair = tuple[int, int]
MAX_COVALENT = 4
"""A metal with more bonds than this keeps none of them."""


def split_metal_bonds(bonds: list[Pair], table: SiteTable) -> tuple[list[Pair], list[Pair]]:
    """Part bonds into covalent ones and metal coordination; both keep their order.

    Only metals whose name is unique in their residue are looked at: bonds to other residues are
    coordination; of the others those to atoms that have a non-metal neighbour of the same
    residue anyway, those to other metals, and all where there are more than four. Every metal is
    judged by the bonds as they were made, so that all irons of an iron-sulfur cluster lose
    theirs alike.
    """
    numbers, in_residue = table.atomic_numbers, table.residue_index
    metals = [atom for atom, number in enumerate(numbers) if number in METALS]
    if not metals or not bonds:
        return bonds, []
    names = Counter(zip(in_residue, table.names, strict=True))
    partners: dict[int, list[int]] = {}
    for first, second in bonds:
        partners.setdefault(first, []).append(second)
        partners.setdefault(second, []).append(first)
    removed = {
        frozenset((metal, other))
        for metal in metals
        if names[in_residue[metal], table.names[metal]] == 1
        for other in _coordination_partners(metal, partners, table)
    }
    kept = [pair for pair in bonds if frozenset(pair) not in removed]
    return kept, [pair for pair in bonds if frozenset(pair) in removed]


def _coordination_partners(
    metal: int, partners: dict[int, list[int]], table: SiteTable
) -> list[int]:
    """Neighbours of a metal whose bond to it is coordination."""
    around = partners.get(metal, [])
    inside = [one for one in around if table.residue_index[one] == table.residue_index[metal]]
    outside = [one for one in around if table.residue_index[one] != table.residue_index[metal]]
    if len(inside) > MAX_COVALENT:
        return around
    if len(inside) == 1 and _is_covalent(inside[0], partners, table):
        return outside
    loose = [one for one in inside if _is_coordination(metal, one, partners, table)]
    firm = [one for one in inside if one not in loose]
    if len(firm) == 1 and len(firm) < len(around) and len(partners[firm[0]]) == 1:
        return around
    return outside + loose


def _is_covalent(atom: int, partners: dict[int, list[int]], table: SiteTable) -> bool:
    """Whether a metal's only bond is to carbon, hydrogen or an atom that has all its bonds."""
    number = table.atomic_numbers[atom]
    others = sum(table.atomic_numbers[one] not in METALS for one in partners[atom])
    return number in (1, 6) or others >= (2 if number == 8 else 4)


def _is_coordination(
    metal: int, atom: int, partners: dict[int, list[int]], table: SiteTable
) -> bool:
    numbers, in_residue = table.atomic_numbers, table.residue_index
    return numbers[atom] in METALS or any(
        numbers[one] not in METALS and in_residue[one] == in_residue[atom]
        for one in partners[atom]
        if one != metal
    )
