"""What stands before both applications."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from misibench.web.guard import CONTENT_SECURITY_POLICY, Guard, host_name, hosts_for


async def _echo(request: Request) -> PlainTextResponse:
    return PlainTextResponse(str(len(await request.body())))


@pytest.fixture(name="client")
def _client() -> Iterator[TestClient]:
    app = Starlette(routes=[Route("/echo", _echo, methods=["POST"])])
    guard = Guard(app, hosts=hosts_for("127.0.0.1"), max_body_bytes=100)
    with TestClient(guard, base_url="http://127.0.0.1:8000") as client:
        yield client


def test_bodies_up_to_the_limit_pass(client: TestClient) -> None:
    assert client.post("/echo", content=b"x" * 100).text == "100"


def test_a_body_announced_too_large_is_refused(client: TestClient) -> None:
    assert client.post("/echo", content=b"x" * 101).status_code == 413


def test_a_body_too_large_without_announcement_is_refused(client: TestClient) -> None:
    parts = (b"x" * 60 for _ in range(1000))  # sent in chunks, without a length
    assert client.post("/echo", content=parts).status_code == 413


def test_a_length_that_is_no_number_is_refused(client: TestClient) -> None:
    reply = client.post("/echo", content=b"x", headers={"Content-Length": "-1"})
    assert reply.status_code == 413


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", ""])
def test_other_host_names_are_refused(client: TestClient, host: str) -> None:
    assert client.post("/echo", headers={"Host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:9", "[::1]:8000", "127.0.0.1"])
def test_names_of_this_machine_pass(client: TestClient, host: str) -> None:
    assert client.post("/echo", headers={"Host": host}).status_code == 200


def test_every_reply_carries_the_policy_that_forbids_foreign_content(client: TestClient) -> None:
    for reply in (client.post("/echo"), client.get("/nowhere"), client.get("/echo")):
        assert reply.headers["content-security-policy"] == CONTENT_SECURITY_POLICY
        assert reply.headers["x-content-type-options"] == "nosniff"
    assert "unsafe" not in CONTENT_SECURITY_POLICY


def test_refusals_are_logged_without_line_ends_and_without_tokens(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, logger="misibench.web"):
        client.get("/a%0Ab")
        client.get("/p/1-secret")
    assert "refused 404 GET '/a\\nb'" in caplog.messages[0]
    assert "secret" not in caplog.text


def test_listening_everywhere_allows_any_name_unless_one_is_given() -> None:
    assert hosts_for("0.0.0.0") is None
    assert hosts_for("0.0.0.0", "study.example") == {
        "127.0.0.1", "localhost", "[::1]", "0.0.0.0", "study.example",
    }  # fmt: skip


def test_ports_are_no_part_of_a_name() -> None:
    assert [host_name(one) for one in ("a:80", "[::1]:80", "[::1]", "a")] == [
        "a", "[::1]", "[::1]", "a",
    ]  # fmt: skip
