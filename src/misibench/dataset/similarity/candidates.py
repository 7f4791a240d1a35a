"""Which pairs of chains are worth aligning: all of few, those with something in common of many."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

import numpy as np
import scipy.sparse

from misibench.errors import UsageError

__all__ = ["ALL_PAIRS_UP_TO", "ENGINES", "candidate_pairs", "resolved_engine"]

ENGINES: Final = ("auto", "all", "words", "mmseqs2")

ALL_PAIRS_UP_TO: Final = 1500
"""With so many different chains all pairs are aligned: about a million, some minutes."""

_WORD: Final = 4
_SHARED_WORDS: Final = 2
_LETTERS: Final = {letter: place for place, letter in enumerate("ACDEFGHIKLMNPQRSTVWYXacgtu")}


def resolved_engine(engine: str, chains: int) -> str:
    """Give the engine that "auto" stands for: all pairs of few chains, else MMseqs2 or words.

    Raises
    ------
    UsageError
        If there is no such engine, or MMseqs2 is asked for and not installed.
    """
    if engine not in ENGINES:
        raise UsageError("engine", f"{engine!r}", "one of " + ", ".join(ENGINES))
    installed = shutil.which("mmseqs") is not None
    if engine == "auto":
        if chains <= ALL_PAIRS_UP_TO:
            return "all"
        return "mmseqs2" if installed else "words"
    if engine == "mmseqs2" and not installed:
        raise UsageError(
            "engine", "mmseqs is not installed", "MMseqs2 on the PATH", "install it, or use words"
        )
    return engine


def candidate_pairs(
    sequences: Sequence[str], least: float, engine: str = "auto"
) -> Iterator[tuple[int, int]]:
    """Give the pairs of different sequences that may reach an identity, as places, ascending.

    Parameters
    ----------
    sequences
        Different from one another.
    least
        The identity that matters; 0 makes every pair matter.
    engine
        ``all``: every pair. ``words``: pairs that share two words of four letters, which finds
        next to all pairs above half identity and misses part of those below. ``mmseqs2``: what
        MMseqs2 finds at its highest sensitivity. ``auto``: see ``resolved_engine``.
    """
    chosen = resolved_engine(engine, len(sequences))
    if chosen == "all" or len(sequences) < 2 or least <= 0:
        yield from combinations(range(len(sequences)), 2)
    elif chosen == "words":
        yield from _sharing_words(sequences)
    else:
        yield from _found_by_mmseqs(sequences)


def _sharing_words(sequences: Sequence[str]) -> Iterator[tuple[int, int]]:
    base = len(_LETTERS)
    rows: list[np.ndarray] = []
    for sequence in sequences:
        codes = np.array([_LETTERS.get(letter, 20) for letter in sequence], dtype=np.int64)
        count = len(codes) - _WORD + 1
        words = np.zeros(max(count, 0), dtype=np.int64)
        for place in range(_WORD if count > 0 else 0):
            words = words * base + codes[place : place + count]
        rows.append(np.unique(words))
    indptr = np.concatenate([[0], np.cumsum([len(row) for row in rows])])
    indices = np.concatenate(rows) if rows else np.zeros(0, dtype=np.int64)
    has = scipy.sparse.csr_matrix(
        (np.ones(len(indices), dtype=np.int32), indices, indptr),
        shape=(len(sequences), base**_WORD),
    )
    for start in range(0, len(sequences), 256):  # in blocks, so that memory stays small
        shared = (has[start : start + 256] @ has.T).tocoo()
        enough = (shared.data >= _SHARED_WORDS) & (shared.row + start < shared.col)
        found = zip((shared.row[enough] + start).tolist(), shared.col[enough].tolist(), strict=True)
        yield from sorted(found)


def _found_by_mmseqs(sequences: Sequence[str]) -> Iterator[tuple[int, int]]:
    proteins = [place for place, one in enumerate(sequences) if not one.islower()]
    rest = [place for place, one in enumerate(sequences) if one.islower()]
    found = set(combinations(rest, 2))
    with tempfile.TemporaryDirectory(prefix="misibench-mmseqs-") as name:
        folder = Path(name)
        fasta = folder / "chains.fasta"
        fasta.write_text("".join(f">{place}\n{sequences[place]}\n" for place in proteins))
        command = [
            "mmseqs", "easy-search", str(fasta), str(fasta), str(folder / "hits.tsv"),
            str(folder / "tmp"), "-s", "7.5", "-e", "10", "--max-seqs", str(len(sequences)),
            "--format-output", "query,target", "-v", "1",
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            last = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["no message"]
            raise UsageError("mmseqs", f"ended with {done.returncode}: {last[0]}", "", "use words")
        for line in (folder / "hits.tsv").read_text().splitlines():
            one, other = (int(word) for word in line.split("\t")[:2])
            if one != other:
                found.add((min(one, other), max(one, other)))
    yield from sorted(found)
