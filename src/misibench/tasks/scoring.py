"""What a reply is worth: the published rules, exact match, and figures beside them.

docs/reference/answers-and-scores.md states every rule with worked examples.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from misibench.geometry import Motion, Move, Roll, rotation_angle_deg, rotation_matrix
from misibench.records import Outcome, Question, Score
from misibench.tasks.answers import NoAnswer
from misibench.tasks.commands import parse_motions, read_docking, read_motion
from misibench.tasks.letters import read_letter
from misibench.tasks.moves import LETTERS, MOVE_GRID, ROLL_GRID, describe

__all__ = [
    "bare_score",
    "interpolated_rank",
    "move_share",
    "rank_share",
    "score_choice",
    "score_docking",
    "score_location",
    "score_rotation",
    "score_translation",
    "score_zoom",
]


def bare_score(nothing: NoAnswer) -> Score:
    """Score a reply from which nothing was read."""
    return Score(Outcome.NO_ANSWER, 0.0, 0.0, note=nothing.reason)


def _score(
    paper: float,
    exact: bool,
    answer: str,
    figures: Mapping[str, float] | None = None,
    note: str = "",
) -> Score:
    if exact:
        outcome = Outcome.CORRECT
    else:
        outcome = Outcome.PARTIAL if paper > 0.0 else Outcome.WRONG
    return Score(outcome, paper, float(exact), answer, note, dict(figures or {}))


def rank_share(value: float, truth: float, grid: Sequence[int]) -> float:
    """Give 1 - e/n, e the distance of two values in rank on a grid of n + 1 values.

    0 for a value that is not on the grid.

    >>> rank_share(-1, 1, (-4, -3, -2, -1, 1, 2, 3, 4)) == 1 - 1 / 7
    True
    """
    if value not in grid or truth not in grid:
        return 0.0
    return 1.0 - abs(grid.index(int(value)) - grid.index(int(truth))) / (len(grid) - 1)


def interpolated_rank(value: float, grid: Sequence[int]) -> float:
    """Give the rank of any value on an evenly spaced grid without 0, going on beyond its ends.

    >>> interpolated_rank(2.5, (-4, -3, -2, -1, 1, 2, 3, 4))
    5.5
    """
    if value < grid[0]:
        return (value - grid[0]) / (grid[1] - grid[0])
    if value > grid[-1]:
        return len(grid) - 1 + (value - grid[-1]) / (grid[-1] - grid[-2])
    return float(np.interp(value, grid, np.arange(len(grid))))


def _continuous_share(value: float, truth: float, grid: Sequence[int]) -> float:
    distance = abs(interpolated_rank(value, grid) - interpolated_rank(truth, grid))
    return max(0.0, 1.0 - distance / (len(grid) - 1))


def _wrapped_deg(angle_deg: float) -> float:
    """Bring an angle into (-180, 180]."""
    wrapped = angle_deg % 360.0
    return wrapped - 360.0 if wrapped > 180.0 else wrapped


def move_share(distance: float, truth: float) -> float:
    """Give T7's share for the move: 0 with the wrong sign, else 1 - relative error, from 0 up.

    The normaliser is a reading of the paper that its tables cannot confirm.
    """
    if distance * truth <= 0.0:
        return 0.0
    return max(0.0, 1.0 - abs(distance - truth) / abs(truth))


def _shift(motion: Motion | None) -> NDArray[np.float64]:
    shift = np.zeros(3)
    if isinstance(motion, Move):
        shift["xyz".index(motion.axis)] = motion.distance
    return shift


def _turn(motion: Motion | None) -> NDArray[np.float64]:
    if isinstance(motion, Roll):
        return rotation_matrix(motion.axis, motion.angle_deg)
    return np.eye(3)


def _truth_motions(question: Question) -> tuple[Motion, ...]:
    motions = parse_motions(question.answer)
    if not motions:
        raise ValueError(f"question {question.id}: the answer {question.answer!r} is no motion")
    return motions


def score_translation(reply: str, question: Question) -> Score:
    """Score T1: right axis 1 - e/7; beside it the interpolated share and the distance in Å."""
    read = read_motion(reply, Move, "xy")
    if isinstance(read, NoAnswer):
        return bare_score(read)
    (truth,) = _truth_motions(question)
    if not isinstance(read, Move) or not isinstance(truth, Move):
        return _score(0.0, False, str(read), {"continuous": 0.0}, note="not a move")
    same = read.axis == truth.axis
    figures = {
        "continuous": _continuous_share(read.distance, truth.distance, MOVE_GRID) * same,
        "distance": float(np.linalg.norm(_shift(read) - _shift(truth))),
    }
    paper = rank_share(read.distance, truth.distance, MOVE_GRID) * same
    return _score(paper, read == truth, str(read), figures)


def score_rotation(reply: str, question: Question) -> Score:
    """Score T2: right axis 1 - e/11; beside it the interpolated share and the angle between."""
    read = read_motion(reply, Roll, "xyz")
    if isinstance(read, NoAnswer):
        return bare_score(read)
    (truth,) = _truth_motions(question)
    if not isinstance(read, Roll) or not isinstance(truth, Roll):
        return _score(0.0, False, str(read), {"continuous": 0.0}, note="not a roll")
    figures = {
        "continuous": _continuous_roll(read, truth),
        "rotation_error_deg": rotation_angle_deg(_turn(truth).T @ _turn(read)),
    }
    return _score(_paper_roll(read, truth), read == truth, str(read), figures)


def _paper_roll(read: Roll, truth: Roll) -> float:
    return rank_share(read.angle_deg, truth.angle_deg, ROLL_GRID) * (read.axis == truth.axis)


def _continuous_roll(read: Roll, truth: Roll) -> float:
    share = _continuous_share(_wrapped_deg(read.angle_deg), truth.angle_deg, ROLL_GRID)
    return share * (read.axis == truth.axis)


def score_zoom(reply: str, question: Question) -> Score:
    """Score T3: right or wrong; beside it the error in Å and of the magnification.

    ``zoom_ratio_error``: relative error of the magnification D/(D - d) of the complex's centre,
    D its distance from the camera before; left out where either zoom passes the centre.
    """
    read = read_motion(reply, Move, "z")
    if isinstance(read, NoAnswer):
        return bare_score(read)
    (truth,) = _truth_motions(question)
    if not isinstance(read, Move) or not isinstance(truth, Move):
        return _score(0.0, False, str(read), note="not a move")
    figures = {"distance": float(np.linalg.norm(_shift(read) - _shift(truth)))}
    camera_distance = float(question.truth.get("camera_distance") or 0.0)
    left, left_true = camera_distance - read.distance, camera_distance - truth.distance
    if read.axis == "z" and left > 0.0 and left_true > 0.0:
        figures["zoom_ratio_error"] = abs(left_true / left - 1.0)
    return _score(float(read == truth), read == truth, str(read), figures)


def score_choice(reply: str, question: Question) -> Score:
    """Score T5 and T6: right or wrong."""
    read = read_letter(reply, question.options)
    if isinstance(read, NoAnswer):
        return bare_score(read)
    right = read == question.answer
    return _score(float(right), right, read)


def score_location(reply: str, question: Question) -> Score:
    """Score T8: right or wrong; beside it how far the option is from the true one, Å."""
    score = score_choice(reply, question)
    places = {
        letter: parse_motions(text) for letter, text in zip(LETTERS, question.options, strict=False)
    }
    chosen, true = places.get(score.answer or ""), places.get(question.answer)
    if not chosen or not true:
        return score
    gap = sum((_shift(one) for one in chosen), np.zeros(3))
    gap = gap - sum((_shift(one) for one in true), np.zeros(3))
    return replace(score, figures={"distance": float(np.linalg.norm(gap))})


def score_docking(reply: str, question: Question) -> Score:
    """Score T7: half for the roll (as T2), half for the move; beside it errors of the pose.

    ``ligand_rmsd`` is the root mean square distance, Å, of the ligand's heavy atoms from where
    they are bound, after the answered motions are applied to the displaced ligand.
    """
    read = read_docking(reply)
    if isinstance(read, NoAnswer):
        return bare_score(read)
    roll, move = _roll_and_move(read)
    true_roll, true_move = _roll_and_move(_truth_motions(question))
    if true_roll is None or true_move is None:
        raise ValueError(f"question {question.id}: the answer {question.answer!r} is incomplete")
    moved = 0.0
    if move is not None and move.axis == true_move.axis:
        moved = move_share(move.distance, true_move.distance)
    rolled = 0.0 if roll is None else _paper_roll(roll, true_roll)
    continuous = 0.0 if roll is None else _continuous_roll(roll, true_roll)
    left_over = _turn(roll) @ _turn(true_roll.inverse())
    offset = _shift(move) - _shift(true_move)
    figures = {
        "roll_share": rolled,
        "move_share": moved,
        "continuous": 0.5 * continuous + 0.5 * moved,
        "rotation_error_deg": rotation_angle_deg(left_over),
        "distance": float(np.linalg.norm(offset)),
    }
    if question.truth.get("ligand_tensor"):
        figures["ligand_rmsd"] = rigid_rmsd(left_over, offset, question.truth["ligand_tensor"])
    note = "" if roll and move else f"no {'move' if roll else 'roll'} in the answer"
    right = roll == true_roll and move == true_move
    return _score(0.5 * rolled + 0.5 * moved, right, describe(read), figures, note)


def _roll_and_move(motions: Sequence[Motion]) -> tuple[Roll | None, Move | None]:
    roll = next((one for one in motions if isinstance(one, Roll)), None)
    move = next((one for one in motions if isinstance(one, Move)), None)
    return roll, move


def rigid_rmsd(rotation: NDArray[np.float64], offset: NDArray[np.float64], tensor: Any) -> float:
    """RMSD, Å, between a rigid set of points and itself after a rotation and a shift.

    Parameters
    ----------
    rotation
        Shape (3, 3), about the centroid of the points.
    offset
        Shape (3,), shift of the centroid, Å.
    tensor
        Shape (3, 3): mean of r r^T over the points, r from their centroid, Å².
    """
    difference = rotation - np.eye(3)
    spread = float(np.trace(difference @ np.asarray(tensor, dtype=np.float64) @ difference.T))
    return float(np.sqrt(max(0.0, spread) + float(offset @ offset)))
