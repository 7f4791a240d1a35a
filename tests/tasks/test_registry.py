from __future__ import annotations

import hashlib
from importlib.resources import files

import pytest

from misibench.errors import UsageError
from misibench.tasks import TASKS, paper_counts, task_named, template_sha256

NAMES = [
    "translation", "rotation", "zooming", "residue_ligand_interaction", "translation_rotation",
    "rotation_rotation", "ligand_docking", "interaction_location", "pocket_ligand_interaction",
]  # fmt: skip


def test_tasks_stand_in_the_published_order() -> None:
    assert [task.name for task in TASKS] == NAMES
    assert [task.code for task in TASKS] == [f"T{number}" for number in range(1, 10)]
    assert [task.name for task in TASKS if task.needs_reference] == ["translation_rotation"]
    assert all(task.version >= 1 for task in TASKS)


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("rotation", "rotation"),
        ("ROTATION", "rotation"),
        ("t2", "rotation"),
        ("T9", "pocket_ligand_interaction"),
        (" ligand-docking ", "ligand_docking"),
        ("Ligand docking", "ligand_docking"),
    ],
)
def test_task_is_found_by_name_or_code(given: str, name: str) -> None:
    assert task_named(given).name == name


@pytest.mark.parametrize(
    ("given", "nearest"),
    [
        ("rotatoin", "'rotation'"),
        ("ligand_dock", "'ligand_docking'"),
        ("translation_rotations", "'translation_rotation'"),
        ("zoom", "'zooming'"),
    ],
)
def test_wrong_name_is_answered_with_the_nearest(given: str, nearest: str) -> None:
    with pytest.raises(UsageError) as caught:
        task_named(given)
    message = str(caught.value)
    assert f"did you mean {nearest}" in message
    assert given in message
    assert "\n" not in message


def test_name_like_no_other_is_answered_with_all() -> None:
    with pytest.raises(UsageError) as caught:
        task_named("qqqqqq")
    assert "did you mean" not in str(caught.value)
    assert all(name in str(caught.value) for name in NAMES)


def test_counts_that_bonds_decide_are_unknown_beforehand() -> None:
    assert paper_counts("T4", "train") is None
    assert paper_counts("T8", "test") is None


@pytest.mark.parametrize("name", NAMES)
def test_hash_is_that_of_the_template_file(name: str) -> None:
    file = files("misibench.tasks").joinpath("templates", f"{name}.txt")
    assert template_sha256(name) == hashlib.sha256(file.read_bytes()).hexdigest()
