"""T7: bring a displaced and turned ligand back into its pocket."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np

from misibench.geometry import AXES, Move, Roll, motions_transform
from misibench.records import Question, Score
from misibench.scene.annotation import Annotation
from misibench.scene.shot import Shot, Subject
from misibench.tasks.draft import Draft, DraftRequest, Image
from misibench.tasks.moves import (
    ROLL_GRID,
    deal,
    describe,
    number_of_questions,
    shared_generators,
)
from misibench.tasks.pictures import mean_depth, three_views
from misibench.tasks.scoring import score_docking

__all__ = ["LigandDocking", "edge_distances"]

EDGE = 0.9
"""Where the displaced ligand's outer edge goes, as a share of the view's half-width."""

SLACK = (0, 1, 2)
"""What is taken off the displacement at random, Å."""


class LigandDocking:
    """Pocket alone, displaced ligand alone, both: which roll and move undo the displacement?"""

    name: ClassVar[str] = "ligand_docking"
    code: ClassVar[str] = "T7"
    version: ClassVar[int] = 1
    needs_reference: ClassVar[bool] = False
    published: ClassVar[dict[str, int]] = {"train": 6, "test": 3}

    def drafts(self, request: DraftRequest) -> Iterator[Draft]:
        """Ask about displacements to the right and left, axes and values without repeats."""
        annotation = request.annotation
        edges = edge_distances(annotation)
        tensor = ligand_tensor(annotation)
        rngs = iter(shared_generators(request, 7))
        sides = deal(next(rngs), ("right", "left"))
        axes = deal(next(rngs), AXES)
        slacks = {side: deal(next(rngs), SLACK) for side in edges}
        angles = {axis: deal(next(rngs), ROLL_GRID) for axis in AXES}
        for index in range(number_of_questions(request, self.published)):
            side, axis = next(sides), next(axes)
            away = Move("x", displacement(edges[side], next(slacks[side]), side))
            turned = Roll(axis, next(angles[axis]))
            answer = (turned.inverse(), away.inverse())
            displaced = (away, turned)
            yield Draft(
                task=self.name,
                index=index,
                images=(
                    *three_views(Subject.POCKET),
                    *three_views(Subject.LIGAND, displaced),
                    Image(Shot(ligand_motions=displaced)),
                ),
                slots={},
                answer=describe(answer),
                truth={
                    "roll_axis": axis,
                    "roll_value": int(answer[0].angle_deg),
                    "move_axis": "x",
                    "move_value": int(answer[1].distance),
                    "ligand_tensor": tensor,
                },
                meta={"side": side, "in_view": _ligand_in_view(annotation, displaced)},
            )

    def score(self, reply: str, question: Question) -> Score:
        """Score a reply: half for the roll, half for the move."""
        return score_docking(reply, question)


def edge_distances(annotation: Annotation) -> dict[str, float]:
    """Displacements along x, Å, that put the ligand's outer edge at 0.9 of the half-width.

    The half-width of the view is taken at the mean depth of what is drawn; the ligand's edge
    is that of its heavy atoms in screen coordinates.
    """
    ligand = annotation.structure.ligand
    across = annotation.camera.screen(ligand.coords[~ligand.is_hydrogen])[:, 0]
    half_width = mean_depth(annotation) * float(np.tan(np.deg2rad(annotation.camera.fov_deg) / 2))
    return {
        "right": EDGE * half_width - float(across.max()),
        "left": -(EDGE * half_width + float(across.min())),
    }


def displacement(edge: float, slack: int, side: str) -> int:
    """Round a displacement after taking the slack off; at least 1 Å toward its side.

    The least is for ligands that reach across the whole view, where no room is left.
    """
    sign = 1 if side == "right" else -1
    return sign * max(1, round(sign * edge - slack))


def ligand_tensor(annotation: Annotation) -> list[list[float]]:
    """Mean of r r^T over the ligand's heavy atoms, r from their centroid; (3, 3), Å².

    With it the RMSD of two poses of the rigid ligand follows without its coordinates.
    """
    ligand = annotation.structure.ligand
    offsets = ligand.coords[~ligand.is_hydrogen] - annotation.ligand_centre
    tensor = offsets.T @ offsets / len(offsets)
    return [[round(float(value), 6) for value in row] for row in tensor]


def _ligand_in_view(annotation: Annotation, motions: tuple[Any, ...]) -> float:
    """Share of the ligand's heavy atoms inside a square front picture."""
    ligand = annotation.structure.ligand
    moved = motions_transform(motions, annotation.ligand_centre).apply(
        ligand.coords[~ligand.is_hydrogen]
    )
    screen = annotation.camera.screen(moved)
    reach = -screen[:, 2] * np.tan(np.deg2rad(annotation.camera.fov_deg) / 2)
    inside = (screen[:, 2] < 0) & (np.abs(screen[:, :2]).max(axis=1) <= reach)
    return round(float(inside.mean()), 4)
