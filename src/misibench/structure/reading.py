"""One door for all formats: the suffix decides which reader is used."""

from __future__ import annotations

from collections.abc import Callable
from os import PathLike
from pathlib import Path
from typing import Final

from misibench.errors import StructureError
from misibench.structure.mmcif import parse_mmcif
from misibench.structure.mol2 import parse_mol2
from misibench.structure.molecule import Molecule
from misibench.structure.parsed import ParsedFile
from misibench.structure.pdb import parse_pdb
from misibench.structure.sdf import parse_sdf
from misibench.structure.textfile import format_suffix, read_text

__all__ = ["READERS", "parse_text", "read_file", "read_molecule"]

READERS: Final[dict[str, Callable[[str, str], ParsedFile]]] = {
    ".pdb": parse_pdb,
    ".ent": parse_pdb,
    ".cif": parse_mmcif,
    ".mmcif": parse_mmcif,
    ".mol2": parse_mol2,
    ".sdf": parse_sdf,
    ".sd": parse_sdf,
    ".mol": parse_sdf,
}
"""Reader by lower-case suffix; every one also takes ``.gz``."""


def parse_text(text: str, path: Path) -> ParsedFile:
    """Parse the text of a file by the reader its suffix names.

    Raises
    ------
    StructureError
        No reader has that suffix, or the text cannot be used.
    """
    suffix = format_suffix(path)
    reader = READERS.get(suffix)
    if reader is None:
        raise StructureError(
            path,
            f"unknown file type {suffix!r}",
            "one of " + ", ".join(READERS) + ", also with .gz",
            "rename or convert the file",
        )
    return reader(text, str(path))


def read_file(path: str | PathLike[str]) -> ParsedFile:
    """Read the first molecule (first model, first record) of a file, with the reader's notes.

    Raises
    ------
    StructureError
        The file cannot be used; ``reason`` says why.
    """
    source = Path(path)
    return parse_text(read_text(source), source)


def read_molecule(path: str | PathLike[str]) -> Molecule:
    """Read the first molecule (first model, first record) of a PDB, mmCIF, mol2 or SDF file.

    Raises
    ------
    StructureError
        The file cannot be used; ``reason`` says why.
    """
    return read_file(path).molecule
