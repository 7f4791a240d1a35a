"""Simulated participants against a real server that is killed meanwhile."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import queue
import random
import re
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

READY_S = 120.0


class Server:
    """``misi human`` in a process of its own; it keeps its port when it is started again."""

    def __init__(self, dataset: Path, study: Path, *options: str) -> None:
        self._command = [sys.executable, "-m", "misibench", "human", str(dataset),
                         "--study", str(study)]  # fmt: skip
        self.links: list[str] = []
        self.url = ""
        self.process = self._start(["--port", "0", *options])

    def _start(self, options: list[str]) -> subprocess.Popen[str]:
        environment = {
            **os.environ,
            "MISIBENCH_ADMIN_PASSWORD": "for tests",
            "PYTHONUNBUFFERED": "1",
        }
        process = subprocess.Popen(
            [*self._command, *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env=environment,
        )  # fmt: skip
        lines: queue.Queue[str] = queue.Queue()
        assert process.stdout is not None
        threading.Thread(
            target=lambda stream: [lines.put(line) for line in stream], args=(process.stdout,),
            daemon=True,
        ).start()  # fmt: skip
        seen = ""
        until = time.monotonic() + READY_S
        while time.monotonic() < until:
            with contextlib.suppress(queue.Empty):
                line = lines.get(timeout=0.2)
                seen += line
                if found := re.match(r"P\d+: (\S+)", line):
                    self.links.append(found[1])
                if found := re.search(r"administrator's page: (\S+)/admin", line):
                    self.url = found[1]
                    return process
            if process.poll() is not None and lines.empty():
                break
        process.kill()
        raise RuntimeError(f"misi human did not start: {seen}")

    def kill(self) -> None:
        """End the process as a power cut would: nothing in it can react."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def restart(self) -> None:
        """Start again on the same port."""
        self.process = self._start(["--port", str(urlsplit(self.url).port)])


@dataclass
class Person:
    """A simulated participant: answers in order, repeats a request until the server has replied.

    ``accepted`` has every reply the server confirmed, by position; ``latencies_s`` the times of
    confirmed answers.
    """

    link: str
    pause_s: float
    most: int
    seed: int
    accepted: dict[int, str] = field(default_factory=dict)
    requests: int = 0
    retries: int = 0
    latencies_s: list[float] = field(default_factory=list)
    page_latencies_s: list[float] = field(default_factory=list)
    _connection: http.client.HTTPConnection | None = None
    _cookie: str = ""
    _token: str = ""

    def _send(self, method: str, path: str, body: str | None, kind: str) -> tuple[int, bytes]:
        address = urlsplit(self.link)
        while True:
            try:
                if self._connection is None:
                    self._connection = http.client.HTTPConnection(
                        address.hostname or "", address.port, timeout=10
                    )
                headers = {"Cookie": self._cookie, "X-Form-Token": self._token}
                if body is not None:
                    headers["Content-Type"] = kind
                self.requests += 1
                self._connection.request(method, path, body, headers)
                reply = self._connection.getresponse()
                content = reply.read()
                for value in reply.headers.get_all("Set-Cookie") or []:
                    self._cookie = value.partition(";")[0]
                if reply.status != 429:
                    return reply.status, content
            except (OSError, http.client.HTTPException):
                if self._connection is not None:
                    self._connection.close()
                self._connection = None
            self.retries += 1
            time.sleep(0.1)

    def run(self) -> None:
        """Join, agree, answer."""
        rng = random.Random(self.seed)
        self._send("GET", urlsplit(self.link).path, None, "")
        page = self._send("GET", "/study", None, "")[1].decode()
        found = re.search(r'name="form_token" value="([^"]+)"', page)
        assert found is not None
        form = f"form_token={found[1]}&agree=yes"
        self._send("POST", "/study/consent", form, "application/x-www-form-urlencoded")
        for position in range(1, self.most + 1):
            self._answer(position, f"move x {rng.randint(1, 4)}")
            time.sleep(self.pause_s * rng.uniform(0.5, 1.5))
        if self._connection is not None:
            self._connection.close()

    def _answer(self, position: int, text: str) -> None:
        began = time.monotonic()
        status, content = self._send("GET", f"/study/question/{position}", None, "")
        self.page_latencies_s.append(time.monotonic() - began)
        page = content.decode()
        assert status == 200, page
        found = re.search(r'data-form-token="([^"]+)"', page)
        assert found is not None
        self._token = found[1]
        picture = re.search(r"/study/picture/[\w-]+", page)
        if picture:
            assert self._send("GET", picture[0], None, "")[0] == 200
        version = 0
        for action in ("draft", "answer"):
            change: dict[str, Any] = {
                "action": action, "form": {}, "text": text, "active_ms": 10, "version": version,
                "request_id": f"{action}-{self.seed}-{position}", "force": True,
            }  # fmt: skip
            began = time.monotonic()
            status, content = self._send(
                "POST", f"/study/api/save/{position}", json.dumps(change), "application/json"
            )
            assert status == 200, content
            version = json.loads(content)["state"]["version"]
        self.latencies_s.append(time.monotonic() - began)
        self.accepted[position] = text


def answer_all(
    server: Server, people: list[Person], kill_after: int, pause_s: float = 0.5
) -> float:
    """Let people answer at once; kill -9 the server after so many answers, start it again.

    Returns
    -------
    float
        Seconds in all.
    """
    began = time.monotonic()
    threads = [threading.Thread(target=person.run) for person in people]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        if kill_after and sum(len(person.accepted) for person in people) >= kill_after:
            kill_after = 0
            server.kill()
            time.sleep(pause_s)
            server.restart()
        time.sleep(0.02)
    for thread in threads:
        thread.join()
    return time.monotonic() - began
