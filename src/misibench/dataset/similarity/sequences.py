"""Sequence identity of chains, and which pairs of complexes are alike by it.

Chains are aligned globally with BLOSUM62 and affine gaps (gemmi). Identity is the number of
equal residues over the length of the shorter chain, at least 30, so that a short peptide does not
count as alike by chance. An alignment that two unrelated chains would reach too says nothing about
kinship, and its identity counts as 0: one whose score, overhanging ends not counted, is expected
by chance more than once in a thousand pairs (Karlin-Altschul statistics). That matters for pocket
files, whose some 60 residues align with 35 % identity to any other 60.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import Final

import gemmi

from misibench.dataset.similarity.candidates import ALL_PAIRS_UP_TO, candidate_pairs
from misibench.dataset.similarity.profile import Profile

__all__ = ["MIN_LENGTH", "chain_identity", "nearest_by_sequence", "sequence_pairs"]

MIN_LENGTH: Final = 30
"""Shorter chains count as this long."""

NUCLEIC_IDENTITY: Final = 0.8
"""Least identity of nucleic acid chains to count as alike: with four letters, unrelated ones reach
half of it by chance."""

MAX_EXPECTED: Final = 1e-3
"""Most pairs of unrelated chains of these lengths expected to score as well."""

_LAMBDA, _K = 0.267, 0.041
"""Karlin-Altschul parameters of gapped BLOSUM62 alignments with gaps of -11 - n, as BLAST has them
(Altschul et al. 1997, Nucleic Acids Res. 25, 3389); those for -10 - n differ little."""

_SCORING: Final = gemmi.AlignmentScoring("b")  # BLOSUM62, gap of length n: -10 - n


@cache
def _residue_names(sequence: str) -> list[str]:
    kind = gemmi.ResidueKind.AA
    return [gemmi.expand_one_letter(letter, kind) or "UNK" for letter in sequence]


def chain_identity(first: str, second: str) -> float:
    """Give the identity of two chains, 0 to 1; 0 for a protein and a nucleic acid.

    >>> round(chain_identity("ACDEFGHIKLMNPQRSTVWY" * 2, "ACDEFGHIKLMNPQRSTVWF" * 2), 3)
    0.95
    """
    if not first or not second or first.islower() != second.islower():
        return 0.0
    if first == second:
        return min(1.0, len(first) / MIN_LENGTH)
    shorter = max(min(len(first), len(second)), MIN_LENGTH)
    if first.islower():
        aligned = gemmi.align_string_sequences(list(first), list(second), [])
        identity = float(aligned.match_count) / shorter
        return identity if identity >= NUCLEIC_IDENTITY else 0.0
    # the order of the two must not matter
    one, other = sorted((first, second), key=lambda text: (len(text), text))
    aligned = gemmi.align_string_sequences(_residue_names(one), _residue_names(other), [], _SCORING)
    score = aligned.score + _overhang_cost(aligned.cigar_str())
    if _expected(score, len(one), len(other)) > MAX_EXPECTED:
        return 0.0
    return float(aligned.match_count) / shorter


def _expected(score: int, length: int, other_length: int) -> float:
    """Number of pairs of random chains of these lengths that are expected to score so much."""
    return _K * length * other_length * math.exp(-_LAMBDA * score)


def _overhang_cost(cigar: str) -> int:
    """What the gaps at both ends of an alignment cost."""
    parts = re.findall(r"(\d+)([MID])", cigar)
    ends = parts[:1] + (parts[-1:] if len(parts) > 1 else [])
    return sum(int(length) - _SCORING.gapo for length, kind in ends if kind != "M")


def sequence_pairs(
    profiles: Sequence[Profile], least: float, engine: str = "auto"
) -> Iterator[tuple[int, int, float]]:
    """Find the pairs of complexes whose most alike chains reach an identity.

    Parameters
    ----------
    profiles
        The complexes.
    least
        Least identity, 0 to 1.
    engine
        How pairs worth aligning are found among many, see ``candidate_pairs``.

    Yields
    ------
    tuple
        (place, place, identity) with the first place before the second; pairs with identical
        chains too.
    """
    holders: dict[str, set[int]] = {}
    for place, profile in enumerate(profiles):
        for sequence in profile.sequences:
            holders.setdefault(sequence, set()).add(place)
    unique = sorted(holders)
    best: dict[tuple[int, int], float] = {}

    def note(first: str, second: str, identity: float) -> None:
        for one in holders[first]:
            for other in holders[second]:
                if one != other:
                    key = (one, other) if one < other else (other, one)
                    best[key] = max(best.get(key, 0.0), identity)

    for sequence in unique:
        identity = chain_identity(sequence, sequence)
        if identity >= least and len(holders[sequence]) > 1:
            note(sequence, sequence, identity)
    for place, other in candidate_pairs(unique, least, engine):
        identity = chain_identity(unique[place], unique[other])
        if identity >= least:
            note(unique[place], unique[other], identity)
    for (one, other), identity in sorted(best.items()):
        yield one, other, identity


def nearest_by_sequence(
    asked: Sequence[Profile], among: Sequence[Profile], engine: str = "auto"
) -> list[tuple[float, int | None]]:
    """Find, for every complex of one list, the most alike of another by sequence identity.

    Returns
    -------
    list
        (identity, place in ``among``); (0.0, None) where nothing is alike. Of equals the first.
    """
    holders: dict[str, int] = {}  # chain -> first complex that has it
    for place, profile in enumerate(among):
        for sequence in profile.sequences:
            holders.setdefault(sequence, place)
    own = {sequence for profile in asked for sequence in profile.sequences}
    unique = sorted(own | holders.keys())
    best: dict[str, tuple[float, int | None]] = {
        sequence: (chain_identity(sequence, sequence), holders[sequence])
        for sequence in own & holders.keys()
    }

    def note(sequence: str, other: str) -> None:
        if sequence in own and other in holders:
            found = (chain_identity(sequence, other), holders[other])
            best[sequence] = _nearer(best.get(sequence, (0.0, None)), found)

    for one, other in candidate_pairs(unique, 0.0 if _few(own, holders) else 0.3, engine):
        note(unique[one], unique[other])
        note(unique[other], unique[one])
    results = []
    for profile in asked:
        nearest: tuple[float, int | None] = (0.0, None)
        for sequence in profile.sequences:
            nearest = _nearer(nearest, best.get(sequence, (0.0, None)))
        results.append(nearest)
    return results


def _nearer(
    one: tuple[float, int | None], other: tuple[float, int | None]
) -> tuple[float, int | None]:
    if other[1] is None or other[0] <= 0.0:
        return one
    if one[1] is None or other[0] > one[0] or (other[0] == one[0] and other[1] < one[1]):
        return other
    return one


def _few(own: Collection[str], others: Collection[str]) -> bool:
    return len(own) * len(others) <= ALL_PAIRS_UP_TO**2 // 2
