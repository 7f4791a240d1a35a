"""Records of a PDB file that name bonds and modified residues: SSBOND, LINK, CONECT, MODRES."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from misibench.structure.atom_rows import NamedAtom
from misibench.structure.molecule import ResidueId
from misibench.structure.pdb_fields import residue_number

__all__ = ["conect_rows", "link_atoms", "modified_residues"]

_SYMMETRY: Final = (slice(59, 65), slice(66, 72))


def modified_residues(lines: Iterable[str]) -> set[tuple[str, ResidueId]]:
    """Names and identities of residues that MODRES records call part of their chain."""
    found: set[tuple[str, ResidueId]] = set()
    for line in lines:
        identity = _identity(line, slice(15, 17), slice(18, 23))
        if identity is not None:
            found.add((line[12:15].strip(), identity))
    return found


def link_atoms(lines: Iterable[str]) -> list[tuple[NamedAtom, NamedAtom]]:
    """Atom pairs of SSBOND and LINK records; links to symmetry copies are left out."""
    pairs: list[tuple[NamedAtom, NamedAtom]] = []
    for line in lines:
        first_symmetry, second_symmetry = (line[one].strip() for one in _SYMMETRY)
        if first_symmetry != second_symmetry:
            continue
        if line.startswith("SSBOND"):
            first = _identity(line, slice(14, 16), slice(17, 22))
            second = _identity(line, slice(28, 30), slice(31, 36))
            names = ("SG", "SG")
        else:
            first = _identity(line, slice(20, 22), slice(22, 27))
            second = _identity(line, slice(50, 52), slice(52, 57))
            names = (line[12:16].strip(), line[42:46].strip())
        if first is not None and second is not None:
            pairs.append(((first, names[0]), (second, names[1])))
    return pairs


def _identity(line: str, chain: slice, number: slice) -> ResidueId | None:
    """Residue identity in a header record; None where the line is damaged."""
    line = line.ljust(80)
    try:
        value, insertion = residue_number(line[number])
    except ValueError:
        return None
    return ResidueId(line[chain].strip() or " ", value, insertion)


def conect_rows(lines: Sequence[str], atoms: Sequence[str]) -> list[tuple[int, int]]:
    """Row pairs of CONECT records, by the serial numbers of the atom records.

    A serial number that several atoms have (``*****`` above 99,999) says nothing.
    """
    if not lines:
        return []
    row_of: dict[str, int] = {}
    repeated: set[str] = set()
    for row, line in enumerate(atoms):
        serial = line[6:11].strip()
        if row_of.setdefault(serial, row) != row:
            repeated.add(serial)
    pairs: list[tuple[int, int]] = []
    for line in lines:
        fields = [line[start : start + 5].strip() for start in range(6, 31, 5)]
        if any(" " in one for one in fields):  # written free-form
            fields = line[6:].split()
        found = [row_of.get(one) if one not in repeated else None for one in fields if one]
        if found and found[0] is not None:
            pairs.extend((found[0], one) for one in found[1:] if one is not None)
    return pairs
