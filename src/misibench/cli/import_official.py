"""``misi import-official``: archives of the published set, as far as they explain themselves."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from misibench.cli.console import plain_console
from misibench.errors import DatasetError
from misibench.official.importing import ImportReport, import_official
from misibench.official.mapping import Mapping, read_mapping

__all__ = ["command"]


def command(
    path: Annotated[
        Path, typer.Argument(metavar="PATH", help="An archive, a table, or a folder of them.")
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder to write to.")] = Path(
        "official"
    ),
    mapping: Annotated[
        Path | None,
        typer.Option(
            help='JSON: {"tasks": {"part of a file name": "T7"}, "fields": {"prompt": ["column"]}}.'
        ),
    ] = None,
) -> None:
    """Read archives of zongzhao/MiSI-bench and say what could not be mapped.

    Its fields are not documented: columns are found by their usual names, tasks by file names, and
    a mapping file says the rest. Exit code 1 if no question could be read.

    Example: misi import-official test-location-1160.zip --out official
    """
    chosen = Mapping() if mapping is None else read_mapping(mapping)
    report = import_official(path, out, chosen)
    console = plain_console()
    _print(console, report)
    if not report.written:
        raise DatasetError(
            path, "no question could be read", "", "the lines above say why; give --mapping"
        )


def _print(console: Console, report: ImportReport) -> None:
    for one in report.tables:
        console.print(
            f"{Path(one.table).name}: {one.written} of {one.records} records are questions of "
            f"{one.task or 'an unknown task'}",
        )
        for name, column in one.columns.items():
            console.print(f"  {name}: column {column}")
        for column, example in one.ignored.items():
            console.print(f"  not mapped: column {column}, such as {example}")
        for problem, count in one.problems.items():
            console.print(f"  {count} times: {problem}")
    console.print(
        f"{report.written} questions: {report.questions}; {report.pictures} pictures, "
        f"{report.unused_pictures} of them named by no question",
    )
