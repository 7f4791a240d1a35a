"""Seeds: one generator per question, and rankings that do not depend on what else is there."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["choose_reference", "choose_references", "question_rng", "rank"]


def _entropy(*words: object) -> int:
    text = "\x1f".join(str(word) for word in words)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:16], "big")


def question_rng(seed: int, task: str, complex_id: str, index: int) -> np.random.Generator:
    """Give the generator of one question; index -1 serves draws shared by a complex's questions."""
    return np.random.default_rng(
        np.random.SeedSequence(_entropy("question", seed, task, complex_id, index))
    )


def rank(seed: int, purpose: str, name: str) -> int:
    """Give a number that orders names at random, the same whatever other names there are."""
    return _entropy("rank", seed, purpose, name)


def choose_reference(seed: int, complex_id: str, candidates: Iterable[str]) -> str | None:
    """Choose the reference complex of a complex's T5 questions; None without candidates.

    Rendezvous hashing: adding or removing other candidates changes the choice only if the
    chosen one goes or a new one beats it.
    """
    others = sorted({one for one in candidates if one != complex_id})
    if not others:
        return None
    own = _keys(seed, "asked", [complex_id])[0]
    return others[int(np.argmin(_mixed(own, _keys(seed, "shown", others))))]


def choose_references(seed: int, ids: Iterable[str]) -> dict[str, str | None]:
    """Choose the reference of every complex among the others; as ``choose_reference`` does.

    Quadratic in the number of complexes, but in compiled code: 20,000 take some ten seconds.
    """
    ordered = sorted(set(ids))
    if len(ordered) < 2:
        return dict.fromkeys(ordered)
    asked, shown = _keys(seed, "asked", ordered), _keys(seed, "shown", ordered)
    chosen: dict[str, str | None] = {}
    for place, name in enumerate(ordered):
        scores = _mixed(asked[place], shown)
        scores[place] = _LARGEST  # not itself
        chosen[name] = ordered[int(np.argmin(scores))]
    return chosen


_LARGEST = np.uint64(2**64 - 1)


def _keys(seed: int, purpose: str, names: Sequence[str]) -> NDArray[np.uint64]:
    """Give a number per name that is random but for its name, the purpose and the seed."""
    numbers = [_entropy("reference", purpose, seed, name) >> 64 for name in names]
    return np.array(numbers, dtype=np.uint64)


def _mixed(own: np.uint64, others: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Hash pairs of keys: the finaliser of SplitMix64 on their sum."""
    mixed = others + own  # wraps around, as it should
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed ^= mixed >> np.uint64(shift)
        mixed *= np.uint64(factor)
    mixed ^= mixed >> np.uint64(31)
    return mixed
