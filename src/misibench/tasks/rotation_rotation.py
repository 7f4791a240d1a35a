"""T6: see two rotations done to a complex, find what doing both once more gives."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import ClassVar

from misibench.geometry import AXES, Roll
from misibench.records import Question, Score
from misibench.scene.shot import Shot
from misibench.tasks.decoys import Decoy, pair_decoys
from misibench.tasks.draft import Draft, DraftRequest, Option
from misibench.tasks.moves import (
    LETTERS,
    ROLL_GRID,
    deal,
    describe,
    number_of_questions,
    shared_generators,
)
from misibench.tasks.pictures import after, share_in_view, three_views
from misibench.tasks.scoring import score_choice

__all__ = ["RotationRotation"]

ROLL_SIZES = tuple(value for value in ROLL_GRID if value > 0)


class RotationRotation:
    """The complex before and after two rotations about different axes, four candidates."""

    name: ClassVar[str] = "rotation_rotation"
    code: ClassVar[str] = "T6"
    version: ClassVar[int] = 1
    needs_reference: ClassVar[bool] = False
    published: ClassVar[dict[str, int]] = {"train": 6, "test": 3}

    def drafts(self, request: DraftRequest) -> Iterator[Draft]:
        """Ask about pairs of rotations (f1, f2), axes and values without repeats."""
        rngs = iter(shared_generators(request, 8))
        letters = deal(next(rngs), LETTERS)
        axis_pairs = deal(next(rngs), tuple(permutations(AXES, 2)))
        first_angles = {axis: deal(next(rngs), ROLL_GRID) for axis in AXES}
        second_angles = {axis: deal(next(rngs), ROLL_GRID) for axis in AXES}
        for index in range(number_of_questions(request, self.published)):
            first_axis, second_axis = next(axis_pairs)
            first = Roll(first_axis, next(first_angles[first_axis]))
            second = Roll(second_axis, next(second_angles[second_axis]))
            (third_axis,) = (axis for axis in AXES if axis not in (first_axis, second_axis))
            layout, decoys = pair_decoys(
                first, second, third_axis, ROLL_SIZES, ROLL_SIZES, request.rng(index)
            )
            options = (Decoy((first, second), "true"), *decoys)
            yield Draft(
                task=self.name,
                index=index,
                images=(*three_views(), after(first, second)),
                slots={},
                answer="",
                truth={
                    "first_axis": first.axis,
                    "first_value": int(first.angle_deg),
                    "second_axis": second.axis,
                    "second_value": int(second.angle_deg),
                },
                options=tuple(
                    # a candidate starts from image 4, which has both rotations behind it
                    Option(
                        describe(one.motions),
                        Shot(motions=(first, second, *one.motions)),
                        in_picture=True,
                    )
                    for one in options
                ),
                letter=next(letters),
                meta={
                    "layout": layout,
                    "schemes": [one.scheme for one in decoys],
                    "in_view": share_in_view(request.annotation, [first, second] * 2),
                },
            )

    def score(self, reply: str, question: Question) -> Score:
        """Score a reply: right or wrong."""
        return score_choice(reply, question)
