"""``misi audit-table``: check a printed results table by arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.table import Table

from misibench.cli.console import plain_console
from misibench.errors import UsageError
from misibench.report.audit import Finding, audit_published, audit_table, read_table
from misibench.report.terminal import print_table

__all__ = ["command"]


def command(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="[FILE]",
            help="CSV with columns model, avg, T1 … T9 in percent, or tables.csv of a report; "
            "the published tables if not given.",
        ),
    ] = None,
    n: Annotated[int, typer.Option("--n", help="Questions asked per column.", min=1)] = 50,
    exact: Annotated[
        bool, typer.Option("--exact", help="The table holds exact match, not weighted scores.")
    ] = False,
    beside: Annotated[
        Path | None, typer.Option("--beside", help="The weighted table that belongs to it (CSV).")
    ] = None,
    notes: Annotated[
        bool, typer.Option("--notes", help="Show too which cells rest on fewer questions.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 1 if there are errors.")
    ] = False,
) -> None:
    """Check a results table by arithmetic: can a cell be a mean of n scores, does avg follow?

    Example: misi audit-table table.csv --n 50
    """
    if file is None:
        found: Sequence[Finding] = audit_published()
    else:
        kind = "exact" if exact else "weighted"
        weighted = read_table(beside)[0] if beside is not None else None
        tables = read_table(file, "exact" if exact else "weighted")
        if weighted is None:
            weighted = next((one for one in tables if one.kind == "weighted"), None)
        found = [
            finding
            for table in tables
            for finding in audit_table(
                table, counts=n, beside=weighted if table.kind == "exact" else None
            )
        ]
        if beside is not None and kind != "exact":
            raise UsageError("--beside", "given without --exact", "both, or neither")
    errors = [one for one in found if one.severity == "error"]
    shown = list(found) if notes else errors
    if shown:
        print_table(findings_table(shown))
    hidden = len(found) - len(shown)
    plain_console().print(
        f"{len(errors)} errors, {len(found) - len(errors)} notes"
        + (" (--notes shows them)" if hidden else "")
    )
    if strict and errors:
        raise SystemExit(1)


def findings_table(findings: Sequence[Finding]) -> Table:
    """Make a table of findings."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("table", "model", "column"):
        table.add_column(heading, no_wrap=True)
    table.add_column("printed", justify="right", no_wrap=True)
    table.add_column("finding", overflow="fold")
    for one in findings:
        printed = "" if one.printed is None else f"{one.printed:.2f}"
        table.add_row(one.table, one.model, one.column, printed, one.text)
    return table
