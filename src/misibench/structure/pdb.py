"""PDB files by column, first model, forgiving about what real files get wrong.

Not read through gemmi: the bonds need the order of records (TER, HETATM runs), the alternative
that was read last, and CONECT and MODRES as they stand. The tests compare names, elements,
residues and coordinates with gemmi's reader.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import numpy as np

from misibench.errors import RefusalReason, StructureError
from misibench.structure.alternatives import resolve_alternatives
from misibench.structure.connectivity import make_bonds
from misibench.structure.elements import SYMBOLS
from misibench.structure.molecule import Molecule, Residue, ResidueId
from misibench.structure.parsed import ParsedFile, check_coordinates
from misibench.structure.pdb_fields import (
    chain_and_name,
    element_of_record,
    residue_number,
)
from misibench.structure.site_table import SiteTable

__all__ = ["parse_pdb"]

_ATOM_RECORDS: Final = ("ATOM  ", "HETATM")
_END_OF_Z: Final = 54
_FIRST_SYMMETRY, _SECOND_SYMMETRY = slice(59, 65), slice(66, 72)


@dataclass
class _Records:
    """Lines of a file by kind; atoms of the first model only."""

    atoms: list[str] = field(default_factory=list)
    line_numbers: list[int] = field(default_factory=list)
    breaks: set[int] = field(default_factory=set)
    conect: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    modres: list[str] = field(default_factory=list)
    models: int = 0


@dataclass
class _RawResidues:
    """Residues as the records name them, before alternatives are resolved."""

    residues: list[Residue] = field(default_factory=list)
    after_break: list[bool] = field(default_factory=list)
    of_atom: list[int] = field(default_factory=list)


def parse_pdb(text: str, name: str) -> ParsedFile:
    """Read the first model of a PDB text and make its bonds; ``name`` is for messages.

    Raises
    ------
    StructureError
        No atoms, a line cut off or unreadable (``unreadable``), impossible coordinates
        (``bad_coordinates``).
    """
    records = _collect(text)
    if not records.atoms:
        raise StructureError(
            name, "no ATOM or HETATM records", "a PDB file", "check the file's format"
        )
    notes: dict[str, str] = {}
    if records.models > 1:
        notes["first_model"] = f"{name} holds {records.models} models; the first is used."
    coords = _coordinates(records, name)
    raw = _residues(records, name, notes)
    names = [line[12:16].strip() for line in records.atoms]
    if _all_lower_case(names, raw):
        names = [one.upper() for one in names]
        raw.residues = [Residue(one.name.upper(), one.id, one.hetero) for one in raw.residues]
        notes["lower_case_names"] = "Residue and atom names in lower case are read in upper case."
    labels = [f"{one} of line {n}" for one, n in zip(names, records.line_numbers, strict=True)]
    check_coordinates(name, coords, labels)
    table, kept = _site_table(records, raw, names, coords, notes)
    return ParsedFile(_molecule(table, kept, name), notes)


def _collect(text: str) -> _Records:
    records = _Records()
    in_first_model = True
    for number, line in enumerate(text.split("\n"), start=1):
        kind = line[:6]
        if kind in _ATOM_RECORDS:
            if in_first_model:
                records.atoms.append(line)
                records.line_numbers.append(number)
        elif kind[:3] == "TER":
            if in_first_model:
                records.breaks.add(len(records.atoms))
        elif kind == "CONECT":
            records.conect.append(line)
        elif kind in ("SSBOND", "LINK  "):
            records.links.append(line)
        elif kind == "MODRES":
            records.modres.append(line)
        elif kind[:5] == "MODEL":
            records.models += 1
            in_first_model = in_first_model and not records.atoms
        elif kind == "ENDMDL" and records.atoms:
            in_first_model = False
    return records


def _coordinates(records: _Records, name: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Coordinates (n, 3), Å, of all records."""
    for line, number in zip(records.atoms, records.line_numbers, strict=True):
        if len(line) < _END_OF_Z:
            raise StructureError(
                name,
                f"line {number} ends in column {len(line)}",
                "coordinates up to column 54",
                "the file may be cut off; fetch it again",
            )
    try:
        flat = [
            float(one) for line in records.atoms for one in (line[30:38], line[38:46], line[46:54])
        ]
    except ValueError as error:
        raise _bad_coordinates(records, name) from error
    return np.array(flat, dtype=np.float64).reshape(-1, 3)


def _bad_coordinates(records: _Records, name: str) -> StructureError:
    """Name the first record whose coordinates are no numbers."""
    position = next(i for i, line in enumerate(records.atoms) if not _are_numbers(line))
    return StructureError(
        name,
        f"line {records.line_numbers[position]} has coordinates {records.atoms[position][30:54]!r}",
        "three numbers in columns 31-54",
        "repair or remove that atom",
        reason=RefusalReason.BAD_COORDINATES,
    )


def _are_numbers(line: str) -> bool:
    try:
        return bool([float(line[start : start + 8]) for start in (30, 38, 46)])
    except ValueError:
        return False


def _residues(records: _Records, name: str, notes: dict[str, str]) -> _RawResidues:
    """Group records into residues; parts of one residue far apart in the file come together."""
    raw = _RawResidues()
    known: dict[str, int] = {}
    members: dict[int, set[str]] = {}
    previous = ""
    current = -1
    for position, line in enumerate(records.atoms):
        broken = position in records.breaks
        key = line[17:27]
        if broken:
            known.clear()
        if broken or key != previous:
            current = known.get(key, -1)
            if current >= 0 and line[12:17] in members[current]:
                current = -1  # the same atom again: another residue of the same number
            if current < 0:
                current = len(raw.residues)
                raw.residues.append(_residue(line, records.line_numbers[position], name, notes))
                raw.after_break.append(broken)
                members[current] = set()
            known[key] = current
            previous = key
        members[current].add(line[12:17])
        raw.of_atom.append(current)
    return raw


def _residue(line: str, line_number: int, name: str, notes: dict[str, str]) -> Residue:
    chain, residue_name = chain_and_name(line)
    field = line[22:27]
    if not field.strip():
        notes["blank_residue_number"] = "Residues without a number are given the number 0."
        number, insertion = 0, ""
    else:
        try:
            number, insertion = residue_number(field)
        except ValueError as error:
            raise StructureError(
                name,
                f"line {line_number} has the residue number {field.strip()!r}",
                "a number in columns 23-26, hybrid-36 above 9999",
                "repair the line",
            ) from error
    return Residue(residue_name, ResidueId(chain, number, insertion), line.startswith("HETATM"))


def _all_lower_case(names: list[str], raw: _RawResidues) -> bool:
    words = [*names, *(one.name for one in raw.residues)]
    return any(one.islower() for one in words) and not any(one.upper() == one and one.isalpha()
                                                           for one in words)  # fmt: skip


def _occupancy(line: str) -> float:
    try:
        return float(line[54:60])
    except ValueError:
        return 1.0


def _site_table(
    records: _Records,
    raw: _RawResidues,
    names: list[str],
    coords: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    notes: dict[str, str],
) -> tuple[SiteTable, list[int]]:
    """Resolve alternatives and look up the atoms that link records name."""
    lines = records.atoms
    standard_letters = [line[16] if line[16] != " " else "" for line in lines]
    resolved = resolve_alternatives(
        names,
        standard_letters,
        [_occupancy(line) for line in lines],
        raw.of_atom,
        [one.name for one in raw.residues],
        [one.id for one in raw.residues],
    )
    notes.update(resolved.notes)
    kept = resolved.kept
    new_residue = {old: new for new, old in enumerate(resolved.residues)}
    residues = [raw.residues[one] for one in resolved.residues]
    modres = _modres(records)
    residue_index = [new_residue[raw.of_atom[one]] for one in kept]
    table = SiteTable(
        names=[names[one] for one in kept],
        atomic_numbers=[
            element_of_record(lines[one], residues[residue])
            for one, residue in zip(kept, residue_index, strict=True)
        ],
        coords=coords[kept],
        bonding_coords=coords[resolved.last_read],
        residues=residues,
        residue_index=residue_index,
        starts_after_break=[
            any(raw.after_break[before + 1 : one + 1])
            for before, one in pairwise([-1, *resolved.residues])
        ],
        in_chain=[(one.name, one.id) in modres for one in residues],
        links=_links(records, residues, [names[one] for one in kept], residue_index),
        conect=_conect(records, raw, names, kept),
        has_modres=bool(modres),
    )
    return table, kept


def _modres(records: _Records) -> set[tuple[str, ResidueId]]:
    """Names and identities of residues that MODRES records call part of their chain."""
    found: set[tuple[str, ResidueId]] = set()
    for line in records.modres:
        identity = _identity(line, slice(12, 15), slice(15, 17), slice(18, 23))
        if identity is not None:
            found.add(identity)
    return found


def _identity(line: str, name: slice, chain: slice, number: slice) -> tuple[str, ResidueId] | None:
    """Residue name and identity of a header record; None where the line is damaged."""
    line = line.ljust(80)
    try:
        value, insertion = residue_number(line[number])
    except ValueError:
        return None
    return line[name].strip(), ResidueId(line[chain].strip() or " ", value, insertion)


def _links(
    records: _Records, residues: list[Residue], names: list[str], residue_index: list[int]
) -> list[tuple[int, int]]:
    """Atom pairs of SSBOND and LINK records; links to symmetry copies are left out."""
    if not records.links:
        return []
    atom_of: dict[tuple[ResidueId, str], int] = {}
    for atom, (atom_name, residue) in enumerate(zip(names, residue_index, strict=True)):
        atom_of.setdefault((residues[residue].id, atom_name), atom)
    pairs: list[tuple[int, int]] = []
    for line in records.links:
        if line[_FIRST_SYMMETRY].strip() != line[_SECOND_SYMMETRY].strip():
            continue
        if line.startswith("SSBOND"):
            first = _identity(line, slice(11, 14), slice(14, 16), slice(17, 22))
            second = _identity(line, slice(25, 28), slice(28, 30), slice(31, 36))
            first_name = second_name = "SG"
        else:
            first = _identity(line, slice(17, 20), slice(20, 22), slice(22, 27))
            second = _identity(line, slice(47, 50), slice(50, 52), slice(52, 57))
            first_name, second_name = line[12:16].strip(), line[42:46].strip()
        if first is None or second is None:
            continue
        one = atom_of.get((first[1], first_name))
        other = atom_of.get((second[1], second_name))
        if one is not None and other is not None:
            pairs.append((one, other))
    return pairs


def _conect(
    records: _Records, raw: _RawResidues, names: list[str], kept: list[int]
) -> list[tuple[int, int]]:
    """Atom pairs of CONECT records, alternatives mapped to the atom that stays."""
    if not records.conect:
        return []
    index_of_row = {row: atom for atom, row in enumerate(kept)}
    index_of_name = {(raw.of_atom[row], names[row]): atom for atom, row in enumerate(kept)}
    atom_of_serial: dict[str, int | None] = {}
    for row, line in enumerate(records.atoms):
        serial = line[6:11].strip()
        atom = index_of_row.get(row, index_of_name.get((raw.of_atom[row], names[row])))
        # A serial that comes twice (or is *****) says nothing.
        atom_of_serial[serial] = None if serial in atom_of_serial else atom
    pairs: list[tuple[int, int]] = []
    for line in records.conect:
        fields = [line[start : start + 5].strip() for start in range(6, 31, 5)]
        if any(" " in one for one in fields):
            fields = line[6:].split()
        atoms = [atom_of_serial.get(one) for one in fields if one]
        first = atoms[0] if atoms else None
        if first is None:
            continue
        pairs.extend((first, one) for one in atoms[1:] if one is not None and one != first)
    return pairs


def _molecule(table: SiteTable, kept: list[int], name: str) -> Molecule:
    bonds, gaps, metal_bonds = make_bonds(table)
    return Molecule(
        name=name,
        coords=table.coords,
        atomic_numbers=np.array(table.atomic_numbers, dtype=np.int32),
        elements=tuple(SYMBOLS[one] for one in table.atomic_numbers),
        atom_names=tuple(table.names),
        residues=tuple(table.residues),
        residue_index=np.array(table.residue_index, dtype=np.int32),
        bonds=np.array(bonds, dtype=np.int32).reshape(-1, 2),
        gaps=np.array(gaps, dtype=np.int32).reshape(-1, 2),
        metal_bonds=np.array(metal_bonds, dtype=np.int32).reshape(-1, 2),
        file_index=np.array(kept, dtype=np.int32),
    )
