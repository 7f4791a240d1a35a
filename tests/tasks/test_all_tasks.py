"""Every task against every promise, on small complexes written by hand (see conftest.py)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from misibench.geometry import Move, Roll, motions_transform
from misibench.records import Outcome, Question
from misibench.scene.annotation import Annotation
from misibench.scene.camera import View
from misibench.scene.shot import Subject
from misibench.tasks import TASKS, Draft, Skip, Task, fill_prompt, paper_counts, template_slots
from misibench.tasks.commands import parse_motions

NAMES = [task.name for task in TASKS]
IMAGES_BESIDE_OPTIONS = {
    "T1": 4,
    "T2": 4,
    "T3": 4,
    "T4": 6,
    "T5": 7,
    "T6": 4,
    "T7": 7,
    "T8": 6,
    "T9": 6,
}
PICTURE_OPTIONS = {"T5": 4, "T6": 4}


def as_question(draft: Draft, task: Task, complex_id: str = "1abc") -> Question:
    """Lay out the first three decoys, as the dataset does when their pictures differ."""
    texts = [option.text for option in draft.options[1:4]]
    pictured = bool(draft.options) and draft.options[0].in_picture
    images = len(draft.images) + 4 * pictured
    answer = draft.answer
    if draft.options:
        texts.insert("ABCD".index(draft.letter), draft.options[0].text)
        answer = draft.letter
    shown = [f"image {len(draft.images) + n}" for n in (1, 2, 3, 4)] if pictured else texts
    return Question(
        id=f"{task.code}/{draft.index}",
        task=task.name,
        split="train",
        complex_id=complex_id,
        images=tuple(f"{n}.png" for n in range(images)),
        prompt=fill_prompt(draft, shown if draft.options else ()),
        answer=answer,
        options=tuple(shown if draft.options else ()),
        truth=draft.truth,
        meta=draft.meta,
    )


@pytest.fixture(params=["plain", "odd", "dry"])
def annotation(request: pytest.FixtureRequest) -> Annotation:
    found: Annotation = request.getfixturevalue(request.param)
    return found


@pytest.fixture(params=TASKS, ids=NAMES)
def task(request: pytest.FixtureRequest) -> Task:
    found: Task = request.param
    return found


def drafts_of(task: Task, request: object) -> list[Draft]:
    return [one for one in task.drafts(request) if isinstance(one, Draft)]  # type: ignore[arg-type]


def test_same_seed_gives_the_same_drafts(task, annotation, request_) -> None:
    first = list(task.drafts(request_(annotation, seed=5)))
    second = list(task.drafts(request_(annotation, seed=5)))
    assert first == second
    assert first


@pytest.mark.parametrize("name", sorted(set(NAMES) - {"pocket_ligand_interaction"}))
def test_another_seed_gives_other_drafts(name, random_complex, request_) -> None:
    task = next(task for task in TASKS if task.name == name)
    found = {str(list(task.drafts(request_(random_complex(1), seed=seed)))) for seed in range(4)}
    assert len(found) > 1


def test_asking_more_questions_moves_none(task, random_complex, request_) -> None:
    few = {d.index: d for d in drafts_of(task, request_(random_complex(3), per_complex=1))}
    many = {d.index: d for d in drafts_of(task, request_(random_complex(3), per_complex=9))}
    assert len(many) >= len(few) > 0
    for index, draft in few.items():
        assert many.get(index, draft) == draft


@pytest.mark.parametrize("split", ["train", "test"])
def test_counts_are_the_published_ones(task, annotation, request_, split) -> None:
    request = request_(annotation, split)
    count = len(drafts_of(task, request))
    expected = paper_counts(task.name, split)
    if expected is not None:
        assert count == expected
    else:
        bonded = {
            int(annotation.structure.receptor.residue_index[atom])
            for atom, _ in annotation.bonded_pairs
        }
        if task.code == "T8" and bonded:  # bonds that whole ångströms cannot centre are skipped
            count += sum(isinstance(made, Skip) for made in task.drafts(request))
        assert count == (2 * len(bonded) if task.code == "T4" else len(bonded))


def test_published_totals_follow_from_the_counts() -> None:
    """The totals of the paper for 3,503 training and 490 test complexes."""
    totals = {"T1": (14012, 980), "T2": (21018, 1470), "T3": (14012, 980), "T5": (21018, 1470),
              "T6": (21018, 1470), "T7": (21018, 1470), "T9": (3503, 490)}  # fmt: skip
    for code, (train, test) in totals.items():
        assert (paper_counts(code, "train") or 0) * 3503 == train
        assert (paper_counts(code, "test") or 0) * 490 == test


def test_truth_scores_one(task, annotation, request_) -> None:
    for draft in drafts_of(task, request_(annotation)):
        question = as_question(draft, task)
        for reply in (question.answer, f"Some thoughts.\nAnswer: {question.answer}"):
            score = task.score(reply, question)
            assert (score.outcome, score.paper, score.exact) == (Outcome.CORRECT, 1.0, 1.0)
            assert score.answer == question.answer


@pytest.mark.parametrize("silence", ["", " \n\t", "I cannot tell.", "<think>Answer: A", "\x00"])
def test_silence_is_no_answer(task, plain, request_, silence) -> None:
    for draft in drafts_of(task, request_(plain)):
        score = task.score(silence, as_question(draft, task))
        assert (score.outcome, score.paper, score.exact) == (Outcome.NO_ANSWER, 0.0, 0.0)
        assert score.answer is None
        assert score.note


def test_prompt_names_every_image_once_in_order(task, plain, request_) -> None:
    for draft in drafts_of(task, request_(plain)):
        question = as_question(draft, task)
        named = [int(n) for n in re.findall(r"^Image (\d+):", question.prompt, re.M)]
        assert named == list(range(1, len(question.images) + 1))
        assert len(draft.images) == IMAGES_BESIDE_OPTIONS[task.code]
        assert len(question.images) == len(draft.images) + PICTURE_OPTIONS.get(task.code, 0)


def test_slots_of_draft_and_template_are_the_same(task, plain, request_) -> None:
    for draft in drafts_of(task, request_(plain)):
        given = set(draft.slots) | {"identity"}
        if draft.options and not draft.options[0].in_picture:
            given.add("options")
        assert given == template_slots(task.name)


def test_prompt_does_not_name_the_entry_unless_asked(task, plain, request_) -> None:
    draft = drafts_of(task, request_(plain))[0]
    options = [option.text for option in draft.options[:4]]
    assert "1abc" not in fill_prompt(draft, options)
    shown = fill_prompt(draft, options, pdb_id="1abc", reference_pdb_id="2xyz")
    assert "1abc" in shown
    assert "2xyz" in shown


def test_prompt_does_not_hold_the_answer(task, annotation, request_) -> None:
    for draft in drafts_of(task, request_(annotation)):
        prompt = as_question(draft, task).prompt
        assert "$" not in prompt
        if draft.answer and draft.answer != "No":
            assert draft.answer.lower() not in prompt.lower()
        # nor does its example: only "No" has to be written as it is (the last example of T9)
        right = task.score(prompt, as_question(draft, task)).exact == 1.0
        assert right == (task.code == "T9" and draft.answer == "No")


def test_true_option_is_there_once_and_decoys_are_spare(task, plain, request_) -> None:
    for draft in drafts_of(task, request_(plain)):
        if not draft.options:
            assert draft.letter == ""
            continue
        texts = Counter(option.text for option in draft.options)
        assert len(draft.options) >= 1 + 8
        assert set(texts.values()) == {1}
        assert draft.letter in set("ABCD")
        assert draft.answer == ""
        names = [option.shot.name for option in draft.options]
        assert len(set(names)) == len(names)


def test_keys_tell_the_questions_of_a_complex_apart(task, annotation, request_) -> None:
    drafts = drafts_of(task, request_(annotation))
    ids = [draft.key or draft.index for draft in drafts]
    assert len(set(ids)) == len(ids)


def test_task_answers_any_text_without_an_exception(task, plain, request_) -> None:
    question = as_question(drafts_of(task, request_(plain))[0], task)
    for reply in (
        "\ud800",
        "{" * 999,
        "Answer:" * 99,
        "move x " + "9" * 400,
        "&#" + "1" * 9999 + ";",
    ):
        assert task.score(reply, question).paper in (0.0, 1.0)


# what the pictures show


def transform(annotation: Annotation, motions) -> np.ndarray:
    return motions_transform(motions, annotation.centre).apply(annotation.structure.receptor.coords)


@pytest.mark.parametrize("code", ["T1", "T2", "T3"])
def test_answer_applied_to_image_1_gives_image_4(code, plain, request_) -> None:
    (task,) = (task for task in TASKS if task.code == code)
    for draft in drafts_of(task, request_(plain)):
        before, *_, after = (image.shot for image in draft.images)
        answered = (*before.motions, *parse_motions(draft.answer))
        np.testing.assert_allclose(
            transform(plain, answered), transform(plain, after.motions), atol=1e-12
        )
        assert before.view == after.view == View.FRONT
        assert parse_motions(draft.answer)[0].axis == draft.truth["axis"]


def test_answers_of_simple_motions_are_on_the_published_grids(random_complex, request_) -> None:
    grids = {
        "T1": {f"move {axis} {v}" for axis in "xy" for v in (-4, -3, -2, -1, 1, 2, 3, 4)},
        "T2": {f"roll {axis} {v}" for axis in "xyz" for v in range(-90, 91, 15) if v},
        "T3": {f"move z {v}" for v in range(40, 61)},
    }
    for task in TASKS[:3]:
        answers = [
            draft.answer
            for seed in range(60)
            for draft in drafts_of(task, request_(random_complex(7), seed=seed))
        ]
        if task.code == "T3":  # of a small complex some zooms would leave nothing in view
            assert set(answers) <= grids["T3"]
        else:
            assert set(answers) == grids[task.code]


@pytest.mark.parametrize(("code", "size"), [("T1", 8), ("T2", 12)])
def test_values_come_back_only_when_the_grid_is_used_up(code, size, plain, request_) -> None:
    (task,) = (task for task in TASKS if task.code == code)
    answers = [d.answer for d in drafts_of(task, request_(plain, per_complex=size))]
    assert len(set(answers)) == len(answers)
    more = [d.answer for d in drafts_of(task, request_(plain, per_complex=2 * size))]
    assert set(Counter(more).values()) == {2}


def test_docking_answer_undoes_the_displacement(plain, odd, request_) -> None:
    (task,) = (task for task in TASKS if task.code == "T7")
    for annotation in (plain, odd):
        ligand = annotation.structure.ligand.coords
        for draft in drafts_of(task, request_(annotation)):
            displaced = draft.images[-1].shot.ligand_motions
            motions = (*displaced, *parse_motions(draft.answer))
            back = motions_transform(motions, annotation.ligand_centre).apply(ligand)
            np.testing.assert_allclose(back, ligand, atol=1e-9)
            (roll, move) = parse_motions(draft.answer)
            assert isinstance(roll, Roll)
            assert isinstance(move, Move)
            assert move.axis == "x"
            assert roll.angle_deg % 15 == 0 != roll.angle_deg


def test_docking_pictures_show_pocket_then_ligand_then_both(plain, request_) -> None:
    (task,) = (task for task in TASKS if task.code == "T7")
    for draft in drafts_of(task, request_(plain)):
        shots = [image.shot for image in draft.images]
        assert [shot.subject for shot in shots] == [Subject.POCKET] * 3 + [Subject.LIGAND] * 3 + [
            Subject.COMPLEX
        ]
        assert [shot.view for shot in shots] == [View.FRONT, View.LEFT, View.TOP] * 2 + [View.FRONT]
        assert {shot.ligand_motions for shot in shots[3:]} == {shots[3].ligand_motions}
        assert {shot.ligand_motions for shot in shots[:3]} == {()}


def test_docking_distance_follows_the_published_rule(plain, request_) -> None:
    """Right: 0.9 |z| tan 15° - x_max; left: -(0.9 |z| tan 15° + x_min); less 0, 1 or 2 Å."""
    (task,) = (task for task in TASKS if task.code == "T7")
    structure = plain.structure
    screen = plain.camera.screen(structure.ligand.coords)[~structure.ligand.is_hydrogen]
    pocket = plain.camera.screen(structure.receptor.coords)[~structure.receptor.is_hydrogen]
    depth = -np.concatenate([screen, pocket])[:, 2].mean()
    edge = 0.9 * depth * np.tan(np.deg2rad(15))
    right = {round(edge - screen[:, 0].max() - slack) for slack in (0, 1, 2)}
    left = {-round(edge + screen[:, 0].min() - slack) for slack in (0, 1, 2)}
    drafts = drafts_of(task, request_(plain))
    moved = [draft.images[-1].shot.ligand_motions[0].distance for draft in drafts]
    assert sorted(moved) == sorted(right | left)  # six questions: every side and slack once


def test_reference_shots_come_first_in_translation_rotation(plain, request_) -> None:
    (task,) = (task for task in TASKS if task.code == "T5")
    for draft in drafts_of(task, request_(plain)):
        assert [image.of_reference for image in draft.images] == [True] * 4 + [False] * 3
        # the same motions, done to the target, are the true option and no other
        motions = draft.images[3].shot.motions
        same = [option.shot.motions == motions for option in draft.options]
        assert same == [True] + [False] * (len(same) - 1)
        move, roll = motions
        assert isinstance(move, Move)
        assert isinstance(roll, Roll)
        assert move.axis in "xy"
    assert task.needs_reference


def test_true_option_of_two_rotations_applies_them_twice(plain, request_) -> None:
    (task,) = (task for task in TASKS if task.code == "T6")
    pairs = set()
    for draft in drafts_of(task, request_(plain)):
        first, second = draft.images[3].shot.motions
        assert first.axis != second.axis
        pairs.add((first.axis, second.axis))
        once = motions_transform((first, second), plain.centre)
        twice = once.then(once)
        for place, option in enumerate(draft.options):
            shown = motions_transform(option.shot.motions, plain.centre)
            gap = np.abs(shown.rotation - twice.rotation).max()
            assert (gap < 1e-12) == (place == 0)
            assert option.shot.motions[:2] == (first, second)
    assert len(pairs) == 6  # every ordered pair of axes once


def test_location_option_centres_the_bond(plain, odd, random_complex, request_) -> None:
    (task,) = (task for task in TASKS if task.code == "T8")
    for annotation in (plain, odd, *(random_complex(seed) for seed in range(20))):
        structure = annotation.structure
        for draft in drafts_of(task, request_(annotation)):
            truth = draft.truth
            pair = (truth["receptor_atom"], truth["ligand_atom"])
            assert pair in annotation.bonded_pairs
            middle = (structure.receptor.coords[pair[0]] + structure.ligand.coords[pair[1]]) / 2
            moved = motions_transform(draft.options[0].shot.motions, annotation.centre).apply(
                middle
            )
            screen = annotation.camera.screen(moved[None])[0]
            assert np.hypot(*screen[:2]) <= 0.5 + 1e-9
            assert np.hypot(*screen[:2]) == pytest.approx(draft.meta["off_axis"], abs=1e-3)
            for option in draft.options[1:]:
                away = motions_transform(option.shot.motions, annotation.centre).apply(middle)
                assert np.abs(annotation.camera.screen(away[None])[0, :2]).max() >= 1.5
            named = structure.receptor.atom_names[pair[0]]
            assert draft.slots["residue_atom"] == named
            assert draft.slots["ligand_atom"] == structure.ligand_labels[pair[1]]


def test_residue_questions_show_six_views_of_that_residue(plain, request_) -> None:
    (task,) = (task for task in TASKS if task.code == "T4")
    answers = {}
    for draft in drafts_of(task, request_(plain)):
        assert {image.shot.subject for image in draft.images} == {Subject.RESIDUE}
        assert [image.shot.view for image in draft.images] == [
            View.FRONT, View.LEFT, View.TOP, View.BACK, View.RIGHT, View.BOTTOM
        ]  # fmt: skip
        (index,) = {image.shot.residue_index for image in draft.images}
        residue = plain.structure.receptor.residues[index]
        assert draft.key == str(residue.id)
        answers[draft.key] = draft.answer
    # the bonds of the fixture: a pair found from both sides is one bond
    assert answers["A:45"] == "Yes: ARG NE, O1; ARG NH1, O2; ARG NH2, O1"
    assert answers["A:52"] == "Yes: SER OG, O3"
    assert sorted(answers.values()).count("No") == 2


def test_near_negatives_are_near(random_complex, request_) -> None:
    (task,) = (task for task in TASKS if task.code == "T4")
    annotation = random_complex(2)
    structure = annotation.structure
    for draft in drafts_of(task, request_(annotation, negatives="near")):
        if draft.answer != "No":
            continue
        index = draft.images[0].shot.residue_index
        atoms = list(structure.receptor.residue_atoms[index])
        gaps = np.linalg.norm(
            structure.receptor.coords[atoms][:, None] - structure.ligand.coords[None], axis=2
        )
        assert (gaps.min() <= 4.0) == (draft.meta["negatives"] == "near")


def test_residues_with_bonds_stay_whatever_the_negatives(random_complex, request_) -> None:
    (task,) = (task for task in TASKS if task.code == "T4")
    kept = [
        {d.key: d for d in drafts_of(task, request_(random_complex(2), negatives=kind))
         if d.answer != "No"}
        for kind in ("random", "near")
    ]  # fmt: skip
    assert kept[0] == kept[1]


def test_complex_without_bonds_is_skipped_or_answered_with_no(dry, request_) -> None:
    for task in TASKS:
        drafts = list(task.drafts(request_(dry)))
        if task.code in ("T4", "T8"):
            assert drafts == [Skip(task.name, "no hydrogen bonds")]
        if task.code == "T9":
            assert [draft.answer for draft in drafts] == ["No"]


def test_pocket_answer_names_insertion_codes_negative_numbers_and_blank_chains(
    odd, request_
) -> None:
    (task,) = (task for task in TASKS if task.code == "T9")
    (draft,) = drafts_of(task, request_(odd))
    assert draft.answer == ("SER 52A OG A, O1'; GLY -3 N _, Na1; DG 5 O2' a, O5*; DG 5 O4* a, NA1")
    assert "_: GLY -3" in draft.slots["chains"]


def test_few_questions_per_complex_can_be_asked_for(
    plain: Annotation, request_: Callable[..., object]
) -> None:
    counts = {task.code: len(drafts_of(task, request_(plain, per_complex=1))) for task in TASKS}
    assert counts == {
        "T1": 2,
        "T2": 3,
        "T3": 1,
        "T4": 1,
        "T5": 1,
        "T6": 1,
        "T7": 1,
        "T8": 1,
        "T9": 1,
    }
