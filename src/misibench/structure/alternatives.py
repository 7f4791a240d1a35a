"""Alternative locations: one conformer per residue, one residue per site.

Bonds are made with the coordinates of the last alternative read, then the chosen one is
switched in: so ChimeraX does it, and bonds that depend on distances come out the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from misibench.structure.residue_templates import TEMPLATE_NAMES

__all__ = ["ResolvedSites", "resolve_alternatives"]


@dataclass(frozen=True)
class ResolvedSites:
    """Rows of a file's atom table that stay.

    Attributes
    ----------
    kept
        Per remaining atom the row of the alternative chosen, atoms in order of appearance.
    last_read
        Per remaining atom the row of its alternative that was read last.
    residues
        Numbers of the residues that keep atoms, ascending.
    notes
        What was chosen or left out: code -> sentence.
    """

    kept: list[int]
    last_read: list[int]
    residues: list[int]
    notes: dict[str, str]


def resolve_alternatives(
    names: Sequence[str],
    letters: Sequence[str],
    occupancies: Sequence[float],
    atomic_numbers: Sequence[int],
    residue_index: Sequence[int],
    residue_names: Sequence[str],
    site_of_residue: Sequence[object],
) -> ResolvedSites:
    """Choose one alternative per atom and one residue per site.

    Per residue the letter with the highest mean occupancy wins, on a tie the one with more
    atoms, then the first in the alphabet. Atoms that exist in other conformers only are left
    out. Rows of equal names without letters are different atoms, as in ligands where every
    carbon is called C; only heavy atoms of standard residues are then taken for repetitions.
    Where one site holds residues of different names as alternatives, the name with the
    highest mean occupancy wins, on a tie the first read.

    Parameters
    ----------
    letters
        Per row the alternative-location letter, "" for none.
    site_of_residue
        Per residue what identifies its place (chain, number, insertion code).
    """
    rows_of: list[list[int]] = [[] for _ in residue_names]
    for row, residue in enumerate(residue_index):
        rows_of[residue].append(row)
    notes: dict[str, str] = {}
    dropped = _other_names(rows_of, letters, occupancies, residue_names, site_of_residue, notes)
    chosen: list[tuple[int, int, int]] = []  # first row, kept row, last row
    for residue, rows in enumerate(rows_of):
        if residue in dropped:
            continue
        if len({names[row] for row in rows}) == len(rows) and not any(letters[r] for r in rows):
            chosen.extend((row, row, row) for row in rows)
        else:
            distinct = [
                row
                for row in rows
                if not letters[row]
                and (residue_names[residue] not in TEMPLATE_NAMES or atomic_numbers[row] == 1)
            ]
            chosen.extend(_one_conformer(rows, names, letters, occupancies, set(distinct), notes))
    chosen.sort()
    return ResolvedSites(
        kept=[one[1] for one in chosen],
        last_read=[one[2] for one in chosen],
        residues=[one for one in range(len(residue_names)) if one not in dropped],
        notes=notes,
    )


def _mean_occupancy(rows: Sequence[int], occupancies: Sequence[float]) -> float:
    return sum(occupancies[one] for one in rows) / len(rows)


def _other_names(
    rows_of: list[list[int]],
    letters: Sequence[str],
    occupancies: Sequence[float],
    residue_names: Sequence[str],
    site_of_residue: Sequence[object],
    notes: dict[str, str],
) -> set[int]:
    """Residues that are an alternative to another of the same site and lose against it."""
    by_site: dict[object, list[int]] = {}
    for residue, rows in enumerate(rows_of):
        if any(letters[row] for row in rows):
            by_site.setdefault(site_of_residue[residue], []).append(residue)
    dropped: set[int] = set()
    for rivals in by_site.values():
        if len({residue_names[one] for one in rivals}) < 2:
            continue
        best = max(rivals, key=lambda one: (_mean_occupancy(rows_of[one], occupancies), -one))
        losers = [one for one in rivals if residue_names[one] != residue_names[best]]
        dropped.update(losers)
        notes["alternative_residues"] = (
            f"{residue_names[best]} kept where {', '.join(residue_names[one] for one in losers)} "
            "shares its place (highest occupancy)."
        )
    return dropped


def _one_conformer(
    rows: Sequence[int],
    names: Sequence[str],
    letters: Sequence[str],
    occupancies: Sequence[float],
    distinct: set[int],
    notes: dict[str, str],
) -> list[tuple[int, int, int]]:
    """(first row, kept row, last row) per atom of one residue.

    Rows in ``distinct`` are atoms of their own even where others have the same name.
    """
    by_letter: dict[str, list[int]] = {}
    for row in rows:
        if letters[row]:
            by_letter.setdefault(letters[row], []).append(row)
    best = ""
    if by_letter:
        notes["alternative_locations"] = "Of alternative locations the most occupied are used."
        best = min(
            by_letter,
            key=lambda one: (
                -round(_mean_occupancy(by_letter[one], occupancies), 6),
                -len(by_letter[one]),
                one,
            ),
        )
    by_name: dict[str, list[int]] = {}
    chosen: list[tuple[int, int, int]] = []
    for row in rows:
        if row in distinct:
            chosen.append((row, row, row))
        else:
            by_name.setdefault(names[row], []).append(row)
    beside_best = {letters[row] for group in by_name.values() for row in group
                   if any(letters[one] == best for one in group)}  # fmt: skip
    for group in by_name.values():
        plain = [row for row in group if not letters[row]]
        mine = [row for row in group if letters[row] == best and best]
        if plain and len(plain) == len(group):
            if len(plain) > 1:
                notes["repeated_atoms"] = "Atoms repeated in a standard residue are used once."
            kept = max(plain, key=lambda row: occupancies[row])
        elif mine:
            kept = mine[0]
        elif plain:
            kept = plain[0]
        elif len(group) > 1 and beside_best.isdisjoint(letters[row] for row in group):
            kept = max(group, key=lambda row: occupancies[row])  # independent of the rest
        else:
            continue
        chosen.append((group[0], kept, group[-1]))
    return chosen
