"""From the path of a picture back to what it shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from misibench.dataset.complexes import kept_input, read_input
from misibench.dataset.manifest import read_manifest
from misibench.errors import DatasetError
from misibench.hbonds import find_hydrogen_bonds
from misibench.scene.annotation import Annotation, annotate
from misibench.scene.shot import Shot
from misibench.scene.shot_names import parse_shot_name
from misibench.structure.sources import InputRow, find_inputs

__all__ = ["DrawnPicture", "find_picture"]


@dataclass(frozen=True, slots=True)
class DrawnPicture:
    """A picture of a dataset with what is needed to draw it elsewhere.

    Attributes
    ----------
    annotation, shot
        The complex and what the picture shows of it.
    receptor, ligand
        The files it was read from; ``ligand`` is None where the receptor file holds it.
    width, height
        Pixels.
    """

    annotation: Annotation
    shot: Shot
    receptor: Path
    ligand: Path | None
    width: int
    height: int


def find_picture(directory: Path, picture: str, structures: Path | None = None) -> DrawnPicture:
    """Find out what a picture of a dataset shows, and read its complex again.

    Parameters
    ----------
    directory
        The dataset folder.
    picture
        Path of the picture relative to it (``images/1a30/complex_front_move_x_3.png``).
    structures
        Where the structures are now, if not where they were at build time: the SOURCE of
        ``misi build``.
    """
    manifest = read_manifest(directory)
    path = PurePosixPath(picture)
    try:
        folder, stem = unquote(path.parts[-2]), unquote(path.stem)
        shot = parse_shot_name(stem)
    except (ValueError, IndexError) as error:
        raise DatasetError(
            picture, "not a picture of a dataset", "a path such as images/ID/complex_front.png"
        ) from error
    row = kept_input(directory, folder)
    if structures is not None:
        row = _moved(row, structures)
    settings = manifest["settings"]
    structure = read_input(row, settings["pocket_radius"])
    annotation = annotate(structure, find_hydrogen_bonds(structure))
    if shot.residue_index is not None:
        residues = structure.receptor.residues
        if shot.residue_index >= len(residues):
            raise DatasetError(picture, "no such residue", f"an index under {len(residues)}")
        shot = Shot(
            shot.view, shot.subject, shot.motions, shot.ligand_motions,
            residues[shot.residue_index].id, shot.residue_index,
        )  # fmt: skip
    if row.receptor is None:
        raise DatasetError(
            directory, f"no receptor of {folder!r}", "the file that it was read from"
        )
    return DrawnPicture(
        annotation, shot, row.receptor, row.ligand, settings["width"], settings["height"]
    )


def _moved(row: InputRow, structures: Path) -> InputRow:
    """Give an input where it is now; which of a file's molecules is the ligand stays as it was."""
    for found in find_inputs(structures):
        if found.id == row.id and found.receptor is not None:
            return found if found.ligand else replace(found, ligand_selection=row.ligand_selection)
    raise DatasetError(structures, f"no structure {row.id!r}", "the SOURCE of the build")
