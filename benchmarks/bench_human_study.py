"""Time thirty people answering two thousand questions at once, the server killed half-way.

python benchmarks/bench_human_study.py
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "web"))

from made_dataset import make_dataset
from simulated import Person, Server, answer_all

from misibench.web.human.store import Store


def main() -> None:
    """Run, check that nothing was lost or doubled, print the times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=30)
    parser.add_argument("--answers", type=int, default=67, help="of each")
    parser.add_argument("--pause", type=float, default=0.4, help="mean seconds between answers")
    parser.add_argument("--picture-size", type=int, default=512)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        dataset = make_dataset(
            Path(place) / "dataset", tuple(f"{n}abc" for n in range(1, 6)), size=chosen.picture_size
        )
        study = Path(place) / "study"
        server = Server(dataset, study, "--participants", str(chosen.people),
                        "--attention-every", "0")  # fmt: skip
        people = [Person(link, chosen.pause, chosen.answers, seed)
                  for seed, link in enumerate(server.links)]  # fmt: skip
        wanted = chosen.people * chosen.answers
        try:
            seconds = answer_all(server, people, kill_after=wanted // 2)
        finally:
            server.kill()
        store = Store(study / "study.sqlite3")
        lost = 0
        for number, person in enumerate(people, start=1):
            kept = {one.position: one.reply for one in store.items(number)
                    if one.status == "answered"}  # fmt: skip
            lost += sum(kept.get(place) != text for place, text in person.accepted.items())
        doubled = store.accepted_count() - wanted
        store.close()
    times = sorted(one for person in people for one in person.latencies_s)
    pages = sorted(one for person in people for one in person.page_latencies_s)
    requests = sum(person.requests for person in people)
    print(f"{wanted} answers of {chosen.people} people in {seconds:.1f} s, {requests} requests, "
          f"{sum(person.retries for person in people)} sent again")  # fmt: skip
    print(f"lost {lost}, doubled {doubled}")
    for name, some in (("answer", times), ("page", pages)):
        print(
            f"{name}: median {1000 * some[len(some) // 2]:.0f} ms, "
            f"p95 {1000 * some[int(0.95 * len(some))]:.0f} ms, slowest {some[-1]:.2f} s"
        )
    if lost or doubled:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
