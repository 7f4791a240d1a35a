import numpy as np
import pytest

from misibench.scene import LabelKind, PictureOptions, Shot, Subject, compose_scene


def test_residues_and_ligand_atoms_are_labelled(annotation):
    scene = compose_scene(annotation, Shot())
    assert scene.label_texts == (
        "ALA 10", "SER 52A", "ZN 201", "CYS -3", "C1", "C2", "N1", "O1", "CL", "C3",
    )  # fmt: skip
    assert scene.label_kinds.tolist() == [int(LabelKind.RESIDUE)] * 4 + [2] * 6


def test_residue_label_stands_at_the_mean_of_all_its_atoms(annotation):
    scene = compose_scene(annotation, Shot())
    receptor = annotation.structure.receptor
    # hydrogens count, as in ChimeraX
    assert scene.label_anchors[0] == pytest.approx(receptor.coords[:6].mean(axis=0))
    assert not scene.label_offsets[:4].any()


def test_atom_label_is_right_of_and_before_its_atom(annotation):
    scene = compose_scene(annotation, Shot())
    assert scene.label_anchors[4] == pytest.approx(annotation.structure.ligand.coords[0])
    assert scene.label_offsets[4] == pytest.approx([0.4, 0.0, 0.5])  # 0.2 Å and stick radius 0.2


def test_residue_picture_names_the_residues_atoms_too(annotation):
    scene = compose_scene(annotation, Shot(subject=Subject.RESIDUE, residue_index=1))
    assert scene.label_texts[:4] == ("SER 52A", "N", "CA", "OG")
    assert scene.label_kinds[1:4].tolist() == [int(LabelKind.RECEPTOR_ATOM)] * 3
    assert scene.label_targets[1:4].tolist() == [6, 7, 8]


@pytest.mark.parametrize(
    ("options", "texts"),
    [
        (PictureOptions(labels=False), ()),
        (PictureOptions(residue_numbers=False), ("ALA", "SER", "ZN", "CYS")),
    ],
)
def test_labels_can_be_left_off(annotation, options, texts):
    scene = compose_scene(annotation, Shot(subject=Subject.POCKET), options)
    assert scene.label_texts == texts
    assert scene.label_anchors.shape == (len(texts), 3)


def test_ligand_atoms_can_be_renamed(annotation):
    names = tuple(f"X{n}" for n in range(7))
    scene = compose_scene(
        annotation, Shot(subject=Subject.LIGAND), PictureOptions(ligand_names=names)
    )
    assert scene.label_texts == names[:6]  # the hydrogen's is not drawn
    assert np.array_equal(scene.label_targets, np.arange(6))
