"""score, eval (built-in players), report, power, audit-table, import-predictions."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from misibench.cli.app import main
from misibench.dataset.manifest import write_manifest
from misibench.dataset.questions import question_record, questions_table, write_parquet
from misibench.errors import MisiError
from misibench.records import Question

MakeQuestion = Callable[..., Question]


@pytest.fixture(scope="module")
def data(question_set: tuple[Question, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dataset")
    for split in ("train", "test", "tiny"):
        for task in dict.fromkeys(one.task for one in question_set):
            records = [
                question_record(replace(one, split=split))
                for one in question_set
                if one.task == task
            ]
            write_parquet(questions_table(records), folder / task / f"{split}.parquet")
    for name in {name for one in question_set for name in one.images}:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (32, 32)).save(folder / name)
    write_manifest(folder, {})
    return folder


def _misi(*words: object) -> int:
    """Run a command and give its exit code."""
    try:
        main([str(word) for word in words])
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


def _write(path: Path, questions: Sequence[Question]) -> Path:
    lines = [json.dumps({"id": q.id, "reply": q.answer, "model": "right"}) for q in questions]
    path.write_text("\n".join(lines) + "\n")
    return path


def test_truth_scores_100_and_a_line_per_question_is_written(
    data: Path, question_set: tuple[Question, ...], tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    file = _write(tmp_path / "p.jsonl", question_set)
    assert _misi("score", file, "--data", data, "--out", tmp_path / "s.jsonl") == 0
    said = capsys.readouterr()
    assert said.out.count("100.00") == 22
    assert said.err == ""
    records = [json.loads(line) for line in (tmp_path / "s.jsonl").read_text().splitlines()]
    assert len(records) == len(question_set)
    assert {record["outcome"] for record in records} == {"correct"}


def test_the_name_of_a_model_is_printed_as_it_is(
    data: Path, question_set: tuple[Question, ...], tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    name = "[/red]gpt:a:"  # an error and a picture, were it Rich's markup
    line = {"id": question_set[0].id, "reply": question_set[0].answer, "model": name}
    (tmp_path / "p.jsonl").write_text(json.dumps(line) + "\n")
    assert _misi("score", tmp_path / "p.jsonl", "--data", data, "--dropped") == 0
    assert name in capsys.readouterr().out
    assert _misi("report", tmp_path / "p.jsonl", "--data", data, "--out", tmp_path / "r") == 0
    assert name in capsys.readouterr().out


def test_a_dataset_that_is_not_there_is_named(
    question_set: tuple[Question, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = _write(tmp_path / "p.jsonl", question_set)
    for words in (("score", file), ("report", file, "--out", tmp_path / "r")):
        assert _misi(*words, "--data", tmp_path / "none") == 1
        assert f"{tmp_path / 'none'}: no manifest.json" in capsys.readouterr().err


def test_empty_predictions_score_0_with_coverage_0(
    data: Path, question_set: tuple[Question, ...], tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    (tmp_path / "empty.jsonl").write_text("")
    assert _misi("score", tmp_path / "empty.jsonl", "--data", data, "--dropped") == 0
    out = capsys.readouterr().out
    average = next(line for line in out.splitlines() if line.strip().startswith("avg "))
    assert average.split()[-3:] == ["0", "0", str(len(question_set))]
    assert "100.00" not in out.replace("0.0 to 100.0", "")


def test_what_is_not_scored_is_said(
    data: Path, question_set: tuple[Question, ...], tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    file = _write(tmp_path / "p.jsonl", [*question_set[:2], question_set[0]])
    with file.open("a") as stream:
        stream.write('{"id": "stranger", "reply": "A"}\n{"id": "half')
    assert _misi("score", file, "--data", data) == 0
    said = capsys.readouterr().err
    assert "1 of 3 ids are no question of split test (first: stranger)" in said
    assert "1 lines repeat an id" in said
    assert "the last line is incomplete" in said


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("score", "none.jsonl"), 1, "none.jsonl: cannot be read"),
        (("score", "none.jsonl", "--split", "dev"), 1, ""),
        (("eval", "--model", "nobody"), 2, "no such model"),
        (("eval", "--model", "truth", "--tasks", "T12"), 2, "no task 'T12'"),
        (("eval", "--model", "truth", "--control", "blank"), 2, "given for a built-in player"),
        (("eval", "--model", "vllm/x", "--price", "3"), 2, "INPUT,OUTPUT"),
        (("eval", "--model", "vllm/x", "--cost-limit", "3"), 2, "no price is known"),
    ],
)
def test_mistakes_are_one_line(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], code: int, said: str,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    name = words[0]
    where = ("--data", data) if name == "score" else (data,)
    assert _misi(name, *where, *words[1:]) == code
    complaint = capsys.readouterr().err
    assert said in complaint
    assert len(complaint.strip().splitlines()) == 1


def test_missing_key_stops_before_anything_is_written(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert _misi("eval", data, "--model", "gpt-4.1", "--out", tmp_path / "run") == 2
    assert "set the environment variable OPENAI_API_KEY" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_players_make_runs_that_report_reads(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    for player in ("random", "blind"):
        assert _misi("eval", data, "--model", player, "--split", "tiny") == 0
    capsys.readouterr()
    assert _misi("report", "runs/random-tiny", "runs/blind-tiny", "--out", "report") == 0
    out = capsys.readouterr().out
    assert "random" in out
    assert "blind" in out
    assert "report: report/report.html" in out
    assert (tmp_path / "report" / "tables.tex").is_file()


def test_runs_of_one_name_are_told_apart(
    data: Path, question_set: tuple[Question, ...], tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    first = _write(tmp_path / "first.jsonl", question_set)
    second = _write(tmp_path / "second.jsonl", question_set[:5])
    assert _misi("report", first, second, "--data", data, "--out", tmp_path / "r") == 0
    out = capsys.readouterr().out
    assert "first.jsonl" in out
    assert "second.jsonl" in out


def test_report_refuses_runs_on_two_datasets(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _misi("eval", data, "--model", "truth", "--out", tmp_path / "a") == 0
    (tmp_path / "b").mkdir()
    about = json.loads((tmp_path / "a" / "run.json").read_text())
    (tmp_path / "b" / "run.json").write_text(json.dumps({**about, "dataset": str(tmp_path)}))
    (tmp_path / "b" / "predictions.jsonl").write_text("")
    assert _misi("report", tmp_path / "a", tmp_path / "b", "--out", tmp_path / "r") == 2
    assert "runs on 2 datasets" in capsys.readouterr().err


def test_power_tells_differences_and_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert _misi("power", "--n", "50", "--base", "0.3", "--difference", "10") == 0
    row = next(
        line.split()
        for line in capsys.readouterr().out.splitlines()
        if line.strip().startswith("30")
    )
    assert row[0] == "30"
    # δ = 2.8016 √((0.3 · 0.7 + 0.567 · 0.433)/50) = 0.267 for independent groups
    assert row[2] == "26.7"
    assert float(row[1]) < 26.7
    assert int(row[4]) > int(row[3]) > 200


def test_audit_of_the_published_tables_finds_six_errors(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert _misi("audit-table") == 0
    assert "6 errors" in capsys.readouterr().out
    assert _misi("audit-table", "--strict") == 1


def test_audit_of_a_table_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "t.csv").write_text("model,avg,T3\nmine,10.00,10.01\n")
    assert _misi("audit-table", tmp_path / "t.csv", "--n", "50", "--notes") == 0
    out = capsys.readouterr().out
    assert "no k/(n) with n up to 50" in " ".join(out.split())
    assert "1 errors, 1 notes" in out


def test_lmms_eval_samples_become_predictions(
    data: Path, question_set: tuple[Question, ...], tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    rolls = [one for one in question_set if one.task == "rotation"]
    lines = [
        json.dumps({"doc_id": n, "doc": {}, "resps": [[one.answer]], "filtered_resps": ["x"]})
        for n, one in enumerate(rolls)
    ]
    log = tmp_path / "samples.jsonl"
    log.write_text("\n".join(lines))
    out = tmp_path / "p.jsonl"
    words = ("import-predictions", log, "--from", "lmms-eval", "--out", out)
    assert _misi(*words) == 1
    assert "no question id" in capsys.readouterr().err
    assert not out.exists()
    assert _misi(*words, "--data", data, "--task", "T2") == 0
    assert _misi("score", out, "--data", data) == 0
    line = next(
        one for one in capsys.readouterr().out.splitlines() if one.strip().startswith("T2 ")
    )
    assert "100.00" in line


def test_replies_to_another_dataset_are_an_error(data: Path, tmp_path: Path) -> None:
    (tmp_path / "wrong.jsonl").write_text('{"id": "T1/zzzz/00", "reply": "move x 1"}\n')
    with pytest.raises(MisiError, match="none of its 1 ids is a question of split test"):
        main(["score", str(tmp_path / "wrong.jsonl"), "--data", str(data), "--debug"])
