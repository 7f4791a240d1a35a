"""Seeds: one generator per question, and rankings that do not depend on what else is there."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import numpy as np

__all__ = ["choose_reference", "question_rng", "rank"]


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
    others = [one for one in candidates if one != complex_id]
    if not others:
        return None
    return min(others, key=lambda one: _entropy("reference", seed, complex_id, one))
