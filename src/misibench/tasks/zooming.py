"""T3: how far was the complex moved toward the viewer?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from misibench.geometry import Move
from misibench.records import Question, Score
from misibench.tasks.draft import Draft, DraftRequest
from misibench.tasks.moves import ZOOM_GRID, deal, number_of_questions, shared_generators
from misibench.tasks.pictures import after, share_in_view, three_views
from misibench.tasks.scoring import score_zoom

__all__ = ["Zooming"]


class Zooming:
    """Front, left and top view, and the front view after a move along z: how far?"""

    name: ClassVar[str] = "zooming"
    code: ClassVar[str] = "T3"
    version: ClassVar[int] = 1
    needs_reference: ClassVar[bool] = False
    published: ClassVar[dict[str, int]] = {"train": 4, "test": 2}

    def drafts(self, request: DraftRequest) -> Iterator[Draft]:
        """Ask about moves toward the viewer, of those that leave an atom in view."""
        annotation = request.annotation
        in_view = {value: share_in_view(annotation, [Move("z", value)]) for value in ZOOM_GRID}
        # a small complex can be passed by the camera: an empty picture asks nothing
        cards = [value for value in ZOOM_GRID if in_view[value]] or list(ZOOM_GRID)
        deck = deal(shared_generators(request, 1)[0], cards)
        distance = float(annotation.camera.position[2] - annotation.centre[2])
        for index in range(number_of_questions(request, self.published)):
            move = Move("z", next(deck))
            yield Draft(
                task=self.name,
                index=index,
                images=(*three_views(), after(move)),
                slots={},
                answer=str(move),
                truth={
                    "axis": "z",
                    "value": int(move.distance),
                    "camera_distance": round(distance, 4),
                },
                meta={"in_view": in_view[int(move.distance)]},
            )

    def score(self, reply: str, question: Question) -> Score:
        """Score a reply: right or wrong."""
        return score_zoom(reply, question)
