"""Everything a study remembers, in one SQLite file.

Write-ahead logging with full synchronisation: when a call that writes returns, what it wrote is
on the disk, and a killed server or a power cut loses nothing of it. One connection behind a lock
serves all threads; a write takes a few milliseconds.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from misibench.errors import DatasetError
from misibench.web.human.plan import PlannedItem

__all__ = [
    "Change",
    "ConflictError",
    "FinishedError",
    "Item",
    "Participant",
    "Saved",
    "Store",
]

SCHEMA_VERSION = 1

_SCHEMA = """
CREATE TABLE study (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE participant (
    id INTEGER PRIMARY KEY,
    label TEXT NOT NULL UNIQUE,
    token_hash BLOB NOT NULL,
    created_s REAL NOT NULL,
    consented_s REAL,
    finished_s REAL
) STRICT;
CREATE TABLE item (
    participant INTEGER NOT NULL REFERENCES participant (id),
    position INTEGER NOT NULL,
    question_id TEXT,
    expected TEXT,
    status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'skipped', 'answered')),
    form TEXT NOT NULL DEFAULT '{}',
    text TEXT NOT NULL DEFAULT '',
    reply TEXT,
    active_ms INTEGER NOT NULL DEFAULT 0,
    version INTEGER NOT NULL DEFAULT 0,
    last_request TEXT NOT NULL DEFAULT '',
    seen_s REAL,
    answered_s REAL,
    PRIMARY KEY (participant, position),
    CHECK ((question_id IS NULL) <> (expected IS NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX item_question ON item (participant, question_id) WHERE question_id IS NOT NULL;
CREATE TABLE accepted (
    id INTEGER PRIMARY KEY,
    participant INTEGER NOT NULL REFERENCES participant (id),
    position INTEGER NOT NULL,
    action TEXT NOT NULL,
    reply TEXT,
    active_ms INTEGER NOT NULL,
    request_id TEXT NOT NULL,
    at_s REAL NOT NULL,
    UNIQUE (participant, request_id)
) STRICT;
CREATE TABLE admin_session (token_hash BLOB PRIMARY KEY, expires_s REAL NOT NULL)
    STRICT, WITHOUT ROWID;
"""

_ITEM_COLUMNS = (
    "participant, position, question_id, expected, status, form, text, reply, active_ms, version,"
    " answered_s"
)

TIME_SLACK_MS = 2_000
"""A browser's clock may run ahead of the server's by so much before its time is cut."""


@dataclass(frozen=True, slots=True)
class Participant:
    """A participant; times are seconds since 1970, None for what has not happened yet."""

    id: int
    label: str
    token_hash: bytes
    created_s: float
    consented_s: float | None
    finished_s: float | None


@dataclass(frozen=True, slots=True)
class Item:
    """One thing a participant is asked, and how far they got.

    Attributes
    ----------
    question_id, expected
        One of them is set: a question, or an attention check and the answer it asks for.
    status
        "open", "skipped" or "answered".
    form, text
        The draft: JSON of the form fields, and the answer as text.
    reply
        The last answer accepted.
    active_ms
        Time the question was visible, ms.
    version
        Counts changes, so that a tab that shows an old state is found out.
    answered_s
        When the reply was accepted first.
    """

    participant: int
    position: int
    question_id: str | None
    expected: str | None
    status: str
    form: str
    text: str
    reply: str | None
    active_ms: int
    version: int
    answered_s: float | None


@dataclass(frozen=True, slots=True)
class Change:
    """What a browser wants to save.

    ``action`` is "draft", "answer", "skip", or "time": only the time, on whatever state.
    """

    action: str
    form: str
    text: str
    active_ms: int
    version: int
    request_id: str


@dataclass(frozen=True, slots=True)
class Saved:
    """The item after a change, and whether that change had been accepted before."""

    item: Item
    repeated: bool


class ConflictError(Exception):
    """Another tab changed the item since this one read it."""

    def __init__(self, item: Item) -> None:
        super().__init__("changed elsewhere")
        self.item = item


class FinishedError(Exception):
    """The participant has finished: nothing can be changed any more."""


class Store:
    """The database of one study.

    Parameters
    ----------
    path
        The file; made if it does not exist.
    clock
        Seconds since 1970.

    Raises
    ------
    DatasetError
        If the file cannot be opened or is of another version.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self.path = path
        self._clock = clock
        self._lock = threading.RLock()
        self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        try:
            self._prepare()
        except BaseException:
            self._db.close()
            raise

    def _prepare(self) -> None:
        try:
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("PRAGMA foreign_keys = ON")
            self._db.execute("PRAGMA busy_timeout = 10000")
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
        except sqlite3.Error as error:
            raise DatasetError(
                self.path, f"cannot be opened ({error})", "a study's database"
            ) from error
        if version not in (0, SCHEMA_VERSION):
            raise DatasetError(
                self.path, f"a database of version {version}", f"version {SCHEMA_VERSION}",
                "use the misibench version that began the study",
            )  # fmt: skip
        if version == 0:
            with self._writing() as db:
                for statement in _SCHEMA.split(";\n"):
                    if statement.strip():
                        db.execute(statement)
                db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Run a transaction: all of it is on the disk afterwards, or nothing."""
        with self._lock:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def _rows(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        with self._lock:
            return self._db.execute(query, values).fetchall()

    def value(self, key: str) -> str | None:
        """Give a fact of the study, or None."""
        rows = self._rows("SELECT value FROM study WHERE key = ?", (key,))
        return None if not rows else str(rows[0][0])

    def set_values(self, values: dict[str, str]) -> None:
        """Store facts of the study, all or none."""
        with self._writing() as db:
            db.executemany("INSERT OR REPLACE INTO study VALUES (?, ?)", list(values.items()))

    def add_participant(
        self,
        plan: Callable[[int, dict[str, int]], Iterable[PlannedItem]],
        secret_of: Callable[[int], bytes],
    ) -> Participant:
        """Add a participant with the items planned for them.

        Parameters
        ----------
        plan
            ``plan(number, raters)``: raters counts participants by question.
        secret_of
            Gives the token's hash for a participant's number.
        """
        with self._writing() as db:
            number = db.execute("SELECT coalesce(max(id), 0) + 1 FROM participant").fetchone()[0]
            raters = dict(
                db.execute(
                    "SELECT question_id, count(*) FROM item WHERE question_id IS NOT NULL"
                    " GROUP BY question_id"
                ).fetchall()
            )
            db.execute(
                "INSERT INTO participant (id, label, token_hash, created_s) VALUES (?, ?, ?, ?)",
                (number, f"P{number:02d}", secret_of(number), self._clock()),
            )
            db.executemany(
                "INSERT INTO item (participant, position, question_id, expected)"
                " VALUES (?, ?, ?, ?)",
                [
                    (number, position, item.question_id, item.expected)
                    for position, item in enumerate(plan(number, raters), start=1)
                ],
            )
        added = self.participant(number)
        if added is None:  # pragma: no cover - it was written a moment ago
            raise DatasetError(self.path, f"participant {number} is gone", "a database of its own")
        return added

    def participant(self, number: int) -> Participant | None:
        """Give a participant by number, or None."""
        rows = self._rows(
            "SELECT id, label, token_hash, created_s, consented_s, finished_s"
            " FROM participant WHERE id = ?",
            (number,),
        )
        return Participant(*rows[0]) if rows else None

    def participants(self) -> list[Participant]:
        """Give all participants in the order they were added."""
        return [
            Participant(*row)
            for row in self._rows(
                "SELECT id, label, token_hash, created_s, consented_s, finished_s"
                " FROM participant ORDER BY id"
            )
        ]

    def set_token(self, number: int, hashed: bytes) -> None:
        """Give a participant a new link; the old one stops working."""
        with self._writing() as db:
            db.execute("UPDATE participant SET token_hash = ? WHERE id = ?", (hashed, number))

    def consent(self, number: int) -> None:
        """Note that a participant agreed; the first time counts."""
        with self._writing() as db:
            db.execute(
                "UPDATE participant SET consented_s = coalesce(consented_s, ?) WHERE id = ?",
                (self._clock(), number),
            )

    def finish(self, number: int) -> None:
        """Note that a participant finished; the first time counts."""
        with self._writing() as db:
            db.execute(
                "UPDATE participant SET finished_s = coalesce(finished_s, ?) WHERE id = ?",
                (self._clock(), number),
            )

    def reopen(self, number: int) -> None:
        """Let a participant who finished go on."""
        with self._writing() as db:
            db.execute("UPDATE participant SET finished_s = NULL WHERE id = ?", (number,))

    def items(self, number: int | None = None) -> list[Item]:
        """Give the items of one participant, or of all."""
        where, values = ("", ()) if number is None else (" WHERE participant = ?", (number,))
        query = f"SELECT {_ITEM_COLUMNS} FROM item{where} ORDER BY participant, position"
        return [Item(*row) for row in self._rows(query, values)]

    def item(self, number: int, position: int) -> Item | None:
        """Give one item, or None."""
        rows = self._rows(
            f"SELECT {_ITEM_COLUMNS} FROM item WHERE participant = ? AND position = ?",
            (number, position),
        )
        return Item(*rows[0]) if rows else None

    def seen(self, number: int, position: int) -> None:
        """Note that an item is shown: time spent on it is counted from here."""
        with self._writing() as db:
            db.execute(
                "UPDATE item SET seen_s = coalesce(seen_s, ?)"
                " WHERE participant = ? AND position = ?",
                (self._clock(), number, position),
            )

    def save(self, number: int, position: int, change: Change) -> Saved:
        """Save a draft, an answer or a skip.

        A change sent twice (the first reply got lost) is accepted once and answered twice.

        Raises
        ------
        KeyError
            If there is no such item.
        FinishedError
            If the participant has finished.
        ConflictError
            If another tab changed the item since.
        """
        with self._writing() as db:
            found = db.execute(
                f"SELECT {_ITEM_COLUMNS}, last_request, seen_s FROM item"
                " WHERE participant = ? AND position = ?",
                (number, position),
            ).fetchone()
            if found is None:
                raise KeyError(position)
            *columns, last_request, seen_s = found
            item = Item(*columns)
            if last_request == change.request_id or self._was_accepted(db, number, change):
                return Saved(item, True)
            ended = db.execute(
                "SELECT finished_s IS NOT NULL FROM participant WHERE id = ?", (number,)
            ).fetchone()
            if ended[0]:
                raise FinishedError
            if change.action == "time":
                self._write_time(db, item, change, seen_s)
            elif change.version != item.version:
                raise ConflictError(item)
            else:
                self._write(db, item, change, seen_s)
        saved = self.item(number, position)
        if saved is None:  # pragma: no cover - it was written a moment ago
            raise KeyError(position)
        return Saved(saved, False)

    @staticmethod
    def _was_accepted(db: sqlite3.Connection, number: int, change: Change) -> bool:
        return bool(
            db.execute(
                "SELECT 1 FROM accepted WHERE participant = ? AND request_id = ?",
                (number, change.request_id),
            ).fetchone()
        )

    def _write(
        self, db: sqlite3.Connection, item: Item, change: Change, seen_s: float | None
    ) -> None:
        now = self._clock()
        active_ms = _active_ms(item, change, seen_s, now)
        status, reply, answered_s = item.status, item.reply, item.answered_s
        if change.action == "answer":
            status, reply = "answered", change.text
            answered_s = now if answered_s is None else answered_s
        elif change.action == "skip" and status != "answered":
            status = "skipped"
        db.execute(
            "UPDATE item SET status = ?, form = ?, text = ?, reply = ?, active_ms = ?,"
            " version = version + 1, last_request = ?, seen_s = ?, answered_s = ?"
            " WHERE participant = ? AND position = ?",
            (status, change.form, change.text, reply, active_ms, change.request_id, now,
             answered_s, item.participant, item.position),
        )  # fmt: skip
        if change.action != "draft":
            db.execute(
                "INSERT INTO accepted (participant, position, action, reply, active_ms,"
                " request_id, at_s) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (item.participant, item.position, change.action,
                 change.text if change.action == "answer" else None, active_ms,
                 change.request_id, now),
            )  # fmt: skip

    def _write_time(
        self, db: sqlite3.Connection, item: Item, change: Change, seen_s: float | None
    ) -> None:
        now = self._clock()
        db.execute(
            "UPDATE item SET active_ms = ?, seen_s = ? WHERE participant = ? AND position = ?",
            (_active_ms(item, change, seen_s, now), now, item.participant, item.position),
        )

    def accepted_count(self) -> int:
        """Count the answers and skips ever accepted."""
        return int(self._rows("SELECT count(*) FROM accepted")[0][0])

    def add_admin_session(self, hashed: bytes, expires_s: float) -> None:
        """Remember a signed-in administrator; sessions that have ended are forgotten."""
        with self._writing() as db:
            db.execute("DELETE FROM admin_session WHERE expires_s < ?", (self._clock(),))
            db.execute("INSERT INTO admin_session VALUES (?, ?)", (hashed, expires_s))

    def has_admin_session(self, hashed: bytes) -> bool:
        """Say whether a session is known and has not ended."""
        rows = self._rows(
            "SELECT 1 FROM admin_session WHERE token_hash = ? AND expires_s >= ?",
            (hashed, self._clock()),
        )
        return bool(rows)

    def remove_admin_session(self, hashed: bytes) -> None:
        """Sign an administrator out."""
        with self._writing() as db:
            db.execute("DELETE FROM admin_session WHERE token_hash = ?", (hashed,))


def _active_ms(item: Item, change: Change, seen_s: float | None, now: float) -> int:
    """Give the time to note: no more than has passed since the last one, whatever is claimed."""
    passed_ms = TIME_SLACK_MS + int(1000 * (now - (now if seen_s is None else seen_s)))
    return max(item.active_ms, min(change.active_ms, item.active_ms + passed_ms))
