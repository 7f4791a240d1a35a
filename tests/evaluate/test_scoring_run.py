"""From replies to columns: denominators, coverage, what is left out and what is not."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from misibench.errors import DatasetError
from misibench.evaluate.columns import COLUMNS
from misibench.evaluate.players import play
from misibench.evaluate.scoring_run import Coverage, ScoredRun, score_predictions, write_scores
from misibench.records import Outcome, Prediction, Question

MakeQuestion = Callable[..., Question]


def _run(questions: Sequence[Question], replies: Mapping[str, str | None]) -> ScoredRun:
    return score_predictions(
        questions, {key: Prediction(key, reply) for key, reply in replies.items()}
    )


def test_truth_scores_100_in_every_column(question_set: tuple[Question, ...]) -> None:
    run = score_predictions(question_set, {p.id: p for p in play("truth", question_set)})
    everywhere = {column.name: 100.0 for column in COLUMNS}
    assert run.weighted() == everywhere
    assert run.exact() == everywhere
    assert run.weighted_average() == run.exact_average() == 100.0


def test_empty_predictions_score_0_with_coverage_0(question_set: tuple[Question, ...]) -> None:
    run = score_predictions(question_set, {})
    assert run.weighted() == {column.name: 0.0 for column in COLUMNS}
    assert run.total_coverage == Coverage(len(question_set), 0, 0)
    assert run.outcomes == {Outcome.FAILED: len(question_set)}
    assert run.weighted(dropped=True) == {}
    assert run.weighted_average(dropped=True) is None


def test_missing_and_unreadable_replies_count_in_the_denominator(
    make_question: MakeQuestion,
) -> None:
    # four questions, one right: 25 over all, 100 over the one that could be read
    questions = [make_question("zooming", "move z 50", index=n) for n in range(4)]
    ids = [question.id for question in questions]
    run = _run(questions, {ids[0]: "move z 50", ids[1]: "I cannot tell.", ids[2]: None})
    assert run.weighted() == {"T3": 25.0}
    assert run.weighted(dropped=True) == {"T3": 100.0}
    assert run.coverage["T3"] == Coverage(asked=4, answered=2, parsed=1)
    assert str(run.coverage["T3"]) == "2/1/4"
    assert [row.score.outcome for row in run.rows] == [
        Outcome.CORRECT, Outcome.NO_ANSWER, Outcome.FAILED, Outcome.FAILED,
    ]  # fmt: skip


def test_column_means_by_hand(make_question: MakeQuestion) -> None:
    questions = [
        make_question("translation", "move x 3", index=0),
        make_question("translation", "move x 3", index=1),
        make_question("rotation", "roll y -15", index=0),
        make_question("residue_ligand_interaction", "Yes: ARG NH2, O1B; ARG NE, O2G", index=0),
        make_question("residue_ligand_interaction", "No", index=1),
        make_question("ligand_docking", "roll x 75, move x -14", index=0),
        make_question("pocket_ligand_interaction", "No", index=0),
        make_question("pocket_ligand_interaction", "ARG 45 NH2 A, O1B", "2def", 0),
    ]
    replies = [
        "move x 1",  # ranks of 3 and 1 differ by 2: 5/7
        "move y 3",  # wrong axis: 0
        "roll y 15",  # neighbours on the grid: 10/11
        "Yes: ARG NH2, O1B",  # one listed, one true: 1, not exact
        "Yes: ARG NH2, O1B",  # 0
        "roll x 60, move x -7",  # half of 10/11 and half of 1 − 7/14
        "No",  # 1, and no part of the exact table
        "ARG 45 NH2 A, O1B; ARG 45 NE A, O1B",  # both of one: contains the truth, 0.5
    ]
    run = _run(questions, dict(zip([q.id for q in questions], replies, strict=True)))
    assert run.weighted() == pytest.approx(
        {
            "T1": 100 * (5 / 7) / 2, "T2": 1000 / 11, "T4+": 100.0, "T4-": 0.0,
            "T7": 100 * (10 / 11 + 0.5) / 2, "T9": 75.0,
        }
    )  # fmt: skip
    assert run.exact() == {"T1": 0.0, "T2": 0.0, "T4+": 0.0, "T4-": 0.0, "T7": 0.0, "T9": 0.0}
    # six of the averaged columns have questions
    mean = (250 / 7 + 1000 / 11 + 100 + 0 + 50 * (10 / 11 + 0.5) + 75) / 6
    assert run.weighted_average() == pytest.approx(mean)


def test_unknown_ids_are_told_and_not_scored(question_set: tuple[Question, ...]) -> None:
    replies = {question.id: question.answer for question in question_set}
    run = _run(question_set, {**replies, "nobody-asked": "A"})
    assert run.unknown == ("nobody-asked",)
    assert len(run.rows) == len(question_set)


def test_repeated_question_and_no_question_are_errors(question_set: tuple[Question, ...]) -> None:
    with pytest.raises(DatasetError, match="occurs twice"):
        score_predictions([question_set[0]] * 2, {})
    with pytest.raises(DatasetError, match="none to score"):
        score_predictions([], {})


def test_scores_file_has_a_line_per_question(
    question_set: tuple[Question, ...], tmp_path: Path
) -> None:
    run = _run(question_set, {question_set[0].id: question_set[0].answer})
    write_scores(run, tmp_path / "scores.jsonl")
    records = [json.loads(line) for line in (tmp_path / "scores.jsonl").read_text().splitlines()]
    assert [record["id"] for record in records] == [question.id for question in question_set]
    assert records[0]["outcome"] == "correct"
    assert records[0]["paper"] == records[0]["exact"] == 1.0
    assert records[0]["answer"] == "move x 3"
    assert records[1]["outcome"] == "failed"
    assert records[1]["answer"] is None
    assert {"id", "task", "outcome", "paper", "exact", "answer"} <= records[1].keys()


REPLIES = (
    "move x 3", "move x 2", "roll x 15", "A", "Answer: D", "No", "Yes: ARG NE, O2G", "move z 50",
    "roll x 75, move x -14", "ARG 45 NH2 A, O1B", "I cannot tell.", "", None,
)  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), given_replies=st.data())
def test_order_of_questions_changes_no_score(
    question_set: tuple[Question, ...], seed: int, given_replies: st.DataObject
) -> None:
    chosen = given_replies.draw(
        st.lists(st.sampled_from(REPLIES), min_size=len(question_set), max_size=len(question_set))
    )
    replies = {q.id: reply for q, reply in zip(question_set, chosen, strict=True)}
    shuffled = list(question_set)
    random.Random(seed).shuffle(shuffled)
    first, second = _run(question_set, replies), _run(shuffled, replies)
    assert first.weighted() == pytest.approx(second.weighted())
    assert first.exact() == pytest.approx(second.exact())
    assert first.coverage == second.coverage


@settings(max_examples=40, deadline=None)
@given(kept=st.sets(st.integers(0, 83)))
def test_denominator_is_fixed_whatever_is_answered(
    question_set: tuple[Question, ...], kept: set[int]
) -> None:
    replies = {q.id: q.answer for place, q in enumerate(question_set) if place in kept}
    run = _run(question_set, replies)
    assert run.total_coverage == Coverage(len(question_set), len(replies), len(replies))
    for name, rows in run.by_column.items():
        right = sum(row.answered for row in rows)
        assert run.weighted()[name] == pytest.approx(100 * right / len(rows))
        assert 0 <= run.weighted()[name] <= 100
