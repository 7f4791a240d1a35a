"""Pictures, questions and seconds per complex of whole builds, and peak memory per process.

    .venv/bin/python benchmarks/bench_build.py [SOURCE] [--limit N] [--workers 1 2]

SOURCE is anything that ``misi build`` takes; without it the four demo complexes are built. Every
build runs as a process of its own, the first one after a warm-up that fills numba's cache.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from misibench.dataset.demo_source import demo_source


def main() -> None:
    """Run the builds and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", nargs="?", type=Path, default=demo_source())
    parser.add_argument("--limit", type=int, default=40)
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2])
    chosen = parser.parse_args()
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before the first build")
    print("workers  complexes  pictures  questions  wall s  cpu s  pictures/s  s/complex  "
          "peak MB of a process")  # fmt: skip
    with tempfile.TemporaryDirectory() as scratch:
        run(demo_source(), Path(scratch) / "warm", 4, 1)
        for workers in chosen.workers:
            out = Path(scratch) / f"w{workers}"
            wall, cpu, peak = run(chosen.source, out, chosen.limit, workers)
            counts = json.loads((out / "manifest.json").read_text())["counts"]
            questions = sum(one["train"] + one["test"] for one in counts["questions"].values())
            print(
                f"{workers:7d}  {counts['kept']:9d}  {counts['pictures']:8d}  {questions:9d}  "
                f"{wall:6.1f}  {cpu:5.1f}  {counts['pictures'] / wall:10.0f}  "
                f"{wall / counts['kept']:9.2f}  {peak / 1024:8.0f}"
            )
            shutil.rmtree(out)


def run(source: Path, out: Path, limit: int, workers: int) -> tuple[float, float, float]:
    """Build in a process of its own; give wall and CPU seconds and the peak KiB of any process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    build = subprocess.Popen(
        [
            sys.executable, "-m", "misibench", "build", str(source), "--out", str(out),
            "--limit", str(limit), "--test-fraction", "0.2", "--workers", str(workers),
        ],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    peaks: dict[int, float] = {}
    done = threading.Event()
    watcher = threading.Thread(target=watch, args=(build.pid, peaks, done))
    watcher.start()
    code = build.wait()
    done.set()
    watcher.join()
    if code:
        raise SystemExit(f"the build ended with code {code}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - start, cpu, max(peaks.values(), default=0.0)


def watch(pid: int, peaks: dict[int, float], done: threading.Event) -> None:
    """Note the peak memory of a process and its children from /proc, ten times a second."""
    while not done.wait(0.1):
        for status in Path("/proc").glob("[0-9]*/status"):
            try:
                text = status.read_text()
            except OSError:
                continue
            found = dict(re.findall(r"^(Pid|PPid|VmHWM):\s+(\d+)", text, re.MULTILINE))
            family = {pid, *peaks}
            if int(found.get("Pid", 0)) in family or int(found.get("PPid", 0)) in family:
                member = int(found["Pid"])  # an ended process has no VmHWM any more
                peaks[member] = max(peaks.get(member, 0.0), float(found.get("VmHWM", 0)))


if __name__ == "__main__":
    main()
