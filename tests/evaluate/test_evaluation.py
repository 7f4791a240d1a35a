"""Runs without a model: selection, resuming, controls, scoring by run.json."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from misibench.errors import UsageError
from misibench.evaluate.asking import Control
from misibench.evaluate.built_in import run_player
from misibench.evaluate.evaluation import Asked, EvaluationSettings, evaluate_model
from misibench.evaluate.models import ModelChoice, Price
from misibench.evaluate.predictions import read_predictions
from misibench.evaluate.recorder import Recorder
from misibench.evaluate.runs import open_run, score_run
from misibench.evaluate.selection import Selection
from misibench.evaluate.statistics import circular_accuracy
from misibench.records import Prediction, Question

MODEL = ModelChoice("fake", "fake/model", {"max_tokens": 10}, Price(1.0, 1.0))


class Teacher:
    """Answers everything right; may fail or stop on the way."""

    def __init__(self, fail: Callable[[Question], bool] = lambda question: False) -> None:
        self.fail = fail
        self.asked: list[Asked] = []

    def __call__(self, chunk: Sequence[Asked], recorder: Recorder) -> None:
        for one in chunk:
            if recorder.stop_reason:
                return
            self.asked.append(one)
            failed = self.fail(one.question)
            usage = {"input_tokens": 1, "output_tokens": 1, "cost_usd": 0.01}
            recorder.record(
                Prediction(
                    one.question.id, None if failed else f"Answer: {one.question.answer}",
                    one.question.task, "fake", "HTTP 500" if failed else None,
                    {"usage": usage, **one.facts},
                )
            )  # fmt: skip


def _settings(data: Path, **how: object) -> EvaluationSettings:
    return EvaluationSettings(data, MODEL, **how)  # type: ignore[arg-type]


def test_every_question_is_asked_and_scored(
    data: Path, question_set: tuple[Question, ...], tmp_path: Path
) -> None:
    teacher = Teacher()
    result = evaluate_model(_settings(data), teacher, tmp_path / "run")
    assert len(teacher.asked) == len(question_set)
    assert result.scored.weighted_average() == 100.0
    assert result.progress.answered == result.progress.parsed == len(question_set)
    about = json.loads((tmp_path / "run" / "run.json").read_text())
    assert about["status"] == "complete"
    assert about["cost_usd"] == pytest.approx(0.01 * len(question_set))


def test_examples_never_share_the_complex_and_come_from_train(data: Path, tmp_path: Path) -> None:
    teacher = Teacher()
    evaluate_model(_settings(data, shots=2), teacher, tmp_path / "run")
    for one in teacher.asked:
        assert one.facts["shots"] == 2
        said = [
            part.text for turn in one.turns[:-1] for part in turn.parts if hasattr(part, "text")
        ]
        assert sum(text.startswith("Training: ") for text in said) == 2


def test_run_is_taken_up_and_gives_the_same_file(data: Path, tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    evaluate_model(_settings(data), Teacher(), whole)

    class Killed(Teacher):
        def __call__(self, chunk: Sequence[Asked], recorder: Recorder) -> None:
            super().__call__(chunk[:30], recorder)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evaluate_model(_settings(data), Killed(), broken)
    with (broken / "predictions.jsonl").open("a") as stream:
        stream.write('{"id": "half')
    again = Teacher()
    evaluate_model(_settings(data), again, broken)
    kept = {one.question.id for one in again.asked}
    assert len(kept) == len(read_predictions(whole / "predictions.jsonl").predictions) - 30
    for name in ("predictions.jsonl", "scores.jsonl"):
        assert (whole / name).read_bytes() == (broken / name).read_bytes()


def test_failed_requests_are_asked_again_only_when_told(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "run"
    first = evaluate_model(_settings(data), Teacher(lambda q: q.task == "zooming"), out)
    assert first.progress.failed == 8
    assert first.scored.weighted()["T3"] == 0.0
    assert json.loads((out / "run.json").read_text())["status"] == "incomplete"
    idle = Teacher()
    assert evaluate_model(_settings(data), idle, out).progress.failed == 8
    assert idle.asked == []
    again = Teacher()
    last = evaluate_model(_settings(data, retry_failed=True), again, out)
    assert {one.question.task for one in again.asked} == {"zooming"}
    assert last.progress.failed == 0
    assert last.scored.weighted_average() == 100.0


def test_cost_limit_leaves_questions_unasked_and_can_be_raised(
    data: Path, question_set: tuple[Question, ...], tmp_path: Path
) -> None:
    out = tmp_path / "run"
    first = evaluate_model(_settings(data, cost_limit=0.1), Teacher(), out)
    assert "cost limit" in first.stop_reason
    assert first.progress.answered == 10
    assert first.scored.total_coverage.answered == 10
    assert first.scored.total_coverage.asked == len(question_set)
    rest = Teacher()
    last = evaluate_model(_settings(data, cost_limit=10.0), rest, out)
    assert len(rest.asked) == len(question_set) - 10
    assert last.stop_reason == ""


@pytest.mark.parametrize(
    ("change", "said"),
    [({"shots": 1}, "shots 3, not 1"), ({"split": "tiny"}, "split 'test', not 'tiny'"),
     ({"control": Control.BLANK}, "control 'none', not 'blank'")],
)  # fmt: skip
def test_folder_of_another_run_is_refused(
    data: Path, tmp_path: Path, change: dict[str, object], said: str
) -> None:
    evaluate_model(_settings(data, tasks=("T3",)), Teacher(), tmp_path / "run")
    with pytest.raises(UsageError, match=said):
        evaluate_model(_settings(data, tasks=("T3",), **change), Teacher(), tmp_path / "run")


def test_limit_draws_per_task_and_scoring_asks_for_the_same(data: Path, tmp_path: Path) -> None:
    teacher = Teacher()
    result = evaluate_model(_settings(data, limit=2, seed=3), teacher, tmp_path / "run")
    tasks = [one.question.task for one in teacher.asked]
    assert all(tasks.count(task) == 2 for task in tasks)
    assert len(result.scored.rows) == 18
    other = {q.id for q in Selection(data, limit=2, seed=4).questions()}
    assert other != {one.question.id for one in teacher.asked}


def test_tasks_are_asked_in_published_order_and_by_code(data: Path) -> None:
    selection = Selection(data, tasks=("T9", "zooming"))
    assert selection.task_names() == ("zooming", "pocket_ligand_interaction")
    with pytest.raises(UsageError, match="no task 'T12'"):
        Selection(data, tasks=("T12",)).task_names()


def test_too_many_pictures_stop_before_the_first_request(data: Path, tmp_path: Path) -> None:
    teacher = Teacher()
    with pytest.raises(UsageError, match="11 pictures in a question"):
        evaluate_model(_settings(data, max_images=8), teacher, tmp_path / "run")
    assert teacher.asked == []


def test_examples_beyond_the_cap_are_left_out_and_said(data: Path, tmp_path: Path) -> None:
    result = evaluate_model(_settings(data, max_images=25), Teacher(), tmp_path / "run")
    # T5: 11 + 11 + … ; T6: 8 + 2 × 8; T7: 7 + 2 × 7; six views: 6 + 3 × 6; T1 to T3: all three
    assert result.left_out == {
        "translation_rotation": 2, "rotation_rotation": 1, "ligand_docking": 1,
    }  # fmt: skip
    about = json.loads((tmp_path / "run" / "run.json").read_text())
    assert about["examples_left_out"] == dict(result.left_out)
    assert len(about["examples"]["translation_rotation"]) == 1


def test_too_few_training_examples_are_told(data: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="set --shots"):
        evaluate_model(_settings(data, shots=50), Teacher(), tmp_path / "run")


@pytest.mark.parametrize("control", [Control.BLANK, Control.SHUFFLED, Control.TEXT_ONLY])
def test_control_runs_pair_with_the_normal_one(
    data: Path, question_set: tuple[Question, ...], tmp_path: Path, control: Control
) -> None:
    result = evaluate_model(_settings(data, control=control), Teacher(), tmp_path / "run")
    assert [row.question.id for row in result.scored.rows] == [
        row.question.id for row in score_run(open_run(tmp_path / "run")).rows
    ]
    assert {row.question.id for row in result.scored.rows} == {q.id for q in question_set}
    assert result.scored.name == f"fake ({control})"


def test_options_only_asks_choice_tasks(data: Path, tmp_path: Path) -> None:
    settings = _settings(data, control=Control.OPTIONS_ONLY, shots=0)
    result = evaluate_model(settings, Teacher(), tmp_path / "run")
    assert set(result.scored.by_column) == {"T5", "T6", "T8"}
    alone = _settings(data, control=Control.OPTIONS_ONLY, tasks=("T1",), shots=0)
    with pytest.raises(UsageError, match="applies to none of the tasks"):
        evaluate_model(alone, Teacher(), tmp_path / "other")


def test_circular_asks_four_times_and_counts_whole_questions(data: Path, tmp_path: Path) -> None:
    settings = _settings(data, control=Control.CIRCULAR, tasks=("T5", "T6"), shots=0)
    right = evaluate_model(settings, Teacher(), tmp_path / "right")
    assert len(right.scored.rows) == 4 * 24
    assert circular_accuracy(right.scored) == {"T5": (12, 12), "T6": (12, 12)}

    class AlwaysA(Teacher):
        def __call__(self, chunk: Sequence[Asked], recorder: Recorder) -> None:
            for one in chunk:
                recorder.record(Prediction(one.question.id, "A", one.question.task, "fake"))

    always = evaluate_model(settings, AlwaysA(), tmp_path / "always")
    assert always.scored.weighted() == {"T5": 25.0, "T6": 25.0}
    assert circular_accuracy(always.scored) == {"T5": (0, 12), "T6": (0, 12)}


def test_built_in_player_has_a_run_folder_like_any_model(data: Path, tmp_path: Path) -> None:
    run_player("blind", data, tmp_path / "run", limit=3)
    scored = score_run(open_run(tmp_path / "run"))
    assert scored.name == "blind"
    assert scored.total_coverage.parsed == len(scored.rows)


def test_bare_predictions_need_the_dataset(data: Path, tmp_path: Path) -> None:
    (tmp_path / "p.jsonl").write_text('{"id": "x", "reply": "A", "model": "m"}\n')
    with pytest.raises(UsageError, match="give --data DIR"):
        open_run(tmp_path / "p.jsonl")
    run = open_run(tmp_path / "p.jsonl", data=data)
    assert run.name == "m"
    assert score_run(run).unknown == ("x",)
