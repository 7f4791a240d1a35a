"""Control runs: what is taken away, and that nothing else changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from misibench.evaluate.asking.controls import (
    BLANK,
    Control,
    base_id,
    presentations,
    rotated,
    swap_partners,
)
from misibench.records import Question
from misibench.tasks import task_named

MakeQuestion = Callable[..., Question]


@pytest.fixture
def located(make_question: MakeQuestion) -> Question:
    """A T8 question whose prompt lists its options."""
    question = make_question("interaction_location", "B")
    options = (
        "move x 1, move y 2",
        "move x 3, move y 5",
        "move x -1, move y 2",
        "move x 4, move y 1",
    )
    lines = "\n".join(f"{letter}. {text}" for letter, text in zip("ABCD", options, strict=True))
    return replace(
        question, options=options, prompt=f"Which move?\n{lines}\n\nAnswer with a letter."
    )


def test_normal_run_puts_the_question_as_it_is(question_set: tuple[Question, ...]) -> None:
    for question in question_set:
        (one,) = presentations(question, Control.NONE)
        assert one.question is question
        assert one.images == question.images
        assert one.numbers == tuple(range(1, len(question.images) + 1))
        assert one.preface == ""


def test_blank_keeps_the_number_of_pictures(make_question: MakeQuestion) -> None:
    (one,) = presentations(make_question("rotation", "roll x 15"), Control.BLANK)
    assert one.images == (BLANK,) * 4
    assert one.question.id.endswith("rotation-0")


def test_text_only_shows_no_picture_and_says_so(make_question: MakeQuestion) -> None:
    (one,) = presentations(make_question("rotation", "roll x 15"), Control.TEXT_ONLY)
    assert one.images == ()
    assert "not shown" in one.preface


def test_options_only_keeps_the_candidates_with_their_numbers(
    make_question: MakeQuestion,
) -> None:
    (five,) = presentations(make_question("translation_rotation", "A"), Control.OPTIONS_ONLY)
    assert five.numbers == (8, 9, 10, 11)
    assert five.images == five.question.images[7:]
    (six,) = presentations(make_question("rotation_rotation", "A"), Control.OPTIONS_ONLY)
    assert six.numbers == (5, 6, 7, 8)
    (eight,) = presentations(make_question("interaction_location", "A"), Control.OPTIONS_ONLY)
    assert eight.images == ()


@pytest.mark.parametrize("control", [Control.OPTIONS_ONLY, Control.CIRCULAR])
def test_controls_about_options_leave_other_tasks_out(
    make_question: MakeQuestion, control: Control
) -> None:
    assert presentations(make_question("zooming", "move z 50"), control) == ()


def test_shuffled_pictures_are_of_another_complex(question_set: tuple[Question, ...]) -> None:
    partners = swap_partners(question_set)
    assert partners.keys() == {question.id for question in question_set}
    for question in question_set:
        (one,) = presentations(question, Control.SHUFFLED, partners)
        partner = partners[question.id]
        assert partner.task == question.task
        assert partner.complex_id != question.complex_id
        assert one.images == partner.images
        assert one.question is question
    assert swap_partners(question_set[::-1]) == partners


def test_shuffled_leaves_out_what_has_no_partner(make_question: MakeQuestion) -> None:
    alone = make_question("zooming", "move z 50")
    assert presentations(alone, Control.SHUFFLED, swap_partners([alone])) == ()


def test_picture_options_move_on_with_the_answer(make_question: MakeQuestion) -> None:
    question = make_question("rotation_rotation", "C")
    right = question.images[4 + 2]
    for step in range(4):
        moved = rotated(question, step)
        place = "ABCD".index(moved.answer)
        assert moved.images[4 + place] == right
        assert moved.images[:4] == question.images[:4]
        assert sorted(moved.images) == sorted(question.images)
    assert [rotated(question, step).answer for step in range(4)] == ["C", "D", "A", "B"]
    assert rotated(question, 0).images == question.images


def test_text_options_move_on_in_prompt_and_options(located: Question) -> None:
    right = located.options[1]
    for step in range(4):
        moved = rotated(located, step)
        assert f"{moved.answer}. {right}" in moved.prompt
        assert moved.options["ABCD".index(moved.answer)] == right
        assert moved.prompt.startswith("Which move?")
        assert moved.prompt.endswith("Answer with a letter.")
        score = task_named(moved.task).score(moved.answer, moved)
        assert score.exact == 1.0
        assert score.figures["distance"] == 0.0


def test_prompt_without_its_options_is_an_error(located: Question) -> None:
    with pytest.raises(ValueError, match="does not list its options once"):
        rotated(replace(located, prompt="Which?"), 1)


def test_four_rotations_have_ids_that_lead_back(located: Question) -> None:
    ids = [one.question.id for one in presentations(located, Control.CIRCULAR)]
    assert ids == [f"{located.id}@{step}" for step in range(4)]
    assert {base_id(one) for one in ids} == {located.id}
    assert base_id("a@b@3") == "a@b"
    assert base_id("1abc-rotation-0") == "1abc-rotation-0"
