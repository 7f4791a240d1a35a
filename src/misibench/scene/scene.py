"""A scene: all that one picture shows, with its camera, before anything is drawn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from misibench.scene.camera import Camera

__all__ = ["LABEL_HEIGHT", "LabelKind", "Scene"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]

LABEL_HEIGHT = 0.7
"""Height of a label's line of text (ascent and descent of its font), Å: ChimeraX's default."""


class LabelKind(IntEnum):
    """What a label names."""

    RESIDUE = 0
    RECEPTOR_ATOM = 1
    LIGAND_ATOM = 2


@dataclass(frozen=True, eq=False)
class Scene:
    """What a picture shows. All arrays are read-only; lengths are in Å.

    Attributes
    ----------
    name
        The complex, for messages.
    camera
        Where it is seen from; views and moves of the whole scene are in it.
    near, far
        Depths along the view axis between which the depth cue runs; nothing nearer than
        ``near`` is drawn.
    coords, radii
        Centres (n, 3) and radii (n,) of the drawn atoms' spheres, in the frame of the file.
    colours, colour_index
        The colours in use (k, 3), uint8, and every drawn atom's (n,).
    is_ligand, atom_index
        (n,): whether a drawn atom is the ligand's, and its index in its molecule.
    bonds
        (m, 2): drawn bonds as indices of drawn atoms; each half has its atom's colour.
    bond_radius
        Radius of the bonds.
    dashes, dash_radius, dash_colour
        Ends (d, 2, 3) of hydrogen-bond dashes, their radius and index of their colour.
    label_texts, label_anchors
        Texts and anchors (t, 3) in the frame of the file: the lower-left corner of the text
        once ``label_offsets`` (t, 3), right, up and toward the viewer, are added.
    label_kinds, label_targets
        (t,): what is named (:class:`LabelKind`) and its index in its molecule.
    """

    name: str
    camera: Camera
    near: float
    far: float
    coords: Floats
    radii: Floats
    colours: NDArray[np.uint8]
    colour_index: Ints
    is_ligand: NDArray[np.bool_]
    atom_index: Ints
    bonds: Ints
    bond_radius: float
    dashes: Floats
    dash_radius: float
    dash_colour: int
    label_texts: tuple[str, ...]
    label_anchors: Floats
    label_offsets: Floats
    label_kinds: Ints
    label_targets: Ints

    def __len__(self) -> int:
        return len(self.coords)
