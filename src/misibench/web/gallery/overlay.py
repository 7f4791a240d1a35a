"""Where the hydrogen bonds of a complex lie in its pictures, and the complex in three dimensions.

Both come from ``annotations/<id>.json`` alone: the structures are not needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from misibench.geometry import Motion, RigidTransform, motions_transform
from misibench.scene.annotation import STICK_RADIUS
from misibench.scene.camera import Bounds, Camera, fit_camera, view_camera
from misibench.scene.shot import Shot, Subject

__all__ = ["bond_segments", "complex_model"]

Floats = NDArray[np.float64]
Record = Mapping[str, Any]


def _drawn(atoms: list[Record]) -> Floats:
    return np.array([atom["xyz"] for atom in atoms if atom["drawn"]], dtype=np.float64)


def _camera(annotation: Record, shot: Shot, aspect: float) -> Camera:
    """Give the camera of a shot, motions of the whole scene in it, as the renderer places it."""
    matrix = np.array(annotation["camera"], dtype=np.float64)
    axes = matrix[:, :3]
    centre = np.array(annotation["centre"], dtype=np.float64)
    front = Camera(matrix[:, 3], axes, float(annotation["fov_deg"]))
    pocket, ligand = annotation["pocket_atoms"], annotation["ligand_atoms"]
    if shot.subject is Subject.RESIDUE:
        pocket = [atom for atom in pocket if atom["residue"] == shot.residue_index]
    if shot.subject is Subject.RESIDUE or aspect != 1.0:
        shown = np.concatenate([_drawn(pocket).reshape(-1, 3), _drawn(ligand)])
        bounds = Bounds.of_spheres(shown, STICK_RADIUS)
        front = fit_camera(bounds, axes=axes, aspect=aspect)
        if shot.subject is Subject.RESIDUE:
            centre = bounds.centre
    camera = view_camera(front, shot.view, centre)
    if not shot.motions:
        return camera
    back = _in_front_axes(shot.motions, centre, axes).inverse()
    return replace(camera, position=back.apply(camera.position), axes=back.rotation @ camera.axes)


def _in_front_axes(motions: tuple[Motion, ...], centre: Floats, frame: Floats) -> RigidTransform:
    moved = motions_transform(motions, centre @ frame)
    return RigidTransform(frame @ moved.rotation @ frame.T, frame @ moved.translation)


def bond_segments(annotation: Record, shot: Shot, width: int, height: int) -> list[dict[str, Any]]:
    """Give the hydrogen bonds visible in a picture as lines in pixels.

    Parameters
    ----------
    annotation
        The complex's annotation.
    shot
        What the picture shows.
    width, height
        Size of the picture, pixels.

    Returns
    -------
    list of dict
        ``from`` (residue atom) and ``to`` (ligand atom) as [x, y], and ``label``. Empty for
        pictures of pocket or ligand alone. Bonds behind the camera are left out.
    """
    if shot.subject in (Subject.POCKET, Subject.LIGAND):
        return []
    camera = _camera(annotation, shot, height / width)
    ligand = _drawn(annotation["ligand_atoms"])
    moved = RigidTransform.identity()
    if shot.ligand_motions:
        axes = np.array(annotation["camera"], dtype=np.float64)[:, :3]
        moved = _in_front_axes(shot.ligand_motions, ligand.mean(axis=0), axes)
    lines = []
    for label, residue, start, end in _bonds(annotation):
        if shot.subject is Subject.RESIDUE and residue != shot.residue_index:
            continue
        pair = np.stack([start, moved.apply(end)])
        if (camera.screen(pair)[:, 2] >= 0).any():
            continue
        pixels = camera.pixels(pair, width, height).round(1).tolist()
        lines.append({"label": label, "from": pixels[0], "to": pixels[1]})
    return lines


def _bonds(annotation: Record) -> list[tuple[str, int, Floats, Floats]]:
    """Each bonded pair once: label, residue index, coordinates of both atoms."""
    residues = {
        (one["name"], one["number"], one["ins_code"], one["chain"]): one["index"]
        for one in annotation["residues"]
    }
    pocket = {(atom["residue"], atom["name"].strip()): atom for atom in annotation["pocket_atoms"]}
    ligand = {atom["label"]: atom for atom in annotation["ligand_atoms"]}
    found: dict[tuple[int, str, str], tuple[str, int, Floats, Floats]] = {}
    for bond in annotation["hbonds"]:
        key = (bond["res_name"], bond["res_number"], bond["ins_code"], bond["chain"])
        residue = residues.get(key)
        if residue is None:  # a residue outside the pocket is not drawn
            continue
        first = pocket.get((residue, bond["res_atom"].strip()))
        second = ligand.get(bond["lig_atom"])
        if first is None or second is None:
            continue
        label = (
            f"{bond['res_name']} {bond['res_number']}{bond['ins_code']} {bond['res_atom']} – "
            f"{bond['lig_atom']}, {bond['distance']:.2f} Å"
        )
        found.setdefault(
            (residue, bond["res_atom"], bond["lig_atom"]),
            (label, residue, np.array(first["xyz"]), np.array(second["xyz"])),
        )
    return list(found.values())


def complex_model(annotation: Record) -> dict[str, Any]:
    """Give a complex as atoms and hydrogen bonds for a 3D viewer, in front-view axes.

    Coordinates are Å about the centre of rotation, x right, y up, z toward the viewer, so that
    the 3D view starts out like the front picture.
    """
    axes = np.array(annotation["camera"], dtype=np.float64)[:, :3]
    centre = np.array(annotation["centre"], dtype=np.float64)

    def seen(xyz: Any) -> list[float]:
        turned: list[float] = ((np.asarray(xyz) - centre) @ axes).round(3).tolist()
        return turned

    atoms = []
    residues = {one["index"]: one for one in annotation["residues"]}
    for atom in annotation["pocket_atoms"]:
        if atom["drawn"]:
            residue = residues[atom["residue"]]
            atoms.append(
                {
                    "elem": atom["element"], "name": atom["name"], "xyz": seen(atom["xyz"]),
                    "res": atom["residue"], "label": f"{residue['name']} {residue['number']}"
                    f"{residue['ins_code']}", "chain": residue["chain"],
                }
            )  # fmt: skip
    ligand_rows = [n for n, atom in enumerate(annotation["ligand_atoms"]) if atom["drawn"]]
    ligand_atoms = [
        {
            "elem": annotation["ligand_atoms"][n]["element"],
            "name": annotation["ligand_atoms"][n]["label"],
            "xyz": seen(annotation["ligand_atoms"][n]["xyz"]),
        }
        for n in ligand_rows
    ]
    place = {row: n for n, row in enumerate(ligand_rows)}
    return {
        "pocket": atoms,
        "ligand": ligand_atoms,
        "ligand_bonds": [
            [place[a], place[b]] for a, b in annotation["ligand_bonds"] if a in place and b in place
        ],
        "hbonds": [
            {"label": label, "res": residue, "from": seen(start), "to": seen(end)}
            for label, residue, start, end in _bonds(annotation)
        ],
    }
