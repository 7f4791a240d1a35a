"""T5: see a move and a rotation done to one complex, find the same done to another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from misibench.geometry import AXES, Move, Roll
from misibench.records import Question, Score
from misibench.scene.shot import Shot
from misibench.tasks.decoys import Decoy, pair_decoys
from misibench.tasks.draft import Draft, DraftRequest, Option
from misibench.tasks.moves import (
    LETTERS,
    MOVE_AXES,
    MOVE_GRID,
    ROLL_GRID,
    deal,
    describe,
    number_of_questions,
    shared_generators,
)
from misibench.tasks.pictures import after, share_in_view, three_views
from misibench.tasks.scoring import score_choice

__all__ = ["TranslationRotation"]

MOVE_SIZES = tuple(value for value in MOVE_GRID if value > 0)
ROLL_SIZES = tuple(value for value in ROLL_GRID if value > 0)


class TranslationRotation:
    """The reference complex before and after, the target complex before, four candidates."""

    name: ClassVar[str] = "translation_rotation"
    code: ClassVar[str] = "T5"
    version: ClassVar[int] = 1
    needs_reference: ClassVar[bool] = True
    published: ClassVar[dict[str, int]] = {"train": 6, "test": 3}

    def drafts(self, request: DraftRequest) -> Iterator[Draft]:
        """Ask about pairs of a move (f1) and a rotation (f2), axes and values without repeats."""
        rngs = iter(shared_generators(request, 8))
        letters = deal(next(rngs), LETTERS)
        move_axes = deal(next(rngs), MOVE_AXES)
        roll_axes = deal(next(rngs), AXES)
        distances = {axis: deal(next(rngs), MOVE_GRID) for axis in MOVE_AXES}
        angles = {axis: deal(next(rngs), ROLL_GRID) for axis in AXES}
        for index in range(number_of_questions(request, self.published)):
            move_axis, roll_axis = next(move_axes), next(roll_axes)
            move = Move(move_axis, next(distances[move_axis]))
            roll = Roll(roll_axis, next(angles[roll_axis]))
            layout, decoys = pair_decoys(
                move,
                roll,
                "y" if move.axis == "x" else "x",
                MOVE_SIZES,
                ROLL_SIZES,
                request.rng(index),
            )
            options = (Decoy((move, roll), "true"), *decoys)
            yield Draft(
                task=self.name,
                index=index,
                images=(
                    *three_views(of_reference=True),
                    after(move, roll, of_reference=True),
                    *three_views(),
                ),
                slots={},
                answer="",
                truth={
                    "move_axis": move.axis,
                    "move_value": int(move.distance),
                    "roll_axis": roll.axis,
                    "roll_value": int(roll.angle_deg),
                },
                options=tuple(
                    Option(describe(one.motions), Shot(motions=one.motions), in_picture=True)
                    for one in options
                ),
                letter=next(letters),
                meta={
                    "layout": layout,
                    "schemes": [one.scheme for one in decoys],
                    "in_view": share_in_view(request.annotation, [move, roll]),
                },
            )

    def score(self, reply: str, question: Question) -> Score:
        """Score a reply: right or wrong."""
        return score_choice(reply, question)
