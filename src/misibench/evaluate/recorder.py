"""The growing predictions file of a run: every reply is on disk before the next is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from misibench.errors import DatasetError
from misibench.evaluate.models import Price
from misibench.evaluate.predictions import (
    prediction_line,
    read_predictions,
    write_predictions,
)
from misibench.records import Prediction

__all__ = ["MOST_FIRST_FAILURES", "Progress", "Recorder", "kept_predictions"]

MOST_FIRST_FAILURES = 20
"""If the first so many requests all fail (a wrong key, a wrong address), no more are sent."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is.

    Attributes
    ----------
    asked
        Questions of the run.
    answered, parsed, failed
        Replies so far, replies from which an answer was read, requests that failed.
    input_tokens, output_tokens
        As the provider counts them.
    cost
        US dollars; None where no price is known.
    """

    asked: int
    answered: int = 0
    parsed: int = 0
    failed: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None


@dataclass
class Recorder:
    """Writes predictions as they come, counts, and says when to stop asking.

    Use as a context manager; the file is appended to.

    Attributes
    ----------
    path
        The predictions file.
    asked
        Number of questions of the whole run.
    is_parsed
        Whether an answer can be read from a reply to the question of an id.
    price
        To tell cost where the provider does not.
    cost_limit
        US dollars after which nothing more is sent.
    on_change
        Called with the progress after every reply.
    """

    path: Path
    asked: int
    is_parsed: Callable[[str, str], bool]
    price: Price | None = None
    cost_limit: float | None = None
    on_change: Callable[[Progress], None] = lambda progress: None
    stop_reason: str = ""
    progress: Progress = field(init=False)
    _stream: IO[bytes] | None = field(default=None, init=False)
    _first_failures: int = field(default=0, init=False)
    _answered_now: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.progress = Progress(self.asked, cost=0.0 if self.price is not None else None)

    def __enter__(self) -> Self:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._stream = self.path.open("ab")
        except OSError as error:
            raise DatasetError(
                self.path, f"cannot be written ({error.strerror})", "a folder that can be written"
            ) from error
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def count_earlier(self, predictions: Iterable[Prediction]) -> None:
        """Count the replies of an earlier session of the run."""
        for prediction in predictions:
            self._count(prediction)
        self._check_cost()

    def record(self, prediction: Prediction) -> None:
        """Write a prediction and count it.

        Raises
        ------
        DatasetError
            If it cannot be written (a full disk): nothing is asked that cannot be kept.
        """
        if self._stream is None:
            raise ValueError("the recorder is not open")
        try:
            self._stream.write(prediction_line(prediction).encode())
            self._stream.flush()
        except OSError as error:
            self.stop_reason = f"cannot write {self.path} ({error.strerror})"
            raise DatasetError(self.path, f"cannot be written ({error.strerror})") from error
        self._count(prediction)
        if prediction.reply is not None:
            self._answered_now += 1
        elif not self._answered_now:
            self._first_failures += 1
            if self._first_failures >= MOST_FIRST_FAILURES:
                self.stop_reason = (
                    f"the first {self._first_failures} requests all failed: {prediction.error}"
                )
        self._check_cost()
        self.on_change(self.progress)

    def _count(self, prediction: Prediction) -> None:
        now = self.progress
        if prediction.reply is None:
            now = replace(now, failed=now.failed + 1)
        else:
            parsed = self.is_parsed(prediction.id, prediction.reply)
            now = replace(now, answered=now.answered + 1, parsed=now.parsed + parsed)
        usage = prediction.extra.get("usage")
        if isinstance(usage, Mapping):
            now = self._with_usage(now, usage)
        self.progress = now

    def _with_usage(self, now: Progress, usage: Mapping[str, Any]) -> Progress:
        told = usage.get("cost_usd")
        cost = now.cost
        if isinstance(told, int | float):
            cost = (cost or 0.0) + told
        return replace(
            now,
            input_tokens=now.input_tokens + int(usage.get("input_tokens", 0)),
            output_tokens=now.output_tokens + int(usage.get("output_tokens", 0)),
            cost=cost,
        )

    def _check_cost(self) -> None:
        cost = self.progress.cost
        if self.cost_limit is not None and cost is not None and cost >= self.cost_limit - 1e-9:
            self.stop_reason = f"the cost limit of {self.cost_limit:g} US dollars is reached"


def kept_predictions(path: Path, *, retry_failed: bool) -> dict[str, Prediction]:
    """Read what an earlier session of a run left, and bring its file in order.

    A line that was cut off by a killed process is removed, so that the file can be appended to;
    with ``retry_failed`` so are failed requests. Lines written twice become one.
    """
    if not path.is_file():
        return {}
    found = read_predictions(path)
    kept = {
        key: one
        for key, one in found.predictions.items()
        if one.reply is not None or not retry_failed
    }
    if found.cut_off or len(kept) != found.lines or not _ends_with_newline(path):
        write_predictions(path, kept.values())
    return kept


def _ends_with_newline(path: Path) -> bool:
    with path.open("rb") as stream:
        stream.seek(0, 2)
        if stream.tell() == 0:
            return True
        stream.seek(-1, 2)
        return stream.read(1) == b"\n"
