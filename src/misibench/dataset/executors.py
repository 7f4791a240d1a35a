"""Running jobs in this process or in worker processes, and surviving a worker that dies."""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from typing import Protocol, TypeVar

from misibench.errors import DatasetError

__all__ = ["Engine", "LocalEngine", "WorkerDied", "available_cores", "run_jobs"]

Job = TypeVar("Job")
Result = TypeVar("Result")


class WorkerDied:
    """Stands in place of a result: the process that worked on the job was killed, twice."""


class Engine(Protocol):
    """What runs the jobs of a build."""

    def run(
        self, function: Callable[[Job], Result], jobs: Sequence[Job]
    ) -> Iterator[tuple[int, Result | WorkerDied]]:
        """Run a function over jobs and yield (place of the job, result) as they finish."""
        ...


@dataclass(frozen=True, slots=True)
class LocalEngine:
    """Worker processes on this machine; one worker is this process itself."""

    workers: int

    def run(
        self, function: Callable[[Job], Result], jobs: Sequence[Job]
    ) -> Iterator[tuple[int, Result | WorkerDied]]:
        """Run a function over jobs, see ``run_jobs``."""
        return run_jobs(function, jobs, self.workers)


def available_cores() -> int:
    """Give the number of cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_jobs(
    function: Callable[[Job], Result], jobs: Sequence[Job], workers: int
) -> Iterator[tuple[int, Result | WorkerDied]]:
    """Run a function over jobs and yield (place of the job, result) as they finish.

    An exception of the function ends the run and is raised here; so does Ctrl-C, at once: workers
    are ended in the middle of their jobs, which leave only whole files. A worker process that dies
    (killed for memory, crashed in a library) takes nothing else down: the jobs that were
    running are tried again one at a time, and the one that kills its process again is yielded
    with ``WorkerDied`` in place of a result.

    Raises
    ------
    DatasetError
        If no worker process could start.
    """
    if workers <= 1:
        for place, job in enumerate(jobs):
            yield place, function(job)
        return
    waiting = deque(range(len(jobs)))
    while waiting:
        suspects = yield from _run_pool(function, jobs, waiting, workers)
        for place in suspects:
            alone = yield from _run_pool(function, jobs, deque([place]), 1, again=True)
            if alone:
                yield place, WorkerDied()


def _run_pool(
    function: Callable[[Job], Result],
    jobs: Sequence[Job],
    waiting: deque[int],
    workers: int,
    *,
    again: bool = False,
) -> Generator[tuple[int, Result | WorkerDied], None, list[int]]:
    """Run until nothing waits or the pool breaks; return the places that were running then."""
    # spawn: a forked child would inherit threads' locks of numba, pyarrow and Rich
    context = multiprocessing.get_context("spawn")
    running: dict[Future[Result], int] = {}
    started = False
    ends_with, stop = context.Pipe(duplex=False)
    ready = context.Event()
    pool = ProcessPoolExecutor(
        min(workers, len(waiting)), context, initializer=_start_worker, initargs=(ends_with, ready)
    )
    try:
        while waiting or running:
            # the first job runs alone: it fills numba's cache, which all would else fill at once;
            # then two jobs a worker: none idles, and little is in flight when something breaks
            while waiting and len(running) < (2 * workers if started else 1):
                with _without_interrupts():
                    future = pool.submit(function, jobs[waiting[0]])
                running[future] = waiting.popleft()
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                place = running[future]
                result = future.result()
                del running[future]
                started = True
                yield place, result
    except BrokenProcessPool:
        if again and not ready.is_set():
            raise DatasetError(
                "worker processes", "none could start",
                'a script that calls build under if __name__ == "__main__":',
                "or workers=1, where there is no script file",
            ) from None  # fmt: skip
        return sorted(running.values())
    except BaseException:
        stop.close()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        stop.close()
        ends_with.close()
    return []


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back, here until the end of the block, in processes started by it for good.

    A worker would else be interrupted while it imports, before it can leave Ctrl-C to the parent.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_worker(ends_with: Connection, ready: Event) -> None:
    """Leave Ctrl-C to the parent, and end when it says so or is gone, even killed outright."""
    ready.set()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    awaited: list[Connection | int] = [ends_with]  # can be read once the other end is closed
    parent = multiprocessing.parent_process()
    if parent is not None:
        awaited.append(parent.sentinel)
    threading.Thread(target=_end_with, args=(awaited,), daemon=True).start()


def _end_with(awaited: list[Connection | int]) -> None:
    multiprocessing.connection.wait(awaited)
    os._exit(1)
