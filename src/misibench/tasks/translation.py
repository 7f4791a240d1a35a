"""T1: how far, and along which axis of the screen, was the complex moved?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from misibench.geometry import Move
from misibench.records import Question, Score
from misibench.tasks.draft import Draft, DraftRequest
from misibench.tasks.moves import MOVE_AXES, MOVE_GRID, deal, number_of_questions, shared_generators
from misibench.tasks.pictures import after, share_in_view, three_views
from misibench.tasks.scoring import score_translation

__all__ = ["Translation"]


class Translation:
    """Front, left and top view, and the front view after a move along x or y: which move?"""

    name: ClassVar[str] = "translation"
    code: ClassVar[str] = "T1"
    version: ClassVar[int] = 1
    needs_reference: ClassVar[bool] = False
    published: ClassVar[dict[str, int]] = {"train": 2, "test": 1}  # per axis

    def drafts(self, request: DraftRequest) -> Iterator[Draft]:
        """Ask about moves along x and y in turn."""
        decks = [deal(rng, MOVE_GRID) for rng in shared_generators(request, len(MOVE_AXES))]
        for index in range(number_of_questions(request, self.published) * len(MOVE_AXES)):
            turn = index % len(MOVE_AXES)
            move = Move(MOVE_AXES[turn], next(decks[turn]))
            yield Draft(
                task=self.name,
                index=index,
                images=(*three_views(), after(move)),
                slots={},
                answer=str(move),
                truth={"axis": move.axis, "value": int(move.distance)},
                meta={"in_view": share_in_view(request.annotation, [move])},
            )

    def score(self, reply: str, question: Question) -> Score:
        """Score a reply: right axis 1 - e/7, e the distance in rank on the grid."""
        return score_translation(reply, question)
