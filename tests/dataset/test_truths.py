"""The truth of every question of a build, worked out again from annotations and pictures.

Nothing of ``misibench.tasks`` is used here, and rotations are SciPy's: what is checked are the
answers in the files, against coordinates in ``annotations/`` and pictures as drawn.
"""

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from scipy.spatial.transform import Rotation

from misibench.dataset import read_questions
from misibench.dataset.demo_source import demo_source
from misibench.rendering import Renderer
from misibench.scene import Camera, Shot, annotate, depth_limits
from misibench.structure import load_complex

COMMAND = re.compile(r"(move|roll)[ _]([xyz])[ _](-?\d+)")


def commands(text: str) -> list[tuple[str, str, int]]:
    """Read "roll y 15, move x -3", or the same in a file name."""
    return [(kind, axis, int(value)) for kind, axis, value in COMMAND.findall(text)]


def matrix(steps, centre) -> np.ndarray:
    """Compose commands into a 4×4 matrix; rolls about a centre that moves carry along."""
    total = np.eye(4)
    pivot = np.array(centre, dtype=float)
    for kind, axis, value in steps:
        step = np.eye(4)
        if kind == "move":
            step[:3, 3] = value * np.eye(3)["xyz".index(axis)]
            pivot = pivot + step[:3, 3]
        else:
            turn = Rotation.from_euler(axis, value, degrees=True).as_matrix()
            step[:3, :3] = turn
            step[:3, 3] = pivot - turn @ pivot
        total = step @ total
    return total


def questions(built, task):
    return [one for split in ("train", "test") for one in read_questions(built, task, split)]


@pytest.fixture(scope="module")
def facts(built):
    """Annotation files by complex id."""

    @cache
    def read(complex_id: str) -> dict:
        return json.loads((built / "annotations" / f"{complex_id}.json").read_text())

    return read


@pytest.fixture(scope="module")
def redraw():
    """Draw the front view of a complex, moved by a matrix, by moving the camera the other way."""
    renderer = Renderer((256, 256))

    @cache
    def scene_of(complex_id: str):
        home = demo_source() / complex_id
        structure = load_complex(
            home / f"{complex_id}_protein_one_lig_removed.pdb",
            home / f"{complex_id}_ligand.sdf",
            complex_id=complex_id,
        )
        return renderer.scene(annotate(structure, ()), Shot())

    def draw(complex_id: str, moved: np.ndarray) -> np.ndarray:
        scene = scene_of(complex_id)
        back = np.linalg.inv(moved)
        camera = Camera(
            back[:3, :3] @ scene.camera.position + back[:3, 3], back[:3, :3] @ scene.camera.axes
        )
        near, far = depth_limits(scene.coords, scene.radii, camera)
        return renderer.draw(replace(scene, camera=camera, near=near, far=far)).rgb()

    return draw


def pixels(folder: Path, image: str) -> np.ndarray:
    return np.asarray(Image.open(folder / image).convert("RGB"))


@pytest.mark.parametrize("task", ["translation", "rotation", "zooming"])
def test_the_answer_turns_image_1_into_image_4(built, facts, redraw, task):
    for question in questions(built, task):
        centre = facts(question.complex_id)["centre"]
        assert question.images[0].endswith("complex_front.png")
        moved = redraw(question.complex_id, matrix(commands(question.answer), centre))
        assert np.array_equal(moved, pixels(built, question.images[3])), question.id


@pytest.mark.parametrize(
    ("task", "first_option"), [("translation_rotation", 7), ("rotation_rotation", 4)]
)
def test_the_true_option_and_only_it_is_the_true_transform(built, facts, task, first_option):
    for question in questions(built, task):
        centre = facts(question.complex_id)["centre"]
        shown = commands(question.images[3])
        assert len(shown) == 2
        if task == "translation_rotation":
            # the motion of the reference complex, about the centre of the target
            true = matrix(shown, centre)
        else:
            # the two rotations again, on what image 4 shows
            assert [kind for kind, _, _ in shown] == ["roll", "roll"]
            assert shown[0][1] != shown[1][1]
            true = matrix(shown + shown, centre)
        options = question.images[first_option:]
        assert len(options) == 4
        same = [np.allclose(matrix(commands(one), centre), true) for one in options]
        assert same == [letter == question.answer for letter in "ABCD"], question.id


def test_no_two_option_pictures_look_alike(built):
    for task, first in (("translation_rotation", 7), ("rotation_rotation", 4)):
        for question in questions(built, task):
            options = [pixels(built, one).astype(int) for one in question.images[first:]]
            for place, one in enumerate(options):
                for other in options[place + 1 :]:
                    drawn = (one.max(axis=2) > 0) | (other.max(axis=2) > 0)
                    apart = np.abs(one - other).max(axis=2) > 48
                    assert apart.sum() >= 0.05 * drawn.sum(), question.id


def test_undoing_the_displacement_gives_the_bound_pose(built, facts):
    for question in questions(built, "ligand_docking"):
        atoms = facts(question.complex_id)["ligand_atoms"]
        bound = np.array([one["xyz"] for one in atoms if one["drawn"]])
        shown = commands(question.images[6])
        assert [kind for kind, _, _ in shown] == ["move", "roll"]
        displaced = _apply(matrix(shown, bound.mean(axis=0)), bound)
        undo = commands(question.answer)
        assert [kind for kind, _, _ in undo] == ["roll", "move"]
        back = _apply(matrix(undo, displaced.mean(axis=0)), displaced)
        assert np.allclose(back, bound, atol=1e-6), question.id
        for image in question.images[3:6]:
            assert commands(image) == shown


def _apply(moved: np.ndarray, coords: np.ndarray) -> np.ndarray:
    return coords @ moved[:3, :3].T + moved[:3, 3]


def test_the_true_option_of_t8_and_only_it_brings_the_bond_to_the_view_axis(built, facts):
    for question in questions(built, "interaction_location"):
        fact = facts(question.complex_id)
        bond = question.truth["bond"]
        residues = {one["index"]: one for one in fact["residues"]}
        (residue_atom,) = [
            one["screen"]
            for one in fact["pocket_atoms"]
            if one["name"] == bond["res_atom"]
            and residues[one["residue"]]["number"] == bond["res_number"]
            and residues[one["residue"]]["chain"] == bond["chain"]
            and residues[one["residue"]]["ins_code"] == bond["ins_code"]
        ]
        (ligand_atom,) = [
            one["screen"] for one in fact["ligand_atoms"] if one["label"] == bond["lig_atom"]
        ]
        centroid = (np.array(residue_atom) + np.array(ligand_atom)) / 2
        distances = [
            float(np.hypot(*(matrix(commands(text), [0, 0, 0])[:2, 3] + centroid[:2])))
            for text in question.options
        ]
        true = "ABCD".index(question.answer)
        assert distances[true] <= 0.5, question.id
        assert all(far > 1.0 for place, far in enumerate(distances) if place != true)


def test_bonds_of_t4_and_t9_are_those_of_the_annotation(built, facts):
    for question in questions(built, "pocket_ligand_interaction"):
        true = {_bond_text(one) for one in facts(question.complex_id)["hbonds"]}
        listed = set() if question.answer == "No" else set(question.answer.split("; "))
        assert listed == true
    for question in questions(built, "residue_ligand_interaction"):
        truth = question.truth
        true = {
            f"{one['res_name']} {one['res_atom']}, {one['lig_atom']}"
            for one in facts(question.complex_id)["hbonds"]
            if (one["chain"], one["res_number"], one["ins_code"])
            == (truth["chain"], truth["res_number"], truth["ins_code"])
        }
        answer = question.answer
        assert true == (set() if answer == "No" else set(answer.removeprefix("Yes: ").split("; ")))


def _bond_text(one) -> str:
    return (
        f"{one['res_name']} {one['res_number']}{one['ins_code']} {one['res_atom']} "
        f"{one['chain'].strip() or '_'}, {one['lig_atom']}"
    )


def test_every_atom_drawn_is_covered_by_a_pixel_where_the_annotation_says(built, facts):
    for complex_id in ("1ia1", "1of6", "1s3v", "1uou"):
        fact = facts(complex_id)
        picture = pixels(built, f"images/{complex_id}/complex_front.png")
        screen = np.array(
            [one["screen"] for one in fact["pocket_atoms"] + fact["ligand_atoms"] if one["drawn"]]
        )
        scale = 128 / (-screen[:, 2] * np.tan(np.deg2rad(15)))
        column = np.floor(128 + screen[:, 0] * scale).astype(int)
        row = np.floor(128 - screen[:, 1] * scale).astype(int)
        # the far half fades to black, so only the near half must be lit
        near = screen[:, 2] > np.median(screen[:, 2])
        assert picture[row[near], column[near]].max(axis=1).min() > 0


def test_bonds_near_a_limit_are_marked_in_annotations_and_questions(built, facts):
    for complex_id in ("1ia1", "1of6", "1s3v", "1uou"):
        for bond in facts(complex_id)["hbonds"]:
            assert bond["ambiguous"] == bond["near_limit"]  # no other program ran
            assert bond["found_by"] == bond["refused_by"] == []
    for question in questions(built, "pocket_ligand_interaction"):
        pairs: dict[tuple, bool] = {}
        for bond in facts(question.complex_id)["hbonds"]:
            pair = (bond["chain"], bond["res_number"], bond["res_atom"], bond["lig_atom"])
            # a pair that both sides donate is doubtful only if both ways are
            pairs[pair] = pairs.get(pair, True) and bond["near_limit"]
        assert question.meta["ambiguous_bonds"] == sum(pairs.values())
