"""Built-in players and the best constant answers."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from misibench.errors import UsageError
from misibench.evaluate.constants import best_constants
from misibench.evaluate.grids import ROLL_ANSWERS
from misibench.evaluate.players import PLAYERS, play
from misibench.evaluate.scoring_run import score_predictions
from misibench.records import Outcome, Question
from misibench.tasks import task_named

MakeQuestion = Callable[..., Question]


@pytest.mark.parametrize("player", PLAYERS)
def test_every_player_answers_every_question_readably(
    player: str, question_set: tuple[Question, ...]
) -> None:
    found = {p.id: p for p in play(player, question_set, train=question_set)}
    run = score_predictions(question_set, found)
    assert run.name == player
    assert run.total_coverage.parsed == len(question_set)


def test_random_depends_on_seed_and_question_alone(question_set: tuple[Question, ...]) -> None:
    whole = {p.id: p.reply for p in play("random", question_set, seed=1)}
    assert whole == {p.id: p.reply for p in play("random", question_set[::-1], seed=1)}
    assert whole != {p.id: p.reply for p in play("random", question_set, seed=2)}


def test_random_is_uniform_over_the_grid(make_question: MakeQuestion) -> None:
    questions = [make_question("rotation", "roll x 15", index=n) for n in range(3600)]
    counts = Counter(p.reply for p in play("random", questions))
    assert set(counts) == set(ROLL_ANSWERS)
    # 100 expected each; 5 standard deviations are 50
    assert min(counts.values()) > 50
    assert max(counts.values()) < 150


def test_random_says_no_every_second_time(make_question: MakeQuestion) -> None:
    task = "residue_ligand_interaction"
    bond = "Yes: ARG NE, O2G"
    questions = [make_question(task, bond, f"c{n % 2}", n) for n in range(1000)]
    said = Counter(p.reply for p in play("random", questions))
    assert set(said) == {"No", bond}
    assert 400 < said["No"] < 600


def test_random_draws_no_bonds_of_the_own_complex(make_question: MakeQuestion) -> None:
    first, second = "ARG 45 NH2 A, O1B", "LYS 47 NZ A, O1A"
    task = "pocket_ligand_interaction"
    questions = [make_question(task, first, "c1"), make_question(task, second, "c2")]
    assert [p.reply for p in play("random", questions)] == [second, first]
    assert [p.reply for p in play("random", questions[:1])] == ["No"]


def test_blind_gives_the_most_frequent_training_answer(make_question: MakeQuestion) -> None:
    train = [
        make_question("zooming", answer, index=n, split="train")
        for n, answer in enumerate(
            ["move z 41", "move z 50", "move z 50", "move z 41", "move z 44"]
        )
    ]
    # 41 and 50 tie: the alphabet decides
    asked = [make_question("zooming", "move z 50", index=9)]
    assert [p.reply for p in play("blind", asked, train=train)] == ["move z 41"]


def test_blind_without_training_questions_is_a_usage_error(make_question: MakeQuestion) -> None:
    with pytest.raises(UsageError, match="no training question of rotation"):
        list(play("blind", [make_question("rotation", "roll x 15")]))


def test_unknown_player_is_answered_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="did you mean random"):
        list(play("randm", []))


def test_constant_is_the_best_of_the_whole_grid(question_set: tuple[Question, ...]) -> None:
    rotations = [q for q in question_set if q.task == "rotation"]
    task = task_named("rotation")
    scores = {
        reply: sum(task.score(reply, q).paper for q in rotations) / len(rotations)
        for reply in ROLL_ANSWERS
    }
    best = best_constants(rotations)["T2"]
    assert best.score == pytest.approx(max(scores.values()))
    assert scores[best.answer] == pytest.approx(best.score)


def test_constant_is_chosen_for_each_half_of_t4(question_set: tuple[Question, ...]) -> None:
    best = best_constants(question_set)
    assert best["T4-"].answer == "No"
    assert best["T4-"].score == 1.0
    # ARG NE, O2G is true of both kinds of positive in the set, ARG NH2, O1B of one
    assert best["T4+"].answer == "Yes: ARG NE, O2G"
    assert best["T4+"].score == 1.0


DOCKING = st.tuples(
    st.sampled_from(ROLL_ANSWERS),
    st.integers(5, 40).flatmap(lambda n: st.sampled_from([n, -n])),
)


@settings(max_examples=10, deadline=None)
@given(truths=st.lists(DOCKING, min_size=1, max_size=5))
def test_docking_constant_beats_every_pair_of_roll_and_distance(
    make_question: MakeQuestion, truths: list[tuple[str, int]]
) -> None:
    questions = [
        make_question("ligand_docking", f"{roll}, move x {distance}", index=n)
        for n, (roll, distance) in enumerate(truths)
    ]
    task = task_named("ligand_docking")
    best = best_constants(questions)["T7"].score
    rolls = {roll for roll, _ in truths} | {"roll x 15", "roll y -45", "roll z 90"}
    for roll, distance in itertools.product(sorted(rolls), range(-42, 43, 3)):
        if distance:
            reply = f"{roll}, move x {distance}"
            mean = sum(task.score(reply, q).paper for q in questions) / len(questions)
            assert mean <= best + 1e-12


BONDS = [f"ARG {atom}, {ligand}" for atom in ("NE", "NH1", "NH2") for ligand in ("O1", "O2")]


@settings(max_examples=25, deadline=None)
@given(truths=st.lists(st.sets(st.sampled_from(BONDS), min_size=1), min_size=1, max_size=6))
def test_no_list_of_bonds_beats_the_constant_bond(
    make_question: MakeQuestion, truths: list[set[str]]
) -> None:
    task = "residue_ligand_interaction"
    questions = [
        make_question(task, f"Yes: {'; '.join(sorted(truth))}", index=n)
        for n, truth in enumerate(truths)
    ]
    best = best_constants(questions)["T4+"].score
    for size in (1, 2, 3, 6):
        for listed in itertools.combinations(BONDS, size):
            reply = f"Yes: {'; '.join(listed)}"
            scores = [task_named(task).score(reply, q).paper for q in questions]
            assert sum(scores) / len(scores) <= best + 1e-12


def test_players_stay_near_their_expected_scores(make_question: MakeQuestion) -> None:
    questions = [make_question("rotation_rotation", "ABCD"[n % 4], f"c{n}", n) for n in range(2000)]
    run = score_predictions(questions, {p.id: p for p in play("random", questions)})
    assert run.weighted()["T6"] == pytest.approx(25.0, abs=5.0)
    assert run.outcomes[Outcome.WRONG] + run.outcomes[Outcome.CORRECT] == 2000
