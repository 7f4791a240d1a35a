"""Options that take several words, as ``--tasks T1,T2``."""

from __future__ import annotations

__all__ = ["listed_words"]


def listed_words(text: str) -> tuple[str, ...]:
    """Read words with commas between them.

    >>> listed_words("T1, rotation,")
    ('T1', 'rotation')
    """
    return tuple(word.strip() for word in text.split(",") if word.strip())
