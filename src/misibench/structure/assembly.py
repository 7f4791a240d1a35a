"""From the atom rows of a PDB or mmCIF file to a molecule: alternatives, links, bonds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from misibench.structure.alternatives import resolve_alternatives
from misibench.structure.atom_rows import AtomRows, NamedAtom
from misibench.structure.connectivity import make_bonds
from misibench.structure.elements import SYMBOLS
from misibench.structure.molecule import Molecule, Residue
from misibench.structure.parsed import ParsedFile, check_coordinates
from misibench.structure.site_table import SiteTable

__all__ = ["assemble"]


def assemble(rows: AtomRows, name: str, notes: dict[str, str]) -> ParsedFile:
    """Check coordinates, choose alternatives, make bonds.

    Raises
    ------
    StructureError
        Impossible coordinates (``bad_coordinates``).
    """
    _read_lower_case(rows, notes)
    check_coordinates(name, rows.coords, rows.label)
    resolved = resolve_alternatives(rows)
    notes.update(resolved.notes)
    kept = resolved.kept
    new_residue = {old: new for new, old in enumerate(resolved.residues)}
    residues = [rows.residues[one] for one in resolved.residues]
    names = [rows.names[one] for one in kept]
    residue_index = [new_residue[rows.residue_index[one]] for one in kept]
    table = SiteTable(
        name=name,
        names=names,
        atomic_numbers=[rows.atomic_numbers[one] for one in kept],
        coords=rows.coords[kept],
        bonding_coords=rows.coords[resolved.last_read],
        residues=residues,
        residue_index=residue_index,
        starts_after_break=[
            any(rows.after_break[before + 1 : one + 1])
            for before, one in pairwise([-1, *resolved.residues])
        ],
        in_chain=[rows.in_chain[one] for one in resolved.residues],
        links=_link_pairs(rows, residues, names, residue_index),
        conect=_conect_pairs(rows, kept),
        has_modres=rows.has_modres,
    )
    bonds, gaps, metal_bonds = make_bonds(table)
    molecule = Molecule(
        name=name,
        coords=table.coords,
        atomic_numbers=np.array(table.atomic_numbers, dtype=np.int32),
        elements=tuple(SYMBOLS[one] for one in table.atomic_numbers),
        atom_names=tuple(names),
        residues=tuple(residues),
        residue_index=np.array(residue_index, dtype=np.int32),
        bonds=_pair_array(bonds),
        gaps=_pair_array(gaps),
        metal_bonds=_pair_array(metal_bonds),
        file_index=np.array(kept, dtype=np.int32),
    )
    return ParsedFile(molecule, notes)


def _pair_array(pairs: Sequence[tuple[int, int]]) -> NDArray[np.int32]:
    return np.array(pairs, dtype=np.int32).reshape(-1, 2)


def _read_lower_case(rows: AtomRows, notes: dict[str, str]) -> None:
    """Read names in upper case where a whole file is in lower case; else leave them alone."""
    words = [one for one in (*rows.names, *(one.name for one in rows.residues)) if one.isalpha()]
    if words and all(one.islower() for one in words):
        rows.names = [one.upper() for one in rows.names]
        rows.residues = [Residue(one.name.upper(), one.id, one.hetero) for one in rows.residues]
        notes["lower_case_names"] = "Residue and atom names in lower case are read in upper case."


def _link_pairs(
    rows: AtomRows, residues: list[Residue], names: list[str], residue_index: list[int]
) -> list[tuple[int, int]]:
    if not rows.links:
        return []
    atom_of: dict[NamedAtom, int] = {}
    for atom, (atom_name, residue) in enumerate(zip(names, residue_index, strict=True)):
        atom_of.setdefault((residues[residue].id, atom_name), atom)
    found = ((atom_of.get(first), atom_of.get(second)) for first, second in rows.links)
    return [(one, other) for one, other in found if one is not None and other is not None]


def _conect_pairs(rows: AtomRows, kept: list[int]) -> list[tuple[int, int]]:
    """Map row pairs to atoms; a row that lost against an alternative counts for that one."""
    if not rows.conect:
        return []
    by_row = {row: atom for atom, row in enumerate(kept)}
    by_name = {(rows.residue_index[row], rows.names[row]): atom for atom, row in enumerate(kept)}

    def atom_of(row: int) -> int | None:
        found = by_row.get(row)
        return by_name.get((rows.residue_index[row], rows.names[row])) if found is None else found

    pairs = ((atom_of(first), atom_of(second)) for first, second in rows.conect)
    return [
        (one, other)
        for one, other in pairs
        if one is not None and other is not None and one != other
    ]
