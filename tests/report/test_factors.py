"""Factor analysis on runs whose answers are known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from misibench.evaluate.scoring_run import ScoredRun, score_predictions
from misibench.records import Outcome, Prediction, Question, Score
from misibench.report.factors import (
    Level,
    confusion,
    docking_by_distance,
    pocket_bonds_by_count,
    residue_bonds_by_count,
    rotation_by_angle,
    rotation_by_axis,
    zoom_error_by_value,
)

MakeQuestion = Callable[..., Question]


def _exact_scorer(reply: str, question: Question) -> Score:
    right = float(reply == question.answer)
    return Score(Outcome.CORRECT if right else Outcome.WRONG, right, right, reply)


def _run(questions: Sequence[Question], replies: Mapping[str, str]) -> ScoredRun:
    found = {key: Prediction(key, reply) for key, reply in replies.items()}
    return score_predictions(questions, found, name="m", scorer=_exact_scorer)


def _answered(
    make_question: MakeQuestion, task: str, pairs: Sequence[tuple[str, str]]
) -> ScoredRun:
    questions = [make_question(task, truth, index=n) for n, (truth, _) in enumerate(pairs)]
    return _run(questions, {q.id: reply for q, (_, reply) in zip(questions, pairs, strict=True)})


def test_residue_bonds_by_count_includes_negatives_as_zero(make_question: MakeQuestion) -> None:
    one, two = "Yes: ARG NE, O1", "Yes: ARG NE, O1; ARG NH2, O2"
    run = _answered(
        make_question, "residue_ligand_interaction",
        [("No", "No"), ("No", one), (one, one), (two, one), (two, one)],
    )  # fmt: skip
    assert residue_bonds_by_count(run).levels == (
        Level("0", 50.0, 2), Level("1", 100.0, 1), Level("2", 0.0, 2),
    )  # fmt: skip


def test_zoom_is_an_error_rate_in_ascending_order(make_question: MakeQuestion) -> None:
    run = _answered(
        make_question, "zooming",
        [("move z 50", "move z 50"), ("move z 41", "move z 50"), ("move z 50", "move z 51")],
    )  # fmt: skip
    assert zoom_error_by_value(run).levels == (Level("41", 100.0, 1), Level("50", 50.0, 2))


def test_rotation_by_angle_and_axis(make_question: MakeQuestion) -> None:
    run = _answered(
        make_question, "rotation",
        [("roll x -90", "roll x -90"), ("roll y 15", "roll x 15"), ("roll y -90", "none")],
    )  # fmt: skip
    assert rotation_by_angle(run).levels == (Level("-90", 50.0, 2), Level("15", 0.0, 1))
    assert rotation_by_angle(run, "y").levels == (Level("-90", 0.0, 1), Level("15", 0.0, 1))
    assert rotation_by_axis(run).levels == (Level("x", 100.0, 1), Level("y", 0.0, 2))


def test_confusion_counts_truth_by_answer_and_what_is_off_the_grid(
    make_question: MakeQuestion,
) -> None:
    run = _answered(
        make_question, "rotation",
        [("roll x -90", "roll x -75"), ("roll z 90", "roll z 90"), ("roll y 15", "roll y 20")],
    )  # fmt: skip
    counts, outside = confusion(run)
    assert counts.shape == (36, 36)
    assert counts[0, 1] == 1
    assert counts[35, 35] == 1
    assert counts.sum() == 2
    assert outside == 1


def test_docking_distances_are_binned_without_sign(make_question: MakeQuestion) -> None:
    right, left = "roll x 75, move x -14", "roll x 75, move x 10"
    run = _answered(make_question, "ligand_docking", [(right, right), (left, right)])
    assert docking_by_distance(run).levels == (Level("10–15", 50.0, 2),)


def test_pocket_bonds_are_counted(make_question: MakeQuestion) -> None:
    two = "ARG 45 NH2 A, O1B; LYS 47 NZ A, O1A"
    run = _answered(make_question, "pocket_ligand_interaction", [("No", "No"), (two, two)])
    assert pocket_bonds_by_count(run).levels == (Level("0", 100.0, 1), Level("2", 100.0, 1))


@pytest.mark.parametrize("make", [residue_bonds_by_count, zoom_error_by_value, docking_by_distance])
def test_run_without_such_questions_has_no_levels(
    make: Callable[[ScoredRun], object], make_question: MakeQuestion
) -> None:
    run = _answered(make_question, "translation", [("move x 3", "move x 3")])
    assert make(run).levels == ()  # type: ignore[attr-defined]
