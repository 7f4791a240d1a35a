"""``misi export``: a dataset, or one of its pictures, for other tools."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from misibench.dataset.files import write_bytes
from misibench.errors import UsageError
from misibench.export.chimerax import chimerax_script
from misibench.export.pictures import find_picture
from misibench.export.pymol import pymol_script, script_name

__all__ = ["FORMATS", "command"]

FORMATS = {"chimerax": (chimerax_script, ".cxc"), "pymol": (pymol_script, ".pml")}


def command(
    directory: Annotated[Path, typer.Argument(help="A folder made by misi build.")],
    format_name: Annotated[
        str, typer.Option("--format", "-f", help="chimerax or pymol: a script for one picture.")
    ],
    picture: Annotated[
        str, typer.Option(help="Picture, as a path relative to DIRECTORY (images/ID/NAME.png).")
    ] = "",
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="File to write [default: named by picture].")
    ] = None,
    structures: Annotated[
        Path | None,
        typer.Option(help="Where the structures are now, if they were moved since the build."),
    ] = None,
) -> None:
    """Write the script that draws a picture of the dataset in ChimeraX or PyMOL.

    Example: misi export dataset --format chimerax --picture images/1ia1/complex_front.png
    """
    if format_name not in FORMATS:
        raise UsageError("--format", f"{format_name!r}", " or ".join(FORMATS))
    if not picture:
        raise UsageError("--picture", "not given", "images/ID/NAME.png, relative to the dataset")
    write, ending = FORMATS[format_name]
    drawn = find_picture(directory, picture, structures)
    target = out or Path(script_name(picture, ending))
    write_bytes(target, write(drawn, target.with_suffix(".png").name).encode())
    typer.echo(f"{target}")
