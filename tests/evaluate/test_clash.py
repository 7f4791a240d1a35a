"""The clash flag of T7 on real complexes."""

import pytest
from tests.dataset.conftest import built

from misibench.dataset.load import read_questions
from misibench.evaluate.clash import dataset_scorer

__all__ = ["built"]


@pytest.fixture
def question(built):
    return next(iter(read_questions(built, "ligand_docking")))


def test_the_bound_pose_does_not_clash_and_a_shifted_one_does(built, question):
    score = dataset_scorer(built)
    assert score(f"Answer: {question.answer}", question).figures["clash"] == 0.0
    roll, move = question.answer.split(", ")
    distance = int(move.split()[-1])
    shifted = f"{roll}, move x {distance + (3 if distance > 0 else -3)}"
    far = f"{roll}, move x {-distance}"
    assert score(f"Answer: {shifted}", question).figures["clash"] == 1.0  # into the pocket's wall
    assert score(f"Answer: {far}", question).figures["clash"] == 0.0  # out on the other side


def test_scores_stay_those_of_the_task_and_silence_has_no_flag(built, question):
    score = dataset_scorer(built)
    assert score(f"Answer: {question.answer}", question).paper == 1.0
    assert "clash" not in score("I cannot tell.", question).figures


def test_without_annotations_the_flag_is_left_out(built, question, tmp_path):
    found = dataset_scorer(tmp_path)(f"Answer: {question.answer}", question)
    assert found.paper == 1.0
    assert "clash" not in found.figures
