"""What a study remembers, and how it takes changes."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from misibench.errors import DatasetError
from misibench.web.human.plan import PlannedItem
from misibench.web.human.store import Change, ConflictError, FinishedError, Store

ITEMS = [PlannedItem("q/1"), PlannedItem("q/2"), PlannedItem(expected="roll x 15")]
ANSWER = Change("answer", '{"axis0": "x"}', "move x 3", 5_000, 0, "request-1")


class Clock:
    """A clock set by hand."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(name="clock")
def _clock() -> Clock:
    return Clock()


@pytest.fixture(name="store")
def _store(tmp_path: Path, clock: Clock) -> Iterator[Store]:
    store = Store(tmp_path / "s.sqlite3", clock)
    store.add_participant(lambda number, raters: ITEMS, lambda number: b"hash")
    store.seen(1, 1)
    clock.now += 60
    yield store
    store.close()


def test_an_answer_is_kept_with_form_text_time_and_a_record(store: Store) -> None:
    item = store.save(1, 1, ANSWER).item
    assert (item.status, item.reply, item.form, item.active_ms, item.version) == (
        "answered", "move x 3", '{"axis0": "x"}', 5_000, 1,
    )  # fmt: skip
    assert store.accepted_count() == 1


def test_what_was_saved_is_there_after_opening_again(store: Store, clock: Clock) -> None:
    store.save(1, 1, ANSWER)
    other = Store(store.path, clock)  # a second connection sees committed changes only
    assert other.item(1, 1) == store.item(1, 1)
    other.close()


def test_writing_is_logged_ahead_and_synchronised(store: Store) -> None:
    assert store._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


def test_the_same_request_again_changes_nothing(store: Store) -> None:
    first = store.save(1, 1, ANSWER)
    again = store.save(1, 1, ANSWER)
    assert again.repeated
    assert again.item == first.item
    assert store.accepted_count() == 1


def test_an_old_request_again_does_not_undo_a_newer_answer(store: Store) -> None:
    store.save(1, 1, ANSWER)
    newer = replace(ANSWER, text="move x 4", version=1, request_id="request-2")
    store.save(1, 1, newer)
    assert store.save(1, 1, ANSWER).item.reply == "move x 4"
    assert store.accepted_count() == 2


def test_a_change_made_on_an_old_state_is_refused_with_the_new_one(store: Store) -> None:
    store.save(1, 1, ANSWER)
    with pytest.raises(ConflictError) as caught:
        store.save(1, 1, replace(ANSWER, text="move y 1", request_id="request-2"))
    assert caught.value.item.reply == "move x 3"
    assert store.accepted_count() == 1


def test_a_draft_does_not_touch_the_answer(store: Store) -> None:
    store.save(1, 1, ANSWER)
    draft = replace(ANSWER, action="draft", text="move y", version=1, request_id="request-2")
    item = store.save(1, 1, draft).item
    assert (item.status, item.reply, item.text) == ("answered", "move x 3", "move y")
    assert store.accepted_count() == 1


def test_a_skip_is_noted_but_does_not_throw_an_answer_away(store: Store) -> None:
    skip = replace(ANSWER, action="skip", text="", request_id="request-2")
    assert store.save(1, 2, skip).item.status == "skipped"
    store.save(1, 1, ANSWER)
    item = store.save(1, 1, replace(skip, version=1, request_id="request-3")).item
    assert (item.status, item.reply) == ("answered", "move x 3")


def test_time_cannot_run_faster_than_the_clock(store: Store, clock: Clock) -> None:
    # 60 s passed since the page was seen; the slack is 2 s
    item = store.save(1, 1, replace(ANSWER, active_ms=10**9)).item
    assert item.active_ms == 62_000
    clock.now += 1
    later = replace(ANSWER, active_ms=10**9, version=1, request_id="request-2")
    assert store.save(1, 1, later).item.active_ms == 65_000
    less = replace(ANSWER, active_ms=0, version=2, request_id="request-3")
    assert store.save(1, 1, less).item.active_ms == 65_000


def test_time_alone_is_noted_on_any_version_and_conflicts_with_nothing(
    store: Store, clock: Clock
) -> None:
    store.save(1, 1, ANSWER)
    clock.now += 5
    time_only = replace(ANSWER, action="time", text="", active_ms=8_000, request_id="request-2")
    item = store.save(1, 1, time_only).item
    assert (item.active_ms, item.version, item.reply) == (8_000, 1, "move x 3")
    assert store.accepted_count() == 1


def test_after_finishing_nothing_changes_until_reopened(store: Store) -> None:
    store.finish(1)
    with pytest.raises(FinishedError):
        store.save(1, 1, ANSWER)
    store.reopen(1)
    assert store.save(1, 1, ANSWER).item.status == "answered"


def test_an_item_that_does_not_exist_is_a_key_error(store: Store) -> None:
    with pytest.raises(KeyError):
        store.save(1, 9, ANSWER)
    with pytest.raises(KeyError):
        store.save(2, 1, ANSWER)


def test_a_failed_transaction_leaves_nothing_behind(store: Store) -> None:
    twice = [PlannedItem("q/1"), PlannedItem("q/1")]
    with pytest.raises(sqlite3.IntegrityError):
        store.add_participant(lambda number, raters: twice, lambda number: b"x")
    assert [one.label for one in store.participants()] == ["P01"]
    assert store.add_participant(lambda n, r: ITEMS, lambda n: b"y").label == "P02"


def test_many_threads_lose_and_double_nothing(store: Store) -> None:
    numbers = range(8)
    for _ in numbers:
        store.add_participant(lambda number, raters: ITEMS, lambda number: b"hash")

    def answer(number: int) -> None:
        for step in range(20):
            change = replace(ANSWER, text=f"move x {step}", version=step,
                             request_id=f"request-{number}-{step}")  # fmt: skip
            store.save(number, 1, change)

    threads = [threading.Thread(target=answer, args=(number + 2,)) for number in numbers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.accepted_count() == 160
    assert {store.item(number + 2, 1).version for number in numbers} == {20}  # type: ignore[union-attr]


def test_two_tabs_at_once_end_in_one_of_their_answers(store: Store) -> None:
    outcomes: list[str] = []

    def answer(text: str) -> None:
        try:
            store.save(1, 1, replace(ANSWER, text=text, request_id=f"request-{text}"))
            outcomes.append(text)
        except ConflictError:
            pass

    threads = [threading.Thread(target=answer, args=(f"move x {n}",)) for n in (1, 2, 3, 4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    item = store.item(1, 1)
    assert item is not None
    assert outcomes == [item.reply]
    assert store.accepted_count() == 1


def test_sessions_end(store: Store, clock: Clock) -> None:
    store.add_admin_session(b"a", clock.now + 10)
    assert store.has_admin_session(b"a")
    clock.now += 11
    assert not store.has_admin_session(b"a")


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite3"
    path.write_bytes(b"no database, but longer than a header" * 40)
    with pytest.raises(DatasetError, match="cannot be opened"):
        Store(path)


def test_a_database_of_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite3"
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(DatasetError, match="version 99"):
        Store(path)
