"""``misi eval`` against a local server: every question accounted for, whatever goes wrong."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from misibench.evaluate.predictions import read_predictions
from misibench.records import Question

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        importlib.util.find_spec("inspect_ai") is None, reason="the extra [eval] is not installed"
    ),
]

MakeQuestion = Callable[..., Question]

FAILURES = {"429": 0.15, "500": 0.10, "cut": 0.03, "endless": 0.02}


@pytest.fixture(scope="module")
def many(
    make_question: MakeQuestion,
    write_dataset: Callable[..., Path],
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Path, tuple[Question, ...]]:
    """300 rotation and zoom questions about 30 complexes, and some for training."""
    rolls = ["roll x 15", "roll y -90", "roll z 45"]
    test = tuple(
        make_question("rotation", rolls[n % 3], f"c{n % 30}", n)
        if n % 2
        else make_question("zooming", f"move z {40 + n % 21}", f"c{n % 30}", n)
        for n in range(300)
    )
    train = tuple(
        make_question(task, answer, f"t{n}", 1000 + n, "train")
        for n in range(4)
        for task, answer in (("rotation", "roll x 30"), ("zooming", "move z 44"))
    )
    return write_dataset(tmp_path_factory.mktemp("many"), test, train), test


def _answers(questions: Sequence[Question]) -> dict[str, str]:
    """Right for most questions, wrong or unreadable for some, by number."""
    answers = {}
    for place, question in enumerate(questions):
        said = f"The last picture differs.\nAnswer: {question.answer}"
        if place % 10 == 3:
            said = "Answer: roll z -15" if question.task == "rotation" else "Answer: move z 60"
        elif place % 10 == 7:
            said = "I cannot tell."
        answers[question.prompt] = said
    return answers


def _command(data: Path, url: str, out: Path, *more: str) -> list[str]:
    return [
        sys.executable, "-m", "misibench", "eval", str(data), "--model", "test-vlm", "--url", url,
        "--out", str(out), "--shots", "1", "--retry-delay", "0.05", "--timeout", "6", *more,
    ]  # fmt: skip


def _environment(**more: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.endswith("_API_KEY")}
    return {**kept, "PYTHONUNBUFFERED": "1", **more}


def _misi(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, capture_output=True, text=True, timeout=240, env=_environment(**environment),
        check=False,
    )  # fmt: skip


def _without_times(path: Path) -> list[dict[str, Any]]:
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for record in records:
        record.pop("latency_ms", None)
    return records


@pytest.fixture(scope="module")
def undisturbed(
    many: tuple[Path, tuple[Question, ...]],
    serving: Callable[..., Any],
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Path, Any, str]:
    """A run over all 300 questions, with every kind of failure on the way."""
    data, questions = many
    out = tmp_path_factory.mktemp("undisturbed") / "run"
    with serving(_answers(questions), failures=FAILURES) as server:
        done = _misi(*_command(data, server.url, out))
    assert done.returncode == 0, done.stderr
    return out, server, done.stdout + done.stderr


def test_every_question_is_answered_once_whatever_fails(
    many: tuple[Path, tuple[Question, ...]], undisturbed: tuple[Path, Any, str]
) -> None:
    _, questions = many
    out, server, _ = undisturbed
    # the draw by hash gives about the shares asked for
    assert server.struck["429"] > 30
    assert server.struck["500"] > 15
    assert server.struck["cut"] > 2
    assert server.struck["endless"] > 1
    assert server.served.keys() == {q.prompt for q in questions}
    # on a busy machine a try may time out although the server has answered it
    assert sum(server.served.values()) <= 303
    found = read_predictions(out / "predictions.jsonl")
    assert list(found.predictions) == [q.id for q in _in_order(questions)]
    assert found.repeated == 0
    assert all(one.reply is not None for one in found.predictions.values())


def _in_order(questions: Sequence[Question]) -> list[Question]:
    return sorted(questions, key=lambda q: q.task != "rotation")


def test_predictions_hold_what_the_contract_asks(undisturbed: tuple[Path, Any, str]) -> None:
    out, _, _ = undisturbed
    first = json.loads((out / "predictions.jsonl").read_text().splitlines()[0])
    for name in ("id", "task", "model", "reply", "usage", "latency_ms", "image_sha256",
                 "prompt_sha256", "pixel_budget", "shots", "seed", "dataset_revision"):  # fmt: skip
        assert name in first, name
    assert first["usage"]["input_tokens"] == 100
    assert len(first["image_sha256"]) == 8
    assert first["shots"] == 1


def test_run_is_scored_and_described(
    many: tuple[Path, tuple[Question, ...]], undisturbed: tuple[Path, Any, str]
) -> None:
    out, _, said = undisturbed
    scores = [json.loads(line) for line in (out / "scores.jsonl").read_text().splitlines()]
    assert len(scores) == 300
    assert sum(one["outcome"] == "no_answer" for one in scores) == 30
    assert sum(one["outcome"] == "correct" for one in scores) >= 240
    about = json.loads((out / "run.json").read_text())
    assert about["status"] == "complete"
    assert about["asked"] == about["answered"] == 300
    assert about["parsed"] == 270
    assert about["input_tokens"] == 30_000
    assert all(key[0] == "t" for ids in about["examples"].values() for key in ids)
    assert "per second" in said
    assert "300 answered, 270 parsed, 0 failed" in said


def test_examples_come_from_training_with_their_pictures(
    many: tuple[Path, tuple[Question, ...]], undisturbed: tuple[Path, Any, str]
) -> None:
    _, questions = many
    _, server, _ = undisturbed
    for question in questions[:20]:
        messages = server.messages[question.prompt]
        assert [message["role"] for message in messages] == ["user", "assistant", "user"]
        assert messages[1]["content"].startswith("Answer: ")
        # four pictures of the example and four of the question
        assert server.images[question.prompt] == 8
        texts = [part["text"] for part in messages[2]["content"] if part["type"] == "text"]
        assert texts == ["Image 1:", "Image 2:", "Image 3:", "Image 4:", question.prompt]


def test_inspect_logs_hold_no_pictures(undisturbed: tuple[Path, Any, str]) -> None:
    out, _, _ = undisturbed
    size = sum(path.stat().st_size for path in (out / "inspect").rglob("*.eval"))
    assert 0 < size < 300 * 6_000


def test_killed_run_is_taken_up_where_it_was(
    many: tuple[Path, tuple[Question, ...]], undisturbed: tuple[Path, Any, str],
    serving: Callable[..., Any], tmp_path: Path,
) -> None:  # fmt: skip
    data, questions = many
    out = tmp_path / "run"
    file = out / "predictions.jsonl"
    with serving(_answers(questions), failures=FAILURES, delay_s=0.05) as server:
        command = _command(data, server.url, out)
        process = subprocess.Popen(
            command, env=_environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        _wait_for_lines(file, 100, process)
        process.send_signal(signal.SIGKILL)
        process.wait()
        kept = read_predictions(file)
        assert 100 <= len(kept.predictions) < 300
        served_before = dict(server.served)
        done = _misi(*command)
    assert done.returncode == 0, done.stderr
    prompts = {q.id: q.prompt for q in questions}
    # nothing that was on disk is asked again
    for key in kept.predictions:
        assert server.served[prompts[key]] == served_before[prompts[key]]
    # only what was under way at the kill, ten requests at most, could be answered twice
    twice = [prompt for prompt, count in server.served.items() if count > 1]
    assert len(twice) <= 10
    reference = undisturbed[0]
    assert _without_times(file) == _without_times(reference / "predictions.jsonl")
    assert (out / "scores.jsonl").read_bytes() == (reference / "scores.jsonl").read_bytes()


def _wait_for_lines(file: Path, count: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 120
    while time.monotonic() < end and process.poll() is None:
        if file.is_file() and file.read_bytes().count(b"\n") >= count:
            return
        time.sleep(0.02)
    raise AssertionError(f"the run ended or hung before {count} replies")


def test_server_that_is_not_there_or_lacks_the_model_stops_first(
    many: tuple[Path, tuple[Question, ...]], serving: Callable[..., Any], tmp_path: Path
) -> None:
    data, questions = many
    out = tmp_path / "run"
    gone = _misi(*_command(data, "http://127.0.0.1:9/v1", out))
    assert gone.returncode == 2
    assert "no answer" in gone.stderr
    with serving(_answers(questions), model="another") as server:
        other = _misi(*_command(data, server.url, out))
    assert other.returncode == 2
    assert "not served at" in other.stderr
    assert "another" in other.stderr
    assert server.requests == {}
    assert not (out / "predictions.jsonl").exists()


def test_server_that_refuses_everything_is_not_asked_to_the_end(
    many: tuple[Path, tuple[Question, ...]], serving: Callable[..., Any], tmp_path: Path
) -> None:
    data, questions = many
    out = tmp_path / "run"
    with serving(_answers(questions), failures={"500": 1.0}, always=True) as server:
        done = _misi(*_command(data, server.url, out, "--retries", "0", "--limit", "30"))
    assert done.returncode == 0
    assert "requests all failed" in done.stderr
    # twenty, and what was under way
    assert sum(server.requests.values()) <= 40
    about = json.loads((out / "run.json").read_text())
    assert about["status"] == "incomplete"
    assert about["failed"] >= 20


def test_log_of_a_run_becomes_its_predictions_again(
    undisturbed: tuple[Path, Any, str], tmp_path: Path
) -> None:
    out, _, _ = undisturbed
    (log,) = (out / "inspect").glob("*.eval")
    again = tmp_path / "p.jsonl"
    done = _misi(
        sys.executable, "-m", "misibench", "import-predictions", str(log), "--from", "inspect",
        "--out", str(again), "--model", "test-vlm",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    first = read_predictions(out / "predictions.jsonl").predictions
    second = read_predictions(again).predictions
    assert second.keys() == first.keys()
    assert all(second[key].reply == one.reply for key, one in first.items())


def test_tasks_are_found_by_inspect_itself(
    many: tuple[Path, tuple[Question, ...]], serving: Callable[..., Any], tmp_path: Path
) -> None:
    data, questions = many
    program = Path(sys.executable).with_name("inspect")
    if not program.is_file():
        pytest.skip("no inspect command beside this Python")
    with serving(_answers(questions)) as server:
        done = _misi(
            str(program), "eval", "misibench/rotation", "-T", f"data={data}", "-T", "shots=1",
            "-T", "limit=12", "--no-log-images", "--model", "openai-api/local/test-vlm",
            "--display", "none", "--log-dir", str(tmp_path),
            LOCAL_BASE_URL=server.url, LOCAL_API_KEY="none", INSPECT_EVAL_LOG_FILE_PATTERN="{id}",
        )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert sum(server.served.values()) == 12
    assert set(server.images.values()) == {8}
    (log,) = tmp_path.glob("*.eval")
    script = (
        "import sys; from inspect_ai.log import read_eval_log; log = read_eval_log(sys.argv[1]); "
        "assert 'data:image' not in log.model_dump_json(); "
        "print(log.status, len(log.samples), [m.value for s in log.results.scores "
        "for m in s.metrics.values()])"
    )
    told = _misi(sys.executable, "-c", script, str(log))
    assert told.stdout.startswith("success 12 ["), told.stderr
