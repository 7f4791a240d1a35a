"""Dask distributed as the engine of a build: many machines that share a file system."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from misibench.dataset.executors import WorkerDied, available_cores
from misibench.errors import DatasetError, UsageError

__all__ = ["DaskEngine"]

Job = TypeVar("Job")
Result = TypeVar("Result")

_CONNECT_S = 30
_JOBS_PER_THREAD = 3
"""Jobs in flight per worker thread: none idles, and little is lost when a worker is."""

_one_at_a_time = threading.Lock()


def _run_one(function: Callable[[Job], Result], job: Job, home: str) -> Result:
    """Run a job in a worker: one at a time per process, in the folder that paths are relative to.

    Renderers and caches belong to a process; a worker with several threads gains nothing.
    """
    with _one_at_a_time:
        os.chdir(home)
        return function(job)


@dataclass(frozen=True, slots=True)
class DaskEngine:
    """Runs jobs on a Dask cluster.

    Attributes
    ----------
    scheduler
        Address (``tcp://host:8786``) or scheduler file of a running cluster; None starts one on
        this machine for the time of the run.
    workers
        Worker processes of a cluster started here; None takes one per core.
    """

    scheduler: str | None = None
    workers: int | None = None

    def run(
        self, function: Callable[[Job], Result], jobs: Sequence[Job]
    ) -> Iterator[tuple[int, Result | WorkerDied]]:
        """Run a function over jobs and yield (place of the job, result) as they finish.

        A worker that is lost takes nothing with it: Dask runs its jobs elsewhere. A job that
        lost every worker it ran on (four by default) is yielded as ``WorkerDied``.

        Raises
        ------
        UsageError
            If Dask is not installed.
        DatasetError
            If the scheduler does not answer, or has no workers.
        """
        if not jobs:
            return
        distributed = _distributed()
        with ExitStack() as stack:
            client = self._client(distributed, stack)
            threads = sum(client.nthreads().values())
            waiting = iter(range(len(jobs)))
            places: dict[Any, int] = {}
            home = str(Path.cwd())

            def submit(place: int) -> Any:
                future = client.submit(_run_one, function, jobs[place], home, pure=False)
                places[future] = place
                return future

            # islice takes no more than it gives; zip with a range would lose a job
            first = [submit(place) for place in islice(waiting, _JOBS_PER_THREAD * threads)]
            running = distributed.as_completed(first)
            try:
                for future in running:
                    place = places.pop(future)
                    result = _outcome(distributed, future)
                    for following in waiting:
                        running.add(submit(following))
                        break
                    yield place, result
            finally:
                client.cancel(list(places))

    def _client(self, distributed: Any, stack: ExitStack) -> Any:
        if self.scheduler is None:
            cluster = distributed.LocalCluster(
                n_workers=self.workers or available_cores(), threads_per_worker=1,
                processes=True, dashboard_address=None,
            )  # fmt: skip
            stack.enter_context(cluster)
            return stack.enter_context(distributed.Client(cluster))
        target: dict[str, str] = {"address": self.scheduler}
        if Path(self.scheduler).is_file():
            target = {"scheduler_file": self.scheduler}
        try:
            client = stack.enter_context(distributed.Client(**target, timeout=_CONNECT_S))
            client.wait_for_workers(1, timeout=_CONNECT_S)
        except (OSError, TimeoutError, ValueError) as error:
            raise DatasetError(
                f"--scheduler {self.scheduler}", f"no scheduler with workers ({error})",
                "the address or file of a running Dask scheduler",
                "start it with: dask scheduler; dask worker ADDRESS --nthreads 1",
            ) from error  # fmt: skip
        return client


def _outcome(distributed: Any, future: Any) -> Any:
    if future.status == "error":
        error = future.exception()
        if isinstance(error, distributed.KilledWorker):
            return WorkerDied()
        raise error
    return future.result()


def _distributed() -> Any:
    # imported here: it is an extra, and takes a second
    try:
        import distributed
    except ImportError as error:
        raise UsageError(
            "--executor dask", "Dask is not installed", "", "pip install 'misibench[dask]'"
        ) from error
    return distributed
