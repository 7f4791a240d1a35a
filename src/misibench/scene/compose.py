"""From a complex and a shot to a scene: what is drawn, in which colours, with which labels."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from misibench.errors import UsageError
from misibench.geometry import Motion, RigidTransform, motions_transform
from misibench.scene.annotation import STICK_RADIUS, Annotation
from misibench.scene.camera import Bounds, Camera, fit_camera, view_camera
from misibench.scene.colours import (
    HBOND_DASH,
    LIGAND_CARBON,
    RESIDUE_CARBONS,
    element_colours,
)
from misibench.scene.dashes import DASH_RADIUS, hbond_dashes
from misibench.scene.labels import LabelSet, scene_labels
from misibench.scene.options import PictureOptions, Style
from misibench.scene.radii import display_radii
from misibench.scene.scene import Scene
from misibench.scene.shot import Shot, Subject
from misibench.structure import Molecule

__all__ = ["BALL_STICK_RADIUS", "SceneComposer", "compose_scene", "depth_limits", "shot_camera"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Indices = NDArray[np.integer]
_Scalar = TypeVar("_Scalar", bound=np.generic)

BALL_STICK_RADIUS = STICK_RADIUS
"""Radius of bonds between balls, Å: ChimeraX draws them as thick as its sticks."""

_DEPTH_MARGIN = 1.01  # near and far lie this many half diagonals around the box centre
_NEAREST = 0.001  # the near plane stays in front of the eye by this share of the depth range


@dataclass(frozen=True, eq=False)
class _Cast:
    """What a subject shows, whatever the camera: drawn atoms, bonds, dashes, labels."""

    coords: Floats
    radii: Floats
    colours: NDArray[np.uint8]
    colour_index: Ints
    is_ligand: NDArray[np.bool_]
    atom_index: Ints
    bonds: Ints
    dash_colour: int
    labels: LabelSet


@dataclass(frozen=True, eq=False)
class _Colouring:
    """The colours of a complex, whatever part of it is shown, and every atom's index in them."""

    colours: NDArray[np.uint8]
    receptor: Ints
    ligand: Ints
    dash: int


class SceneComposer:
    """Makes the scenes of one complex; what its shots share is worked out once."""

    def __init__(self, annotation: Annotation, options: PictureOptions | None = None) -> None:
        self.annotation = annotation
        self.options = PictureOptions() if options is None else options
        names = self.options.ligand_names
        if names is not None and len(names) != len(annotation.structure.ligand):
            raise UsageError(
                "ligand_names", f"{len(names)} names", f"{len(annotation.structure.ligand)}"
            )
        self._casts: dict[tuple[Subject, int | None], _Cast] = {}

    def compose(self, shot: Shot, aspect: float = 1.0) -> Scene:
        """Give the scene of a shot; ``aspect`` is the picture's height over its width."""
        key = (shot.subject, shot.residue_index if shot.subject is Subject.RESIDUE else None)
        cast = self._casts.get(key)
        if cast is None:
            cast = self._casts[key] = self._cast(*key)
        camera = shot_camera(
            self.annotation, shot, aspect=aspect, orthographic=self.options.orthographic
        )
        coords, anchors = cast.coords, cast.labels.anchors
        if shot.ligand_motions:
            moved = _in_front_axes(
                shot.ligand_motions, self.annotation.ligand_centre, self.annotation.camera
            )
            coords = _frozen(np.where(cast.is_ligand[:, None], moved.apply(coords), coords))
            anchors = _frozen(
                np.where(cast.labels.of_ligand[:, None], moved.apply(anchors), anchors)
            )
        dashes = np.zeros((0, 2, 3))
        if self.options.hbond_dashes:
            dashes = hbond_dashes(self.annotation, coords, cast.is_ligand, cast.atom_index)
        near, far = depth_limits(coords, cast.radii, camera)
        return Scene(
            name=self.annotation.structure.id, camera=camera, near=near, far=far,
            coords=coords, radii=cast.radii, colours=cast.colours,
            colour_index=cast.colour_index, is_ligand=cast.is_ligand, atom_index=cast.atom_index,
            bonds=cast.bonds, bond_radius=BALL_STICK_RADIUS, dashes=_frozen(dashes),
            dash_radius=DASH_RADIUS, dash_colour=cast.dash_colour,
            label_texts=cast.labels.texts, label_anchors=anchors,
            label_offsets=cast.labels.offsets, label_kinds=cast.labels.kinds,
            label_targets=cast.labels.targets,
        )  # fmt: skip

    @cached_property
    def _colouring(self) -> _Colouring:
        return _colouring(self.annotation, self.options)

    def _cast(self, subject: Subject, residue_index: int | None) -> _Cast:
        structure = self.annotation.structure
        receptor, ligand = structure.receptor, structure.ligand
        residues = _shown_residues(self.annotation, subject, residue_index)
        shown = np.zeros(len(receptor.residues), dtype=bool)
        shown[list(residues)] = True
        pocket_atoms = np.flatnonzero(shown[receptor.residue_index])
        ligand_atoms = np.arange(0 if subject is Subject.POCKET else len(ligand))
        if not self.options.hydrogens:
            pocket_atoms = pocket_atoms[~receptor.is_hydrogen[pocket_atoms]]
            ligand_atoms = ligand_atoms[~ligand.is_hydrogen[ligand_atoms]]
        style = self.options.style
        colouring = self._colouring
        bonds = np.concatenate(
            [
                _drawn_bonds(receptor, pocket_atoms, 0),
                _drawn_bonds(ligand, ligand_atoms, len(pocket_atoms)),
            ]
        )
        if style is Style.SPHERE:
            bonds = bonds[:0]
        labels = scene_labels(
            self.annotation, self.options, subject, residues, pocket_atoms, ligand_atoms
        )
        return _Cast(
            coords=_frozen(
                np.concatenate([receptor.coords[pocket_atoms], ligand.coords[ligand_atoms]])
            ),
            radii=_frozen(
                np.concatenate(
                    [
                        display_radii(receptor, style)[pocket_atoms],
                        display_radii(ligand, style)[ligand_atoms],
                    ]
                )
            ),
            colours=colouring.colours,
            colour_index=_frozen(
                np.concatenate([colouring.receptor[pocket_atoms], colouring.ligand[ligand_atoms]])
            ),
            is_ligand=_frozen(
                np.arange(len(pocket_atoms) + len(ligand_atoms)) >= len(pocket_atoms)
            ),
            atom_index=_frozen(np.concatenate([pocket_atoms, ligand_atoms]).astype(np.int32)),
            bonds=_frozen(bonds),
            dash_colour=colouring.dash,
            labels=labels,
        )


def compose_scene(
    annotation: Annotation,
    shot: Shot,
    options: PictureOptions | None = None,
    *,
    aspect: float = 1.0,
) -> Scene:
    """Give the scene of a shot of a complex; ``aspect`` is the picture's height over its width.

    For many shots of one complex use :class:`SceneComposer`, which works out once what they share.
    """
    return SceneComposer(annotation, options).compose(shot, aspect)


def shot_camera(
    annotation: Annotation, shot: Shot, *, aspect: float = 1.0, orthographic: bool = False
) -> Camera:
    """Give the camera of a shot, with its view and its motions of the whole scene in it.

    The camera depends on heavy atoms and the stick radius alone, whatever the style, so that
    all pictures of a shot can be laid over each other.
    """
    if shot.subject is Subject.RESIDUE:
        front, centre = _residue_camera(annotation, shot.residue_index, aspect)
    else:
        front, centre = annotation.camera, annotation.centre
        if aspect != 1.0:
            front = fit_camera(annotation.bounds, axes=front.axes, aspect=aspect)
    if orthographic:
        distance = float((front.position - centre) @ front.axes[:, 2])
        width = 2.0 * distance * float(np.tan(np.deg2rad(front.fov_deg / 2)))
        front = replace(front, orthographic_width=width)
    camera = view_camera(front, shot.view, centre)
    if not shot.motions:
        return camera
    moved = _in_front_axes(shot.motions, centre, annotation.camera)
    # the scene moves; the camera takes the inverse, so that coordinates stay those of the file
    back = moved.inverse()
    return replace(camera, position=back.apply(camera.position), axes=back.rotation @ camera.axes)


def depth_limits(coords: Floats, radii: Floats, camera: Camera) -> tuple[float, float]:
    """Near and far depth of what is displayed, Å: the box's half diagonal around its centre."""
    if not len(coords):
        return 0.1, 1.0
    box = Bounds.of_spheres(coords, radii)
    depth = -float(camera.screen(box.centre)[2])
    reach = _DEPTH_MARGIN * box.half_diagonal
    return max(depth - reach, _NEAREST * 2.0 * reach), depth + reach


def _residue_camera(
    annotation: Annotation, residue_index: int | None, aspect: float
) -> tuple[Camera, Floats]:
    structure = annotation.structure
    (residue,) = _shown_residues(annotation, Subject.RESIDUE, residue_index)
    atoms = list(structure.receptor.residue_atoms[residue])
    receptor, ligand = structure.receptor, structure.ligand
    drawn = np.concatenate(
        [
            receptor.coords[atoms][~receptor.is_hydrogen[atoms]],
            ligand.coords[~ligand.is_hydrogen],
        ]
    )
    bounds = Bounds.of_spheres(drawn, STICK_RADIUS)
    return fit_camera(bounds, axes=annotation.camera.axes, aspect=aspect), bounds.centre


def _shown_residues(
    annotation: Annotation, subject: Subject, residue_index: int | None
) -> tuple[int, ...]:
    structure = annotation.structure
    if subject is Subject.LIGAND:
        return ()
    if subject is not Subject.RESIDUE:
        return structure.pocket_residues
    if residue_index not in structure.pocket_residues:
        raise UsageError(f"residue {residue_index}", "not in the pocket", "a pocket residue")
    return (residue_index,)


def _in_front_axes(motions: tuple[Motion, ...], centre: Floats, front: Camera) -> RigidTransform:
    """Give the transform of the scene for motions along the axes of the front view."""
    frame = front.axes
    moved = motions_transform(motions, centre @ frame)
    return RigidTransform(frame @ moved.rotation @ frame.T, frame @ moved.translation)


def _drawn_bonds(molecule: Molecule, drawn: Indices, first: int) -> Ints:
    """Bonds whose two atoms are drawn, as indices of drawn atoms counted from ``first``."""
    position = np.full(len(molecule), -1, dtype=np.int32)
    position[drawn] = np.arange(first, first + len(drawn), dtype=np.int32)
    bonds = position[molecule.bonds]
    return np.asarray(bonds[(bonds >= 0).all(axis=1)], dtype=np.int32)


def _colouring(annotation: Annotation, options: PictureOptions) -> _Colouring:
    structure = annotation.structure
    receptor, ligand = structure.receptor, structure.ligand
    pocket_colours = element_colours(receptor.atomic_numbers)
    parity = np.zeros(len(receptor.residues), dtype=np.int32)
    parity[list(structure.pocket_residues)] = np.arange(len(structure.pocket_residues)) % 2
    by_residue = np.array(RESIDUE_CARBONS, dtype=np.uint8)[parity[receptor.residue_index]]
    carbon = receptor.atomic_numbers == 6
    pocket_colours[carbon] = by_residue[carbon]
    ligand_colours = element_colours(ligand.atomic_numbers)
    ligand_colours[ligand.atomic_numbers == 6] = LIGAND_CARBON
    # atoms that are never drawn take no place in the palette
    shown_receptor = np.zeros(len(receptor), dtype=bool)
    shown_receptor[structure.pocket_atoms] = True
    shown_ligand = np.ones(len(ligand), dtype=bool)
    if not options.hydrogens:
        shown_receptor &= ~receptor.is_hydrogen
        shown_ligand &= ~ligand.is_hydrogen
    used = [
        np.array([*RESIDUE_CARBONS, LIGAND_CARBON], dtype=np.uint8),
        pocket_colours[shown_receptor],
        ligand_colours[shown_ligand],
    ]
    if options.hbond_dashes:
        used.append(np.array([HBOND_DASH], dtype=np.uint8))
    # np.unique gives a fixed order, so that complexes of the same elements share a palette
    colours = np.unique(np.concatenate(used), axis=0)
    colours.setflags(write=False)
    place = {tuple(colour): index for index, colour in enumerate(colours.tolist())}

    def index(rgb: NDArray[np.uint8]) -> Ints:
        return np.array([place.get(tuple(colour), 0) for colour in rgb.tolist()], dtype=np.int32)

    return _Colouring(
        colours, index(pocket_colours), index(ligand_colours), place.get(HBOND_DASH, 0)
    )


def _frozen(array: NDArray[_Scalar]) -> NDArray[_Scalar]:
    array.setflags(write=False)
    return array
