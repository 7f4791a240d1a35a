import os
import signal

import pytest

from misibench.dataset.executors import WorkerDied, run_jobs

pytestmark = pytest.mark.slow  # every test here starts processes


def square(number: int) -> int:
    return number * number


def die_at_three(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def fail_at_three(number: int) -> int:
    if number == 3:
        raise KeyError(number)
    return number


@pytest.mark.parametrize("workers", [1, 2])
def test_every_job_gives_its_result(workers):
    assert dict(run_jobs(square, list(range(20)), workers)) == {n: n * n for n in range(20)}


def test_a_job_that_kills_its_worker_takes_no_other_down():
    results = dict(run_jobs(die_at_three, list(range(8)), 2))
    assert isinstance(results.pop(3), WorkerDied)
    assert results == {number: number for number in range(8) if number != 3}


def test_an_exception_of_a_job_ends_the_run():
    with pytest.raises(KeyError):
        list(run_jobs(fail_at_three, list(range(8)), 2))
