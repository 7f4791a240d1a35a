"""The growing predictions file: on disk at once, counted, stopped in time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from misibench.errors import DatasetError
from misibench.evaluate.predictions import read_predictions
from misibench.evaluate.recorder import (
    MOST_FIRST_FAILURES,
    Progress,
    Recorder,
    kept_predictions,
)
from misibench.records import Prediction


def _recorder(path: Path, **how: Any) -> Recorder:
    return Recorder(path, 100, lambda key, reply: "Answer" in reply, **how)


def _reply(key: str, reply: str | None = "Answer: A", **usage: float) -> Prediction:
    extra = {"usage": usage} if usage else {}
    return Prediction(key, reply, "rotation", "m", None if reply else "HTTP 500", extra)


def test_every_reply_is_on_disk_before_the_next(tmp_path: Path) -> None:
    path = tmp_path / "run" / "p.jsonl"
    with _recorder(path) as recorder:
        for n in range(3):
            recorder.record(_reply(f"q{n}"))
            assert len(read_predictions(path).predictions) == n + 1


def test_replies_tokens_and_cost_are_counted(tmp_path: Path) -> None:
    seen: list[Progress] = []
    with _recorder(tmp_path / "p.jsonl", on_change=seen.append) as recorder:
        recorder.record(_reply("a", input_tokens=10, output_tokens=2, cost_usd=0.5))
        recorder.record(_reply("b", "I cannot tell.", input_tokens=10, output_tokens=1))
        recorder.record(_reply("c", None))
    assert seen[-1] == Progress(100, 2, 1, 1, 20, 3, 0.5)
    assert len(seen) == 3


def test_cost_limit_stops_and_counts_earlier_sessions(tmp_path: Path) -> None:
    with _recorder(tmp_path / "p.jsonl", cost_limit=1.0) as recorder:
        recorder.record(_reply("a", cost_usd=0.6))
        assert recorder.stop_reason == ""
        recorder.record(_reply("b", cost_usd=0.6))
        assert "cost limit of 1 US dollars" in recorder.stop_reason
    with _recorder(tmp_path / "p.jsonl", cost_limit=1.0) as again:
        again.count_earlier(read_predictions(tmp_path / "p.jsonl").predictions.values())
        assert again.stop_reason


def test_first_requests_that_all_fail_stop_the_run(tmp_path: Path) -> None:
    with _recorder(tmp_path / "p.jsonl") as recorder:
        for n in range(MOST_FIRST_FAILURES - 1):
            recorder.record(_reply(f"q{n}", None))
        assert recorder.stop_reason == ""
        recorder.record(_reply("last", None))
        assert "all failed: HTTP 500" in recorder.stop_reason


def test_failures_after_a_reply_do_not_stop_the_run(tmp_path: Path) -> None:
    with _recorder(tmp_path / "p.jsonl") as recorder:
        recorder.record(_reply("first"))
        for n in range(2 * MOST_FIRST_FAILURES):
            recorder.record(_reply(f"q{n}", None))
        assert recorder.stop_reason == ""


def test_full_disk_stops_with_one_line(tmp_path: Path) -> None:
    class Full:
        def write(self, content: bytes) -> int:
            raise OSError(28, "No space left on device")

        def close(self) -> None: ...

    with _recorder(tmp_path / "p.jsonl") as recorder:
        assert recorder._stream is not None
        recorder._stream.close()
        recorder._stream = Full()  # type: ignore[assignment]
        with pytest.raises(DatasetError, match="No space left"):
            recorder.record(_reply("a"))
        assert recorder.stop_reason


def test_unwritable_folder_is_a_one_line_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(DatasetError, match="cannot be written"),
        _recorder(tmp_path / "file" / "p.jsonl"),
    ):
        pass


@pytest.mark.parametrize("retry_failed", [False, True])
def test_cut_off_line_is_removed_and_failures_as_asked(tmp_path: Path, retry_failed: bool) -> None:
    path = tmp_path / "p.jsonl"
    with _recorder(path) as recorder:
        recorder.record(_reply("a"))
        recorder.record(_reply("b", None))
    with path.open("a") as stream:
        stream.write('{"id": "c", "repl')
    kept = kept_predictions(path, retry_failed=retry_failed)
    assert set(kept) == ({"a"} if retry_failed else {"a", "b"})
    with _recorder(path) as recorder:
        recorder.record(_reply("c"))
    found = read_predictions(path)
    assert set(found.predictions) == {*kept, "c"}
    assert not found.cut_off


def test_whole_line_without_end_is_kept_and_closed(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text('{"id": "a", "reply": "A"}')
    kept_predictions(path, retry_failed=False)
    with _recorder(path) as recorder:
        recorder.record(_reply("b"))
    assert set(read_predictions(path).predictions) == {"a", "b"}


def test_no_file_is_a_fresh_run(tmp_path: Path) -> None:
    kept: Callable[..., dict[str, Prediction]] = kept_predictions
    assert kept(tmp_path / "none.jsonl", retry_failed=False) == {}
