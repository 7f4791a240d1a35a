"""A server that is killed loses nothing that it accepted."""

from __future__ import annotations

from pathlib import Path

import pytest
from simulated import Person, Server, answer_all

from misibench.web.human.store import Store


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
    finally:
        server.kill()
    store = Store(tmp_path / "study" / "study.sqlite3")
    for number, person in enumerate(people, start=1):
        kept = {one.position: one.reply for one in store.items(number) if one.status == "answered"}
        assert kept == person.accepted
        assert len(kept) == answers
    assert store.accepted_count() == people_count * answers
    store.close()
    assert sum(person.retries for person in people) > 0  # they did notice
