"""Progress of ``misi eval``: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

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


@contextmanager
def showing_progress(name: str) -> Iterator[Callable[[Progress], None]]:
    """Give a function to be called with every new progress."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _lines(name, console)
        return
    bar = Bar(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
        TimeRemainingColumn(), TextColumn("{task.fields[told]}"), console=console,
    )  # fmt: skip
    with bar:
        task = bar.add_task(name, total=None, told="")

        def show(progress: Progress) -> None:
            bar.update(
                task,
                total=progress.asked,
                completed=progress.answered + progress.failed,
                told=describe(progress),
            )

        yield show


def _lines(name: str, console: Console) -> Callable[[Progress], None]:
    begun = last = time.monotonic()
    first: int | None = None

    def show(progress: Progress) -> None:
        nonlocal last, first
        done = progress.answered + progress.failed
        first = done - 1 if first is None else first
        now = time.monotonic()
        if now - last < LINE_EVERY_S and done < progress.asked:
            return
        last = now
        rate = (done - first) / max(now - begun, 1e-9)
        console.print(
            f"{name}: {done}/{progress.asked}, {rate:.1f} per second; {describe(progress)}",
            markup=False, highlight=False, soft_wrap=True,
        )  # fmt: skip

    return show
