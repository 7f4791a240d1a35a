"""Pictures of a dataset drawn again without labels, for the control run "no-labels"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote

import numpy as np
from PIL import Image

from misibench.dataset.complexes import kept_input, read_input
from misibench.dataset.files import write_bytes
from misibench.dataset.manifest import read_manifest
from misibench.dataset.pictures import DatasetPictures
from misibench.errors import DatasetError
from misibench.hbonds import find_hydrogen_bonds
from misibench.rendering import Renderer
from misibench.scene.annotation import Annotation, annotate
from misibench.scene.options import Look, PictureOptions
from misibench.scene.shot import Shot
from misibench.scene.shot_names import parse_shot_name

__all__ = ["draw_unlabelled"]


def draw_unlabelled(data: Path, names: Iterable[str], out: Path) -> int:
    """Draw pictures of a dataset without labels, under the same names in another folder.

    The structures are read again from where they were at build time. One picture of every
    complex is first drawn as it stands in the dataset and compared with it, pixel by pixel,
    so that the unlabelled ones show the same thing.

    Parameters
    ----------
    data
        The dataset folder.
    names
        Paths of pictures relative to it.
    out
        Folder to write to; pictures already there are kept.

    Returns
    -------
    int
        How many were drawn.

    Raises
    ------
    DatasetError
        If a structure is gone or has changed, or a path is no picture of the dataset.
    """
    settings = read_manifest(data)["settings"]
    size = settings["width"], settings["height"]
    labelled = PictureOptions(look=Look(settings["look"]), rgb=settings["rgb"])
    as_built = Renderer(size, labelled)
    bare = Renderer(size, replace(labelled, labels=False))
    stored = DatasetPictures(data)
    drawn = 0
    for complex_id, members in _by_complex(name for name in names if not (out / name).is_file()):
        annotation = _annotation(data, complex_id, settings)
        for place, name in enumerate(members):
            shot = _shot(name, annotation)
            if place == 0:
                _check_same(stored, name, as_built.picture(annotation, shot).png_bytes())
            write_bytes(out / name, bare.picture(annotation, shot).png_bytes())
            drawn += 1
    return drawn


def _by_complex(names: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    members: defaultdict[str, list[str]] = defaultdict(list)
    for name in dict.fromkeys(names):
        members[unquote(PurePosixPath(name).parts[-2])].append(name)
    return iter(members.items())


def _annotation(data: Path, complex_id: str, settings: Mapping[str, Any]) -> Annotation:
    structure = read_input(kept_input(data, complex_id), settings["pocket_radius"])
    return annotate(structure, find_hydrogen_bonds(structure))


def _shot(name: str, annotation: Annotation) -> Shot:
    try:
        shot = parse_shot_name(unquote(PurePosixPath(name).stem))
    except ValueError as error:
        raise DatasetError(name, "not a picture of a dataset", "images/ID/NAME.png") from error
    residues = annotation.structure.receptor.residues
    if shot.residue_index is None:
        return shot
    if shot.residue_index >= len(residues):
        raise DatasetError(name, "no such residue", f"an index under {len(residues)}")
    return replace(shot, residue=residues[shot.residue_index].id)


def _check_same(pictures: DatasetPictures, name: str, content: bytes) -> None:
    try:
        stored = Image.open(BytesIO(pictures.read(name))).convert("RGB")
    except OSError as error:
        raise DatasetError(name, f"cannot be read ({error})", "a picture of the dataset") from error
    again = Image.open(BytesIO(content)).convert("RGB")
    if not np.array_equal(np.asarray(stored), np.asarray(again)):
        raise DatasetError(
            name, "differs when drawn again", "the structures that the dataset was built from",
            "build the dataset again, then run the control",
        )  # fmt: skip
