"""Progress on the terminal: bars where there is one, plain lines where there is not."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as RichProgress

__all__ = ["TerminalProgress", "terminal_progress"]

_LINE_EVERY_S = 10.0


class TerminalProgress:
    """Reports steps of a long job on standard error."""

    def __init__(self, bars: RichProgress | None) -> None:
        self._bars = bars

    def step(self, name: str, total: int) -> Callable[[str], None]:
        """Start a step of ``total`` parts; the function returned is called once per part."""
        if self._bars is not None:
            bars = self._bars
            bar = bars.add_task(name, total=total)
            return lambda _: bars.advance(bar)
        return _line_ticker(name, total)


def _line_ticker(name: str, total: int) -> Callable[[str], None]:
    done = 0
    last = start = time.monotonic()
    print(f"{name}: {total}", file=sys.stderr, flush=True)

    def tick(part: str) -> None:
        nonlocal done, last
        done += 1
        now = time.monotonic()
        if done == total or now - last > _LINE_EVERY_S:
            last = now
            line = f"{name}: {done} of {total} ({part}), {now - start:.0f} s"
            print(line, file=sys.stderr, flush=True)

    return tick


@contextmanager
def terminal_progress() -> Iterator[TerminalProgress]:
    """Give progress bars on a terminal, plain log lines elsewhere."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield TerminalProgress(None)
        return
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
    )  # fmt: skip
    with RichProgress(*columns, console=console) as bars:
        yield TerminalProgress(bars)
