"""Likeness of ligands: Tanimoto coefficient of Morgan fingerprints (radius 2, 2,048 bits)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from rdkit import Chem, DataStructs, rdBase
from rdkit.Chem import rdFingerprintGenerator

from misibench.dataset.similarity.profile import Profile

__all__ = ["ligand_pairs", "ligand_similarities", "nearest_by_ligand"]

RADIUS: Final = 2
BITS: Final = 2048


def _fingerprints(texts: Sequence[str], chemistry: bool) -> list[Any]:
    generator = rdFingerprintGenerator.GetMorganGenerator(radius=RADIUS, fpSize=BITS)
    made: list[Any] = []
    with rdBase.BlockLogs():
        for text in texts:
            molecule = Chem.MolFromSmiles(text, sanitize=chemistry)
            if molecule is None:
                made.append(None)
                continue
            if not chemistry:  # what a fingerprint needs of sanitisation
                molecule.UpdatePropertyCache(strict=False)
                Chem.FastFindRings(molecule)
            made.append(generator.GetFingerprint(molecule))
    return made


class _Ligands:
    """Fingerprints of all ligands, each different text once."""

    def __init__(self, profiles: Sequence[Profile]) -> None:
        self._ordered = _Indexed([one.smiles for one in profiles], chemistry=True)
        self._plain = _Indexed([one.skeleton or None for one in profiles], chemistry=False)

    def row(self, place: int) -> NDArray[np.float64]:
        """Similarity of one ligand to all, shape (n,)."""
        plain = self._plain.row(place)
        if self._ordered.is_empty(place):
            return plain
        ordered = self._ordered.row(place)
        # where either file has no bond orders, the skeletons are compared
        return np.where(self._ordered.known, ordered, plain)


class _Indexed:
    """One text per complex, or None; equal texts share a fingerprint."""

    def __init__(self, texts: Sequence[str | None], *, chemistry: bool) -> None:
        unique = sorted({text for text in texts if text is not None})
        position = {text: place for place, text in enumerate(unique)}
        self._prints = _fingerprints(unique, chemistry)
        lost = [one is None for one in self._prints]
        empty = DataStructs.ExplicitBitVect(BITS)
        self._prints = [empty if one is None else one for one in self._prints]
        self._index = np.array(
            [-1 if text is None or lost[position[text]] else position[text] for text in texts],
            dtype=np.int64,
        )
        self.known = self._index >= 0

    def is_empty(self, place: int) -> bool:
        """Whether this complex has no fingerprint."""
        return not bool(self.known[place])

    def row(self, place: int) -> NDArray[np.float64]:
        """Similarity of one complex to all, shape (n,); 0 where there is no fingerprint."""
        if self.is_empty(place) or not self._prints:
            return np.zeros(len(self._index))
        own = self._prints[int(self._index[place])]
        values = np.array(DataStructs.BulkTanimotoSimilarity(own, self._prints))
        return np.where(self.known, values[self._index], 0.0)


def ligand_similarities(profiles: Sequence[Profile], place: int) -> NDArray[np.float64]:
    """Give the similarity of one complex's ligand to all, shape (n,), 0 to 1."""
    return _Ligands(profiles).row(place)


def ligand_pairs(profiles: Sequence[Profile], least: float) -> Iterator[tuple[int, int, float]]:
    """Find the pairs of complexes whose ligands reach a similarity.

    Yields
    ------
    tuple
        (place, place, similarity), the first place before the second.
    """
    ligands = _Ligands(profiles)
    for place in range(len(profiles)):
        values = ligands.row(place)
        for other in np.flatnonzero(values >= least).tolist():
            if other > place:
                yield place, other, float(values[other])


def nearest_by_ligand(
    asked: Sequence[Profile], among: Sequence[Profile]
) -> list[tuple[float, int | None]]:
    """Find, for every complex of one list, the most alike of another by its ligand.

    Returns
    -------
    list
        (similarity, place in ``among``); (0.0, None) where nothing is alike. Of equals the first.
    """
    ligands = _Ligands([*asked, *among])
    results: list[tuple[float, int | None]] = []
    for place in range(len(asked)):
        values = ligands.row(place)[len(asked) :]
        best = int(np.argmax(values)) if len(values) else 0
        alike = len(values) > 0 and values[best] > 0
        results.append((float(values[best]), best) if alike else (0.0, None))
    return results
