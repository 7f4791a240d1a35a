"""Few-shot examples: from train only, seeded, never of the question's complexes."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from misibench.evaluate.asking.fewshot import ExamplePool
from misibench.records import Question

MakeQuestion = Callable[..., Question]


@pytest.fixture(scope="module")
def train(make_question: MakeQuestion) -> list[Question]:
    questions = []
    for n in range(60):
        questions.append(
            make_question("zooming", f"move z {40 + n % 21}", f"t{n % 15}", n, "train")
        )
        letter = "ABCD"[n % 4]
        questions.append(make_question("rotation_rotation", letter, f"t{n % 15}", n, "train"))
        answer = "No" if n % 3 else "Yes: ARG NE, O2G"
        questions.append(
            make_question("residue_ligand_interaction", answer, f"t{n % 15}", n, "train")
        )
    return questions


def test_only_training_questions_are_taken(question_set: tuple[Question, ...]) -> None:
    with pytest.raises(ValueError, match="not of the training split"):
        ExamplePool.draw(question_set, 0)


def test_draw_depends_on_seed_and_ids_alone(train: list[Question]) -> None:
    shuffled = list(train)
    random.Random(3).shuffle(shuffled)
    assert ExamplePool.draw(train, 1) == ExamplePool.draw(shuffled, 1)
    assert ExamplePool.draw(train, 1) != ExamplePool.draw(train, 2)


def test_examples_are_of_the_same_task(train: list[Question], make_question: MakeQuestion) -> None:
    pool = ExamplePool.draw(train, 0)
    found = pool.examples(make_question("zooming", "move z 50"), 3)
    assert len(found) == 3
    assert {one.task for one in found} == {"zooming"}
    assert pool.examples(make_question("rotation", "roll x 15"), 3) == ()


@settings(max_examples=30, deadline=None)
@given(number=st.integers(0, 14), shots=st.integers(0, 6), reference=st.integers(0, 14))
def test_no_example_shares_a_complex(
    train: list[Question], make_question: MakeQuestion, number: int, shots: int, reference: int
) -> None:
    question = replace(
        make_question("zooming", "move z 50", f"t{number}"), reference_id=f"t{reference}"
    )
    found = ExamplePool.draw(train, 0).examples(question, shots)
    assert not {f"t{number}", f"t{reference}"} & {one.complex_id for one in found}


def test_kinds_take_turns(train: list[Question], make_question: MakeQuestion) -> None:
    pool = ExamplePool.draw(train, 5)
    letters = pool.examples(make_question("rotation_rotation", "A"), 4)
    assert {one.answer for one in letters} == set("ABCD")
    two = pool.examples(make_question("residue_ligand_interaction", "No"), 2)
    assert {one.answer for one in two} == {"No", "Yes: ARG NE, O2G"}
