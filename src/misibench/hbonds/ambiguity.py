"""Which hydrogen bonds another program, or slightly other coordinates, might deny."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from misibench.hbonds.bond import HBond

__all__ = ["BondMark", "ToolResult", "ambiguous_pairs", "mark_bonds"]

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What another program found in a complex.

    Attributes
    ----------
    tool, version
        Name and version of the program.
    pairs
        (receptor atom, ligand atom) of each of its hydrogen bonds; None where it did not run.
    reason
        Why it did not run.
    """

    tool: str
    version: str
    pairs: frozenset[Pair] | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class BondMark:
    """How sure a bond is.

    Attributes
    ----------
    near_limit
        Within 0.1 Å or 5 degrees of a limit.
    found_by, refused_by
        Other programs that ran, by whether they have a hydrogen bond between the two atoms.
    """

    near_limit: bool
    found_by: tuple[str, ...] = ()
    refused_by: tuple[str, ...] = ()

    @property
    def ambiguous(self) -> bool:
        """Near a limit, or refused by both other programs."""
        return self.near_limit or (not self.found_by and len(self.refused_by) > 1)


def mark_bonds(
    bonds: Iterable[HBond], comparison: Iterable[ToolResult] = ()
) -> tuple[BondMark, ...]:
    """Mark every bond; ``comparison`` comes from :func:`misibench.hbonds.compare_tools`."""
    ran = [(result.tool, result.pairs) for result in comparison if result.pairs is not None]
    marks = []
    for bond in bonds:
        pair = (bond.receptor_atom, bond.ligand_atom)
        marks.append(
            BondMark(
                bond.near_limit,
                tuple(tool for tool, pairs in ran if pair in pairs),
                tuple(tool for tool, pairs in ran if pair not in pairs),
            )
        )
    return tuple(marks)


def ambiguous_pairs(
    bonds: Iterable[HBond], comparison: Iterable[ToolResult] = ()
) -> frozenset[Pair]:
    """Pairs of atoms that are ambiguous whichever of them donates."""
    bonds = tuple(bonds)
    sure: set[Pair] = set()
    pairs: set[Pair] = set()
    for bond, mark in zip(bonds, mark_bonds(bonds, comparison), strict=True):
        pair = (bond.receptor_atom, bond.ligand_atom)
        pairs.add(pair)
        if not mark.ambiguous:
            sure.add(pair)
    return frozenset(pairs - sure)
