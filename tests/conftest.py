"""Questions made by hand, in the form of built ones, for tests that need no pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from misibench.records import Question

MakeQuestion = Callable[..., Question]

ZERO = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
BOND = ("ARG", 45, "", "A", "NH2", "O1B")


def _truth(task: str, answer: str) -> dict[str, Any]:
    """The structured truth of an answer, with the keys that built questions have."""
    words = answer.replace(",", "").split()
    if task in ("translation", "rotation"):
        return {"axis": words[1], "value": int(words[2])}
    if task == "zooming":
        return {"axis": "z", "value": int(words[2]), "camera_distance": 90.0}
    if task == "ligand_docking":
        return {
            "roll_axis": words[1], "roll_value": int(words[2]), "move_axis": "x",
            "move_value": int(words[5]), "ligand_tensor": ZERO,
        }  # fmt: skip
    if task in ("residue_ligand_interaction", "pocket_ligand_interaction"):
        listed = [] if answer == "No" else answer.removeprefix("Yes: ").split("; ")
        return {"bonds": [_bond(text) for text in listed], "case_matters": False,
                "res_name": "ARG", "res_number": 45, "ins_code": "", "chain": "A"}  # fmt: skip
    if task == "translation_rotation":
        return {"move_axis": "x", "move_value": 2, "roll_axis": "y", "roll_value": 15}
    if task == "rotation_rotation":
        return {"first_axis": "x", "first_value": 30, "second_axis": "y", "second_value": 15}
    return {"move_x": 3, "move_y": 5, "bond": dict(zip(
        ("res_name", "res_number", "ins_code", "chain", "res_atom", "lig_atom"), BOND, strict=True,
    ))}  # fmt: skip


def _bond(text: str) -> dict[str, Any]:
    left, ligand = text.split(", ")
    parts = left.split()
    if len(parts) == 2:
        return {"res_atom": parts[1], "lig_atom": ligand}
    return {
        "res_name": parts[0], "res_number": int(parts[1]), "ins_code": "", "res_atom": parts[2],
        "chain": parts[3], "lig_atom": ligand,
    }  # fmt: skip


_IMAGES = {"translation_rotation": 11, "rotation_rotation": 8, "ligand_docking": 7}


@pytest.fixture(scope="session")
def make_question() -> MakeQuestion:
    """Make one question: task, answer, and optionally complex and running number."""

    def make(
        task: str, answer: str, complex_id: str = "1abc", index: int = 0, split: str = "test"
    ) -> Question:
        letters = task in ("translation_rotation", "rotation_rotation", "interaction_location")
        count = _IMAGES.get(task, 6 if "interaction" in task else 4)
        return Question(
            id=f"{complex_id}-{task}-{index}",
            task=task,
            split=split,
            complex_id=complex_id,
            images=tuple(f"images/{complex_id}/{task}_{n}.png" for n in range(count)),
            prompt=f"Question {index} about {task}?",
            answer=answer,
            reference_id="9ref" if task == "translation_rotation" else None,
            options=("move x 3, move y 5", "move x 3, move y -5", "move x 1, move y 5",
                     "move x -3, move y 2") if letters else (),
            truth=_truth(task, answer),
            meta={"version": 1},
        )  # fmt: skip

    return make


ANSWERS: dict[str, Sequence[str]] = {
    "translation": ("move x 3", "move y -1"),
    "rotation": ("roll x 15", "roll y -90", "roll z 45"),
    "zooming": ("move z 50", "move z 41"),
    "residue_ligand_interaction": ("Yes: ARG NH2, O1B; ARG NE, O2G", "No", "Yes: ARG NE, O2G"),
    "translation_rotation": ("A", "B", "D"),
    "rotation_rotation": ("C", "D", "A"),
    "ligand_docking": ("roll x 75, move x -14", "roll y -30, move x 12", "roll z 15, move x 13"),
    "interaction_location": ("B", "C"),
    "pocket_ligand_interaction": ("ARG 45 NH2 A, O1B; LYS 47 NZ A, O1A",),
}


@pytest.fixture(scope="session")
def question_set(make_question: MakeQuestion) -> tuple[Question, ...]:
    """All nine tasks about four complexes, one of them without bonds in T9."""
    questions = []
    for place, complex_id in enumerate(("1abc", "2def", "3ghi", "4jkl")):
        for task, answers in ANSWERS.items():
            for index, answer in enumerate(answers):
                bare = task == "pocket_ligand_interaction" and place == 3
                questions.append(make_question(task, "No" if bare else answer, complex_id, index))
    return tuple(questions)
