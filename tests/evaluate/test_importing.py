"""Result files of other harnesses, in the forms that they write."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from misibench.errors import DatasetError
from misibench.evaluate.importing import read_lmms_eval, read_vlmevalkit


def test_lmms_eval_reply_is_the_raw_one(tmp_path: Path) -> None:
    # the fields of a samples file of lmms-eval 0.7 written with --log_samples
    line = {
        "doc_id": 4, "doc": {"id": "q4", "task": "rotation"}, "target": "roll x 15",
        "resps": [["So it is\nAnswer: roll x 15"]], "filtered_resps": ["roll x 15"],
        "doc_hash": "ab", "arguments": [],
    }  # fmt: skip
    path = tmp_path / "s.jsonl"
    path.write_text(json.dumps(line) + "\n")
    (one,) = read_lmms_eval(path, model="m")
    assert (one.id, one.task, one.model) == ("q4", "rotation", "m")
    assert one.reply == "So it is\nAnswer: roll x 15"


def test_lmms_eval_without_id_goes_by_number(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text('{"doc_id": 1, "doc": {}, "filtered_resps": ["A"]}\n')
    (one,) = read_lmms_eval(path, ids=["q0", "q1"])
    assert (one.id, one.reply) == ("q1", "A")
    with pytest.raises(DatasetError, match="row number 1; expected 0 to 0"):
        list(read_lmms_eval(path, ids=["q0"]))


@pytest.mark.parametrize("text", ["not json\n", "[1]\n", '{"doc": {"id": "q"}, "resps": []}\n'])
def test_bad_lmms_eval_line_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text(text)
    with pytest.raises(DatasetError, match="line 1"):
        list(read_lmms_eval(path))


@pytest.mark.parametrize("kind", ["tsv", "csv", "json", "jsonl"])
def test_vlmevalkit_table_is_read_in_every_form(tmp_path: Path, kind: str) -> None:
    rows = [
        {"index": "0", "id": "q7", "question": "Which?", "prediction": 'a "long"\nreply: B'},
        {"index": "1", "id": "q8", "question": "Which?", "prediction": "C"},
    ]
    path = tmp_path / f"model_MiSI.{kind}"
    if kind == "json":
        path.write_text(json.dumps(rows))
    elif kind == "jsonl":
        path.write_text("\n".join(json.dumps(row) for row in rows))
    else:
        mark = "\t" if kind == "tsv" else ","
        quoted = ['"' + row["prediction"].replace('"', '""') + '"' for row in rows]
        lines = [mark.join(("index", "id", "prediction"))]
        lines += [
            mark.join((row["index"], row["id"], said))
            for row, said in zip(rows, quoted, strict=True)
        ]
        path.write_text("\n".join(lines) + "\n")
    found = list(read_vlmevalkit(path))
    assert [one.id for one in found] == ["q7", "q8"]
    assert found[0].reply == 'a "long"\nreply: B'


def test_vlmevalkit_table_of_our_own_export_has_ids_as_index(tmp_path: Path) -> None:
    path = tmp_path / "r.tsv"
    path.write_text("index\timage_path\tprediction\nT2/1a30/03\t[]\troll x 15\n")
    (one,) = read_vlmevalkit(path)
    assert one.id == "T2/1a30/03"


def test_vlmevalkit_index_tells_the_question_where_there_is_no_id(tmp_path: Path) -> None:
    path = tmp_path / "r.tsv"
    path.write_text("index\tprediction\n2\tA\n")
    (one,) = read_vlmevalkit(path, ids=["a", "b", "c"])
    assert one.id == "c"


def test_other_files_are_one_line_errors(tmp_path: Path) -> None:
    for name, text in (("r.txt", "x"), ("r.tsv", "index\tanswer\n1\tA\n"), ("r.json", "{")):
        path = tmp_path / name
        path.write_text(text)
        with pytest.raises(DatasetError, match=name):
            list(read_vlmevalkit(path))
