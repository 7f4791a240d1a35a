"""What of a question can be seen in its pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from misibench.rendering import Visibility
from misibench.scene import Shot

__all__ = ["LEAST_ATOMS_IN_VIEW", "LEAST_VISIBLE_SHARE", "Sight"]

LEAST_VISIBLE_SHARE = 8 / 1024**2
"""An atom is seen in a picture from this share of its pixels on: 8 of 1024×1024. A carbon of a
stick in the middle of a usual picture covers some hundred."""

LEAST_ATOMS_IN_VIEW = 3
"""A motion can be told from this many atoms on that are still in the picture after it."""

Pair = tuple[int, int]


class Sight:
    """Tells in how many pictures atoms are seen; every shot is looked at once.

    Parameters
    ----------
    look
        Finds out what a shot shows.
    pixels
        Number of pixels of a picture.
    """

    def __init__(self, look: Callable[[Shot], Visibility], pixels: int) -> None:
        self._look = look
        self._least = max(1.0, LEAST_VISIBLE_SHARE * pixels)
        self._seen: dict[Shot, frozenset[tuple[bool, int]]] = {}

    def views_of_worst(self, pairs: Sequence[Pair], shots: Sequence[Shot]) -> int:
        """Number of shots in which the worst seen of some atoms is seen.

        Parameters
        ----------
        pairs
            (receptor atom, ligand atom) of hydrogen bonds; all their atoms count.
        shots
            The pictures of the question.
        """
        atoms = {(False, pair[0]) for pair in pairs} | {(True, pair[1]) for pair in pairs}
        return min(sum(atom in self._of(shot) for shot in shots) for atom in atoms)

    def _of(self, shot: Shot) -> frozenset[tuple[bool, int]]:
        if shot not in self._seen:
            shown = self._look(shot)
            seen = np.flatnonzero(shown.areas >= self._least)
            self._seen[shot] = frozenset(
                zip(
                    shown.scene.is_ligand[seen].tolist(),
                    shown.scene.atom_index[seen].tolist(),
                    strict=True,
                )
            )
        return self._seen[shot]
