"""Reading back what a picture shows from its file name (the inverse of ``Shot.name``)."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from urllib.parse import unquote

from misibench.geometry import Motion, Move, Roll
from misibench.scene.camera import View
from misibench.scene.shot import Shot, Subject

__all__ = ["shot_of_picture"]

_NAME = re.compile(
    r"(?P<subject>complex|pocket|ligand|residue)"
    r"(?:_(?P<residue>.+)_i(?P<index>\d+))?"
    r"_(?P<view>front|left|top|back|right|bottom)"
    r"(?P<ligand>_ligand(?P<ligand_motions>(?:_(?:move|roll)_[xyz]_-?[\d.]+)+)(?P<all>_all)?)?"
    r"(?P<motions>(?:_(?:move|roll)_[xyz]_-?[\d.]+)*)"
)
_MOTION = re.compile(r"(move|roll)_([xyz])_(-?[\d.]+)")


def shot_of_picture(path: str) -> Shot | None:
    """Give the shot a picture shows; None for a name of another kind.

    >>> shot_of_picture("images/1ia1/complex_front_roll_y_-15_move_x_3.png").motions
    (Roll(axis='y', angle_deg=-15.0), Move(axis='x', distance=3.0))
    """
    found = _NAME.fullmatch(unquote(PurePosixPath(path).stem))
    if found is None:
        return None
    index = found["index"]
    return Shot(
        view=View(found["view"]),
        subject=Subject(found["subject"]),
        motions=_motions(found["motions"]),
        ligand_motions=_motions(found["ligand_motions"]),
        residue_index=None if index is None else int(index),
    )


def _motions(text: str | None) -> tuple[Motion, ...]:
    motions: list[Motion] = []
    for kind, axis, value in _MOTION.findall(text or ""):
        motions.append(Move(axis, float(value)) if kind == "move" else Roll(axis, float(value)))
    return tuple(motions)
