"""PDB files by column, first model, forgiving about what real files get wrong.

Not read through gemmi: the bonds need the order of records (TER, HETATM runs), the alternative
that was read last, and CONECT and MODRES as they stand. The tests compare names, elements,
residues and coordinates with gemmi's reader.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from misibench.errors import RefusalReason, StructureError
from misibench.structure.assembly import assemble
from misibench.structure.atom_rows import AtomRows
from misibench.structure.molecule import Residue, ResidueId
from misibench.structure.parsed import ParsedFile
from misibench.structure.pdb_fields import chain_and_name, element_of_record, residue_number
from misibench.structure.pdb_links import conect_rows, link_atoms, modified_residues

__all__ = ["parse_pdb"]

_ATOM_RECORDS: Final = ("ATOM  ", "HETATM")
_END_OF_Z: Final = 54


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
    lines = records.atoms
    coords = _coordinates(records, name)
    residues, after_break, residue_index = _residues(records, name, notes)
    modres = modified_residues(records.modres)
    rows = AtomRows(
        names=[line[12:16].strip() for line in lines],
        letters=[line[16].strip() for line in lines],
        occupancies=[_occupancy(line) for line in lines],
        atomic_numbers=[
            element_of_record(line, residues[residue])
            for line, residue in zip(lines, residue_index, strict=True)
        ],
        coords=coords,
        residue_index=residue_index,
        residues=residues,
        after_break=after_break,
        in_chain=[(one.name, one.id) in modres for one in residues],
        links=link_atoms(records.links),
        conect=conect_rows(records.conect, lines),
        has_modres=bool(records.modres),
    )
    return assemble(rows, name, notes)


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


def _coordinates(records: _Records, name: str) -> NDArray[np.float64]:
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


def _occupancy(line: str) -> float:
    """Occupancy in columns 55-60; 1 where there is none."""
    try:
        return float(line[54:60])
    except ValueError:
        return 1.0


def _residues(
    records: _Records, name: str, notes: dict[str, str]
) -> tuple[list[Residue], list[bool], list[int]]:
    """Group records into residues; parts of one residue far apart in the file come together.

    Gives the residues, whether a TER record lies before each, and the residue of each record.
    """
    residues: list[Residue] = []
    after_break: list[bool] = []
    of_record: list[int] = []
    known: dict[str, int] = {}
    members: list[set[str]] = []
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
                current = len(residues)
                residues.append(_residue(line, records.line_numbers[position], name, notes))
                after_break.append(broken)
                members.append(set())
            known[key] = current
            previous = key
        members[current].add(line[12:17])
        of_record.append(current)
    return residues, after_break, of_record


def _residue(line: str, line_number: int, name: str, notes: dict[str, str]) -> Residue:
    chain, residue_name = chain_and_name(line)
    if not residue_name:
        notes["blank_residue_name"] = "Residues without a name are called UNL."
        residue_name = "UNL"
    columns = line[22:27]
    if not columns.strip():
        notes["blank_residue_number"] = "Residues without a number are given the number 0."
        number, insertion = 0, ""
    else:
        try:
            number, insertion = residue_number(columns)
        except ValueError as error:
            raise StructureError(
                name,
                f"line {line_number} has the residue number {columns.strip()!r}",
                "a number in columns 23-26, hybrid-36 above 9999",
                "repair the line",
            ) from error
    return Residue(residue_name, ResidueId(chain, number, insertion), line.startswith("HETATM"))
