"""Time ``misi view`` on a dataset of 100,000 questions: first page, filters, memory, static site.

python benchmarks/bench_gallery.py
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import urlopen

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "web"))

from made_dataset import make_large_dataset

from misibench.evaluate.predictions import write_predictions
from misibench.records import Prediction


def _memory_mb(process: int) -> int:
    text = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+) kB", text)
    return int(found[1]) // 1024 if found else 0


def _time(url: str, path: str, **query: object) -> float:
    began = time.perf_counter()
    with urlopen(f"{url}{path}?{urlencode(query)}") as reply:
        reply.read()
    return time.perf_counter() - began


def main() -> None:
    """Start the server, ask for what a browser asks for, print times and memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=100_000)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        dataset = make_large_dataset(Path(place) / "dataset", chosen.questions)
        runs = []
        for name in ("first", "second"):
            path = Path(place) / f"{name}.jsonl"
            ids = (f"T2/c{n // 9:05d}/{n % 9:02d}" for n in range(chosen.questions // 9))
            write_predictions(path, (Prediction(one, "roll y 15", "rotation", name) for one in ids))
            runs.append(str(path))
        began = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "misibench", "view", str(dataset), *runs, "--port", "0"],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found is not None, line
        url = found[0]
        print(f"{chosen.questions:,} questions, two runs on {chosen.questions // 9:,} of them")
        print(
            f"start to address: {time.perf_counter() - began:.1f} s, {_memory_mb(process.pid)} MB"
        )
        began = time.perf_counter()
        _time(url, "/")
        for name in ("base.css", "gallery.css", "pictures.js", "gallery.js", "gallery_model.js"):
            _time(url, f"/static/{name}")
        _time(url, "/api/config")
        _time(url, "/api/list", offset=0, limit=50)
        _time(url, "/api/question/translation/test/0")
        for number in range(4):
            _time(url, f"/image/translation/test/0/{number}")
        print(f"first page, all its requests: {time.perf_counter() - began:.2f} s, "
              f"{_memory_mb(process.pid)} MB")  # fmt: skip
        for title, query in (
            ("page 1,201", {"offset": 60_000}),
            ("by id", {"text": "c00999"}),
            ("by complex", {"complex": "c01000"}),
            ("by bonds", {"bonds": 2}),
            ("first right, second wrong, first time", {"run0": "right", "run1": "not_right"}),
            ("first right, second wrong, again", {"run0": "right", "run1": "not_right"}),
        ):
            print(f"{title}: {_time(url, '/api/list', **query):.2f} s")
        with urlopen(f"{url}/api/find?id=T9/c01000/03") as reply:
            assert json.load(reply)["row"] == 9003
        print(f"memory after all: {_memory_mb(process.pid)} MB")
        process.terminate()
        process.wait()
        process.stdout.close()


if __name__ == "__main__":
    main()
