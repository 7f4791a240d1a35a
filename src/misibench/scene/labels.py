"""Labels of a scene: texts, anchors and offsets, as ChimeraX's ``label`` command places them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from misibench.scene.annotation import Annotation
from misibench.scene.options import PictureOptions
from misibench.scene.radii import display_radii
from misibench.scene.scene import LabelKind
from misibench.scene.shot import Subject
from misibench.structure import Molecule, Residue

__all__ = ["ATOM_LABEL_OFFSET", "LabelSet", "residue_label_anchors", "scene_labels"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Indices = NDArray[np.integer]

ATOM_LABEL_OFFSET = (0.2, 0.0, 0.5)
"""An atom's label stands this far right, up and toward the viewer of the atom, Å; its display
radius is added to the first."""


@dataclass(frozen=True, eq=False)
class LabelSet:
    """Texts with anchors (t, 3), offsets in camera axes (t, 3), kinds (t,) and targets (t,)."""

    texts: tuple[str, ...]
    anchors: Floats
    offsets: Floats
    kinds: Ints
    targets: Ints

    @property
    def of_ligand(self) -> NDArray[np.bool_]:
        """(t,): whether the label belongs to the ligand and moves with it."""
        return np.asarray(self.kinds == LabelKind.LIGAND_ATOM)


def residue_label_anchors(molecule: Molecule) -> Floats:
    """Mean of all atoms of every residue, hydrogens and hidden ones too, shape (residues, 3)."""
    count = np.bincount(molecule.residue_index, minlength=len(molecule.residues))
    sums = np.zeros((len(molecule.residues), 3))
    np.add.at(sums, molecule.residue_index, molecule.coords)
    return np.asarray(sums / np.maximum(count, 1)[:, None])


def scene_labels(
    annotation: Annotation,
    options: PictureOptions,
    subject: Subject,
    residues: tuple[int, ...],
    pocket_atoms: Indices,
    ligand_atoms: Indices,
) -> LabelSet:
    """Labels of the shown residues and atoms, in the order in which they are drawn.

    Residues that show no atom have no label. A residue shown alone has its atoms labelled too.
    """
    structure = annotation.structure
    receptor, ligand = structure.receptor, structure.ligand
    texts: list[str] = []
    anchors: list[Floats] = [np.zeros((0, 3))]
    offsets: list[Floats] = [np.zeros((0, 3))]
    kinds: list[int] = []
    targets: list[int] = []

    def add(kind: LabelKind, indices: list[int], words: list[str], at: Floats, by: Floats) -> None:
        texts.extend(words)
        kinds.extend([int(kind)] * len(words))
        targets.extend(indices)
        anchors.append(at)
        offsets.append(by)

    if options.labels:
        drawn = set(receptor.residue_index[pocket_atoms].tolist())
        named = [index for index in residues if index in drawn]
        add(
            LabelKind.RESIDUE,
            named,
            [_residue_text(receptor.residues[index], options) for index in named],
            residue_label_anchors(receptor)[named],
            np.zeros((len(named), 3)),
        )
        if subject is Subject.RESIDUE:
            add(
                LabelKind.RECEPTOR_ATOM,
                pocket_atoms.tolist(),
                [receptor.atom_names[atom] for atom in pocket_atoms.tolist()],
                receptor.coords[pocket_atoms],
                _atom_offsets(display_radii(receptor, options.style)[pocket_atoms]),
            )
        names = structure.ligand_labels if options.ligand_names is None else options.ligand_names
        add(
            LabelKind.LIGAND_ATOM,
            ligand_atoms.tolist(),
            [names[atom] for atom in ligand_atoms.tolist()],
            ligand.coords[ligand_atoms],
            _atom_offsets(display_radii(ligand, options.style)[ligand_atoms]),
        )
    arrays = (
        np.concatenate(anchors), np.concatenate(offsets),
        np.array(kinds, dtype=np.int32), np.array(targets, dtype=np.int32),
    )  # fmt: skip
    for array in arrays:
        array.setflags(write=False)
    return LabelSet(tuple(texts), *arrays)


def _residue_text(residue: Residue, options: PictureOptions) -> str:
    return residue.label if options.residue_numbers else residue.name


def _atom_offsets(radii: Floats) -> Floats:
    right, up, toward = ATOM_LABEL_OFFSET
    return np.column_stack([right + radii, np.full(len(radii), up), np.full(len(radii), toward)])
