"""``misi export``: a dataset, or one of its pictures, for other tools."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from misibench.cli.console import plain_console
from misibench.cli.word_lists import listed_words
from misibench.dataset.files import write_bytes
from misibench.errors import UsageError
from misibench.export.formats import PICTURE_FORMATS, TABLE_FORMATS
from misibench.export.pictures import find_picture
from misibench.export.pymol import script_name
from misibench.export.rows import ExportRequest

__all__ = ["command"]

_HELP = "; ".join(
    f"{name}: {one.summary}" for name, one in (TABLE_FORMATS | PICTURE_FORMATS).items()
)


def command(
    directory: Annotated[Path, typer.Argument(help="A folder made by misi build.")],
    format_name: Annotated[str, typer.Option("--format", "-f", help=f"{_HELP}.")],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", help="Folder to write to; a file for scripts [default: named by format]."
        ),
    ] = None,
    tasks: Annotated[
        str, typer.Option(help="Comma-separated names or codes (T1 ... T9); all if empty.")
    ] = "",
    split: Annotated[
        str,
        typer.Option(help="train, test or tiny, comma-separated; what suits the format if empty."),
    ] = "",
    pictures: Annotated[
        str,
        typer.Option(
            help="reference (loose pictures stay where they are) or copy (into the folder)."
        ),
    ] = "reference",
    picture: Annotated[
        str,
        typer.Option(
            help="For scripts: the picture, relative to DIRECTORY (images/ID/NAME.png).",
        ),
    ] = "",
    structures: Annotated[
        Path | None,
        typer.Option(help="For scripts: where the structures are now, if they were moved."),
    ] = None,
) -> None:
    """Write questions for training and harnesses, or a script that draws one picture elsewhere.

    Example: misi export dataset --format messages --out training

    Example: misi export dataset --format chimerax --picture images/1ia1/complex_front.png
    """
    if format_name in PICTURE_FORMATS:
        _script(directory, format_name, picture, out, structures)
        return
    if format_name not in TABLE_FORMATS:
        raise UsageError("--format", f"{format_name!r}", ", ".join(TABLE_FORMATS | PICTURE_FORMATS))
    request = ExportRequest(
        directory,
        out or Path(f"{directory.resolve().name}-{format_name}"),
        listed_words(tasks),
        listed_words(split),
        _mode(pictures),
    )
    done = TABLE_FORMATS[format_name].write(request)
    console = plain_console()
    for path in done.files:
        console.print(f"{path}")
    console.print(", ".join(f"{count:,} questions of {name}" for name, count in done.rows.items()))
    for hint in done.hints:
        console.print(hint)


def _mode(word: str) -> Literal["reference", "copy"]:
    if word == "copy":
        return "copy"
    if word != "reference":
        raise UsageError("--pictures", f"{word!r}", "reference or copy")
    return "reference"


def _script(
    directory: Path, format_name: str, picture: str, out: Path | None, structures: Path | None
) -> None:
    if not picture:
        raise UsageError("--picture", "not given", "images/ID/NAME.png, relative to the dataset")
    chosen = PICTURE_FORMATS[format_name]
    drawn = find_picture(directory, picture, structures)
    target = out or Path(script_name(picture, chosen.ending))
    write_bytes(target, chosen.write(drawn, target.with_suffix(".png").name).encode())
    typer.echo(f"{target}")
