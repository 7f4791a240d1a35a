"""mmCIF files, first model: gemmi parses the syntax, the bond rules are those of PDB files.

Residues carry the author's names and numbers; bonds the file lists (struct_conn) come first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import gemmi
import numpy as np
from numpy.typing import NDArray

from misibench.errors import RefusalReason, StructureError
from misibench.structure.assembly import assemble
from misibench.structure.atom_rows import AtomRows, NamedAtom
from misibench.structure.elements import atomic_number
from misibench.structure.molecule import Residue, ResidueId
from misibench.structure.parsed import ParsedFile
from misibench.structure.pdb_fields import element_of_name, is_standard

__all__ = ["parse_mmcif"]

_BONDED: Final = ("covale", "disulf", "metalc", "modres")
SELENIUM: Final = 34
_NONE: Final = frozenset({".", "?", ""})


@dataclass(frozen=True)
class _Site:
    """What tells residues apart in a file."""

    chain: str
    number: str
    insertion: str
    name: str
    asym: str


class _Category:
    """Columns of one mmCIF category, missing ones filled with "?"."""

    def __init__(self, block: gemmi.cif.Block, category: str, name: str) -> None:
        try:
            self._columns: dict[str, list[str]] = block.get_mmcif_category(category, raw=True)
        except (RuntimeError, ValueError) as error:  # tags of two categories in one loop
            raise StructureError(
                name, f"broken category {category} ({error})", "an mmCIF file", "repair the loop"
            ) from error
        self.length = max((len(one) for one in self._columns.values()), default=0)

    def only(self, rows: Sequence[int]) -> _Category:
        """Give the category reduced to some rows."""
        part = object.__new__(_Category)
        part._columns = {
            tag: [values[row] for row in rows] for tag, values in self._columns.items()
        }
        part.length = len(rows)
        return part

    def __contains__(self, tag: str) -> bool:
        return tag in self._columns

    def column(self, *tags: str) -> list[str]:
        """Values of the first tag that exists, unquoted; per value the next tag fills a gap."""
        filled = ["?"] * self.length
        for tag in reversed(tags):
            raw = self._columns.get(tag)
            if raw is None:
                continue
            values = [gemmi.cif.as_string(one) if one[:1] in "'\";" else one for one in raw]
            filled = [old if new in _NONE else new for new, old in zip(values, filled, strict=True)]
        return filled


def parse_mmcif(text: str, name: str) -> ParsedFile:
    """Read the first model of an mmCIF text and make its bonds; ``name`` is for messages.

    Raises
    ------
    StructureError
        Broken syntax, no Cartesian atoms, residue numbers that are none (``unreadable``),
        impossible coordinates (``bad_coordinates``).
    """
    try:
        document = gemmi.cif.read_string(text)
    except (ValueError, RuntimeError) as error:
        reason = " ".join(str(error).split())
        raise StructureError(
            name, f"broken CIF syntax ({reason})", "an mmCIF file", "fetch the file again"
        ) from error
    blocks = [one for one in document if one.find_values("_atom_site.Cartn_x")]
    if not blocks:
        raise StructureError(
            name, "no atoms with Cartesian coordinates", "an mmCIF structure", "check the file"
        )
    notes: dict[str, str] = {}
    if len(blocks) > 1:
        notes["first_record"] = f"{name} holds {len(blocks)} structures; the first is used."
    block = blocks[0]
    atoms = _Category(block, "_atom_site.", name)
    return assemble(_rows(block, atoms, name, notes), name, notes)


def _rows(block: gemmi.cif.Block, atoms: _Category, name: str, notes: dict[str, str]) -> AtomRows:
    """Atom rows of the first model."""
    models = atoms.column("pdbx_PDB_model_num")
    first_model = [row for row, model in enumerate(models) if model == models[0]]
    if len(first_model) < atoms.length:
        notes["first_model"] = f"{name} holds {len(set(models))} models; the first is used."
        atoms = atoms.only(first_model)
    asym = atoms.column("label_asym_id")
    sites = [
        _Site(*values)
        for values in zip(
            atoms.column("auth_asym_id", "label_asym_id"),
            atoms.column("auth_seq_id", "label_seq_id"),
            atoms.column("pdbx_PDB_ins_code"),
            atoms.column("auth_comp_id", "label_comp_id"),
            asym,
            strict=True,
        )
    ]
    residues, first_row, residue_index = _residues(sites, atoms.column("group_PDB"), name)
    names = atoms.column("auth_atom_id", "label_atom_id")
    polymer_number = atoms.column("label_seq_id")
    # Only files that leave the number out for ligands and water say what is in a chain.
    annotated = "label_seq_id" in atoms and any(one in _NONE for one in polymer_number)
    return AtomRows(
        names=names,
        letters=["" if one in _NONE else one for one in atoms.column("label_alt_id")],
        occupancies=[_occupancy(one) for one in atoms.column("occupancy")],
        atomic_numbers=[
            _element(symbol, atom, residues[residue])
            for symbol, atom, residue in zip(
                atoms.column("type_symbol"), names, residue_index, strict=True
            )
        ],
        coords=_coordinates(atoms, name),
        residue_index=residue_index,
        residues=residues,
        after_break=[
            position > 0 and asym[row] != asym[first_row[position - 1]]
            for position, row in enumerate(first_row)
        ],
        in_chain=[annotated and polymer_number[row] not in _NONE for row in first_row],
        links=_links(block, name),
        has_modres=annotated,
    )


def _residues(
    sites: Sequence[_Site], records: Sequence[str], name: str
) -> tuple[list[Residue], list[int], list[int]]:
    """Residues in order of appearance, the first row of each, and the residue of each row."""
    known: dict[_Site, int] = {}
    residues: list[Residue] = []
    first_row: list[int] = []
    of_row: list[int] = []
    for row, site in enumerate(sites):
        residue = known.get(site)
        if residue is None:
            residue = known[site] = len(residues)
            residues.append(
                Residue(site.name, _identity(site, name), records[row].upper() == "HETATM")
            )
            first_row.append(row)
        of_row.append(residue)
    return residues, first_row, of_row


def _identity(site: _Site, name: str) -> ResidueId:
    try:
        number = int(site.number)
    except ValueError as error:
        raise StructureError(
            name,
            f"residue {site.name} of chain {site.chain} has the number {site.number!r}",
            "a whole number in auth_seq_id or label_seq_id",
            "repair the file",
        ) from error
    return ResidueId(
        " " if site.chain in _NONE else site.chain,
        number,
        "" if site.insertion in _NONE else site.insertion,
    )


def _coordinates(atoms: _Category, name: str) -> NDArray[np.float64]:
    """Coordinates (n, 3), Å, of all rows."""
    columns = [atoms.column(tag) for tag in ("Cartn_x", "Cartn_y", "Cartn_z")]
    try:
        return np.array([[float(one) for one in column] for column in columns]).T
    except ValueError as error:
        text = str(error).rsplit(":", 1)[-1].strip()
        raise StructureError(
            name,
            f"a coordinate {text}",
            "numbers in Cartn_x, Cartn_y, Cartn_z",
            "repair or remove that atom",
            reason=RefusalReason.BAD_COORDINATES,
        ) from error


def _occupancy(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 1.0


def _element(symbol: str, atom_name: str, residue: Residue) -> int:
    """Atomic number from the element symbol, else from the atom name."""
    number = atomic_number(symbol)
    if number and not (number > 16 and is_standard(residue) and number != SELENIUM):
        return number
    # without columns, only ions called like their residue have an element of two letters
    column = atom_name if atom_name.upper() == residue.name.upper() else f" {atom_name}"
    return element_of_name(column, residue)


def _links(block: gemmi.cif.Block, name: str) -> list[tuple[NamedAtom, NamedAtom]]:
    """Atom pairs of covalent and metal bonds the file lists; those to symmetry copies left out."""
    bonds = _Category(block, "_struct_conn.", name)
    ends: list[list[NamedAtom | None]] = []
    for side in ("ptnr1", "ptnr2"):
        columns = zip(
            bonds.column(f"{side}_auth_asym_id", f"{side}_label_asym_id"),
            bonds.column(f"{side}_auth_seq_id", f"{side}_label_seq_id"),
            bonds.column(f"pdbx_{side}_PDB_ins_code"),
            bonds.column(f"{side}_label_atom_id"),
            strict=True,
        )
        ends.append([_end(*values) for values in columns])
    pairs: list[tuple[NamedAtom, NamedAtom]] = []
    for kind, first, second, one_symmetry, other_symmetry in zip(
        bonds.column("conn_type_id"),
        *ends,
        bonds.column("ptnr1_symmetry"),
        bonds.column("ptnr2_symmetry"),
        strict=True,
    ):
        if (
            kind.lower().startswith(_BONDED)
            and first is not None
            and second is not None
            and one_symmetry == other_symmetry
        ):
            pairs.append((first, second))
    return pairs


def _end(chain: str, number: str, insertion: str, atom_name: str) -> NamedAtom | None:
    try:
        value = int(number)
    except ValueError:
        return None
    return ResidueId(chain, value, "" if insertion in _NONE else insertion), atom_name
