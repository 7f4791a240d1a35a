"""SDF and MOL files, V2000 and V3000, read literally: elements, coordinates, bonds.

Bond orders, charges and stereo marks are ignored, as ChimeraX ignores them. Atoms are named by
element and running number ("C1", "C2", "N1"), in residue UNL 1 of a blank chain.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

import numpy as np

from misibench.errors import RefusalReason, StructureError
from misibench.structure.elements import SYMBOLS, atomic_number
from misibench.structure.molecule import Molecule, Residue, ResidueId
from misibench.structure.parsed import ParsedFile, check_coordinates

__all__ = ["parse_sdf"]

_RECORD_END: Final = "$$$$"
_COUNTS_LINE: Final = 3
_V3: Final = "M  V30 "


@dataclass
class _Block:
    """Atoms and bonds of one molecule block; bonds as index pairs."""

    symbols: list[str]
    coords: list[tuple[float, float, float]]
    bonds: list[tuple[int, int]]


def parse_sdf(text: str, name: str) -> ParsedFile:
    """Read the first molecule of an SDF or MOL text; ``name`` is for messages.

    Raises
    ------
    StructureError
        No molecule block, wrong counts, a cut-off block (``unreadable``), no atoms
        (``no_ligand``), impossible coordinates (``bad_coordinates``).
    """
    lines = text.split("\n")
    end = next((i for i, line in enumerate(lines) if line.startswith(_RECORD_END)), len(lines))
    notes: dict[str, str] = {}
    more = sum(line.startswith(_RECORD_END) for line in lines[end + 1 :])
    if more or any(line.strip() for line in lines[end + 1 :]):
        notes["first_record"] = f"{name} holds {1 + max(more, 1)} molecules; the first is used."
    lines = lines[:end]
    if len(lines) <= _COUNTS_LINE:
        raise StructureError(
            name, "no counts line", "three header lines and counts", "check the file's format"
        )
    block = (
        _parse_v3000(lines, name) if "V3000" in lines[_COUNTS_LINE] else _parse_v2000(lines, name)
    )
    if not block.symbols:
        raise StructureError(
            name,
            "a molecule without atoms",
            "at least one atom",
            "check the file",
            reason=RefusalReason.NO_LIGAND,
        )
    return ParsedFile(_molecule(block, name, notes), notes)


def _molecule(block: _Block, name: str, notes: dict[str, str]) -> Molecule:
    numbers = [atomic_number(one) for one in block.symbols]
    unknown = sorted({s for s, n in zip(block.symbols, numbers, strict=True) if not n})
    if unknown:
        notes["unknown_elements"] = f"Atom symbols of no known element: {', '.join(unknown)}."
    count: Counter[str] = Counter()
    names = []
    for symbol in block.symbols:
        count[symbol] += 1
        names.append(f"{symbol}{count[symbol]}")
    coords = np.array(block.coords, dtype=np.float64)
    check_coordinates(name, coords, names.__getitem__)
    bonds: dict[tuple[int, int], tuple[int, int]] = {}
    for first, second in block.bonds:
        bonds.setdefault((min(first, second), max(first, second)), (first, second))
    if len(bonds) < len(block.bonds):
        notes["repeated_bonds"] = (
            f"{len(block.bonds) - len(bonds)} bonds listed twice; each is used once."
        )
    return Molecule(
        name=name,
        coords=coords,
        atomic_numbers=np.array(numbers, dtype=np.int32),
        elements=tuple(SYMBOLS[one] for one in numbers),
        atom_names=tuple(names),
        residues=(Residue("UNL", ResidueId(" ", 1), hetero=True),),
        residue_index=np.zeros(len(names), dtype=np.int32),
        bonds=np.array(list(bonds.values()), dtype=np.int32).reshape(-1, 2),
    )


def _tidy(symbol: str) -> str:
    """Element symbols in the usual case; D and T as they stand."""
    number = atomic_number(symbol)
    return SYMBOLS[number] if number > 1 or symbol.upper() == "H" else symbol


def _bad_line(name: str, number: int, line: str, expected: str) -> StructureError:
    return StructureError(
        name,
        f"line {number}: {line.strip()[:60]!r}",
        expected,
        "the counts may be wrong or the file cut off; fetch it again",
    )


def _bond(
    ends: list[int], atoms: dict[int, int], name: str, number: int, line: str
) -> tuple[int, int]:
    """Index pair of a bond given by atom numbers."""
    if len(ends) != 2 or ends[0] == ends[1] or any(one not in atoms for one in ends):
        raise _bad_line(name, number, line, "a bond between two atoms of the file")
    return atoms[ends[0]], atoms[ends[1]]


def _parse_v2000(lines: list[str], name: str) -> _Block:
    counts = lines[_COUNTS_LINE]
    try:
        atom_count, bond_count = int(counts[0:3]), int(counts[3:6] or 0)
        if atom_count < 0 or bond_count < 0:
            raise ValueError
    except ValueError as error:
        raise _bad_line(name, _COUNTS_LINE + 1, counts, "the numbers of atoms and bonds") from error
    first_bond = _COUNTS_LINE + 1 + atom_count
    after = first_bond + bond_count
    if len(lines) < after:
        raise StructureError(
            name,
            f"{len(lines)} lines where {atom_count} atoms and {bond_count} bonds are announced",
            f"at least {after} lines",
            "the file may be cut off; fetch it again",
        )
    block = _Block([], [], [])
    for number in range(_COUNTS_LINE + 1, first_bond):
        symbol, point = _v2000_atom(lines[number], number + 1, name)
        block.symbols.append(symbol)
        block.coords.append(point)
    atoms = {one + 1: one for one in range(atom_count)}
    for number in range(first_bond, after):
        line = lines[number]
        try:
            ends = [int(line[0:3]), int(line[3:6])]
        except ValueError as error:
            raise _bad_line(name, number + 1, line, "a bond line") from error
        block.bonds.append(_bond(ends, atoms, name, number + 1, line))
    # One atom or bond line too many looks like a line of numbers here.
    following = lines[after] if after < len(lines) else ""
    if following[:6].strip() and following[:1] in " 0123456789":
        raise _bad_line(name, after + 1, following, "the end of the molecule block")
    return block


def _v2000_atom(line: str, number: int, name: str) -> tuple[str, tuple[float, float, float]]:
    """Symbol and position from fixed columns, or from words where the columns are off."""
    words = line.split()
    for x, y, z, symbol in (
        (line[0:10], line[10:20], line[20:30], line[30:34].strip()),
        tuple(words[:4]) if len(words) >= 4 else ("", "", "", ""),
    ):
        if not symbol or symbol[0].isdigit() or " " in symbol:
            continue
        try:
            return _tidy(symbol), (float(x), float(y), float(z))
        except ValueError:
            continue
    raise _bad_line(name, number, line, "an atom line: x, y, z, element")


def _parse_v3000(lines: list[str], name: str) -> _Block:
    """Read the CTAB of a V3000 block; only atoms and bonds count."""
    block = _Block([], [], [])
    atoms: dict[int, int] = {}
    counts: list[int] | None = None
    section = ""
    for number, line in _joined_v3000(lines):
        words = line.split()
        if not words:
            continue
        keyword = words[0].upper()
        if keyword in ("BEGIN", "END"):
            section = words[1].upper() if keyword == "BEGIN" and len(words) > 1 else ""
        elif keyword == "COUNTS":
            counts = [int(one) for one in words[1:3] if one.isdecimal()]
        elif section == "ATOM":
            try:
                atoms[int(words[0])] = len(block.symbols)
                block.coords.append((float(words[2]), float(words[3]), float(words[4])))
                block.symbols.append(_tidy(words[1]))
            except (ValueError, IndexError) as error:
                raise _bad_line(name, number, line, "index, element, x, y, z") from error
        elif section == "BOND":
            try:
                ends = [int(words[2]), int(words[3])]
            except (ValueError, IndexError) as error:
                raise _bad_line(name, number, line, "index, type, atom, atom") from error
            block.bonds.append(_bond(ends, atoms, name, number, line))
    if counts is None:
        raise StructureError(name, "no V30 counts line", "a V3000 block", "fetch the file again")
    if counts != [len(block.symbols), len(block.bonds)]:
        raise StructureError(
            name,
            f"{len(block.symbols)} atoms and {len(block.bonds)} bonds where the counts say "
            f"{' and '.join(str(one) for one in counts)}",
            "a whole file with the right counts",
            "the file may be cut off; fetch it again",
        )
    return block


def _joined_v3000(lines: list[str]) -> list[tuple[int, str]]:
    """V30 lines without their prefix, those that end in a hyphen joined to the next."""
    joined: list[tuple[int, str]] = []
    pending = ""
    for number, line in enumerate(lines, start=1):
        if not line.startswith(_V3.rstrip()):
            continue
        line = line[len(_V3) :].rstrip()
        if line.endswith("-"):
            pending += line[:-1]
            continue
        joined.append((number, pending + line))
        pending = ""
    return joined
