"""Limits on how often something may be done."""

from __future__ import annotations

from misibench.web.rates import RateLimit


def test_a_burst_is_allowed_then_a_steady_rate() -> None:
    now = [0.0]
    limit = RateLimit(per_s=2.0, burst=3, clock=lambda: now[0])
    assert [limit.allow("a") for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5  # one more token at two a second
    assert [limit.allow("a") for _ in range(2)] == [True, False]


def test_keys_do_not_share_their_limit() -> None:
    limit = RateLimit(per_s=0.0, burst=1, clock=lambda: 0.0)
    assert limit.allow("a")
    assert limit.exhausted("a")
    assert limit.allow("b")


def test_asking_whether_it_is_exhausted_takes_nothing() -> None:
    limit = RateLimit(per_s=0.0, burst=1, clock=lambda: 0.0)
    assert not limit.exhausted("a")
    assert not limit.exhausted("a")
    assert limit.allow("a")


def test_many_made_up_keys_do_not_fill_the_memory() -> None:
    limit = RateLimit(per_s=0.0, burst=1, clock=lambda: 0.0)
    for number in range(10_050):
        limit.allow(str(number))
    assert len(limit._buckets) == 10_000
