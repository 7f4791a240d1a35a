"""``misi fetch``: structures from a server, or out of a PDBbind archive."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from misibench.cli.console import plain_console
from misibench.cli.progress import terminal_progress
from misibench.errors import FetchError, UsageError
from misibench.fetch.archive import is_archive, unpack_archive
from misibench.fetch.download import Server
from misibench.fetch.entries import RCSB, Fetched, FetchSettings, fetch_entries

__all__ = ["command"]


def command(
    ids: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="IDS...",
            help="PDB ids, with a ligand where it matters (1ia1:TQ3:A:194); or PDBbind archives "
            "(.tar.gz) to unpack.",
        ),
    ] = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder to write to.")] = Path(
        "structures"
    ),
    ids_file: Annotated[
        Path | None, typer.Option("--ids", help="Text file with more ids, one a line.")
    ] = None,
    assembly: Annotated[
        str,
        typer.Option(help="Biological assembly by the entry's number; 0 takes what is deposited."),
    ] = "1",
    ligand: Annotated[
        str | None,
        typer.Option(help="RES[:CHAIN[:NUM]] for all ids that name none; else the largest one."),
    ] = None,
    url_template: Annotated[
        str, typer.Option(help="Address of a mirror, {id} in the place of the id.")
    ] = RCSB,
    rate: Annotated[float, typer.Option(help="Most requests in a second.", min=0.01)] = 4.0,
    attempts: Annotated[int, typer.Option(help="Tries per file.", min=1)] = 5,
    timeout: Annotated[float, typer.Option(help="Seconds to wait for bytes.", min=0.1)] = 30.0,
) -> None:
    """Fetch entries from RCSB as mmCIF, or unpack PDBbind archives.

    Example: misi fetch 1ia1 1of6:DTY --out structures; misi build structures/structures.csv
    --out dataset

    Interrupted, the same command goes on where it stopped. Exit code 1 if any entry is missing.
    """
    words = [*(ids or []), *(_read_ids(ids_file) if ids_file else [])]
    if not words:
        raise UsageError("IDS", "none given", "PDB ids, a file of them (--ids), or archives")
    archives = [word for word in words if is_archive(word)]
    entries = [word for word in words if not is_archive(word)]
    console = plain_console()
    for archive in archives:
        _unpack(Path(archive), out, console)
    if entries:
        settings = FetchSettings(
            url_template=url_template,
            assembly=None if assembly == "0" else assembly,
            ligand=ligand,
            server=Server(per_second=rate, attempts=attempts, timeout_s=timeout),
        )
        _fetch(entries, out, settings, console)


def _read_ids(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8").split()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(path, f"cannot be read ({error})", "a text file of ids") from error


def _unpack(archive: Path, out: Path, console: Console) -> None:
    done = unpack_archive(archive, out)
    for name, why in done.refused:
        console.print(f"left out: {name}: {why}")
    console.print(
        f"{archive.name}: {done.files:,} files unpacked, {done.present:,} there already, "
        f"{len(done.refused)} left out; {done.complexes:,} complexes in {out}",
    )


def _fetch(entries: list[str], out: Path, settings: FetchSettings, console: Console) -> None:
    with terminal_progress() as progress:
        tick = progress.step("Fetching", len(entries))
        results = fetch_entries(entries, out, settings, tell=lambda one: tick(one.id))
    for one in results:
        for note in one.notes:
            console.print(f"{one.id}: {note}")
    missing = [one for one in results if one.path is None]
    for one in missing:
        console.print(f"{one.id}: {one.problem}")
    fresh = sum(one.downloaded for one in results)
    console.print(
        f"{len(results)} entries: {fresh} fetched, {len(results) - fresh - len(missing)} there "
        f"already, {len(missing)} not to be had; table for misi build: {out / 'structures.csv'}",
    )
    if missing:
        raise FetchError(
            out, f"{len(missing)} of {len(results)} entries could not be fetched", "",
            _advice(missing),
        )  # fmt: skip


def _advice(missing: list[Fetched]) -> str:
    return "the lines above say why; the same command tries these again: " + ", ".join(
        one.id for one in missing[:5]
    )
