"""Which molecule of a complex file is the ligand: named by the user, or chosen and said so."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from misibench.errors import RefusalReason, StructureError, UsageError
from misibench.structure.molecule import Molecule
from misibench.structure.residue_templates import (
    AMINO_ACIDS,
    NUCLEOTIDES,
    TEMPLATE_NAMES,
    word_set,
)
from misibench.structure.solvent import WATER_NAMES

__all__ = ["ADDITIVES", "LigandChoice", "LigandSelection", "choose_ligand"]

ADDITIVES: Final = word_set(
    "SO4 PO4 NO3 CO3 BCT CAC NH4 SCN AZI CYN VO4 WO4 MOO BEF ALF AF3 MGF PER OXY NO2 SO3 SO2 "
    "GOL EDO PGO PDO PGR BU3 MPD MRD HEX 1PE 2PE 12P 15P P6G PE4 PE5 PE8 PEG PG0 PG4 PG5 PG6 PGE "
    "P33 XPE 7PE C8E LDA BOG DMS DMF DOX EOH MOH IPA POL BTB TBU ACN ACE ACT ACY FMT OXL MLA MLI "
    "TAR TLA CIT FLC EPE MES TRS BIS BTB HED DTT DTV BME IMD URE GAI NME UNX UNL UNK TMO BNG DIO"
)
"""Salts, buffers, precipitants, cryoprotectants and solvents that crystals bring along: never
chosen as the ligand unless named."""

SUGARS: Final = word_set(
    "NAG NDG NGA A2G BGC GLC GAL GLA MAN BMA FUC FUL XYP XYS RIB ARA SIA SLB FRU SUC IDS"
)
"""Sugars that decorate proteins: bonded to one they are no ligand unless nothing else is there."""

_OVERLAP: Final = 1.0
"""Residues with heavy atoms this near are alternatives to each other, not bonded, Å."""

_BACKBONE: Final = frozenset({"C", "N", "O3'", "P"})


@dataclass(frozen=True, slots=True)
class LigandSelection:
    """A ligand as ``RES[:CHAIN[:NUM]]`` names it; None where a part is left open."""

    name: str
    chain_id: str | None = None
    number: int | None = None
    insertion_code: str = ""

    @classmethod
    def parse(cls, text: str) -> LigandSelection:
        """Read ``RES``, ``RES:CHAIN`` or ``RES:CHAIN:NUM``; ``_`` is the blank chain.

        Raises
        ------
        UsageError
            The text has another form.

        Examples
        --------
        >>> LigandSelection.parse("ATP:A:501")
        LigandSelection(name='ATP', chain_id='A', number=501, insertion_code='')
        """
        parts = [one.strip() for one in text.split(":")]
        wrong = UsageError(
            "--ligand", f"{text!r}", "RES, RES:CHAIN or RES:CHAIN:NUM", "for example ATP:A:501"
        )
        if not 1 <= len(parts) <= 3 or not parts[0]:
            raise wrong
        chain = parts[1] if len(parts) > 1 else ""
        if len(parts) < 3 or not parts[2]:
            return cls(parts[0], chain or None)
        digits = parts[2].rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        try:
            number = int(digits)
        except ValueError as error:
            raise wrong from error
        return cls(parts[0], chain or None, number, parts[2][len(digits) :])

    def matches(self, molecule: Molecule, residue: int) -> bool:
        """Whether a residue of a molecule is meant."""
        one = molecule.residues[residue]
        chain = one.id.chain_id.strip() or "_"
        return (
            one.name.upper() == self.name.upper()
            and self.chain_id in (None, chain)
            and (
                self.number is None
                or (self.number, self.insertion_code)
                == (one.id.number, one.id.insertion_code.strip())
            )
        )


@dataclass(frozen=True, eq=False)
class LigandChoice:
    """Atoms of the ligand, shape (n,) of the whole molecule, and notes on how it was chosen."""

    atoms: NDArray[np.bool_]
    notes: dict[str, str]


def choose_ligand(molecule: Molecule, selection: str | None) -> LigandChoice:
    """Find the ligand in a complex: the one named, else the largest small molecule.

    Left to itself, the choice is among groups of residues that are no polymer, solvent, ion or
    crystallisation additive; most heavy atoms win, then the first in the file. Residues bonded
    to the chosen one that are no polymer either belong to it (sugars).

    Raises
    ------
    StructureError
        ``no_ligand``, with what the file has instead.
    UsageError
        The selection has the wrong form.
    """
    polymer = polymer_residues(molecule)
    if selection is None:
        return _largest(molecule, polymer)
    wanted = LigandSelection.parse(selection)
    found = [one for one in range(len(molecule.residues)) if wanted.matches(molecule, one)]
    # A free amino acid may be the ligand of a protein that is full of residues of its name.
    free = [one for one in found if not polymer[one]]
    if wanted.number is None:
        found = free
    if not found:
        raise StructureError(
            molecule.name,
            f"no ligand {selection}",
            f"one of {_inventory(molecule, polymer)}",
            "name one of these",
            reason=RefusalReason.NO_LIGAND,
        )
    group = _grown(molecule, found[0], polymer)
    notes = {"ligand_choice": f"{_described(molecule, group)} as asked for."}
    _note_copies(molecule, group, found, notes)
    return LigandChoice(np.isin(molecule.residue_index, group), notes)


def polymer_residues(molecule: Molecule) -> list[bool]:
    """Per residue, whether it is part of a protein or nucleic acid chain.

    Those are standard residues of ATOM records, and all residues linked to another one through
    backbone atoms (C, N, O3', P), gaps included.
    """
    polymer = [
        not one.hetero and (one.name in AMINO_ACIDS | NUCLEOTIDES or one.name in TEMPLATE_NAMES)
        for one in molecule.residues
    ]
    names, of_residue = molecule.atom_names, molecule.residue_index
    for first, second in np.concatenate([molecule.bonds, molecule.gaps]).tolist():
        one, other = int(of_residue[first]), int(of_residue[second])
        if one != other and {names[first], names[second]} <= _BACKBONE:
            polymer[one] = polymer[other] = True
    return polymer


def _heavy_counts(molecule: Molecule) -> NDArray[np.int64]:
    heavy = molecule.residue_index[~molecule.is_hydrogen]
    return np.bincount(heavy, minlength=len(molecule.residues))


def _largest(molecule: Molecule, polymer: list[bool]) -> LigandChoice:
    heavy = _heavy_counts(molecule)
    decorated = _bonded_to_polymer(molecule, polymer)
    groups: list[list[int]] = []
    seen: set[int] = set()
    for residue, one in enumerate(molecule.residues):
        if polymer[residue] or residue in seen or heavy[residue] < 2:
            continue
        if one.name in ADDITIVES or one.name in WATER_NAMES:
            continue
        group = _grown(molecule, residue, polymer)
        seen.update(group)
        groups.append(group)
    if not groups:
        raise StructureError(
            molecule.name,
            "no ligand in the file",
            "a small molecule beside polymer, solvent, ions and additives",
            f"give a ligand file, or name one of {_inventory(molecule, polymer)}",
            reason=RefusalReason.NO_LIGAND,
        )
    free = [
        group
        for group in groups
        if not (
            decorated.intersection(group)
            and all(molecule.residues[one].name in SUGARS for one in group)
        )
    ]
    best = max(free or groups, key=lambda group: (int(heavy[group].sum()), -group[0]))
    notes = {"ligand_choice": f"{_described(molecule, best)} chosen, the largest small molecule."}
    _note_copies(molecule, best, [group[0] for group in groups], notes)
    return LigandChoice(np.isin(molecule.residue_index, best), notes)


def _grown(molecule: Molecule, start: int, polymer: list[bool]) -> list[int]:
    """Give a residue and all non-polymer residues bonded to it, directly or not, ascending."""
    linked: dict[int, set[int]] = {}
    for first, second in molecule.residue_index[molecule.bonds].tolist():
        if first != second:
            linked.setdefault(first, set()).add(second)
            linked.setdefault(second, set()).add(first)
    group, waiting = {start}, [start]
    while waiting:
        for other in linked.get(waiting.pop(), ()):
            if other not in group and not polymer[other] and not _overlap(molecule, start, other):
                group.add(other)
                waiting.append(other)
    return sorted(group)


def _overlap(molecule: Molecule, first: int, second: int) -> bool:
    """Whether two residues lie in the same place."""
    heavy = ~molecule.is_hydrogen
    one, other = (
        molecule.coords[heavy & (molecule.residue_index == residue)] for residue in (first, second)
    )
    if not len(one) or not len(other):
        return False
    return bool(np.linalg.norm(one[:, None] - other[None], axis=2).min() < _OVERLAP)


def _bonded_to_polymer(molecule: Molecule, polymer: list[bool]) -> set[int]:
    """Non-polymer residues with a bond to a polymer residue."""
    found: set[int] = set()
    for first, second in molecule.residue_index[molecule.bonds].tolist():
        if polymer[first] != polymer[second]:
            found.add(second if polymer[first] else first)
    return found


def _note_copies(
    molecule: Molecule, group: list[int], candidates: list[int], notes: dict[str, str]
) -> None:
    name = molecule.residues[group[0]].name
    others = [
        str(molecule.residues[one].id)
        for one in candidates
        if molecule.residues[one].name == name and one not in group
    ]
    if others:
        notes["ligand_copies"] = (
            f"{name} is there {len(others) + 1} times; {molecule.residues[group[0]].id} is used, "
            f"not {', '.join(others)}."
        )


def _described(molecule: Molecule, group: list[int]) -> str:
    return ", ".join(f"{molecule.residues[one].name} {molecule.residues[one].id}" for one in group)


def _inventory(molecule: Molecule, polymer: list[bool], most: int = 8) -> str:
    """Non-polymer residues of a file in a few words."""
    count = Counter(
        f"{one.name}:{one.id.chain_id.strip() or '_'}:{one.id.number}{one.id.insertion_code}"
        for one, in_chain in zip(molecule.residues, polymer, strict=True)
        if not in_chain
    )
    names = list(count)
    if not names:
        return "the file's residues (it has only polymer)"
    return ", ".join(names[:most]) + (" ..." if len(names) > most else "")
