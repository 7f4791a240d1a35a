"""ChimeraX scripts that draw a picture of the dataset there."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from misibench.export.pictures import DrawnPicture
from misibench.geometry import Motion, Move, motions_transform
from misibench.scene.camera import View
from misibench.scene.colours import RESIDUE_CARBONS
from misibench.scene.shot import Subject
from misibench.structure import Complex, Residue

__all__ = ["chimerax_script"]

_VIEW_TURNS = {
    View.FRONT: (),
    View.LEFT: ("y", 90),
    View.TOP: ("x", 90),
    View.BACK: ("y", 180),
    View.RIGHT: ("y", -90),
    View.BOTTOM: ("x", -90),
}


def chimerax_script(drawn: DrawnPicture, save_as: str = "picture.png") -> str:
    """Write the commands (.cxc) that draw a picture in ChimeraX.

    ``turn`` is used for rotations: ``roll`` without a frame count spins for ever.
    """
    structure, shot = drawn.annotation.structure, drawn.shot
    receptor, ligand = "#1", "#2"
    pocket = [structure.receptor.residues[index] for index in structure.pocket_residues]
    shown = pocket
    if shot.subject is Subject.RESIDUE and shot.residue_index is not None:
        shown = [structure.receptor.residues[shot.residue_index]]
    lines = [
        "# Draws one picture of a misibench dataset in ChimeraX.",
        "close session",
        "set bgColor black",
        f"windowsize {drawn.width} {drawn.height}",
        f"open {_quoted(drawn.receptor)}",
    ]
    if drawn.ligand is not None:
        lines.append(f"open {_quoted(drawn.ligand)}")
    else:
        own = "".join(_specs(structure.ligand.residues))
        lines += [f"split #1 atoms #1{own}", "# the ligand is now model #1.2"]
        receptor, ligand = "#1.1", "#1.2"
    lines += [
        "delete solvent",
        "hide cartoons",
        "hide pbonds",
        "hide atoms",
        "style stick",
        *_show(receptor, pocket),
        f"show {ligand} atoms",
        "hide H",
        *_colours(receptor, ligand, structure),
        "lighting simple",
    ]
    lines += _camera(drawn, receptor, ligand, shown)
    if shot.subject in (Subject.COMPLEX, Subject.POCKET):
        lines += [f"label {receptor}{spec} residues" for spec in _specs(shown)]
    if shot.subject is Subject.RESIDUE:
        lines += [f"label {receptor}{spec} atoms" for spec in _specs(shown)]
    if shot.subject is not Subject.POCKET:
        if structure.ligand_labels != structure.ligand.atom_names:
            lines.append("# atom names of the ligand are not unique; the dataset's labels are")
        lines.append(f"label {ligand} atoms")
    lines.append(
        f"save {_quoted(Path(save_as))} width {drawn.width} height {drawn.height} supersample 3"
    )
    return "\n".join(lines) + "\n"


def _camera(drawn: DrawnPicture, receptor: str, ligand: str, shown: list[Residue]) -> list[str]:
    """Fit the camera, hide what is not shown, move things, turn to the view.

    The fit comes first, since pictures of a part keep the camera of the whole; only residue
    pictures are fitted to what they show.
    """
    annotation, shot = drawn.annotation, drawn.shot
    lines: list[str] = []
    if shot.subject is Subject.RESIDUE:
        lines += [f"hide {receptor} atoms", *_show(receptor, shown), "hide H", "view"]
        turn = _VIEW_TURNS[shot.view]
        return lines + ([f"turn {turn[0]} {turn[1]}"] if turn else [])
    lines.append("view")
    pivot = annotation.centre
    if shot.subject is Subject.POCKET:
        lines.append(f"hide {ligand} atoms")
    if shot.subject is Subject.LIGAND:
        lines.append(f"hide {receptor} atoms")
    centre = annotation.ligand_centre.copy()
    for motion in shot.ligand_motions:
        lines.append(_command(motion, centre, models=ligand))
        if isinstance(motion, Move):
            centre["xyz".index(motion.axis)] += motion.distance
    lines += [_command(motion, pivot) for motion in shot.motions]
    turn = _VIEW_TURNS[shot.view]
    if turn:
        # the camera turns about the centre of the untouched complex, wherever things moved
        fixed = motions_transform(shot.motions, pivot).inverse().apply(pivot)
        lines.append(f"turn {turn[0]} {turn[1]} center {_point(fixed)}")
    return lines


def _command(motion: Motion, centre: Iterable[float], models: str = "") -> str:
    ending = f" models {models}" if models else ""
    if isinstance(motion, Move):
        return f"move {motion.axis} {motion.distance:g}{ending}"
    return f"turn {motion.axis} {motion.angle_deg:g} center {_point(centre)}{ending}"


def _point(values: Iterable[float]) -> str:
    return ",".join(f"{value:.4f}" for value in values)


def _colours(receptor: str, ligand: str, structure: Complex) -> list[str]:
    residues = [structure.receptor.residues[index] for index in structure.pocket_residues]
    lines = []
    for place, colour in enumerate(RESIDUE_CARBONS):
        red, green, blue = colour
        lines += [
            f"color {receptor}{spec} #{red:02x}{green:02x}{blue:02x} atoms"
            for spec in _specs(residues[place :: len(RESIDUE_CARBONS)])
        ]
    return [
        *lines,
        f"color {ligand} #808080 atoms",
        "color byhetero",
        "color O #ff0000 atoms",
        "color N #0000ff atoms",
    ]


def _show(model: str, residues: Iterable[Residue]) -> list[str]:
    return [f"show {model}{spec} atoms" for spec in _specs(residues)]


def _specs(residues: Iterable[Residue]) -> list[str]:
    """Give one ChimeraX atom specifier per chain."""
    ordered = sorted(residues, key=lambda residue: residue.id)
    return [
        f"{_chain(chain)}:" + ",".join(_number(residue) for residue in members)
        for chain, members in groupby(ordered, key=lambda residue: residue.id.chain_id)
    ]


def _chain(chain_id: str) -> str:
    return f"/{chain_id}" if chain_id.strip() else "/' '"


def _number(residue: Residue) -> str:
    return f"{residue.id.number}{residue.id.insertion_code.strip()}"


def _quoted(path: Path) -> str:
    return '"' + str(path).replace('"', '\\"') + '"'
