"""T2: how far, and about which axis of the screen, was the complex turned?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from misibench.geometry import AXES, Roll
from misibench.records import Question, Score
from misibench.tasks.draft import Draft, DraftRequest
from misibench.tasks.moves import ROLL_GRID, deal, number_of_questions, shared_generators
from misibench.tasks.pictures import after, share_in_view, three_views
from misibench.tasks.scoring import score_rotation

__all__ = ["Rotation"]


class Rotation:
    """Front, left and top view, and the front view after a rotation: which rotation?"""

    name: ClassVar[str] = "rotation"
    code: ClassVar[str] = "T2"
    version: ClassVar[int] = 1
    needs_reference: ClassVar[bool] = False
    published: ClassVar[dict[str, int]] = {"train": 2, "test": 1}  # per axis

    def drafts(self, request: DraftRequest) -> Iterator[Draft]:
        """Ask about rotations about x, y and z in turn."""
        decks = [deal(rng, ROLL_GRID) for rng in shared_generators(request, len(AXES))]
        for index in range(number_of_questions(request, self.published) * len(AXES)):
            turn = index % len(AXES)
            roll = Roll(AXES[turn], next(decks[turn]))
            yield Draft(
                task=self.name,
                index=index,
                images=(*three_views(), after(roll)),
                slots={},
                answer=str(roll),
                truth={"axis": roll.axis, "value": int(roll.angle_deg)},
                meta={"in_view": share_in_view(request.annotation, [roll])},
            )

    def score(self, reply: str, question: Question) -> Score:
        """Score a reply: right axis 1 - e/11, e the distance in rank on the grid."""
        return score_rotation(reply, question)
