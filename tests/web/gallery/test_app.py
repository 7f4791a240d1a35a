"""The gallery's addresses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from misibench.web.gallery import Gallery, gallery_app


@pytest.fixture(name="client", scope="module")
def _client(dataset: Path) -> Iterator[TestClient]:
    app = gallery_app(Gallery(dataset))
    with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        yield client


def test_the_page_and_its_files_are_served(client: TestClient) -> None:
    page = client.get("/").text
    assert "<main" in page
    for name in ("gallery.js", "base.css", "vendor/3Dmol-min.js"):
        assert client.get(f"/static/{name}").status_code == 200


def test_a_question_comes_whole(client: TestClient) -> None:
    found = client.get("/api/find", params={"id": "T4/1aaa/A:45"}).json()
    content = client.get("/api/question/{task}/{split}/{row}".format(**found)).json()
    assert content["answer"] == "Yes: ARG NH1, O1B; ARG NH2, O1B"
    assert content["truth"]["res_name"] == "ARG"
    assert len(content["images"]) == 6


def test_pictures_overlays_and_models_are_found_by_the_questions_place(client: TestClient) -> None:
    assert client.get("/image/rotation/test/0/3").content.startswith(b"\x89PNG")
    overlays = client.get("/api/overlay/rotation/test/0").json()
    assert [len(one) for one in overlays] == [1, 1, 1, 1]
    assert client.get("/api/complex/rotation/test/0").json()["hbonds"]


@pytest.mark.parametrize(
    "address",
    [
        "/image/rotation/test/0/4", "/image/rotation/test/-1/0", "/image/rotation/test/999/0",
        "/api/question/rotation/all/0", "/api/question/..%2f..%2fetc/test/0",
        "/static/..%2f..%2f..%2fetc%2fpasswd", "/static/../guard.py", "/etc/passwd",
        "/api/find?id=../../x", "/image/rotation/test/0/../../../manifest.json",
    ],
)  # fmt: skip
def test_what_is_not_there_is_not_found(client: TestClient, address: str) -> None:
    reply = client.get(address)
    assert reply.status_code in (404, 422)
    assert b"root:" not in reply.content


@pytest.mark.parametrize("query", ["offset=-1", "offset=x", "bonds=%27", "limit=1e9", "run0=right"])
def test_bad_queries_are_refused_in_words(client: TestClient, query: str) -> None:
    reply = client.get(f"/api/list?{query}")
    assert reply.status_code == 400
    assert "expected" in reply.json()["error"]


def test_nothing_can_be_changed(client: TestClient) -> None:
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        assert client.request(method, "/api/list").status_code == 405


def test_sql_and_html_in_filters_are_only_text(client: TestClient) -> None:
    for text in ("' OR 1=1 --", "<script>alert(1)</script>", "%00", "*"):
        reply = client.get("/api/list", params={"text": text, "complex": text})
        assert reply.json() == {"total": 0, "rows": []}
