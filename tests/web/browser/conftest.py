"""A headless Chromium; tests are skipped where Playwright or the browser is missing."""

from __future__ import annotations

import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from misibench.web.guard import Guard, hosts_for
from misibench.web.serving import base_url, listen

CHROMIUM = next((p for p in map(shutil.which, ("chromium", "chromium-browser")) if p), None)
SWITCHES = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """The browser, 1280 x 720."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("chromium is not installed")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield browser
        browser.close()


class Visitor:
    """A browser of its own: cookies, requests and complaints of the page kept apart."""

    def __init__(self, chromium: Any, width: int = 1280, height: int = 720) -> None:
        self.context = chromium.new_context(viewport={"width": width, "height": height})
        self.requests: list[str] = []
        self.problems: list[str] = []
        self.expects_problems = False

    def page(self) -> Any:
        """Open a tab."""
        page = self.context.new_page()
        page.set_default_timeout(20_000)
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", self._note)
        return page

    def _note(self, message: Any) -> None:
        if message.type in ("error", "warning") and "GPU stall" not in message.text:
            self.problems.append(message.text)


@pytest.fixture
def visit(chromium: Any) -> Iterator[Callable[..., Visitor]]:
    """Open browsers; at the end their pages must have had nothing to complain about."""
    visitors: list[Visitor] = []

    def new(**options: Any) -> Visitor:
        visitors.append(Visitor(chromium, **options))
        return visitors[-1]

    yield new
    for visitor in visitors:
        visitor.context.close()
    for visitor in visitors:
        assert visitor.expects_problems or visitor.problems == []


@pytest.fixture
def served() -> Iterator[Callable[[Any], str]]:
    """Serve an application in a thread; gives its address."""
    running: list[tuple[uvicorn.Server, threading.Thread, socket.socket]] = []

    def serve(app: Any) -> str:
        opened = listen("127.0.0.1", 0)
        guard = Guard(app, hosts=hosts_for("127.0.0.1"))
        server = uvicorn.Server(uvicorn.Config(guard, log_level="error", access_log=False))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [opened]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        running.append((server, thread, opened))
        return base_url(opened)

    yield serve
    for server, thread, opened in running:
        server.should_exit = True
        thread.join(10)
        opened.close()


@pytest.fixture
def shots(request: pytest.FixtureRequest) -> Path | None:
    """Where screenshots go, if ``MISIBENCH_SHOTS`` names a folder."""
    import os

    place = os.environ.get("MISIBENCH_SHOTS")
    return Path(place) if place else None
