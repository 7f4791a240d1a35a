import random

import pytest

from misibench.audit.shortcuts import audit_shortcuts
from misibench.errors import DatasetError
from misibench.records import Question

pytest.importorskip("sklearn")

LETTERS = "ABCD"


def choice(number, options, answer, prompt="Which?"):
    return Question(
        id=f"T8/{number}",
        task="interaction_location",
        split="train" if number % 4 else "test",
        complex_id=f"c{number // 6}",
        images=(),
        prompt=prompt + "\n" + "\n".join(options),
        answer=answer,
        options=tuple(options),
        truth={"option": answer, "options": list(options)},
        meta={"task_version": 1},
    )


def text(x, y):
    return f"move x {x}, move y {y}"


def square(rng):
    """Four corners: every option stands to the others as every other one does."""
    a, b, c, d = rng.sample(range(-9, 10), 4)
    options = [text(a, c), text(a, d), text(b, c), text(b, d)]
    rng.shuffle(options)
    return options


def scores(found, target="letter"):
    return {one.player: one for one in found.scores if one.target == target}


def test_fair_options_give_nothing_away(dataset):
    rng = random.Random(1)
    questions = [choice(n, square(rng), rng.choice(LETTERS)) for n in range(600)]
    found = audit_shortcuts(dataset(questions))
    assert not found.defects
    assert {one.verdict for one in found.scores} <= {"fine", "unsure"}
    assert scores(found)["odd one out"].score == pytest.approx(0.25, abs=0.06)


def test_a_truth_that_is_always_the_odd_one_out_is_a_defect(dataset):
    rng = random.Random(2)
    questions = []
    for number in range(600):
        a, b, c, d = rng.sample(range(-9, 10), 4)
        true, decoys = text(a, b), [text(c, d), text(c, -d or 1), text(-c or 1, d)]
        place = rng.randrange(4)
        questions.append(choice(number, [*decoys[:place], true, *decoys[place:]], LETTERS[place]))
    found = audit_shortcuts(dataset(questions))
    by_player = scores(found)
    assert by_player["odd one out"].verdict == "defect"
    assert by_player["options, learned"].verdict == "defect"
    assert by_player["most frequent answer"].verdict == "fine"


def test_a_letter_that_is_right_too_often_is_a_defect(dataset):
    rng = random.Random(3)
    questions = [
        choice(n, square(rng), "C" if rng.random() < 0.5 else rng.choice(LETTERS))
        for n in range(600)
    ]
    found = audit_shortcuts(dataset(questions))
    assert scores(found)["most frequent answer"].verdict == "defect"
    (balance,) = found.balances
    assert balance.p_value < 1e-6


def test_a_word_that_tells_the_answer_is_a_defect(dataset):
    rng = random.Random(4)
    questions = []
    for number in range(600):
        answer = rng.choice(LETTERS)
        word = {"A": "alpha", "B": "beta", "C": "gamma", "D": "delta"}[answer]
        questions.append(choice(number, square(rng), answer, f"Which, {word}?"))
    assert scores(audit_shortcuts(dataset(questions)))["words of the prompt"].verdict == "defect"


def test_a_few_questions_prove_no_defect(dataset):
    rng = random.Random(5)
    questions = [choice(n, square(rng), rng.choice("AB")) for n in range(36)]
    found = audit_shortcuts(dataset(questions))
    assert found.scores[0].interval.high - found.scores[0].interval.low > 0.1


def bond_question(number, answer, residue):
    return Question(
        id=f"T4/{number}",
        task="residue_ligand_interaction",
        split="train",
        complex_id=f"c{number // 6}",
        images=(),
        prompt=f"Does residue {residue} bond?",
        answer=answer,
        truth={"bonds": []},
        meta={"task_version": 1},
    )


def test_unequal_classes_do_not_count_as_a_shortcut(dataset):
    rng = random.Random(6)
    questions = [
        bond_question(n, "No" if rng.random() < 0.8 else "Yes: ARG NH1, O1", f"ARG {n}")
        for n in range(600)
    ]
    found = audit_shortcuts(dataset(questions))
    # always "No" is right for all of one class and none of the other
    assert scores(found, "bond or none")["most frequent answer"].score == pytest.approx(0.5)
    assert not found.defects


def test_a_residue_name_that_tells_of_bonds_is_a_defect(dataset):
    questions = [
        bond_question(n, *(("No", "LEU 7") if n % 2 else ("Yes: ARG NH1, O1", "ARG 9")))
        for n in range(300)
    ]
    found = audit_shortcuts(dataset(questions))
    assert scores(found, "bond or none")["words of the prompt"].verdict == "defect"


def test_too_few_complexes_are_said(dataset):
    rng = random.Random(7)
    questions = [choice(n, square(rng), "A") for n in range(12)]
    with pytest.raises(DatasetError, match="questions about 2 complexes; expected at least 5"):
        audit_shortcuts(dataset(questions))
