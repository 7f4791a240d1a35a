"""Reading and writing predictions files."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from misibench.errors import DatasetError
from misibench.evaluate.predictions import read_predictions, write_predictions
from misibench.records import Prediction


def _write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_minimal_lines_are_read(tmp_path: Path) -> None:
    path = _write(
        tmp_path / "p.jsonl", '{"id": "a", "reply": "move x 3"}\n\n{"id":"b","reply":""}\n'
    )
    found = read_predictions(path)
    assert found.lines == 2
    assert found.predictions["a"].reply == "move x 3"
    assert found.predictions["b"].reply == ""


def test_further_fields_are_kept(tmp_path: Path) -> None:
    path = _write(
        tmp_path / "p.jsonl",
        '{"id": "a", "reply": "A", "model": "m", "latency_ms": 12, "usage": {"input_tokens": 3}}\n',
    )
    one = read_predictions(path).predictions["a"]
    assert one.model == "m"
    assert one.extra == {"latency_ms": 12, "usage": {"input_tokens": 3}}


def test_null_reply_is_a_failed_request(tmp_path: Path) -> None:
    path = _write(tmp_path / "p.jsonl", '{"id": "a", "reply": null, "error": "HTTP 500"}\n')
    one = read_predictions(path).predictions["a"]
    assert one.reply is None
    assert one.error == "HTTP 500"


def test_last_line_of_an_id_holds_and_repeats_are_counted(tmp_path: Path) -> None:
    path = _write(tmp_path / "p.jsonl", '{"id": "a", "reply": "A"}\n{"id": "a", "reply": "B"}\n')
    found = read_predictions(path)
    assert found.predictions["a"].reply == "B"
    assert (found.lines, found.repeated) == (2, 1)


def test_failed_retry_does_not_replace_a_reply(tmp_path: Path) -> None:
    path = _write(tmp_path / "p.jsonl", '{"id": "a", "reply": "A"}\n{"id": "a", "reply": null}\n')
    assert read_predictions(path).predictions["a"].reply == "A"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("not json", "line 2: not JSON"),
        ("[1]", "line 2: a JSON list"),
        ('{"id": "a"}', 'line 2: no "reply"'),
        ('{"reply": "a"}', 'line 2: no "id"'),
        ('{"id": 3, "reply": "a"}', 'line 2: "id" is 3'),
        ('{"id": "a", "reply": 3}', 'line 2: "reply" is a int'),
        ('{"id": "a", "reply": ["A"]}', 'line 2: "reply" is a list'),
    ],
)
def test_bad_line_is_named(tmp_path: Path, line: str, said: str) -> None:
    path = _write(tmp_path / "p.jsonl", f'{{"id": "ok", "reply": "A"}}\n{line}\n')
    with pytest.raises(DatasetError) as caught:
        read_predictions(path)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_cut_off_last_line_is_left_out_and_said(tmp_path: Path) -> None:
    path = _write(tmp_path / "p.jsonl", '{"id": "a", "reply": "A"}\n{"id": "b", "re')
    found = read_predictions(path)
    assert set(found.predictions) == {"a"}
    assert found.cut_off


def test_a_last_line_cut_off_within_a_letter_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    whole = '{"id": "a", "reply": "3 Å"}\n{"id": "b", "reply": "3 Å"}\n'.encode()
    path.write_bytes(whole[:-4])  # the first of the two bytes of Å is the last byte
    found = read_predictions(path)
    assert (set(found.predictions), found.cut_off) == ({"a"}, True)


@pytest.mark.parametrize("content", ['[{"id": "a", "reply": "A"}]', "3", '"text"', "null"])
def test_json_that_is_no_prediction_is_not_taken_for_a_cut_off_line(
    tmp_path: Path, content: str
) -> None:
    with pytest.raises(DatasetError, match="line 1: a JSON"):
        read_predictions(_write(tmp_path / "p.jsonl", content))


def test_json_nested_too_deeply_is_a_bad_line(tmp_path: Path) -> None:
    deep = '{"id": "a", "reply": "A", "x": ' + "[" * 100_000 + "]" * 100_000 + "}\n"
    with pytest.raises(DatasetError, match="line 1: not JSON"):
        read_predictions(_write(tmp_path / "p.jsonl", deep))


def test_half_a_letter_is_read_and_written_again(tmp_path: Path) -> None:
    path = _write(tmp_path / "p.jsonl", '{"id": "a", "reply": "move x 3 \\ud83d"}\n')
    reply = read_predictions(path).predictions["a"]
    assert reply.reply == "move x 3 \ud83d"
    write_predictions(tmp_path / "again.jsonl", [reply])
    assert read_predictions(tmp_path / "again.jsonl").predictions["a"] == reply


def test_whole_last_line_without_line_end_is_read(tmp_path: Path) -> None:
    path = _write(tmp_path / "p.jsonl", '{"id": "a", "reply": "A"}')
    found = read_predictions(path)
    assert set(found.predictions) == {"a"}
    assert not found.cut_off


def test_missing_file_folder_and_binary_are_one_line_errors(tmp_path: Path) -> None:
    binary = tmp_path / "b.jsonl"
    binary.write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "none.jsonl", tmp_path, binary):
        with pytest.raises(DatasetError) as caught:
            read_predictions(path)
        assert str(path) in str(caught.value)


def test_truncated_gzip_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl.gz"
    path.write_bytes(gzip.compress(b'{"id": "a", "reply": "A"}\n' * 50)[:-12])
    with pytest.raises(DatasetError):
        read_predictions(path)


def test_byte_order_mark_and_crlf_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"id": "a", "reply": "A"}\r\n{"id": "b", "reply": "B"}\r\n')
    assert set(read_predictions(path).predictions) == {"a", "b"}


# U+2028 and the like end a line for str.splitlines, not for JSON lines
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50, deadline=None
)
@given(
    replies=st.lists(st.one_of(st.none(), st.text()), max_size=6),
    packed=st.booleans(),
)
def test_what_is_written_is_read(tmp_path: Path, replies: list[str | None], packed: bool) -> None:
    written = [
        Prediction(f"q{place}", reply, "rotation", "m", None if reply is not None else "failed")
        for place, reply in enumerate(replies)
    ]
    path = tmp_path / f"p.jsonl{'.gz' if packed else ''}"
    assert write_predictions(path, written) == len(written)
    assert list(read_predictions(path).predictions.values()) == written
    assert not list(tmp_path.glob(".*.tmp"))


def test_same_predictions_give_same_compressed_bytes(tmp_path: Path) -> None:
    for name in ("a.jsonl.gz", "b.jsonl.gz"):
        write_predictions(tmp_path / name, [Prediction("q", "A")])
    assert (tmp_path / "a.jsonl.gz").read_bytes() == (tmp_path / "b.jsonl.gz").read_bytes()
