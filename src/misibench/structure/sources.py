"""Which complexes a source offers: folders, flat folders, single files, tables."""

from __future__ import annotations

import glob
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Final
from urllib.parse import quote

from misibench.errors import RefusalReason, StructureError, UsageError
from misibench.structure.input_table import read_table
from misibench.structure.textfile import format_suffix

__all__ = ["InputRow", "find_inputs", "names_pocket"]

RECEPTOR_SUFFIXES: Final = (".pdb", ".ent", ".cif", ".mmcif")
LIGAND_SUFFIXES: Final = (".mol2", ".sdf", ".sd", ".mol", ".pdb", ".ent", ".cif", ".mmcif")
"""In order of preference."""

SMALL_MOLECULE_SUFFIXES: Final = LIGAND_SUFFIXES[:4]
"""Formats that hold no receptor."""

TABLE_SUFFIXES: Final = (".csv", ".tsv", ".parquet")

_ROLES: Final = {
    "pocket": "pocket",
    "protein": "protein",
    "receptor": "protein",
    "protein_one_lig_removed": "protein",
    "ligand": "ligand",
}
_SELECTION: Final = re.compile(r"[A-Za-z0-9+]{1,5}(?::\w*(?::-?\d+[A-Za-z]?)?)?")
_IGNORED_FOLDERS: Final = frozenset({"index", "readme", "license", "doc", "docs", "__macosx"})
_MAX_DEPTH: Final = 4
_MAX_ID_BYTES: Final = 200
"""Percent-encoded, as ids name files: file systems take 255 bytes, endings included."""


@dataclass(frozen=True, slots=True)
class InputRow:
    """One complex a source offers, or why it cannot be one.

    Attributes
    ----------
    id
        The name of the complex, in Unicode normal form C.
    receptor
        File of the protein, pocket or whole complex; None where none was found.
    ligand
        File of the ligand; None where the receptor file holds it.
    split
        The part of the dataset the source asks for.
    is_pocket
        The receptor file is a pocket already.
    ligand_selection
        ``RES[:CHAIN[:NUM]]`` of a ligand inside the receptor file, where the source names one.
    reason, detail
        Why the row is refused before anything is read, in code and words; None and "" if it
        is not.
    """

    id: str
    receptor: Path | None
    ligand: Path | None = None
    split: str | None = None
    is_pocket: bool = False
    reason: RefusalReason | None = None
    detail: str = ""
    ligand_selection: str | None = None

    def check(self) -> None:
        """Raise what is wrong with the row as a ``StructureError``, if anything is."""
        if self.reason is not None:
            raise StructureError(self.id, self.detail, reason=self.reason)


def find_inputs(source: str | PathLike[str]) -> list[InputRow]:
    """List the complexes of a source, sorted by id, whatever order the file system has.

    A source is a folder with one folder per complex (``<id>/<id>_pocket.pdb`` or
    ``<id>_protein.pdb`` and ``<id>_ligand.mol2`` or ``.sdf``), a flat folder of such files, a
    folder of PDB or mmCIF complexes, one such file (a mol2 or SDF file of the same name beside it
    is the ligand), or a table (CSV, TSV, Parquet) with the
    columns id, protein, ligand and, if wanted, split, paths relative to the table. A ligand that is
    part of the protein's file is named as ``RES[:CHAIN[:NUM]]``, or left empty for the largest one.

    Incomplete complexes and ids that come again become rows with a reason; nothing is lost.
    Datasets among the folders are passed over.

    Raises
    ------
    UsageError
        There is no such source, it holds no complexes, or a table lacks a column.
    """
    source = Path(source)
    if source.is_dir():
        rows = sorted(_folder_rows(source, depth=0), key=_order)
    elif not source.is_file():
        raise UsageError(source, "no such file or folder", "a folder of structures or a table")
    elif format_suffix(source) in TABLE_SUFFIXES:
        rows = list(_table_rows(source))
    elif format_suffix(source) in RECEPTOR_SUFFIXES:
        beside = source.parent.glob(f"{glob.escape(_stem(source))}.*")
        rows = [_complex_row(source, _small_molecules(beside))]
    else:
        raise UsageError(
            source,
            f"unknown kind of source {source.suffix!r}",
            "a folder, " + ", ".join(TABLE_SUFFIXES + RECEPTOR_SUFFIXES),
        )
    if not rows:
        raise UsageError(
            source,
            "no complexes found",
            "<id>/<id>_pocket.pdb with <id>_ligand.mol2, complex files, or a table",
        )
    return sorted(_mark_repeats(map(_nameable, rows)), key=_order)


def _order(row: InputRow) -> tuple[str, str]:
    return row.id, str(row.receptor or row.ligand or "")


def _nameable(row: InputRow) -> InputRow:
    """Give the row, refused where its id is too long for files, or no Unicode text."""
    try:
        length = len(quote(row.id, safe=""))
    except UnicodeEncodeError:
        plain = row.id.encode(errors="backslashreplace").decode()
        return InputRow(
            plain, None, reason=RefusalReason.UNREADABLE,
            detail=f"the name {plain} is not Unicode (UTF-8); rename it",
        )  # fmt: skip
    if length <= _MAX_ID_BYTES:
        return row
    return replace(
        row,
        reason=RefusalReason.UNREADABLE,
        detail=f"an id of {length} bytes when percent-encoded, which cannot name files; "
        f"expected at most {_MAX_ID_BYTES}; rename it",
    )


def _mark_repeats(rows: Iterable[InputRow]) -> Iterator[InputRow]:
    """Refuse all usable rows but the first of each id; upper and lower case count as equal."""
    seen: dict[str, InputRow] = {}
    for row in rows:
        if row.reason is not None or (first := seen.setdefault(row.id.casefold(), row)) is row:
            yield row
            continue
        yield replace(
            row,
            reason=RefusalReason.DUPLICATE_ID,
            detail=f"the id comes again; {first.receptor or first.ligand} has it already",
        )


def _normal(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _stem(path: Path) -> str:
    """File name without the suffixes of format and compression, in normal form."""
    name = _normal(path.name)
    if name.lower().endswith(".gz"):
        name = name[:-3]
    return name[: name.rindex(".")]


def _split_role(stem: str) -> tuple[str, str]:
    """Complex id and role of a stem; the role is empty for a file that names none.

    >>> _split_role("1abc_pocket"), _split_role("ligand"), _split_role("1abc")
    (('1abc', 'pocket'), ('', 'ligand'), ('1abc', ''))
    """
    lower = stem.lower()
    for ending, role in sorted(_ROLES.items(), key=lambda item: -len(item[0])):
        if lower == ending:
            return "", role
        if lower.endswith("_" + ending):
            return stem[: -len(ending) - 1], role
    return stem, ""


def _folder_rows(folder: Path, depth: int) -> Iterator[InputRow]:
    """Rows of a folder and, where it has no structures of its own, of the folders in it."""
    try:
        entries = sorted(folder.iterdir(), key=lambda one: _normal(one.name))
        entries = [one for one in entries if not one.name.startswith(".")]
        files = [one for one in entries if one.is_file() and format_suffix(one) in LIGAND_SUFFIXES]
        folders = [one for one in entries if one.is_dir()]
    except OSError as error:
        found = f"{folder} cannot be read ({error.strerror})"
        yield InputRow(
            _normal(folder.name), None, reason=RefusalReason.UNREADABLE, detail=found
        )  # fmt: skip
        return
    folders = [
        one for one in folders if one.name.lower() not in _IGNORED_FOLDERS and not _is_dataset(one)
    ]
    if depth == 0:
        yield from _flat_rows(files)
    elif files:
        yield from _one_folder(folder, files)
    elif not folders:
        yield InputRow(
            _normal(folder.name),
            None,
            reason=RefusalReason.NO_POCKET,
            detail=f"no structure files in {folder}",
        )
    if depth < _MAX_DEPTH and (depth == 0 or not files):
        for one in folders:
            yield from _folder_rows(one, depth + 1)


def _is_dataset(folder: Path) -> bool:
    """Whether a folder was made by a build, whose own result may lie among its inputs."""
    try:
        return (folder / ".build").is_dir() or all(
            (folder / name).is_file() for name in ("manifest.json", "complexes.parquet")
        )
    except OSError:
        return False  # looking into it says what is wrong


def _flat_rows(files: list[Path]) -> Iterator[InputRow]:
    """Rows of files that lie side by side: by id where they have roles, else complexes."""
    by_id: dict[str, dict[str, list[Path]]] = {}
    others: list[Path] = []
    for path in files:
        name, role = _split_role(_stem(path))
        if role and name:
            by_id.setdefault(name, {}).setdefault(role, []).append(path)
        else:
            others.append(path)
    for name, roles in by_id.items():
        yield _row_of_roles(name, roles)
    ligands = _small_molecules(others)
    for path in others:
        if format_suffix(path) in RECEPTOR_SUFFIXES:
            yield _complex_row(path, ligands)


def _one_folder(folder: Path, files: list[Path]) -> Iterator[InputRow]:
    """Rows of a folder that holds one complex, or complex files."""
    name = _normal(folder.name)
    own: dict[str, list[Path]] = {}
    others: dict[str, list[Path]] = {}
    for path in files:
        prefix, role = _split_role(_stem(path))
        if role:
            named = own if prefix.casefold() in ("", name.casefold()) else others
            named.setdefault(role, []).append(path)
    roles = others | own  # files called like the folder come before others of the same role
    if roles:
        yield _row_of_roles(name, roles)
        return
    complexes = [one for one in files if format_suffix(one) in RECEPTOR_SUFFIXES]
    if len(complexes) == 1:
        yield replace(_complex_row(complexes[0], _small_molecules(files)), id=name)
    elif complexes:
        for path in complexes:
            yield _complex_row(path, _small_molecules(files))
    else:
        yield InputRow(
            name,
            None,
            reason=RefusalReason.NO_POCKET,
            detail=f"no pocket or protein file in {folder}",
        )


def _complex_row(path: Path, ligands: Mapping[str, Path]) -> InputRow:
    """Row of a file that names no role; a small molecule of its name is its ligand."""
    stem = _stem(path)
    return InputRow(_split_role(stem)[0] or stem, path, ligands.get(stem))


def _small_molecules(files: Iterable[Path]) -> dict[str, Path]:
    """Files that hold a ligand and no receptor, by name without suffix, the preferred one each."""
    found = [one for one in files if format_suffix(one) in SMALL_MOLECULE_SUFFIXES]
    found.sort(key=lambda one: (_preference(one, LIGAND_SUFFIXES), one), reverse=True)
    return {_stem(one): one for one in found}


def _row_of_roles(name: str, roles: dict[str, list[Path]]) -> InputRow:
    """Choose receptor and ligand among files by role: pocket before protein, mol2 before SDF."""
    receptors = [
        (role, path)
        for role in ("pocket", "protein")
        for path in sorted(roles.get(role, []), key=lambda one: _preference(one, RECEPTOR_SUFFIXES))
        if format_suffix(path) in RECEPTOR_SUFFIXES
    ]
    ligands = sorted(roles.get("ligand", []), key=lambda one: _preference(one, LIGAND_SUFFIXES))
    role, receptor = receptors[0] if receptors else ("", None)
    ligand = ligands[0] if ligands else None
    row = InputRow(name, receptor, ligand, is_pocket=role == "pocket")
    if receptor is None:
        return replace(
            row, reason=RefusalReason.NO_POCKET, detail=f"no {name}_pocket or {name}_protein file"
        )
    if ligand is None:
        return replace(row, reason=RefusalReason.NO_LIGAND, detail=f"no {name}_ligand file")
    return row


def _preference(path: Path, suffixes: tuple[str, ...]) -> tuple[int, bool]:
    """Order among files of one role: by format, plain before compressed; ties stay as listed."""
    suffix = format_suffix(path)
    rank = suffixes.index(suffix) if suffix in suffixes else len(suffixes)
    return rank, path.name.lower().endswith(".gz")


def _table_rows(table: Path) -> Iterator[InputRow]:
    """Rows of a table, in its order."""
    records = read_table(table)
    for position, record in enumerate(records, start=1):
        name = _normal(record.get("id", ""))
        receptor = _table_path(table, record.get("protein", ""))
        named = record.get("ligand", "")
        selection = named if _is_selection(table, named) else None
        ligand = None if selection else _table_path(table, named)
        row = InputRow(
            name or f"row {position}",
            receptor,
            ligand,
            record.get("split") or None,
            receptor is not None and names_pocket(receptor),
            ligand_selection=selection,
        )
        yield _checked(row, name, table, position)


def names_pocket(path: Path) -> bool:
    """Whether a receptor file says by its name that it holds a pocket and no whole protein.

    >>> names_pocket(Path("1abc_pocket.pdb")), names_pocket(Path("1abc/pocket.pdb.gz"))
    (True, True)
    """
    return _split_role(_stem(path) if "." in path.name else path.name)[1] == "pocket"


def _table_path(table: Path, text: str) -> Path | None:
    return table.parent / text if text else None


def _is_selection(table: Path, text: str) -> bool:
    """Whether a cell names a residue, such as TQ3 or TQ3:A:194, rather than a file."""
    named = _SELECTION.fullmatch(text) is not None
    return named and not (table.parent / text).is_file()


def _checked(row: InputRow, name: str, table: Path, position: int) -> InputRow:
    """Give the row, refused where its id cannot name files or its files are missing."""
    if not name or name.startswith(".") or any(one in name for one in "/\\\0"):
        return replace(
            row,
            id=name.replace("/", "_").replace("\\", "_").replace("\0", "").lstrip(".")
            or f"row {position}",
            reason=RefusalReason.UNREADABLE,
            detail=f"row {position} of {table.name} has the id {name!r}, which cannot name files",
        )
    if row.receptor is None:
        return replace(
            row,
            reason=RefusalReason.NO_POCKET,
            detail=f"row {position} of {table.name} names no protein",
        )
    for path in (row.receptor, row.ligand):
        if path is not None and not path.is_file():
            return replace(row, reason=RefusalReason.UNREADABLE, detail=f"no file {path}")
    return row
