"""Replies with motions and what is read from them; None is no answer.

(S) marks the examples of the scoring rules. What is expected is what a person would say the
reply answers.
"""

from __future__ import annotations

import pytest

from misibench.geometry import Move, Roll
from misibench.tasks.answers import NoAnswer
from misibench.tasks.commands import parse_motions, place_of_motions, read_docking, read_motion
from misibench.tasks.moves import describe

MOVES = [
    ("move x 3", "move x 3"),
    ("Answer: move x 3", "move x 3"),
    ("move x −3", "move x -3"),  # U+2212 (S)
    ("move x –3", "move x -3"),  # en dash (S)
    ("move x ‑3", "move x -3"),
    ("move x - 3", "move x -3"),
    ("move x +3", "move x 3"),
    ("move x minus 3", "move x -3"),
    ("move x negative 3", "move x -3"),
    ("**move x 3**", "move x 3"),  # (S)
    ("`move x 3`", "move x 3"),
    ("```\nmove x 3\n```", "move x 3"),  # (S)
    ("```text\nAnswer: move x 3\n```", "move x 3"),
    (r"\boxed{move x 3}", "move x 3"),  # (S)
    (r"\boxed{\text{move } x\ 3}", "move x 3"),
    (r"\boxed{\texttt{move x -3}}", "move x -3"),
    (r"$\text{move}\; x\; 3\,\text{\AA}$", "move x 3"),
    ("move x 3 Å", "move x 3"),  # (S)
    ("move x 3Å", "move x 3"),
    ("move x 3 Å.", "move x 3"),
    ("move x 3 angstroms", "move x 3"),
    ("move x 3 ångström", "move x 3"),
    ("MOVE X 3", "move x 3"),  # (S)
    ("Move X 3.0", "move x 3"),  # (S)
    ("move x 3.0.", "move x 3"),
    ("move x 3.", "move x 3"),  # (S)
    ("move  x   3", "move x 3"),  # (S)
    ("move x3", "move x 3"),  # (S)
    ("movex3", "move x 3"),  # (S)
    ("movex -3", "move x -3"),
    ("Move\nx\n3", "move x 3"),  # (S)
    ("move x by 3", "move x 3"),
    ("move along x by 3 Å", "move x 3"),
    ("move along the x-axis by 3 Å", "move x 3"),
    ("move x: 3", "move x 3"),
    ("move x = 3", "move x 3"),
    ("move(x, 3)", "move x 3"),
    ("translate y -2", "move y -2"),
    ("move y 2.5", "move y 2.5"),
    ("move z 50", "move z 50"),
    ("roll y 15", "roll y 15"),  # another kind than asked for is read, and is wrong
    ("Answer: x 3", "move x 3"),
    ("x 3", "move x 3"),
    ("Answer: y = −4 Å", "move y -4"),
    ('{"answer": "move x 3"}', "move x 3"),
    ("<answer>move x 3</answer>", "move x 3"),
    ("<think>move x 2? Answer: move x 2</think>move x 3", "move x 3"),
    ("<think>so it is move x 2", None),
    ("答案：move x 3", "move x 3"),
    ("答案是 move y -3。", "move y -3"),
    ("The answer is to move x 3.", "move x 3"),
    ("The answer is therefore move x 3.", "move x 3"),
    ("The correct move: move x 3", "move x 3"),
    ("The command is move x 3.", "move x 3"),
    ("The transformation is: move x 3", "move x 3"),
    ("So the move is move x 3", "move x 3"),
    ("So, move x 3.", "move x 3"),
    ("Let me compare. move x 2 would be less. Final answer: move x 3.", "move x 3"),
    ("Candidates: move x 1, move x 2, move x 3.\n\nAnswer: move x 2", "move x 2"),
    ("Answer: move x 1\nNo, I misread.\nAnswer: move x 2", "move x 2"),
    ("Answer: move x 2. This is not move x 3, since the label moved less.", "move x 2"),
    ("First I thought move x 2, but no.\n\nmove x 3", "move x 3"),
    ("move x 3\n\nThe shift of move x 4 would be larger.", "move x 3"),
    ("Answer: move x 3, move y 0", "move x 3"),
    ("It moved to the right: move x 3. Yes, move x 3.", "move x 3"),
    ("I believe the complex was shifted right, move x 3 rather than move x 4.", "move x 3"),
    ("1. move x 3", "move x 3"),
    ("- move x 3", "move x 3"),
    ("> move x 3", "move x 3"),
    ("Answer:\n\nmove x 3", "move x 3"),
    ("Answer\nmove x 3", "move x 3"),
    ("", None),
    ("I cannot tell.", None),
    ("The complex moved to the right.", None),
    ("move", None),
    ("move x", None),
    ("move 3", None),
    ("3", None),
    ("Answer: 3", None),
    ("move x three", None),
    ("move x 3 or move x 4", None),
    ("move x 3 or 4", None),
    ("move x 3-4", None),
    ("move x 3 to 4", None),
    ("move x 3/4", None),
    ("move x 3,5", None),
    ("move x 1e3", None),
    ("move x ±3", None),
    ("move x 3 ± 1", None),
    ("move x 3.4.5", None),
    ("move x 30%", None),
    ("move x 3\nmove x 4", None),
    ("move x 3, move y 2", None),
    ("Answer: move x 3 or move x -3", None),
    ("Answer: move x 3 or 4", None),
    ("Answer: either move x 3 or move y 3", None),
    ("The move is not move x 3.", None),
    ("The answer is not move x 3 but larger.", None),
    ("Answer: unknown. (move x 3 is a guess.)", None),
    ("Was it move x 3?", None),
    ("I can't see the images; an answer would look like move x 3.", None),
    ("I cannot view images, so I can only say: move x 3", None),
    ("For example, move x 3.", None),
    ("Perhaps move x 2. Perhaps move x 3.", None),
    ("remove x 3", None),
    ("movement x 3", None),
    ("The xyz axes move 3 atoms", None),
    ("move xy 3", None),
    ("Answer: move w 3", None),
]

ROLLS = [
    ("roll y 15", "roll y 15"),
    ("Roll Y −15", "roll y -15"),  # (S)
    ("roll y 15°", "roll y 15"),  # (S)
    ("roll y 15 degrees", "roll y 15"),  # (S)
    ("roll y 15 degrees.", "roll y 15"),
    ("roll y 15 deg", "roll y 15"),
    ("roll y 15º", "roll y 15"),
    ("roll y -15˚", "roll y -15"),
    (r"\boxed{\text{roll } y\ 15^\circ}", "roll y 15"),
    (r"roll $y$ $-15^{\circ}$", "roll y -15"),
    ("turn y 15", "roll y 15"),
    ("rotate about the y axis by 15°", "roll y 15"),
    ("rotate around y by -15 degrees", "roll y -15"),
    ("Answer: y 15", "roll y 15"),
    ("roll z 375", "roll z 375"),
    ("roll y 15 or -15", None),
    ("roll y", None),
    ("It was rolled about y by 15", None),
]

ZOOMS = [
    ("move z 50", "move z 50"),
    ("50", "move z 50"),
    ("Answer: 50", "move z 50"),
    ("Answer: 50 Å", "move z 50"),
    ("**50 Å**", "move z 50"),
    ("z 50", "move z 50"),
    ("Answer: move z 45–50", None),
    ("Answer: about 50", None),
    ("The camera is 65 Å away.", None),
    ("It is 50 I think", None),
]

DOCKINGS = [
    ("roll x 75, move x -14", "roll x 75, move x -14"),
    ("Answer: roll x 75, move x −14", "roll x 75, move x -14"),
    ("roll x 75; move x -14", "roll x 75, move x -14"),
    ("roll x 75 and move x -14", "roll x 75, move x -14"),
    ("roll x 75, then move x -14.", "roll x 75, move x -14"),
    ("roll x 75 followed by move x -14", "roll x 75, move x -14"),
    ("roll x 75\nmove x -14", "roll x 75, move x -14"),  # (S)
    ("1. roll x 75\n2. move x -14", "roll x 75, move x -14"),
    ("- roll x 75°\n- move x -14 Å", "roll x 75, move x -14"),
    ("Rotation: roll x 75\nTranslation: move x -14", "roll x 75, move x -14"),
    ("**Rotation:** roll x 75\n\n**Translation:** move x -14", "roll x 75, move x -14"),
    ("The rotation is roll x 75. The translation is move x -14.", "roll x 75, move x -14"),
    ("move x -14, roll x 75", "move x -14, roll x 75"),
    (r"\boxed{\text{roll x } 75,\ \text{move x } -14}", "roll x 75, move x -14"),
    ("```\nroll x 75, move x -14\n```", "roll x 75, move x -14"),
    ("ROLL X 75 MOVE X -14", "roll x 75, move x -14"),
    ("roll x 75,move x -14", "roll x 75, move x -14"),
    ("It was moved by move x 14. To undo: roll x 75, move x -14", "roll x 75, move x -14"),
    ("Try roll y 15, move x 3. No: answer: roll x 75, move x -14", "roll x 75, move x -14"),
    ("roll y 15, move x 3\n\nAnswer:\nroll x 75\nmove x -14", "roll x 75, move x -14"),
    ("roll x 75 / move x -14", "roll x 75, move x -14"),
    ("roll x 75 → move x -14", "roll x 75, move x -14"),
    ("Answer: roll x 75 about its center, move x -14 along the x axis", "roll x 75, move x -14"),
    ('{"roll": "x 75", "move": "x -14"}', "roll x 75, move x -14"),
    ("roll x 75, move x -14, roll y 0, move y 0", "roll x 75, move x -14"),
    ("Answer: roll x 75", "roll x 75"),
    ("move x -14", "move x -14"),
    ("roll x 75, move x -14 or roll x 60, move x -14", None),
    ("roll x 75, move x -14\nroll x 60, move x -12", None),
    ("roll x 75, roll y 15, move x -14", None),
    ("Answer: roll x 75, move x -14, move y 3", None),
    ("", None),
    ("rotate it back and move it left", None),
]  # fmt: skip


def written(read: object) -> str | None:
    if isinstance(read, NoAnswer):
        return None
    return describe(read if isinstance(read, tuple) else (read,))  # type: ignore[arg-type]


@pytest.mark.parametrize(("reply", "expected"), MOVES)
def test_move_is_read(reply: str, expected: str | None) -> None:
    assert written(read_motion(reply, Move, "xy")) == expected


@pytest.mark.parametrize(("reply", "expected"), ROLLS)
def test_roll_is_read(reply: str, expected: str | None) -> None:
    assert written(read_motion(reply, Roll, "xyz")) == expected


@pytest.mark.parametrize(("reply", "expected"), ZOOMS)
def test_zoom_is_read(reply: str, expected: str | None) -> None:
    assert written(read_motion(reply, Move, "z")) == expected


@pytest.mark.parametrize(("reply", "expected"), DOCKINGS)
def test_roll_and_move_are_read(reply: str, expected: str | None) -> None:
    assert written(read_docking(reply)) == expected


@pytest.mark.parametrize(
    "reply", ["move x 3 or move x 4", "move x 3\nmove x 4", "Answer: move x 3 or move x -3"]
)
def test_two_motions_are_flagged_ambiguous(reply: str) -> None:
    read = read_motion(reply, Move, "xy")
    assert isinstance(read, NoAnswer)
    assert read.ambiguous


def test_answer_format_is_parsed_strictly() -> None:
    assert parse_motions("roll x 75, move x -14") == (Roll("x", 75), Move("x", -14))
    assert parse_motions("perhaps roll x 75") == ()
    assert parse_motions("move x 3 or 4") == ()
    assert parse_motions("") == ()


def test_option_is_found_by_its_motions_in_any_order() -> None:
    options = ["move x 3, move y 5", "move x 5, move y 3"]
    assert place_of_motions("move y 3, move x 5", options) == 1
    assert place_of_motions("move x 3", options) is None
    assert place_of_motions("move x 3, move y 5", [options[0]] * 2) is None
