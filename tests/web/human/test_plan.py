"""Who answers what in which order."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from misibench.web.human.plan import plan_items
from misibench.web.human.settings import StudySettings

QUESTIONS = {task: [f"{task}/{n:02d}" for n in range(12)] for task in ("T1", "T2", "T3")}


def _ids(settings: StudySettings, number: int, raters: dict[str, int] | None = None) -> list[str]:
    items = plan_items(QUESTIONS, raters or {}, settings, number)
    return [one.question_id for one in items if one.question_id is not None]


def test_everyone_gets_every_question_once_in_an_order_of_their_own() -> None:
    settings = StudySettings(attention_every=0)
    orders = [_ids(settings, number) for number in range(1, 6)]
    for order in orders:
        assert sorted(order) == sorted(one for some in QUESTIONS.values() for one in some)
    assert len({tuple(order) for order in orders}) == 5


def test_the_same_seed_and_number_give_the_same_order() -> None:
    assert _ids(StudySettings(seed=4), 2) == _ids(StudySettings(seed=4), 2)
    assert _ids(StudySettings(seed=4), 2) != _ids(StudySettings(seed=5), 2)


def test_blocks_keep_tasks_together_and_mixed_does_not() -> None:
    blocks = [one[:2] for one in _ids(StudySettings(order="blocks"), 1)]
    mixed = [one[:2] for one in _ids(StudySettings(order="mixed"), 1)]
    changes = [sum(a != b for a, b in pairwise(some)) for some in (blocks, mixed)]
    assert changes[0] == 2
    assert changes[1] > 5


def test_questions_are_shared_out_evenly() -> None:
    settings = StudySettings(per_task=4)
    raters: Counter[str] = Counter()
    for number in range(1, 7):  # 6 people of 4 questions each: 24 for 12 questions
        raters.update(_ids(settings, number, dict(raters)))
    assert set(raters.values()) == {2}


def test_attention_checks_come_at_regular_places_with_answers_of_their_own() -> None:
    items = plan_items(QUESTIONS, {}, StudySettings(attention_every=5), 1)
    places = [place for place, one in enumerate(items) if one.expected is not None]
    assert places == [5, 11, 17, 23, 29, 35, 41]
    answers = [one.expected for one in items if one.expected is not None]
    assert len(set(answers)) > 1
    assert all(one.startswith("roll ") for one in answers)
