"""One file from an HTTP server: retried, resumed, checked, never half-written."""

from __future__ import annotations

import hashlib
import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

from misibench.errors import FetchError
from misibench.version import __version__

__all__ = ["Downloaded", "Server", "download"]

_CHUNK = 1 << 16
_TRANSIENT = frozenset({408, 425, 429, 500, 502, 503, 504})
"""HTTP answers that may be better next time."""

_LONGEST_PAUSE_S = 60.0


@dataclass(frozen=True, slots=True)
class Downloaded:
    """A finished download: where it lies, its SHA-256, its size, how much an earlier try left."""

    path: Path
    sha256: str
    size: int
    resumed_from: int = 0


@dataclass(slots=True)
class Server:
    """How a server is treated: how often it is asked, how long it is waited for.

    Attributes
    ----------
    per_second
        Most requests in a second.
    attempts
        Tries per file, the first included.
    timeout_s
        Longest wait for the next bytes.
    back_off_s
        Pause before the second try; doubled for every further one, at most a minute. A
        ``Retry-After`` of the server wins, up to that minute.
    sleep, clock
        Replaced in tests.
    """

    per_second: float = 4.0
    attempts: int = 5
    timeout_s: float = 30.0
    back_off_s: float = 1.0
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
    _next: float = field(default=0.0, repr=False)

    def wait_for_turn(self) -> None:
        """Sleep until the next request is due."""
        now = self.clock()
        if now < self._next:
            self.sleep(self._next - now)
        self._next = max(now, self._next) + 1.0 / self.per_second

    def pause(self, tries: int, asked_for: float | None) -> None:
        """Sleep after a failed try, the ``tries``-th of this file."""
        wait = self.back_off_s * 2.0 ** (tries - 1) if asked_for is None else asked_for
        self.sleep(min(max(wait, 0.0), _LONGEST_PAUSE_S))


class _TryAgainError(Exception):
    """A failure that may pass; ``retry_after`` is what the server asked for, seconds."""

    def __init__(self, found: str, retry_after: float | None = None) -> None:
        super().__init__(found)
        self.retry_after = retry_after


def download(
    url: str,
    target: Path,
    server: Server | None = None,
    check: Callable[[Path], str | None] | None = None,
) -> Downloaded:
    """Fetch a URL into a file.

    The bytes go to ``.NAME.part`` beside the target, which is renamed when it is whole. What an
    interrupted try left there is continued with an HTTP range request where the server says
    that its file is still the same one, else fetched anew.

    Parameters
    ----------
    url
        ``http`` or ``https``.
    target
        The file to write; its folder is made.
    server
        Rate, tries and time limits.
    check
        Looks at the finished part and says what is wrong with it, or None. A file found wrong
        is fetched again, and after the last try removed.

    Raises
    ------
    FetchError
        If the server has no such file, or the last try failed; nothing is left at ``target``.
    """
    if not url.startswith(("http://", "https://")):
        raise FetchError(url, "not an address of a web server", "http:// or https://")
    polite = server or Server()
    part = target.with_name(f".{target.name}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        for tries in range(1, polite.attempts + 1):
            polite.wait_for_turn()
            try:
                resumed_from = _receive(url, part, polite.timeout_s)
                _checked(part, check)
                break
            except _TryAgainError as error:
                if tries == polite.attempts:
                    raise FetchError(
                        url, f"{error} (tried {tries} times)", "the whole file",
                        "run the same command again later; what came is kept and continued",
                    ) from error  # fmt: skip
                polite.pause(tries, error.retry_after)
        done = _digested(part, target, resumed_from)
        part.replace(target)
    except OSError as error:
        raise FetchError(
            target, f"cannot be written ({error.strerror or error})", "a folder that can be written"
        ) from error
    _validator_path(part).unlink(missing_ok=True)
    return done


def _receive(url: str, part: Path, timeout_s: float) -> int:
    """Receive the rest of a file into ``part``; give the offset that this started from."""
    have, validator = _left_behind(url, part)
    request = urllib.request.Request(url, headers={"User-Agent": f"misibench/{__version__}"})
    if have:
        request.add_header("Range", f"bytes={have}-")
        request.add_header("If-Range", validator)
    try:
        with urllib.request.urlopen(request, timeout=timeout_s) as answer:
            if answer.status == 206 and not _continues(answer, have):
                _discard(part)
                raise _TryAgainError("the server sent another part than was asked for")
            start = have if answer.status == 206 else 0
            _remember_validator(url, part, answer)
            _store(answer, part, start)
            return start
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == 416:  # what was left behind is not the beginning of this file
            _discard(part)
            raise _TryAgainError("the server's file changed") from error
        if error.code in _TRANSIENT:
            said = f"the server answered {error.code} {error.reason}"
            raise _TryAgainError(said, _retry_after(error)) from error
        _discard(part)
        raise FetchError(
            url, f"the server answered {error.code} {error.reason}", "a file at this address",
            "check the id; obsolete entries have no file",
        ) from error  # fmt: skip
    except urllib.error.URLError as error:
        raise _TryAgainError(f"no answer ({error.reason})") from error
    except http.client.HTTPException as error:
        raise _TryAgainError(f"the connection broke ({type(error).__name__})") from error
    except (ConnectionError, TimeoutError) as error:
        raise _TryAgainError(f"the connection broke ({error})") from error


def _store(answer: Any, part: Path, start: int) -> None:
    """Write the body behind ``start``; a body shorter than announced is an error."""
    announced = answer.headers.get("Content-Length")
    received = 0
    with part.open("r+b" if start else "wb") as stream:
        stream.seek(start)
        stream.truncate()
        while block := answer.read(_CHUNK):
            stream.write(block)
            received += len(block)
    if announced is not None and received != int(announced):
        raise _TryAgainError(f"only {received:,} of {int(announced):,} bytes came")


def _continues(answer: Any, have: int) -> bool:
    return str(answer.headers.get("Content-Range", "")).startswith(f"bytes {have}-")


def _validator_path(part: Path) -> Path:
    return part.with_name(f"{part.name}.json")


def _left_behind(url: str, part: Path) -> tuple[int, str]:
    """Give the size of what an earlier try left, and what names that version of the file.

    Without such a name (ETag or date) nothing is continued: the pieces might not belong together.
    """
    try:
        note = json.loads(_validator_path(part).read_text(encoding="utf-8"))
        if note["url"] == url and note["validator"]:
            return part.stat().st_size, str(note["validator"])
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return 0, ""


def _remember_validator(url: str, part: Path, answer: Any) -> None:
    tag = answer.headers.get("ETag") or ""
    if tag.startswith("W/"):  # a weak tag does not promise the same bytes
        tag = ""
    note = {"url": url, "validator": tag or answer.headers.get("Last-Modified") or ""}
    _validator_path(part).write_text(json.dumps(note), encoding="utf-8")


def _discard(part: Path) -> None:
    part.unlink(missing_ok=True)
    _validator_path(part).unlink(missing_ok=True)


def _checked(part: Path, check: Callable[[Path], str | None] | None) -> None:
    wrong = check(part) if check else None
    if wrong is not None:
        _discard(part)
        raise _TryAgainError(wrong)


def _retry_after(error: urllib.error.HTTPError) -> float | None:
    text = error.headers.get("Retry-After")
    if text is None:
        return None
    if text.isdecimal():
        return float(text)
    try:
        return parsedate_to_datetime(text).timestamp() - time.time()
    except ValueError:
        return None


def _digested(part: Path, target: Path, resumed_from: int) -> Downloaded:
    with part.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return Downloaded(target, digest, part.stat().st_size, resumed_from)
