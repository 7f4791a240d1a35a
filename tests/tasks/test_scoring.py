"""The published rules by hand-worked examples, the lattice of the published cells, and figures."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from misibench.geometry import Move, Roll, motions_transform
from misibench.records import Outcome, Question
from misibench.tasks import task_named
from misibench.tasks.moves import MOVE_GRID, ROLL_GRID
from misibench.tasks.scoring import interpolated_rank, move_share, rank_share, rigid_rmsd


def question(task: str, answer: str, options=(), **truth) -> Question:
    return Question("q", task, "test", "1abc", (), "", answer, options=tuple(options), truth=truth)


def score(code: str, reply: str, answer: str, options=(), **truth):
    task = task_named(code)
    return task.score(reply, question(task.name, answer, options, **truth))


# (reply, truth, paper, exact): e is the distance in rank, worked by hand on the list
# -4 -3 -2 -1 1 2 3 4, so that -1 and 1 are neighbours and the largest distance is 7
TRANSLATIONS = [
    ("move x 3", "move x 3", 1.0, 1.0),
    ("move x 2", "move x 3", 6 / 7, 0.0),
    ("move x 1", "move x 3", 5 / 7, 0.0),
    ("move x -1", "move x 1", 6 / 7, 0.0),
    ("move x -1", "move x 3", 4 / 7, 0.0),
    ("move x 4", "move x -4", 0.0, 0.0),
    ("move x -3", "move x 4", 1 / 7, 0.0),
    ("move y 3", "move x 3", 0.0, 0.0),  # wrong axis
    ("move z 3", "move x 3", 0.0, 0.0),
    ("move x 2.5", "move x 3", 0.0, 0.0),  # off the grid
    ("move x 0", "move x 3", 0.0, 0.0),
    ("move x 5", "move x 4", 0.0, 0.0),
    ("roll x 3", "move x 3", 0.0, 0.0),  # another kind of motion
    ("move x 3.0 Å", "move x 3", 1.0, 1.0),
]

# on -90 -75 ... -15 15 ... 90: 12 values, largest distance 11
ROTATIONS = [
    ("roll y 15", "roll y 15", 1.0, 1.0),
    ("roll y -15", "roll y 15", 10 / 11, 0.0),
    ("roll y 30", "roll y 15", 10 / 11, 0.0),
    ("roll y 90", "roll y 15", 6 / 11, 0.0),
    ("roll y -90", "roll y 90", 0.0, 0.0),
    ("roll y -75", "roll y 90", 1 / 11, 0.0),
    ("roll z 15", "roll y 15", 0.0, 0.0),
    ("roll y 20", "roll y 15", 0.0, 0.0),
    ("roll y 0", "roll y 15", 0.0, 0.0),
    ("roll y 105", "roll y 90", 0.0, 0.0),
    ("roll y 375", "roll y 15", 0.0, 0.0),  # the same rotation, but not on the grid
    ("move y 15", "roll y 15", 0.0, 0.0),
]

# half for the roll as above; move: 0 with the wrong sign, else 1 - |error|/|truth|
DOCKINGS = [
    ("roll x 75, move x -14", "roll x 75, move x -14", 1.0, 1.0),
    ("move x -14, roll x 75", "roll x 75, move x -14", 1.0, 1.0),  # the same pose
    ("roll x 60, move x -14", "roll x 75, move x -14", 0.5 * 10 / 11 + 0.5, 0.0),
    ("roll x 75, move x -7", "roll x 75, move x -14", 0.5 + 0.25, 0.0),
    ("roll x 75, move x -21", "roll x 75, move x -14", 0.5 + 0.25, 0.0),
    ("roll x 75, move x -28", "roll x 75, move x -14", 0.5, 0.0),
    ("roll x 75, move x -50", "roll x 75, move x -14", 0.5, 0.0),
    ("roll x 75, move x 14", "roll x 75, move x -14", 0.5, 0.0),
    ("roll x 75, move y -14", "roll x 75, move x -14", 0.5, 0.0),
    ("roll y 75, move x -14", "roll x 75, move x -14", 0.5, 0.0),
    ("roll y 75, move x 14", "roll x 75, move x -14", 0.0, 0.0),
    ("roll x 75", "roll x 75, move x -14", 0.5, 0.0),
    ("move x -14", "roll x 75, move x -14", 0.5, 0.0),
]


def check(code: str, reply: str, truth: str, paper: float, exact: float) -> None:
    made = score(code, reply, truth)
    assert made.paper == pytest.approx(paper, abs=1e-12)
    assert made.exact == exact
    outcome = Outcome.CORRECT if exact else Outcome.PARTIAL if paper else Outcome.WRONG
    assert made.outcome == outcome


@pytest.mark.parametrize(("reply", "truth", "paper", "exact"), TRANSLATIONS)
def test_translation(reply, truth, paper, exact) -> None:
    check("T1", reply, truth, paper, exact)


@pytest.mark.parametrize(("reply", "truth", "paper", "exact"), ROTATIONS)
def test_rotation(reply, truth, paper, exact) -> None:
    check("T2", reply, truth, paper, exact)


@pytest.mark.parametrize(("reply", "truth", "paper", "exact"), DOCKINGS)
def test_docking(reply, truth, paper, exact) -> None:
    check("T7", reply, truth, paper, exact)


@pytest.mark.parametrize(
    ("reply", "paper"),
    [("move z 50", 1.0), ("50", 1.0), ("move z 49", 0.0), ("move x 50", 0.0), ("move z 50.5", 0.0)],
)
def test_zooming_is_right_or_wrong(reply: str, paper: float) -> None:
    check("T3", reply, "move z 50", paper, paper)


@pytest.mark.parametrize("code", ["T5", "T6", "T8"])
def test_choice_is_right_or_wrong(code: str) -> None:
    check(code, "Answer: B", "B", 1.0, 1.0)
    check(code, "Answer: C", "B", 0.0, 0.0)
    assert score(code, "B or C", "B").outcome == Outcome.NO_ANSWER


@pytest.mark.parametrize(("grid", "steps"), [(MOVE_GRID, 7), (ROLL_GRID, 11)])
def test_every_pair_of_the_grid_lies_on_the_published_lattice(grid, steps) -> None:
    """Every share is k/7 (T1) or k/11 (T2), and each k occurs."""
    shares = {rank_share(a, b, grid) for a in grid for b in grid}
    assert {round(share * steps, 9) for share in shares} == set(range(steps + 1))


@pytest.mark.parametrize(
    ("percent", "items", "steps"),
    [
        # usable cells of the published weighted table: (cell, answered items of 50, lattice)
        (47.71, 50, 7), (39.71, 50, 7), (52.29, 50, 7), (36.29, 50, 7), (57.43, 50, 7),
        (45.71, 50, 7), (29.71, 50, 7),
        (36.36, 50, 11), (43.82, 50, 11), (22.55, 50, 11), (24.73, 50, 11), (44.18, 50, 11),
        (37.45, 50, 11), (70.18, 50, 11),
    ],
)  # fmt: skip
def test_published_cells_lie_on_the_lattice(percent: float, items: int, steps: int) -> None:
    """A mean over 50 questions of shares k/7 (k/11) is a multiple of 1/350 (1/550)."""
    whole = round(percent / 100 * items * steps)
    assert abs(100 * whole / (items * steps) - percent) <= 0.005 + 1e-9


def test_rank_is_interpolated_and_goes_on_beyond_the_ends() -> None:
    assert interpolated_rank(-4, MOVE_GRID) == 0
    assert interpolated_rank(0, MOVE_GRID) == 3.5
    assert interpolated_rank(1.5, MOVE_GRID) == 4.5
    assert interpolated_rank(6, MOVE_GRID) == 9
    assert interpolated_rank(-120, ROLL_GRID) == -2
    assert interpolated_rank(20, ROLL_GRID) == pytest.approx(6 + 1 / 3)


@pytest.mark.parametrize(
    ("code", "reply", "truth", "continuous"),
    [
        ("T1", "move x 2.5", "move x 3", 1 - 0.5 / 7),
        ("T1", "move x 0", "move x 1", 1 - 0.5 / 7),
        ("T1", "move x 10", "move x 4", 1 - 6 / 7),
        ("T1", "move x 99", "move x 4", 0.0),
        ("T1", "move y 3", "move x 3", 0.0),
        ("T2", "roll y 20", "roll y 15", 1 - (1 / 3) / 11),
        ("T2", "roll y 375", "roll y 15", 1.0),  # wrapped to 15
        ("T2", "roll y -345", "roll y 15", 1.0),
        ("T2", "roll y 180", "roll y 90", 1 - 6 / 11),
        ("T2", "roll y -180", "roll y 90", 1 - 6 / 11),  # -180 is 180
        ("T2", "roll z 15", "roll y 15", 0.0),
        ("T7", "roll x 20, move x -14", "roll x 15, move x -14", 1 - 0.5 * (1 / 3) / 11),
    ],
)
def test_continuous_share(code: str, reply: str, truth: str, continuous: float) -> None:
    assert score(code, reply, truth).figures["continuous"] == pytest.approx(continuous)


@given(st.sampled_from(MOVE_GRID), st.sampled_from(MOVE_GRID))
def test_continuous_share_is_the_published_one_on_the_grid(value: int, truth: int) -> None:
    made = score("T1", f"move x {value}", f"move x {truth}")
    assert made.figures["continuous"] == pytest.approx(made.paper)


@given(st.sampled_from(ROLL_GRID), st.sampled_from(ROLL_GRID))
def test_continuous_roll_is_the_published_one_on_the_grid(value: int, truth: int) -> None:
    made = score("T2", f"roll z {value}", f"roll z {truth}")
    assert made.figures["continuous"] == pytest.approx(made.paper)


def test_geometric_errors() -> None:
    # 3 Å along x and 4 Å along y are 5 Å apart
    assert score("T1", "move y 4", "move x 3").figures["distance"] == pytest.approx(5.0)
    assert score("T2", "roll y -30", "roll y 60").figures["rotation_error_deg"] == pytest.approx(90)
    # two quarter turns about different axes differ by a third of a turn
    assert score("T2", "roll x 90", "roll y 90").figures["rotation_error_deg"] == pytest.approx(120)
    zoom = score("T3", "move z 50", "move z 40", camera_distance=60.0)
    assert zoom.figures["distance"] == 10.0
    # magnification 60/10 instead of 60/20: twice as much
    assert zoom.figures["zoom_ratio_error"] == pytest.approx(1.0)
    passed = score("T3", "move z 60", "move z 40", camera_distance=60.0)
    assert "zoom_ratio_error" not in passed.figures
    options = [
        "move x 3, move y 5",
        "move x 0, move y 1",
        "move x -3, move y 5",
        "move x 9, move y 5",
    ]
    assert score("T8", "B", "A", options).figures["distance"] == pytest.approx(5.0)
    assert score("T8", "A", "A", options).figures["distance"] == 0.0


MOVES = [(-14, -14, 1), (-7, -14, 0.5), (14, -14, 0), (0, -14, 0), (-30, -14, 0)]


@pytest.mark.parametrize(("distance", "truth", "share"), MOVES)
def test_move_share(distance: float, truth: float, share: float) -> None:
    assert move_share(distance, truth) == pytest.approx(share)


angles = st.sampled_from([-90.0, -45.0, -15.0, 20.0, 75.0, 160.0])


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 2**32 - 1), st.sampled_from("xyz"), angles, st.sampled_from("xyz"), angles,
    st.floats(-20, 20), st.floats(-20, 20),
)  # fmt: skip
def test_ligand_rmsd_is_that_of_the_coordinates(seed, axis, a, other, b, out, back) -> None:
    """Against the definition: apply displacement and answer to atoms, compare atom by atom."""
    ligand = np.random.default_rng(seed).normal(scale=3.0, size=(12, 3))
    centre = ligand.mean(axis=0)
    tensor = (ligand - centre).T @ (ligand - centre) / len(ligand)
    motions = (Move("x", out), Roll(axis, a), Roll(other, b), Move("x", back))
    posed = motions_transform(motions, centre).apply(ligand)
    expected = math.sqrt(np.square(posed - ligand).sum(axis=1).mean())
    turn = motions_transform((Roll(axis, a), Roll(other, b)), np.zeros(3)).rotation
    assert rigid_rmsd(turn, np.array([out + back, 0.0, 0.0]), tensor) == pytest.approx(
        expected, abs=1e-6
    )


def test_docking_figures() -> None:
    tensor = [[4.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    truth = {"ligand_tensor": tensor}
    right = score("T7", "roll x 75, move x -14", "roll x 75, move x -14", **truth)
    assert right.figures["ligand_rmsd"] == pytest.approx(0.0, abs=1e-6)
    short = score("T7", "roll x 75, move x -11", "roll x 75, move x -14", **truth)
    assert short.figures["ligand_rmsd"] == pytest.approx(3.0)
    # half a turn about z left: x and y are inverted, mean square 4 (4 + 1)
    turned = score("T7", "roll z 105, move x -14", "roll z -75, move x -14", **truth)
    assert turned.figures["ligand_rmsd"] == pytest.approx(math.sqrt(20.0))
    assert turned.figures["rotation_error_deg"] == pytest.approx(180.0)
    only = score("T7", "roll x 75", "roll x 75, move x -14", **truth)
    assert only.figures["ligand_rmsd"] == pytest.approx(14.0)
    assert only.note == "no move in the answer"


def test_answer_read_is_given_in_the_answer_format() -> None:
    assert score("T1", "**Move X −3.0 Å**", "move x 3").answer == "move x -3"
    assert score("T7", "ROLL X 75°\nMOVE X –14", "roll x 75, move x -14").answer == (
        "roll x 75, move x -14"
    )
    assert score("T5", "answer is (c)", "B").answer == "C"
