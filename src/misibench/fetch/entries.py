"""Entries of the PDB as complex files: fetched, checked, one assembly, one ligand each."""

from __future__ import annotations

import csv
import gzip
import io
import re
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import gemmi

from misibench.dataset.files import write_bytes
from misibench.errors import DatasetError, FetchError, MisiError, UsageError
from misibench.fetch.assembly import assembly_document
from misibench.fetch.checksums import Checksums
from misibench.fetch.download import Server, download
from misibench.structure.ligand_choice import LigandSelection

__all__ = ["RCSB", "FetchSettings", "Fetched", "fetch_entries", "split_request"]

RCSB = "https://files.rcsb.org/download/{id}.cif.gz"
"""Where RCSB serves entries as compressed mmCIF."""

_ENTRIES = ".entries"
"""Folder of the files as they came, beside the complexes made of them."""

_ID = re.compile(r"[0-9][a-z0-9]{3}|pdb_[0-9a-z]{8}")
_ANY_ID = re.compile(r"[\w-]+(?:\.[\w-]+)*")


@dataclass(frozen=True, slots=True)
class FetchSettings:
    """What is fetched, and from where.

    Attributes
    ----------
    url_template
        Address with ``{id}`` in the place of the entry's id, in lower case.
    assembly
        Biological assembly, by the entry's own number; None takes the deposited coordinates. An
        entry that defines none is taken as deposited.
    ligand
        ``RES[:CHAIN[:NUM]]`` for all entries that do not name their own.
    server
        Rate, tries and time limits.
    """

    url_template: str = RCSB
    assembly: str | None = "1"
    ligand: str | None = None
    server: Server = field(default_factory=Server)

    def __post_init__(self) -> None:
        if "{id}" not in self.url_template:
            raise UsageError("--url-template", self.url_template, "an address with {id} in it")
        if self.ligand is not None:
            LigandSelection.parse(self.ligand)


@dataclass(frozen=True, slots=True)
class Fetched:
    """What became of one entry: ``path`` is the complex file, None where ``problem`` says why.

    ``downloaded`` is False where the file was there already, with the right checksum.
    """

    id: str
    path: Path | None
    ligand: str | None = None
    downloaded: bool = False
    problem: str = ""
    notes: tuple[str, ...] = ()


def split_request(text: str) -> tuple[str, str | None]:
    """Split ``ID[:RES[:CHAIN[:NUM]]]`` into the id, lower case, and the ligand.

    >>> split_request("1IA1:TQ3:A:194"), split_request("1of6")
    (('1ia1', 'TQ3:A:194'), ('1of6', None))
    """
    name, colon, ligand = text.partition(":")
    if colon:
        LigandSelection.parse(ligand)
    return name.strip().lower(), ligand if colon else None


def fetch_entries(
    requests: Sequence[str],
    out: str | Path,
    settings: FetchSettings | None = None,
    tell: Callable[[Fetched], None] | None = None,
) -> list[Fetched]:
    """Fetch entries and make a complex file of each, and a table that ``misi build`` reads.

    The folder gets ``.entries/`` (files as they came), ``ID.cif.gz`` (one assembly each),
    ``structures.csv`` (columns id, protein, ligand) and ``checksums.sha256``, which
    ``sha256sum -c`` understands. Entries that are there are not fetched again; one that cannot
    be had stops no other.

    Parameters
    ----------
    requests
        ``ID`` or ``ID:RES[:CHAIN[:NUM]]`` where a certain ligand is wanted.
    out
        Folder to write to; made if missing.
    settings
        What and from where.
    tell
        Called after every entry.

    Raises
    ------
    UsageError
        If a request is no id.
    DatasetError
        If the folder cannot be written.
    """
    chosen = settings or FetchSettings()
    folder = Path(out)
    pattern = _ID if chosen.url_template == RCSB else _ANY_ID
    wanted: dict[str, str | None] = {}
    for request in requests:
        name, ligand = split_request(request)
        if not pattern.fullmatch(name):
            raise UsageError("IDS", f"{request!r}", "PDB ids such as 1ia1 or pdb_00001ia1")
        wanted[name] = ligand or chosen.ligand
    sums = Checksums(folder / "checksums.sha256")
    results = []
    for name, ligand in wanted.items():
        try:
            done = _fetch(name, ligand, folder, chosen, sums)
        except DatasetError:
            raise  # the folder is at fault, not the entry
        except MisiError as error:
            done = Fetched(name, None, ligand, problem=str(error))
        results.append(done)
        if tell is not None:
            tell(done)
    _write_table(folder / "structures.csv", results)
    return results


def _fetch(
    name: str, ligand: str | None, folder: Path, settings: FetchSettings, sums: Checksums
) -> Fetched:
    url = settings.url_template.replace("{id}", name)
    suffix = ".cif.gz" if url.lower().endswith(".gz") else ".cif"
    entry = folder / _ENTRIES / f"{name}{suffix}"
    target = folder / f"{name}.cif.gz"
    fresh = not sums.holds(entry)
    if fresh:
        sums.forget(target)
        got = download(url, entry, settings.server, check=entry_problem)
        sums.remember(entry, got.sha256)
    notes: list[str] = []
    document = assembly_document(entry, settings.assembly, notes)
    buffer = io.BytesIO()
    # no name and no time in the header: the same entry gives the same bytes
    with gzip.GzipFile(filename="", fileobj=buffer, mode="wb", mtime=0) as stream:
        stream.write(document.encode())
    write_bytes(target, buffer.getvalue())
    sums.remember(target)
    return Fetched(name, target, ligand, fresh, notes=tuple(notes))


def entry_problem(path: Path) -> str | None:
    """Say what is wrong with a fetched entry, or None: cut off, not mmCIF, or without atoms."""
    try:
        content = path.read_bytes()
        if content.startswith(b"\x1f\x8b"):
            content = gzip.decompress(content)
    except (OSError, EOFError, zlib.error) as error:
        return f"what came is a damaged gzip file ({error})"
    try:
        block = gemmi.cif.read_string(content).sole_block()
    except (RuntimeError, ValueError, UnicodeDecodeError) as error:
        return f"what came is not a whole mmCIF file ({' '.join(str(error).split())[:120]})"
    if not len(block.find(["_atom_site.Cartn_x"])):
        return "what came is an mmCIF file without atoms"
    return None


def _write_table(path: Path, results: Sequence[Fetched]) -> None:
    """Write the table of all complexes in the folder; rows of earlier runs stay."""
    rows: dict[str, list[str]] = {}
    if path.is_file():
        try:
            with path.open(encoding="utf-8", newline="") as stream:
                rows = {row[0]: row for row in list(csv.reader(stream))[1:] if row}
        except (OSError, UnicodeDecodeError, csv.Error) as error:
            raise FetchError(path, f"cannot be read ({error})", "a table", "remove it") from error
    for one in results:
        if one.path is not None:
            rows[one.id] = [one.id, one.path.name, one.ligand or ""]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["id", "protein", "ligand"])
    writer.writerows(rows[name] for name in sorted(rows))
    write_bytes(path, text.getvalue().encode())
