"""PyMOL scripts that draw a picture of the dataset there."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from misibench.export.pictures import DrawnPicture
from misibench.geometry import RigidTransform, motions_transform
from misibench.scene import STICK_RADIUS, shot_camera
from misibench.scene.colours import RESIDUE_CARBONS
from misibench.scene.shot import Subject
from misibench.structure import Residue

__all__ = ["pymol_script"]


def pymol_script(drawn: DrawnPicture, save_as: str = "picture.png") -> str:
    """Write the commands (.pml) that draw a picture in PyMOL.

    The camera is given as numbers (``set_view``), so it is the same to the last digit; shading
    and fonts are PyMOL's own.
    """
    structure, shot = drawn.annotation.structure, drawn.shot
    residues = structure.receptor.residues
    pocket = [residues[index] for index in structure.pocket_residues]
    shown = pocket
    if shot.subject is Subject.RESIDUE and shot.residue_index is not None:
        shown = [residues[shot.residue_index]]
    lines = [
        "# Draws one picture of a misibench dataset in PyMOL.",
        "reinitialize",
        _load(drawn.receptor, "receptor"),
    ]
    if drawn.ligand is not None:
        lines.append(_load(drawn.ligand, "ligand"))
    else:
        own = _selection(list(structure.ligand.residues))
        lines.append(f"extract ligand, receptor and {own}")
    lines += [
        "bg_color black",
        "set opaque_background, on",
        f"set stick_radius, {STICK_RADIUS}",
        "set valence, off",
        "set label_color, white",
        "set label_size, -1.2",  # negative: Å, not points; about as tall as the dataset's
        "hide everything",
        f"show sticks, receptor and {_selection(shown)}",
        "show sticks, ligand",
        "hide everything, elem H+D",
        "util.cnc all",
        *_colours(pocket),
        "color gray50, ligand and elem C",
        "color red, elem O",
        "color blue, elem N",
        *_labels(drawn, shown),
    ]
    if shot.subject is Subject.POCKET:
        lines.append("hide everything, ligand")
    if shot.subject is Subject.LIGAND:
        lines.append("hide everything, receptor")
    if shot.ligand_motions:
        moved = motions_transform(shot.ligand_motions, drawn.annotation.ligand_centre)
        lines.append(f"/cmd.transform_selection('ligand', {_matrix(moved)}, homogenous=1)")
    lines += [
        # PyMOL's angle is the vertical one, the dataset's spans the width
        f"set field_of_view, {_vertical_fov_deg(drawn):.6f}",
        f"set_view ({_view(drawn)})",
        f"png {save_as}, width={drawn.width}, height={drawn.height}, ray=1",
    ]
    return "\n".join(lines) + "\n"


def _load(path: Path, name: str) -> str:
    # as Python: PyMOL's own language ends a file name at a comma and a command at a semicolon
    return f"/cmd.load({str(path)!r}, {name!r})"


def _view(drawn: DrawnPicture) -> str:
    """Give PyMOL's 18 numbers: rotation, camera position, origin, clipping, perspective.

    PyMOL maps x to rotation @ (x - origin) + position, written column by column.
    """
    camera = shot_camera(drawn.annotation, drawn.shot, aspect=drawn.height / drawn.width)
    rotation = camera.axes.T
    origin = drawn.annotation.centre
    position = camera.screen(origin[None])[0]
    depth = -float(position[2])
    reach = 2 * drawn.annotation.bounds.half_diagonal + 10.0
    numbers = [
        *rotation.T.ravel(), *position, *origin,
        max(0.1, depth - reach), depth + reach, -_vertical_fov_deg(drawn),
    ]  # fmt: skip
    return ", ".join(f"{number:.6f}" for number in numbers)


def _vertical_fov_deg(drawn: DrawnPicture) -> float:
    half = np.deg2rad(drawn.annotation.camera.fov_deg / 2)
    return float(np.rad2deg(2 * np.arctan(np.tan(half) * drawn.height / drawn.width)))


def _matrix(transform: RigidTransform) -> str:
    rows = np.column_stack([transform.rotation, transform.translation])
    numbers = [*rows.ravel(), 0.0, 0.0, 0.0, 1.0]
    return "[" + ", ".join(f"{number:.6f}" for number in numbers) + "]"


def _colours(pocket: list[Residue]) -> list[str]:
    lines = []
    for place, (red, green, blue) in enumerate(RESIDUE_CARBONS):
        members = pocket[place :: len(RESIDUE_CARBONS)]
        if members:
            lines.append(
                f"color 0x{red:02x}{green:02x}{blue:02x}, "
                f"receptor and elem C and {_selection(members)}"
            )
    return lines


def _labels(drawn: DrawnPicture, shown: list[Residue]) -> list[str]:
    subject, structure = drawn.shot.subject, drawn.annotation.structure
    if subject is Subject.RESIDUE:
        receptor = [f"label receptor and not elem H+D and {_selection(shown)}, name"]
    elif subject is Subject.LIGAND:
        receptor = []
    else:
        numbered = '"%s %s" % (resn, resi)'
        receptor = [f"label receptor and name CA and {_selection(shown)}, {numbered}"]
    if subject is Subject.POCKET:
        return receptor
    ligand = structure.ligand
    if drawn.ligand is None:
        return [*receptor, "label ligand and not elem H+D, name"]
    # PyMOL gives names of its own to SDF atoms, so every label is written out
    return receptor + [
        f'label ligand and index {place + 1}, "{label}"'
        for place, label, hidden in zip(
            ligand.file_index.tolist(), structure.ligand_labels, ligand.is_hydrogen, strict=True
        )
        if not hidden
    ]


def _selection(residues: list[Residue]) -> str:
    chains: dict[str, list[str]] = {}
    for residue in residues:
        number = f"{residue.id.number}{residue.id.insertion_code.strip()}"
        # a leading minus would read as a range
        chains.setdefault(residue.id.chain_id.strip(), []).append(number.replace("-", "\\-"))
    parts = [f"(chain '{chain}' and resi {'+'.join(numbers)})" for chain, numbers in chains.items()]
    return "(" + " or ".join(parts) + ")"


def script_name(picture: str, ending: str) -> str:
    """Give a file name for the script of a picture."""
    path = Path(picture)
    return f"{path.parent.name}_{path.stem}{ending}"
