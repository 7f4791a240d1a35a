"""A server that is killed loses nothing that it accepted."""

from __future__ import annotations

import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from simulated import Person, Server, answer_all

from misibench.web.human.store import Store


def _attack(server: Server) -> None:
    """Send what no browser sends; the server must refuse it and go on."""
    place = urlsplit(server.url)
    host = f"Host: {place.netloc}\r\n".encode()
    cases = {
        b"GET /study/picture/../../../../etc/passwd HTTP/1.1\r\n" + host: b" 404",
        b"GET /static/..%2f..%2f..%2fetc%2fpasswd HTTP/1.1\r\n" + host: b" 404",
        b"GET /p/1-forged HTTP/1.1\r\n" + host: b" 403",
        b"DELETE /study HTTP/1.1\r\n" + host: b" 405",
        b"POST /study/api/save/1 HTTP/1.1\r\nContent-Length: 99999999\r\n" + host: b" 413",
        b"GET /study HTTP/1.1\r\nHost: evil.example\r\n": b" 421",
        b"\x00\xff nonsense\r\n": b" 400",
    }
    for request, status in cases.items():
        with socket.create_connection((place.hostname, place.port), timeout=10) as connection:
            connection.sendall(request + b"Connection: close\r\n\r\n")
            reply = connection.recv(65536)
        assert status in reply.split(b"\r\n", 1)[0]
        assert b"root:" not in reply


@pytest.mark.slow
def test_kill_9_in_the_middle_loses_and_doubles_nothing(dataset: Path, tmp_path: Path) -> None:
    people_count, answers = 4, 12
    server = Server(
        dataset, tmp_path / "study", "--participants", str(people_count), "--attention-every", "0"
    )
    try:
        people = [
            Person(link, pause_s=0.05, most=answers, seed=n) for n, link in enumerate(server.links)
        ]
        answer_all(server, people, kill_after=people_count * answers // 2)
        _attack(server)
    finally:
        server.kill()
    log = (tmp_path / "study" / "study.log").read_text()
    for status in ("403", "404", "405", "413", "421"):
        assert f"refused {status}" in log
    assert not any(link.rsplit("/", 1)[1] in log for link in server.links)
    store = Store(tmp_path / "study" / "study.sqlite3")
    for number, person in enumerate(people, start=1):
        kept = {one.position: one.reply for one in store.items(number) if one.status == "answered"}
        assert kept == person.accepted
        assert len(kept) == answers
    assert store.accepted_count() == people_count * answers
    store.close()
    assert sum(person.retries for person in people) > 0  # they did notice
