"""Alternative locations: one conformer per residue, one residue per site.

Bonds are made with the coordinates of the last alternative read, then the chosen one is
switched in: so ChimeraX does it, and bonds that depend on distances come out the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from misibench.structure.atom_rows import AtomRows
from misibench.structure.residue_templates import TEMPLATE_NAMES

__all__ = ["ResolvedRows", "resolve_alternatives"]


@dataclass(eq=False)
class ResolvedRows:
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

    kept: list[int] = field(default_factory=list)
    last_read: list[int] = field(default_factory=list)
    residues: list[int] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)


def resolve_alternatives(rows: AtomRows) -> ResolvedRows:
    """Choose one alternative per atom and one residue per site.

    Per residue the letter with the highest mean occupancy wins, on a tie the one with more
    atoms, then the first in the alphabet. Atoms that exist in other conformers only are left
    out. Rows of equal names without letters are different atoms, as in ligands where every
    carbon is called C; only heavy atoms of standard residues are then taken for repetitions.
    Where one site holds residues of different names as alternatives, the name with the
    highest mean occupancy wins, on a tie the first read.
    """
    resolved = ResolvedRows()
    rows_of: list[list[int]] = [[] for _ in rows.residues]
    for row, residue in enumerate(rows.residue_index):
        rows_of[residue].append(row)
    dropped = _losing_residues(rows, rows_of, resolved.notes) if any(rows.letters) else set()
    chosen: list[tuple[int, int, int]] = []  # first row, kept row, last row
    for residue, members in enumerate(rows_of):
        if residue in dropped:
            continue
        resolved.residues.append(residue)
        plain = not any(rows.letters[row] for row in members)
        if plain and len({rows.names[row] for row in members}) == len(members):
            chosen.extend((row, row, row) for row in members)
        else:
            chosen.extend(_one_conformer(rows, residue, members, resolved.notes))
    chosen.sort()
    resolved.kept = [one[1] for one in chosen]
    resolved.last_read = [one[2] for one in chosen]
    return resolved


def _mean_occupancy(rows: AtomRows, members: Sequence[int]) -> float:
    return sum(rows.occupancies[one] for one in members) / len(members)


def _losing_residues(rows: AtomRows, rows_of: list[list[int]], notes: dict[str, str]) -> set[int]:
    """Residues that are an alternative to another one of the same site and lose against it."""
    by_site: dict[object, list[int]] = {}
    for residue, members in enumerate(rows_of):
        if any(rows.letters[row] for row in members):
            by_site.setdefault(rows.residues[residue].id, []).append(residue)
    dropped: set[int] = set()
    for rivals in by_site.values():
        names = [rows.residues[one].name for one in rivals]
        if len(set(names)) < 2:
            continue
        best = max(rivals, key=lambda one: (_mean_occupancy(rows, rows_of[one]), -one))
        kept = rows.residues[best].name
        losers = [one for one, name in zip(rivals, names, strict=True) if name != kept]
        dropped.update(losers)
        notes["alternative_residues"] = (
            f"{kept} {rows.residues[best].id} is kept where "
            f"{', '.join(rows.residues[one].name for one in losers)} shares its place "
            "(highest occupancy)."
        )
    return dropped


def _best_letter(rows: AtomRows, members: Sequence[int]) -> str:
    """The letter of the conformer to keep; "" where the residue has none."""
    by_letter: dict[str, list[int]] = {}
    for row in members:
        if rows.letters[row]:
            by_letter.setdefault(rows.letters[row], []).append(row)
    return min(
        by_letter,
        key=lambda one: (
            -round(_mean_occupancy(rows, by_letter[one]), 6),
            -len(by_letter[one]),
            one,
        ),
        default="",
    )


def _one_conformer(
    rows: AtomRows, residue: int, members: Sequence[int], notes: dict[str, str]
) -> list[tuple[int, int, int]]:
    """(first row, kept row, last row) per atom of one residue."""
    standard = rows.residues[residue].name in TEMPLATE_NAMES
    best = _best_letter(rows, members)
    if best:
        notes["alternative_locations"] = "Of alternative locations the most occupied are used."
    groups: dict[object, list[int]] = {}
    for row in members:
        distinct = not rows.letters[row] and not (standard and rows.atomic_numbers[row] != 1)
        groups.setdefault(row if distinct else rows.names[row], []).append(row)
    # letters of the atoms that the chosen conformer has too: alternatives to it
    rivals = {
        rows.letters[row]
        for group in groups.values()
        if any(rows.letters[row] == best for row in group)
        for row in group
    }
    chosen: list[tuple[int, int, int]] = []
    for group in groups.values():
        plain = [row for row in group if not rows.letters[row]]
        mine = [row for row in group if best and rows.letters[row] == best]
        if len(plain) > 1 and len(plain) == len(group):
            notes["repeated_atoms"] = "Atoms repeated in a standard residue are used once."
        if mine or plain:
            kept = max(mine or plain, key=lambda row: rows.occupancies[row])
        elif len(group) > 1 and rivals.isdisjoint(rows.letters[row] for row in group):
            kept = max(group, key=lambda row: rows.occupancies[row])  # independent of the rest
        else:
            continue
        chosen.append((group[0], kept, group[-1]))
    return chosen
