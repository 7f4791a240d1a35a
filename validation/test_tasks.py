"""The nine tasks on the reference complexes: answers read back, options that tell nothing.

A figure of docs/explanations/tasks.md: ``pytest validation/test_tasks.py -s`` prints them.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from misibench.errors import StructureError
from misibench.geometry import Move
from misibench.hbonds import find_hydrogen_bonds
from misibench.records import Question
from misibench.scene.annotation import annotate
from misibench.structure import find_inputs, load_complex
from misibench.tasks import TASKS, Draft, DraftRequest, Skip, Task
from misibench.tasks.commands import parse_motions

REFERENCE = Path(os.environ.get("MISIBENCH_REFERENCE", "../shared")) / "structures"

pytestmark = pytest.mark.skipif(not REFERENCE.is_dir(), reason=f"no reference folder {REFERENCE}")


def complexes():
    for row in find_inputs(REFERENCE):
        try:
            row.check()
            structure = load_complex(
                row.receptor, row.ligand, complex_id=row.id, is_pocket=row.is_pocket
            )
        except StructureError:
            continue
        yield annotate(structure, find_hydrogen_bonds(structure))


@pytest.fixture(scope="module")
def made() -> list[tuple[Task, Draft | Skip]]:
    found: list[tuple[Task, Draft | Skip]] = []
    for place, annotation in enumerate(complexes()):
        request = DraftRequest(
            annotation,
            "train",
            lambda index, place=place: np.random.default_rng([place, index + 1]),
        )
        for task in TASKS:
            found += [(task, one) for one in task.drafts(request)]
    return found


def test_every_true_answer_is_read_as_what_it_says(made) -> None:
    for task, draft in made:
        if isinstance(draft, Skip) or draft.options:
            continue
        question = Question("q", task.name, "train", "", (), "", draft.answer, truth=draft.truth)
        score = task.score(f"Some thoughts.\nAnswer: {draft.answer}", question)
        assert (score.paper, score.exact, score.answer) == (1.0, 1.0, draft.answer)


def test_nothing_is_skipped_but_for_known_reasons(made) -> None:
    reasons: dict[str, int] = {}
    for task, one in made:
        if isinstance(one, Skip):
            reasons[f"{task.code} {one.reason}"] = reasons.get(f"{task.code} {one.reason}", 0) + 1
    print("\nskipped:", reasons)
    asked = sum(isinstance(one, Draft) for task, one in made if task.code == "T8")
    print("asked in T8:", asked)
    assert not any("written" in reason for reason in reasons)


HEURISTICS = {
    "largest": lambda points: np.abs(points).sum(axis=1),
    "smallest": lambda points: -np.abs(points).sum(axis=1),
    "largest x": lambda points: np.abs(points[:, 0]),
    "largest y": lambda points: np.abs(points[:, 1]),
    "with a zero": lambda points: (points == 0).sum(axis=1),
    "without zero": lambda points: -(points == 0).sum(axis=1),
    "right or up": lambda points: (points > 0).sum(axis=1),
    "nearest to the mean": lambda points: -np.linalg.norm(points - points.mean(axis=0), axis=1),
}


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_options_of_t8_do_not_tell_the_true_one(made, heuristic: str) -> None:
    hits, n = 0.0, 0
    for task, draft in made:
        if task.code != "T8" or isinstance(draft, Skip):
            continue
        moves = [parse_motions(option.text) for option in draft.options[:4]]
        points = np.array(
            [[one.distance for one in pair if isinstance(one, Move)] for pair in moves]
        )
        rating = HEURISTICS[heuristic](points)
        best = np.flatnonzero(rating == rating.max())
        hits, n = hits + float(0 in best) / len(best), n + 1
    print(f"\n{heuristic}: {100 * hits / n:.1f} % of {n}")
    assert abs(hits / n - 0.25) < 4 * np.sqrt(0.25 * 0.75 / n)
