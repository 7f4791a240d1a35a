"""From the name of a picture back to its shot."""

from __future__ import annotations

import re

from misibench.geometry import Axis, Motion, Move, Roll
from misibench.scene.camera import View
from misibench.scene.shot import Shot, Subject

__all__ = ["parse_shot_name"]

_MOTION = re.compile(r"(move|roll)_([xyz])_(-?\d+(?:\.\d+)?(?:e-?\d+)?)")
_NAME = re.compile(
    r"(?P<subject>complex|pocket|ligand|residue)_(?:(?P<residue>\S+?)_i(?P<index>\d+)_)?"
    r"(?P<view>front|left|top|back|right|bottom)"
    rf"(?:_ligand(?P<ligand>(?:_{_MOTION.pattern})+))?(?:_all)?(?P<motions>(?:_{_MOTION.pattern})*)"
)


def parse_shot_name(name: str) -> Shot:
    """Undo ``Shot.name``, except that the identity of a residue is left to its index.

    Raises
    ------
    ValueError
        If it is not the name of a shot.
    """
    match = _NAME.fullmatch(name)
    if match is None:
        raise ValueError(f"not the name of a picture: {name!r}")
    index = match["index"]
    return Shot(
        view=View(match["view"]),
        subject=Subject(match["subject"]),
        motions=_motions(match["motions"] or ""),
        ligand_motions=_motions(match["ligand"] or ""),
        residue_index=None if index is None else int(index),
    )


def _motions(text: str) -> tuple[Motion, ...]:
    found: list[Motion] = []
    for kind, axis_name, value in _MOTION.findall(text):
        axis: Axis = axis_name
        found.append(Move(axis, float(value)) if kind == "move" else Roll(axis, float(value)))
    return tuple(found)
