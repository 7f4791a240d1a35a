import os
import signal
import subprocess
import sys
import time

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


SCRIPT = """
import signal, sys, time
from misibench.dataset.executors import run_jobs

if __name__ == "__mp_main__":  # a worker, which imports what it is to work with
    print("importing", flush=True)
    time.sleep(float(sys.argv[1]))

def nap(seconds):
    print("napping", flush=True)
    time.sleep(seconds)

if __name__ == "__main__":
    # where the tests run in the background of a shell, Ctrl-C is ignored to begin with
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        list(run_jobs(nap, [60, 60], 2))
    except KeyboardInterrupt:
        sys.exit(130)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals to process groups")
@pytest.mark.parametrize(("sign", "import_s"), [("importing", 1), ("napping", 0)])
def test_ctrl_c_ends_workers_at_once_and_silently(tmp_path, sign, import_s):
    (tmp_path / "script.py").write_text(SCRIPT)
    with subprocess.Popen(
        [sys.executable, tmp_path / "script.py", str(import_s)], text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as script:  # fmt: skip
        while script.stdout.readline().strip() != sign:
            assert script.poll() is None
        started = time.monotonic()
        os.killpg(script.pid, signal.SIGINT)  # as a terminal does: to parent and workers
        _, errors = script.communicate(timeout=50)
    assert (script.returncode, errors) == (130, "")
    assert time.monotonic() - started < 20


UNGUARDED = """
import misibench
from misibench.dataset.demo_source import demo_source

settings = misibench.BuildSettings(width=64, height=64, tasks=("T1",), per_complex=1)
misibench.build(demo_source(), "out", settings, workers=2)
"""


@pytest.mark.parametrize("from_a_file", [True, False])
def test_a_script_without_a_guard_is_told_so(tmp_path, from_a_file):
    (tmp_path / "script.py").write_text(UNGUARDED)
    done = subprocess.run(
        [sys.executable, "script.py" if from_a_file else "-"], cwd=tmp_path, text=True,
        input=None if from_a_file else UNGUARDED, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "worker processes: none could start" in done.stderr.splitlines()[-1]
    assert ("called while a worker process starts" in done.stderr) == from_a_file
