"""Dask as the engine: real processes, one of them killed, the same dataset."""

import json
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable

import pytest

from misibench.dataset.build import build
from misibench.dataset.dask_engine import DaskEngine, _outcome
from misibench.dataset.demo_source import demo_source
from misibench.dataset.executors import WorkerDied
from misibench.errors import DatasetError
from tests.dataset.conftest import SMALL, contents

distributed = pytest.importorskip("distributed")
pytestmark = pytest.mark.slow

SETTINGS = SMALL.model_copy(update={"tasks": ("T1",), "limit": 3})


@pytest.fixture(autouse=True)
def quiet():
    """Dask warns of its own closing down; that is not what is tested here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A scheduler and two workers started by hand, as the documentation says."""
    home = tmp_path_factory.mktemp("cluster")
    file = home / "scheduler.json"
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker"]
    log = (home / "log").open("w")
    parts = [
        subprocess.Popen(
            [*dask, "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
             "--scheduler-file", str(file)], stdout=log, stderr=log, cwd=home,
        )
    ]  # fmt: skip
    deadline = time.monotonic() + 60
    while not file.is_file() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert json.loads(file.read_text())["address"].startswith("tcp://127.0.0.1")
    parts += [
        subprocess.Popen(
            [*worker, "--scheduler-file", str(file), "--nthreads", "1", "--no-nanny",
             "--no-dashboard", "--host", "127.0.0.1"], stdout=log, stderr=log, cwd=home,
        )
        for _ in range(2)
    ]  # fmt: skip
    yield file, parts
    for one in parts:
        one.kill()
        one.wait()
    log.close()


class KillOnce:
    """Kills a worker when the first questions are asked."""

    def __init__(self, victim: subprocess.Popen) -> None:
        self.victim = victim
        self.killed = False

    def step(self, name: str, total: int) -> Callable[[str], None]:
        del total

        def tick(part: str) -> None:
            del part
            if name.startswith("Asking") and not self.killed:
                self.victim.send_signal(signal.SIGKILL)
                self.killed = True

        return tick


class GivenUp:
    """A future whose job lost every worker it ran on."""

    status = "error"

    def exception(self) -> Exception:
        return distributed.KilledWorker("job", None, 4)


def test_a_job_that_kills_every_worker_is_given_up():
    assert isinstance(_outcome(distributed, GivenUp()), WorkerDied)


def test_what_a_job_raises_is_raised_here(cluster):
    file, _ = cluster
    with pytest.raises(ValueError, match="invalid literal"):
        list(DaskEngine(str(file)).run(int, ["1", "no number"]))


def test_a_build_with_a_worker_killed_on_the_way_is_the_same(cluster, tmp_path):
    file, parts = cluster
    build(demo_source(), tmp_path / "here" / "dataset", SETTINGS, workers=1)
    killer = KillOnce(parts[1])
    build(
        demo_source(), tmp_path / "there" / "dataset", SETTINGS,
        progress=killer, engine=DaskEngine(str(file)),
    )  # fmt: skip
    assert killer.killed
    assert contents(tmp_path / "there" / "dataset") == contents(tmp_path / "here" / "dataset")


def test_no_scheduler_is_one_line(monkeypatch):
    monkeypatch.setattr("misibench.dataset.dask_engine._CONNECT_S", 0.5)
    with pytest.raises(DatasetError, match="no scheduler with workers"):
        list(DaskEngine("tcp://127.0.0.1:9").run(int, ["1"]))


def test_a_cluster_is_started_here_where_none_is_named():
    # more jobs than are ever in flight at once
    found = dict(DaskEngine(workers=2).run(int, [str(number) for number in range(50)]))
    assert found == {number: number for number in range(50)}
