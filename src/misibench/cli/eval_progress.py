"""Progress of ``misi eval``: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from misibench.evaluate.recorder import Progress

__all__ = ["describe", "showing_progress"]

LINE_EVERY_S = 10.0
"""Seconds between lines where output is no terminal."""


def describe(progress: Progress) -> str:
    """Say how far a run is, in a line.

    >>> describe(Progress(300, 120, 118, 2, 51000, 900, 0.1234))
    '120 answered, 118 parsed, 2 failed; 51,000 + 900 tokens; 0.12 US dollars'
    """
    text = (
        f"{progress.answered} answered, {progress.parsed} parsed, {progress.failed} failed; "
        f"{progress.input_tokens:,} + {progress.output_tokens:,} tokens"
    )
    return text if progress.cost is None else f"{text}; {progress.cost:.2f} US dollars"


@dataclass
class _Rate:
    """Requests ended per second since the first of this session."""

    begun: float = field(default_factory=time.monotonic)
    first: int | None = None

    def of(self, progress: Progress) -> float:
        done = progress.answered + progress.failed
        if self.first is None:
            self.first = done - 1
        return (done - self.first) / max(time.monotonic() - self.begun, 1e-9)


@contextmanager
def showing_progress(name: str) -> Iterator[Callable[[Progress], None]]:
    """Give a function to be called with every new progress."""
    console = Console(stderr=True, markup=False, emoji=False)
    if not console.is_terminal:
        yield _lines(name, console)
        return
    bar = Bar(
        TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(),
        TimeRemainingColumn(), TextColumn("{task.fields[told]}"), console=console,
    )  # fmt: skip
    rate = _Rate()
    with bar:
        task = bar.add_task(name, total=None, told="")

        def show(progress: Progress) -> None:
            bar.update(
                task,
                total=progress.asked,
                completed=progress.answered + progress.failed,
                told=f"{rate.of(progress):.1f} per second; {describe(progress)}",
            )

        yield show


def _lines(name: str, console: Console) -> Callable[[Progress], None]:
    rate = _Rate()
    last = time.monotonic()

    def show(progress: Progress) -> None:
        nonlocal last
        done = progress.answered + progress.failed
        told = rate.of(progress)
        if time.monotonic() - last < LINE_EVERY_S and done < progress.asked:
            return
        last = time.monotonic()
        console.print(
            f"{name}: {done}/{progress.asked}, {told:.1f} per second; {describe(progress)}",
            markup=False, highlight=False, soft_wrap=True,
        )  # fmt: skip

    return show
