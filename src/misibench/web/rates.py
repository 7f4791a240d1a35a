"""Limits on how often something may be done."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

__all__ = ["RateLimit"]

_MOST_KEYS = 10_000


class RateLimit:
    """Token buckets by key: ``burst`` at once, then ``per_s`` a second.

    Parameters
    ----------
    per_s
        Allowed per second in the long run.
    burst
        Allowed at once.
    clock
        Monotonic time in seconds.
    """

    def __init__(
        self, per_s: float, burst: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._per_s = per_s
        self._burst = float(burst)
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def allow(self, key: str) -> bool:
        """Take one token of a key's bucket; False if there is none."""
        now = self._clock()
        with self._lock:
            tokens, last = self._buckets.pop(key, (self._burst, now))
            tokens = min(self._burst, tokens + (now - last) * self._per_s)
            allowed = tokens >= 1.0
            self._buckets[key] = (tokens - 1.0 if allowed else tokens, now)
            # the oldest keys go first, so that made-up keys cannot fill the memory
            while len(self._buckets) > _MOST_KEYS:
                self._buckets.popitem(last=False)
        return allowed

    def exhausted(self, key: str) -> bool:
        """Say whether a key has no token left, without taking one."""
        now = self._clock()
        with self._lock:
            tokens, last = self._buckets.get(key, (self._burst, now))
            return min(self._burst, tokens + (now - last) * self._per_s) < 1.0
