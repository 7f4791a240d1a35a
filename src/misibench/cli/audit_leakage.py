"""``misi audit leakage``: how near the test complexes are to training."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from misibench.audit.leakage import (
    IDENTITY_CUTOFFS,
    SIMILARITY_CUTOFFS,
    Leakage,
    audit_leakage,
    leakage_csv,
)
from misibench.audit.leakage_figure import leakage_figure
from misibench.cli.console import plain_console
from misibench.dataset.files import write_bytes
from misibench.errors import DatasetError

__all__ = ["command"]


def command(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A folder made by misi build.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Folder of the report [default: DIR/audit].")
    ] = None,
) -> None:
    """Show for every test complex the nearest training complex, by protein and by ligand.

    Identity is that of the most alike chains, similarity the Tanimoto coefficient of Morgan
    fingerprints; both 0 to 1. Exit code 1 if a cluster split is crossed.

    Example: misi audit leakage dataset
    """
    found = audit_leakage(directory)
    folder = out or directory / "audit"
    write_bytes(folder / "leakage.csv", leakage_csv(found).encode())
    write_bytes(folder / "leakage.png", leakage_figure(found))
    console = plain_console()
    console.print(_table(found))
    if found.whole_chains < found.complexes:
        console.print(
            f"{found.complexes - found.whole_chains} of {found.complexes} complexes have sequences "
            "of pocket residues only, since no whole protein lay beside the pocket."
        )
    console.print(f"Report: {folder / 'leakage.csv'}, {folder / 'leakage.png'}")
    if found.crossing:
        first = found.crossing[0]
        raise DatasetError(
            directory,
            f"{len(found.crossing)} test complexes reach the limits of the cluster split "
            f"(first: {first.id}, identity {first.identity:.2f} to {first.by_sequence}, "
            f"similarity {first.similarity:.2f} to {first.by_ligand})",
            "none",
        )


def _table(found: Leakage) -> Table:
    table = Table(
        title=f"{found.split} split: share of {len(found.neighbours)} test complexes with such "
        f"a neighbour among {found.train} in train"
    )
    table.add_column("nearest by")
    table.add_column("at or above", justify="right")
    table.add_column("share", justify="right")
    for cutoff in IDENTITY_CUTOFFS:
        share = found.share(identity=cutoff)
        table.add_row("sequence identity", f"{cutoff:.0%}", f"{share:.1%}")
    table.add_section()
    for cutoff in SIMILARITY_CUTOFFS:
        share = found.share(similarity=cutoff)
        table.add_row("ligand similarity", f"{cutoff:.2f}", f"{share:.1%}")
    table.add_section()
    either = found.share(identity=0.3, similarity=0.7)
    table.add_row("either", "30%, 0.70", f"{either:.1%}")
    return table
