"""A study: its settings, questions and memory, opened together."""

from __future__ import annotations

import hashlib
import os
import secrets
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from misibench.errors import UsageError
from misibench.web.human.content import DatasetChangedError, StudyContent, load_content
from misibench.web.human.plan import plan_items
from misibench.web.human.settings import StudySettings, settings_from
from misibench.web.human.store import Participant, Store
from misibench.web.human.tokens import (
    hash_password,
    keyed_text,
    new_password,
    new_token,
    token_hash,
    token_owner,
)

try:
    import fcntl
except ModuleNotFoundError:  # pragma: no cover - Windows has no such locks
    fcntl = None  # type: ignore[assignment]

__all__ = ["DATABASE_FILE", "PASSWORD_VARIABLE", "Study", "open_study"]

DATABASE_FILE = "study.sqlite3"
PASSWORD_VARIABLE = "MISIBENCH_ADMIN_PASSWORD"


@dataclass
class Study:
    """A study that can be served or exported.

    Attributes
    ----------
    folder
        Its own folder, apart from the dataset.
    secret
        Key of form tokens and picture addresses.
    new_password
        The administrator's password if it was made now: it is shown once and stored hashed.
    """

    folder: Path
    settings: StudySettings
    content: StudyContent
    store: Store
    secret: bytes
    password_hash: str
    new_password: str | None = None
    _lock: IO[bytes] | None = None

    @property
    def id(self) -> str:
        """A short text that tells studies apart, for names of cookies."""
        return hashlib.sha256(b"id" + self.secret).hexdigest()[:8]

    def add_participant(self) -> tuple[Participant, str]:
        """Add a participant; gives the token of their personal link, which is not stored."""
        token = ""

        def secret_of(number: int) -> bytes:
            nonlocal token
            token = new_token(number)
            return token_hash(token)

        by_task = self.content.by_task
        added = self.store.add_participant(
            lambda number, raters: plan_items(by_task, raters, self.settings, number), secret_of
        )
        return added, token

    def renew_token(self, number: int) -> str | None:
        """Give a participant a new link; None if there is no such participant."""
        if self.store.participant(number) is None:
            return None
        token = new_token(number)
        self.store.set_token(number, token_hash(token))
        return token

    def participant_of(self, token: str) -> Participant | None:
        """Give the participant whose link this is; compared in constant time."""
        number = token_owner(token)
        found = None if number is None else self.store.participant(number)
        known = b"\0" * 32 if found is None else found.token_hash
        same = secrets.compare_digest(token_hash(token), known)
        return found if same else None

    def keyed(self, *words: object) -> str:
        """Give a text that only this study can make."""
        return keyed_text(self.secret, *words)

    def close(self) -> None:
        """Close database and lock."""
        self.store.close()
        if self._lock is not None:
            self._lock.close()


def open_study(
    dataset: Path,
    folder: Path,
    given: dict[str, Any] | None = None,
    *,
    exclusive: bool = True,
    tick: Callable[[str], None] = lambda _: None,
    clock: Callable[[], float] = time.time,
) -> Study:
    """Open a study, or begin it.

    Parameters
    ----------
    dataset
        The dataset folder.
    folder
        The study's own folder.
    given
        Settings asked for, by the names of ``StudySettings``; None for those not asked for.
    exclusive
        Refuse if another server has the study open.

    Raises
    ------
    UsageError
        If the study is open elsewhere, or settings differ from those it began with.
    DatasetChangedError
        If the dataset is not the one the study began with.
    DatasetError
        If something cannot be read.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as undo:
        lock = _lock(folder) if exclusive else None
        if lock is not None:
            undo.callback(lock.close)
        store = Store(folder / DATABASE_FILE, clock)
        undo.callback(store.close)
        text = store.value("settings")
        stored = None if text is None else StudySettings.from_json(text)
        settings = settings_from(given or {}, stored)
        content = load_content(dataset, settings, folder, tick)
        made = _begin(store, settings, content) if stored is None else None
        _check_fingerprint(store, dataset, content)
        if exclusive and stored is not None and os.environ.get(PASSWORD_VARIABLE):
            store.set_values({"password": hash_password(os.environ[PASSWORD_VARIABLE])})
        study = Study(
            folder, settings, content, store, bytes.fromhex(store.value("secret") or ""),
            store.value("password") or "", made, lock,
        )  # fmt: skip
        undo.pop_all()
    return study


def _begin(store: Store, settings: StudySettings, content: StudyContent) -> str | None:
    """Write down what a new study is bound to; gives the password if one was made."""
    given = os.environ.get(PASSWORD_VARIABLE, "")
    password = given or new_password()
    store.set_values(
        {
            "settings": settings.to_json(),
            "fingerprint": content.fingerprint,
            "secret": secrets.token_hex(32),
            "password": hash_password(password),
        }
    )
    return None if given else password


def _check_fingerprint(store: Store, dataset: Path, content: StudyContent) -> None:
    began_with = store.value("fingerprint") or ""
    if began_with != content.fingerprint:
        raise DatasetChangedError(
            dataset, "is not the dataset that the study began with",
            f"fingerprint {began_with[:12]}",
            "put the dataset back as it was, or begin a new study with another --study folder",
        )  # fmt: skip


def _lock(folder: Path) -> IO[bytes] | None:
    """Hold a lock that ends with the process, however it ends."""
    if fcntl is None:  # pragma: no cover
        return None
    handle = (folder / ".lock").open("ab")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        handle.close()
        raise UsageError(
            folder, "another misi human has this study open", "one server per study",
            "stop the other one, or choose another --study folder",
        ) from error  # fmt: skip
    return handle
