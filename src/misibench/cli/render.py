"""``misi render``: pictures of one complex, from any side, after any moves."""

from __future__ import annotations

import json
import os
import re
import tempfile
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from misibench.cli.complex_files import read_complex
from misibench.errors import MisiError, UsageError
from misibench.geometry import AXES, Axis, Motion, Move, Roll
from misibench.hbonds import find_hydrogen_bonds
from misibench.rendering import Renderer
from misibench.scene import (
    Annotation,
    Look,
    PictureOptions,
    Shot,
    Style,
    Subject,
    View,
    annotate,
    screen_record,
)
from misibench.structure import Complex

__all__ = ["command", "command_class"]

_ORDER = "misibench.motion_order"
_MOTIONS = ("--move", "--roll")


class command_class(TyperCommand):  # noqa: N801 - the name under which the command line looks for it
    """Remembers in which order ``--move`` and ``--roll`` were given, which Typer does not."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Note the order, then parse as ever."""
        ctx.meta[_ORDER] = [word.split("=")[0] for word in args if word.split("=")[0] in _MOTIONS]
        return super().parse_args(ctx, args)


def command(
    ctx: typer.Context,
    pocket: Annotated[
        Path, typer.Argument(help="Pocket or protein (.pdb, .cif, also .gz), or a whole complex.")
    ],
    ligand: Annotated[
        Path | None, typer.Argument(help="Ligand (.mol2, .sdf, also .gz); not for a complex.")
    ] = None,
    out: Annotated[
        Path, typer.Option(help="Picture to write (.png); with --view all a name to build on.")
    ] = Path("picture.png"),
    view: Annotated[
        str, typer.Option(help="front, left, top, back, right, bottom, or all six.")
    ] = "front",
    move: Annotated[
        list[str] | None,
        typer.Option(
            help='Move everything, for example "x 3" (Å, front-view axes).',
            metavar='"AXIS DISTANCE"',
        ),
    ] = None,
    roll: Annotated[
        list[str] | None,
        typer.Option(
            help='Turn everything about its centre, for example "y 15" (degrees, right-handed). '
            "--move and --roll may be repeated and are applied in the order given.",
            metavar='"AXIS ANGLE"',
        ),
    ] = None,
    size: Annotated[str, typer.Option(help="Width x height in pixels, or one number.")] = (
        "1024x1024"
    ),
    subject: Annotated[str, typer.Option(help="complex, pocket or ligand.")] = "complex",
    residue: Annotated[
        str | None,
        typer.Option(help="Draw one residue, CHAIN:NUMBER as in A:52, with the ligand."),
    ] = None,
    no_labels: Annotated[bool, typer.Option("--no-labels", help="Leave labels off.")] = False,
    no_numbers: Annotated[
        bool, typer.Option("--no-numbers", help="Label residues with their names alone.")
    ] = False,
    look: Annotated[
        str, typer.Option(help="chimerax, or clear: labels of one size that avoid each other.")
    ] = "chimerax",
    style: Annotated[str, typer.Option(help="stick, ball-and-stick or sphere.")] = "stick",
    hydrogens: Annotated[bool, typer.Option("--hydrogens", help="Draw hydrogens.")] = False,
    hbonds: Annotated[
        bool, typer.Option("--hbonds", help="Draw hydrogen bonds as dashes.")
    ] = False,
    orthographic: Annotated[
        bool, typer.Option("--orthographic", help="Draw without perspective.")
    ] = False,
    font: Annotated[
        Path | None, typer.Option(help="Font file for labels (DejaVu Sans if not given).")
    ] = None,
    rgb: Annotated[
        bool, typer.Option("--rgb", help="Three bytes a pixel instead of a palette.")
    ] = False,
    transparent: Annotated[
        bool, typer.Option("--transparent", help="Transparent background (RGBA).")
    ] = False,
    supersample: Annotated[
        int, typer.Option(help="Mean of N x N samples a pixel, for figures.", min=1, max=4)
    ] = 1,
    coords: Annotated[
        Path | None, typer.Option(help="Write camera and screen coordinates (Å) here (.json).")
    ] = None,
    ligand_selection: Annotated[
        str | None,
        typer.Option("--ligand", help="Ligand inside a complex file: RES[:CHAIN[:NUM]]."),
    ] = None,
) -> None:
    """Draw a complex as ChimeraX would: any side, any moves, any size.

    Lengths are in Å, angles in degrees. A picture in which nothing, or no pixel of a ligand
    that should be there, is seen is an error and is not written.

    Examples:

    misi render 1aku_pocket.pdb 1aku_ligand.mol2 --out front.png

    misi render 1aku_pocket.pdb 1aku_ligand.mol2 --roll "y 15" --move "x 3" --out moved.png

    misi render 4dfr.cif --ligand MTX:A --view all --look clear --out sides.png
    """
    motions = _motions(ctx.meta.get(_ORDER, []), move or [], roll or [])
    options = PictureOptions(
        look=Look(_choice("--look", look, list(Look))),
        style=Style(_choice("--style", style, list(Style))),
        hydrogens=hydrogens, labels=not no_labels, residue_numbers=not no_numbers,
        hbond_dashes=hbonds, orthographic=orthographic, transparent=transparent, rgb=rgb,
        font=None if font is None else str(font), supersample=supersample, refuse_blank=True,
    )  # fmt: skip
    views = _choice("--view", view, [*View, "all"])
    shown = Subject(
        _choice("--subject", subject, [Subject.COMPLEX, Subject.POCKET, Subject.LIGAND])
    )
    renderer = Renderer(_size(size), options)
    structure = read_complex(pocket, ligand, ligand_selection)
    annotation = annotate(structure, find_hydrogen_bonds(structure) if hbonds else ())
    place = None
    if residue is not None:
        shown, place = Subject.RESIDUE, _residue(structure, residue)
    for one in View if views == "all" else (View(views),):
        shot = Shot(view=one, subject=shown, motions=motions, residue_index=place)
        ending = f"_{one}" if views == "all" else ""
        _draw(renderer, annotation, shot, _beside(out, ending, ".png"),
              None if coords is None else _beside(coords, ending, ".json"))  # fmt: skip


def _draw(
    renderer: Renderer, annotation: Annotation, shot: Shot, out: Path, coords: Path | None
) -> None:
    scene = renderer.scene(annotation, shot)
    renderer.draw(scene).save(out)
    typer.echo(str(out))
    if coords is not None:
        record = {"view": str(shot.view)} | screen_record(annotation.structure, scene)
        _write(coords, json.dumps(record, indent=1) + "\n")
        typer.echo(str(coords))


def _beside(path: Path, ending: str, suffix: str) -> Path:
    if not path.name:
        raise UsageError(repr(str(path)), "a folder", f"the name of a {suffix} file")
    stem = path.with_suffix("") if path.suffix.lower() == suffix else path
    return stem.with_name(f"{stem.name}{ending}{suffix}")


def _write(path: Path, text: str) -> None:
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(temporary).replace(path)
    except OSError as error:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        raise MisiError(path, f"cannot be written ({error.strerror or error})") from None


def _choice(option: str, given: str, known: list[Any]) -> str:
    words = [str(one) for one in known]
    if given.lower() in words:
        return given.lower()
    near = get_close_matches(given.lower(), words, n=1)
    raise UsageError(
        option, repr(given), ", ".join(words), f"did you mean {near[0]}?" if near else ""
    )


def _motions(order: list[str], moves: list[str], rolls: list[str]) -> tuple[Motion, ...]:
    """Give the motions in the order of the command line."""
    waiting = {"--move": list(moves), "--roll": list(rolls)}
    if order.count("--move") != len(moves) or order.count("--roll") != len(rolls):
        order = ["--move"] * len(moves) + ["--roll"] * len(rolls)  # not from a command line
    return tuple(_motion(option, waiting[option].pop(0)) for option in order)


def _motion(option: str, text: str) -> Motion:
    parts = text.replace(",", " ").split()
    expected = 'an axis and a number, for example "x 3"'
    if len(parts) != 2 or parts[0].lower() not in AXES:
        raise UsageError(option, repr(text), expected)
    axis: Axis = AXES[AXES.index(parts[0].lower())]
    try:
        value = float(parts[1])
    except ValueError:
        raise UsageError(option, repr(text), expected) from None
    if not abs(value) < 1e6:  # not for NaN either
        raise UsageError(option, repr(text), expected)
    return Move(axis, value) if option == "--move" else Roll(axis, value)


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,6})(?:\s*[x×X]\s*(\d{1,6}))?", text.strip())
    if match is None:
        raise UsageError("--size", repr(text), "WIDTHxHEIGHT in pixels, for example 1024x1024")
    width = int(match[1])
    return width, int(match[2]) if match[2] else width


def _residue(structure: Complex, text: str) -> int:
    names = {str(structure.receptor.residues[i].id): i for i in structure.pocket_residues}
    if text in names:
        return names[text]
    near = get_close_matches(text, list(names), n=1, cutoff=0.0)
    raise UsageError(
        "--residue", repr(text), f"CHAIN:NUMBER of one of {len(names)} pocket residues",
        f"for example {near[0]}" if near else "",
    )  # fmt: skip
