"""Studies for tests: small, each in a folder of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from misibench.web.guard import Guard, hosts_for
from misibench.web.human import Study, human_app, open_study

PASSWORD = "a password for tests"
URL = "http://127.0.0.1:8351"

OpenStudy = Callable[..., Study]


@pytest.fixture
def begin(dataset: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenStudy]:
    """Begin or go on with a study: ``begin(setting=...)``."""
    monkeypatch.setenv("MISIBENCH_ADMIN_PASSWORD", PASSWORD)
    opened: list[Study] = []

    def open_one(folder: Path = tmp_path / "study", data: Path = dataset, **given: Any) -> Study:
        study = open_study(data, folder, given)
        opened.append(study)
        return study

    yield open_one
    for study in opened:
        study.close()


class Browser:
    """A participant's browser: keeps cookies, knows the form token, remembers what it received."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.form_token = ""
        self.received: list[tuple[str, str, bytes]] = []
        self._count = 0

    def get(self, address: str) -> Any:
        return self._keep(self.client.get(address))

    def post(self, address: str, fields: dict[str, str]) -> Any:
        return self._keep(self.client.post(address, data={"form_token": self.form_token, **fields}))

    def _keep(self, reply: Any) -> Any:
        for one in (*reply.history, reply):
            self.received.append((str(one.url), str(one.headers), one.content))
        found = re.search(r'(?:name="form_token" value|data-form-token)="([^"]+)"', reply.text)
        if found:
            self.form_token = found[1]
        return reply

    def join(self, token: str) -> None:
        """Open the personal link and agree."""
        assert self.get(f"/p/{token}").status_code == 200
        assert self.post("/study/consent", {"agree": "yes"}).status_code == 200

    def save(self, position: int, **change: Any) -> Any:
        """Send what a question's page sends; takes the version last seen if none is given."""
        self._count += 1
        if "version" not in change:
            change["version"] = self.get(f"/study/api/state/{position}").json()["version"]
        content = {"action": "answer", "form": {}, "active_ms": 1000,
                   "request_id": f"request-{self._count:06d}", **change}  # fmt: skip
        headers = {"X-Form-Token": self.form_token}
        return self._keep(
            self.client.post(f"/study/api/save/{position}", json=content, headers=headers)
        )


@pytest.fixture
def browsers() -> Iterator[Callable[[Study], Browser]]:
    """Open browsers on a study."""
    clients: list[TestClient] = []

    def open_one(study: Study) -> Browser:
        app = Guard(human_app(study, URL), hosts=hosts_for("127.0.0.1"))
        client = TestClient(app, base_url=URL, raise_server_exceptions=False)
        client.__enter__()
        clients.append(client)
        return Browser(client)

    yield open_one
    for client in clients:
        client.__exit__(None, None, None)
