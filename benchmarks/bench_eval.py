"""Requests per second and peak memory of ``misi eval`` against a server on this machine.

Run: python benchmarks/bench_eval.py [QUESTIONS ...]   (default: 100 300 1000)

Every question has six pictures of 1024 × 1024 pixels; the server answers at once, so what is
measured is the client alone. Server and client share the machine.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
from PIL import Image

from misibench.dataset.manifest import write_manifest
from misibench.dataset.questions import question_record, questions_table, write_parquet
from misibench.records import Question

PICTURES = 6
NAME = "bench"


class _Answerer(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args: object) -> None:
        del args

    def do_GET(self) -> None:
        self._send({"data": [{"id": NAME}]})

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        message = {"role": "assistant", "content": "Answer: No"}
        self._send(
            {
                "id": "x", "object": "chat.completion", "created": 0, "model": NAME,
                "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
                "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
            }
        )  # fmt: skip

    def _send(self, value: object) -> None:
        content = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def _serve(port: multiprocessing.Queue[int]) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Answerer)
    port.put(server.server_address[1])
    server.serve_forever()


def _dataset(folder: Path, count: int) -> None:
    """Write ``count`` questions; pictures compress about as badly as drawn ones."""
    rng = np.random.default_rng(0)
    for place in range(PICTURES):
        noise = (rng.random((1024, 1024)) < 0.12) * rng.integers(0, 64, (1024, 1024))
        path = folder / "images" / f"{place}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.fromarray(noise.astype(np.uint8)).save(path)
    names = tuple(f"images/{place}.png" for place in range(PICTURES))
    questions = [
        Question(
            f"q{n}", "residue_ligand_interaction", "test", f"c{n // 6}", names, f"Question {n}?",
            "No", truth={"bonds": "", "case_matters": False}, meta={"bonds": 0},
        )
        for n in range(count)
    ]  # fmt: skip
    table = questions_table([question_record(one) for one in questions])
    write_parquet(table, folder / "residue_ligand_interaction" / "test.parquet")
    write_manifest(folder, {})


def main() -> None:
    """Measure."""
    port: multiprocessing.Queue[int] = multiprocessing.Queue()
    server = multiprocessing.Process(target=_serve, args=(port,), daemon=True)
    server.start()
    url = f"http://127.0.0.1:{port.get()}/v1"
    for count in [int(word) for word in sys.argv[1:]] or [100, 300, 1000]:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            _dataset(folder / "data", count)
            size = sum(path.stat().st_size for path in (folder / "data" / "images").iterdir())
            command = [
                sys.executable, "-m", "misibench", "eval", str(folder / "data"), "--model", NAME,
                "--url", url, "--shots", "0", "--out", str(folder / "run"),
            ]  # fmt: skip
            begun = time.perf_counter()
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            taken = time.perf_counter() - begun
            logs = sum(path.stat().st_size for path in (folder / "run" / "inspect").iterdir())
        print(
            f"{count} questions × {PICTURES} pictures ({size / PICTURES / 1024:.0f} KiB each): "
            f"{taken:.1f} s in all, {count / taken:.1f} a second, "
            f"CPU {used.ru_utime + used.ru_stime:.1f} s, peak {used.ru_maxrss / 1024:.0f} MB, "
            f"logs {logs / count / 1024:.1f} KiB a question, exit {process.returncode}"
        )
    server.terminate()


if __name__ == "__main__":
    main()
