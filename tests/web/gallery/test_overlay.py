"""Hydrogen bonds on the pictures."""

from __future__ import annotations

import numpy as np
import pytest
from made_dataset import annotation

from misibench.geometry import Move, Roll
from misibench.scene.camera import View
from misibench.scene.shot import Shot, Subject
from misibench.web.gallery.overlay import bond_segments, complex_model

TAN = float(np.tan(np.deg2rad(15.0)))
"""Half of a field of view of 30 degrees."""

# made_dataset.annotation: SER 52A OG at (1.6, 0, 0), ligand O1B at (-0.7, 2, 2); the camera
# stands at z = 40 and looks along -z
START, END = np.array([1.6, 0.0, 0.0]), np.array([-0.7, 2.0, 2.0])


def _pixel(point: np.ndarray, size: int = 1000) -> list[float]:
    scale = size / 2 / ((40.0 - point[2]) * TAN)
    return [round(size / 2 + point[0] * scale, 1), round(size / 2 - point[1] * scale, 1)]


def test_the_front_picture_shows_the_bond_where_its_atoms_project() -> None:
    (line,) = bond_segments(annotation("x"), Shot(), 1000, 1000)
    assert line["from"] == _pixel(START)
    assert line["to"] == _pixel(END)
    assert line["label"] == "SER 52A OG – O1B, 2.90 Å"


def test_a_move_shifts_both_ends() -> None:
    shot = Shot(motions=(Move("x", 3), Move("y", -2)))
    (line,) = bond_segments(annotation("x"), shot, 1000, 1000)
    shift = np.array([3.0, -2.0, 0.0])
    assert line["from"] == _pixel(START + shift)
    assert line["to"] == _pixel(END + shift)


def test_a_roll_turns_about_the_centre_of_the_scene() -> None:
    (line,) = bond_segments(annotation("x"), Shot(motions=(Roll("z", 90),)), 1000, 1000)
    centre = np.array([0.2, 0.0, 1.0])
    x, y, z = START - centre
    assert line["from"] == pytest.approx(_pixel(centre + np.array([-y, x, z])), abs=0.11)


def test_the_back_view_is_the_front_view_after_half_a_turn_about_y() -> None:
    back = bond_segments(annotation("x"), Shot(View.BACK), 1000, 1000)
    turned = bond_segments(annotation("x"), Shot(motions=(Roll("y", 180),)), 1000, 1000)
    assert back[0]["from"] == pytest.approx(turned[0]["from"], abs=0.11)
    assert back[0]["to"] == pytest.approx(turned[0]["to"], abs=0.11)


def test_a_displaced_ligand_takes_its_end_along() -> None:
    shot = Shot(ligand_motions=(Move("x", 5),))
    (line,) = bond_segments(annotation("x"), shot, 1000, 1000)
    assert line["from"] == _pixel(START)
    assert line["to"] == _pixel(END + np.array([5.0, 0.0, 0.0]))


def test_a_residue_picture_shows_its_own_bonds_only() -> None:
    own = Shot(subject=Subject.RESIDUE, residue_index=1)
    other = Shot(subject=Subject.RESIDUE, residue_index=0)
    assert len(bond_segments(annotation("x"), own, 1000, 1000)) == 1
    assert bond_segments(annotation("x"), other, 1000, 1000) == []


@pytest.mark.parametrize("subject", [Subject.POCKET, Subject.LIGAND])
def test_pictures_of_one_part_show_no_bonds(subject: Subject) -> None:
    assert bond_segments(annotation("x"), Shot(subject=subject), 1000, 1000) == []


def test_bonds_behind_the_camera_are_left_out() -> None:
    assert bond_segments(annotation("x"), Shot(motions=(Move("z", 45),)), 1000, 1000) == []


def test_a_pair_listed_in_both_directions_is_drawn_once() -> None:
    doubled = annotation("x")
    doubled["hbonds"] += [{**doubled["hbonds"][0], "donor": "ligand"}]
    assert len(bond_segments(doubled, Shot(), 1000, 1000)) == 1


def test_the_model_has_drawn_atoms_and_bonds_about_the_centre() -> None:
    model = complex_model(annotation("x"))
    assert len(model["pocket"]) == 7 + 5 + 4  # heavy atoms of ARG, SER and GLY in made_dataset
    assert model["ligand_bonds"] == [[0, 1], [1, 2], [2, 3]]
    assert model["hbonds"][0]["from"] == [1.4, 0.0, -1.0]  # (1.6, 0, 0) from (0.2, 0, 1)
