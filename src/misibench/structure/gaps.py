"""Links between residues that are too long to be bonds: missing structure, or plain mistakes."""

from __future__ import annotations

import math

from misibench.structure.elements import COVALENT_RADII
from misibench.structure.residue_templates import STANDARD_NAMES
from misibench.structure.site_table import SiteTable

__all__ = ["GAP_FACTOR", "STRAY_FACTOR", "split_long_links"]

Pair = tuple[int, int]

GAP_FACTOR = 1.75
"""A link at least this many times the sum of covalent radii long bridges missing structure."""

STRAY_FACTOR = 1.5
"""In files without CONECT and MODRES, a link to a non-standard residue longer than this many
times the sum of covalent radii is no link at all."""

_BACKBONE_ENDS = frozenset({frozenset({"C", "N"}), frozenset({"O3'", "P"})})


def split_long_links(bonds: list[Pair], table: SiteTable) -> tuple[list[Pair], list[Pair]]:
    """Part bonds into real ones and gaps (missing structure); both keep their order."""
    in_residue = table.residue_index
    links = [pair for pair in bonds if in_residue[pair[0]] != in_residue[pair[1]]]
    stray: set[Pair] = set()
    if _has_unlabelled_residues(table):
        stray = {
            pair
            for pair in links
            if not _both_standard(pair, table) and _stretch(pair, table) > STRAY_FACTOR
        }
        links = [pair for pair in links if pair not in stray]
        if not any(_both_standard(pair, table) for pair in links):
            return [pair for pair in bonds if pair not in stray], []
    gaps = {pair for pair in links if _is_gap(pair, table)}
    return (
        [pair for pair in bonds if pair not in stray and pair not in gaps],
        [pair for pair in links if pair in gaps],
    )


def _has_unlabelled_residues(table: SiteTable) -> bool:
    """Whether the file has non-standard ATOM residues and no record that would explain them."""
    return (
        not table.conect
        and not table.has_modres
        and any(not one.hetero and one.name not in STANDARD_NAMES for one in table.residues)
    )


def _both_standard(pair: Pair, table: SiteTable) -> bool:
    return all(table.residues[table.residue_index[one]].name in STANDARD_NAMES for one in pair)


def _stretch(pair: Pair, table: SiteTable) -> float:
    """Length over the sum of covalent radii; zero where a radius is unknown."""
    first, second = pair
    radii = (
        COVALENT_RADII[table.atomic_numbers[first]],
        COVALENT_RADII[table.atomic_numbers[second]],
    )
    points = table.bonding_coords
    return math.dist(points[first], points[second]) / sum(radii) if all(radii) else 0.0


def _is_gap(pair: Pair, table: SiteTable) -> bool:
    names = {table.names[one] for one in pair}
    if _stretch(pair, table) < GAP_FACTOR and "CA" not in names:
        return False
    first, second = (table.residues[table.residue_index[one]].id for one in pair)
    consecutive = first.chain_id == second.chain_id and abs(first.number - second.number) < 2
    return not (consecutive and frozenset(names) in _BACKBONE_ENDS)
