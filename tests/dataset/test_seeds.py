from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from misibench.dataset.seeds import choose_reference, choose_references, question_rng, rank

names = st.lists(st.text("abcdef0123", min_size=1, max_size=4), unique=True, min_size=2)


def test_every_question_has_its_own_generator():
    keys = [
        (0, "a", "x", 0),
        (0, "a", "x", 1),
        (0, "a", "y", 0),
        (0, "b", "x", 0),
        (1, "a", "x", 0),
    ]
    draws = {tuple(question_rng(*key).integers(0, 2**60, 2)) for key in keys}
    assert len(draws) == len(keys)


def test_a_generator_depends_on_nothing_but_its_key():
    first = question_rng(7, "rotation", "1abc", 3).random(4)
    question_rng(7, "rotation", "1abc", 4).random(4)
    assert (question_rng(7, "rotation", "1abc", 3).random(4) == first).all()


@given(names, st.randoms())
def test_reference_does_not_depend_on_the_order_of_candidates(ids, random):
    shuffled = list(ids)
    random.shuffle(shuffled)
    assert choose_reference(0, ids[0], ids) == choose_reference(0, ids[0], shuffled)


@given(names)
def test_reference_is_another_complex_and_stays_when_others_go(ids):
    chosen = choose_reference(0, ids[0], ids)
    assert chosen in ids[1:]
    assert choose_reference(0, ids[0], [ids[0], chosen]) == chosen


@given(names)
def test_all_references_at_once_are_those_chosen_one_by_one(ids):
    together = choose_references(5, ids)
    assert together == {name: choose_reference(5, name, ids) for name in ids}


def test_references_are_spread_over_all_candidates():
    ids = [f"{number}abc" for number in range(300)]
    counts = Counter(choose_references(0, ids).values())
    # drawn evenly, the most frequent of 300 in 300 draws is rarely above seven
    assert max(counts.values()) <= 9
    assert len(counts) > 150  # 1 - 1/e of 300 is 190


def test_without_another_complex_there_is_no_reference():
    assert choose_reference(0, "a", ["a"]) is None


def test_ranks_of_one_purpose_say_nothing_of_another():
    some = [str(number) for number in range(50)]
    by_split = sorted(some, key=lambda name: rank(0, "split", name))
    by_tiny = sorted(some, key=lambda name: rank(0, "tiny", name))
    assert by_split != by_tiny
