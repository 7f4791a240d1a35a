"""Tripos mol2, read literally: names, elements and bonds as the file has them.

Bond types and everything behind the dot of an atom type are ignored, as ChimeraX ignores them:
what an atom is follows from coordinates and bonds alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from misibench.errors import RefusalReason, StructureError
from misibench.structure.elements import SYMBOLS, atomic_number
from misibench.structure.molecule import Molecule, Residue, ResidueId
from misibench.structure.parsed import ParsedFile, check_coordinates

__all__ = ["element_of_type", "parse_mol2"]

_SECTION: Final = "@<TRIPOS>"
_LONE_PAIR_TYPES: Final = frozenset({"LP", "L"})
_GAFF_HALOGENS: Final = {"cl": "Cl", "br": "Br"}
_BLANK_FIELD: Final = "****"


@dataclass
class _Sections:
    """Lines of the first molecule, with their line numbers in the file."""

    molecule: list[tuple[int, str]] = field(default_factory=list)
    atoms: list[tuple[int, str]] = field(default_factory=list)
    bonds: list[tuple[int, str]] = field(default_factory=list)
    substructures: list[tuple[int, str]] = field(default_factory=list)
    records: int = 0


def element_of_type(atom_type: str) -> str:
    """Element symbol of a mol2 atom type; the empty string for one nobody knows.

    The part before the dot; a lower-case (GAFF) type counts by its first letter, chlorine and
    bromine apart; an upper-case force-field type that is no element by its first letter too.

    >>> [element_of_type(one) for one in ("C.ar", "CL", "Co.oh", "hc", "cl", "D", "Du")]
    ['C', 'Cl', 'Co', 'H', 'Cl', 'H', '']
    """
    head = atom_type.split(".")[0]
    if head[:1].islower():
        return _GAFF_HALOGENS.get(head) or SYMBOLS[atomic_number(head[0])]
    number = atomic_number(head)
    if number:
        return SYMBOLS[number]
    if len(head) > 1 and head.isupper() and head[0] in "BCFHINOPS":  # AMBER types: CT, HC, OS, N3
        return SYMBOLS[atomic_number(head[0])]
    return ""


def parse_mol2(text: str, name: str) -> ParsedFile:
    """Read the first molecule of a mol2 text; ``name`` is for messages.

    Raises
    ------
    StructureError
        No molecule, counts that contradict the contents, atoms or bonds that cannot be read
        (``unreadable``), no atoms (``no_ligand``), impossible coordinates (``bad_coordinates``).
    """
    sections = _split_sections(text)
    if not sections.records:
        raise StructureError(
            name, "no @<TRIPOS>MOLECULE section", "a mol2 file", "check the file's format"
        )
    notes: dict[str, str] = {}
    if sections.records > 1:
        notes["first_record"] = f"{name} holds {sections.records} molecules; the first is used."
    _check_counts(sections, name)
    atoms = _Atoms()
    for line_number, line in sections.atoms:
        _read_atom(atoms, line_number, line, name)
    coords = np.array(atoms.coords, dtype=np.float64).reshape(-1, 3)
    check_coordinates(name, coords, atoms.names.__getitem__)
    if atoms.lone_pairs:
        notes["lone_pairs_removed"] = f"{len(atoms.lone_pairs)} lone-pair points left out."
    unknown = sorted({t for t, e in zip(atoms.types, atoms.elements, strict=True) if not e})
    if unknown:
        notes["unknown_elements"] = f"Atom types of no known element: {', '.join(unknown)}."
    bonds, repeated = _read_bonds(sections.bonds, atoms, name)
    if repeated:
        notes["repeated_bonds"] = f"{repeated} bonds listed twice; each is used once."
    residues, residue_index = _residues(sections, atoms)
    molecule = Molecule(
        name=name,
        coords=coords,
        atomic_numbers=np.array([atomic_number(one) for one in atoms.elements], np.int32),
        elements=tuple(atoms.elements),
        atom_names=tuple(atoms.names),
        residues=residues,
        residue_index=np.array(residue_index, dtype=np.int32),
        bonds=np.array(bonds, dtype=np.int32).reshape(-1, 2),
        file_index=np.array(atoms.file_index, dtype=np.int32),
    )
    return ParsedFile(molecule, notes)


@dataclass
class _Atoms:
    """The ATOM section while it is read."""

    names: list[str] = field(default_factory=list)
    types: list[str] = field(default_factory=list)
    elements: list[str] = field(default_factory=list)
    coords: list[tuple[float, float, float]] = field(default_factory=list)
    substructure: list[str] = field(default_factory=list)
    file_index: list[int] = field(default_factory=list)
    index_by_id: dict[str, int] = field(default_factory=dict)
    lone_pairs: set[str] = field(default_factory=set)


def _split_sections(text: str) -> _Sections:
    """Lines by section; blank lines and comments left out, continued lines joined."""
    sections = _Sections()
    current: list[tuple[int, str]] | None = None
    pending = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith(_SECTION):
            keyword = line[len(_SECTION) :].strip().upper()
            if keyword == "MOLECULE":
                sections.records += 1
            known = {
                "MOLECULE": sections.molecule,
                "ATOM": sections.atoms,
                "BOND": sections.bonds,
                "SUBSTRUCTURE": sections.substructures,
            }
            current = known.get(keyword) if sections.records == 1 else None
            continue
        if current is None:
            continue
        if current is sections.molecule:  # the title may be blank or start with "#"
            current.append((number, line))
            continue
        if line.endswith("\\"):
            pending += line[:-1] + " "
            continue
        line, pending = pending + line, ""
        if line.strip() and not line.lstrip().startswith("#"):
            current.append((number, line))
    return sections


def _check_counts(sections: _Sections, name: str) -> None:
    """Compare the counts line with the sections: a truncated file must not pass for a whole one."""
    counts: list[int] = []
    if len(sections.molecule) > 1:
        counts = [int(one) for one in sections.molecule[1][1].split() if one.isdecimal()]
    atoms, bonds = len(sections.atoms), len(sections.bonds)
    if not atoms and not (counts and counts[0]):
        raise StructureError(
            name,
            "a molecule without atoms",
            "at least one atom",
            "check the file",
            reason=RefusalReason.NO_LIGAND,
        )
    for kind, given, present in zip(("atoms", "bonds"), counts, (atoms, bonds), strict=False):
        if given != present:
            raise StructureError(
                name,
                f"{present} {kind} where the counts line says {given}",
                "a whole file with the right counts",
                "the file may be cut off; fetch it again",
            )


def _read_atom(atoms: _Atoms, line_number: int, line: str, name: str) -> None:
    """Add one line ``id name x y z type [substructure_id [substructure_name ...]]``."""
    fields = line.split()
    try:
        x, y, z = (float(one) for one in fields[2:5])
        atom_id, atom_name, atom_type = fields[0], fields[1], fields[5]
    except (ValueError, IndexError) as error:
        raise StructureError(
            name,
            f"line {line_number} is no atom: {line.strip()[:60]!r}",
            "id, name, x, y, z, type",
            "the file may be cut off; fetch it again",
        ) from error
    if atom_id in atoms.index_by_id or atom_id in atoms.lone_pairs:
        raise StructureError(
            name, f"line {line_number} repeats atom number {atom_id}", "every number once"
        )
    position = len(atoms.index_by_id) + len(atoms.lone_pairs)
    if atom_type.split(".")[0].upper() in _LONE_PAIR_TYPES:
        atoms.lone_pairs.add(atom_id)
        return
    atoms.index_by_id[atom_id] = len(atoms.names)
    atoms.names.append(atom_name)
    atoms.types.append(atom_type)
    atoms.elements.append(element_of_type(atom_type))
    atoms.coords.append((x, y, z))
    atoms.substructure.append(fields[6] if len(fields) > 6 else "")
    atoms.file_index.append(position)


def _read_bonds(
    lines: list[tuple[int, str]], atoms: _Atoms, name: str
) -> tuple[list[tuple[int, int]], int]:
    """Bonds in file order as index pairs, and how many were listed again."""
    bonds: list[tuple[int, int]] = []
    seen: set[tuple[int, int]] = set()
    for line_number, line in lines:
        fields = line.split()
        ends = fields[1:3]
        if atoms.lone_pairs.intersection(ends):
            continue
        try:
            first, second = (atoms.index_by_id[one] for one in ends)
        except (KeyError, ValueError) as error:
            raise StructureError(
                name,
                f"line {line_number} is no bond between atoms of the file: {line.strip()[:60]!r}",
                "bond number, atom number, atom number, type",
                "the file may be cut off; fetch it again",
            ) from error
        if first == second:
            raise StructureError(
                name, f"line {line_number} bonds atom {ends[0]} to itself", "two different atoms"
            )
        key = (min(first, second), max(first, second))
        if key not in seen:
            seen.add(key)
            bonds.append((first, second))
    return bonds, len(lines) - len(bonds) - sum(
        bool(atoms.lone_pairs.intersection(line.split()[1:3])) for _, line in lines
    )


def _residues(sections: _Sections, atoms: _Atoms) -> tuple[tuple[Residue, ...], list[int]]:
    """Residues in order of their first atom; one called UNL where the file names none."""
    named: dict[str, Residue] = {}
    for _, line in sections.substructures:
        fields = line.split()
        if len(fields) > 1:
            named[fields[0]] = _substructure(fields)
    residues: list[Residue] = []
    index_of: dict[str, int] = {}
    index: list[int] = []
    for key in atoms.substructure:
        key = key if key in named else ""
        if key not in index_of:
            index_of[key] = len(residues)
            residues.append(named.get(key, Residue("UNL", ResidueId(" ", 1), hetero=True)))
        index.append(index_of[key])
    return tuple(residues), index


def _substructure(fields: list[str]) -> Residue:
    """Residue of one SUBSTRUCTURE line: id, name, root, type, dictionary, chain, sub type ..."""
    name = fields[1] if fields[1] != _BLANK_FIELD else "UNL"
    number = int(fields[0]) if fields[0].isdecimal() else 1
    chain = fields[5] if len(fields) > 5 and fields[5] != _BLANK_FIELD else " "
    sub_type = fields[6] if len(fields) > 6 else ""
    if sub_type and sub_type != _BLANK_FIELD and sub_type in name:
        digits = re.match(r"-?\d+", name[name.index(sub_type) + len(sub_type) :])
        name, number = sub_type, int(digits.group()) if digits else number
    return Residue(name, ResidueId(chain, number), hetero=True)
