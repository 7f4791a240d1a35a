from collections import Counter

import numpy as np
import pytest

from misibench.tasks import task_named
from misibench.tasks.negatives import matched_order

# A pocket as pockets are: more leucine than arginine
POCKET = ["LEU"] * 9 + ["ARG"] * 3 + ["PRO"] * 4 + ["MG"]


def test_every_residue_is_drawn_once():
    order = matched_order(np.random.default_rng(1), POCKET)
    assert sorted(order) == list(range(len(POCKET)))


def test_first_draws_follow_the_odds_of_the_names():
    # 9 × 0.3, 3 × 3.4, 4 × 0.05 and 1 × 0.03 of 13.13
    first = Counter(
        POCKET[matched_order(np.random.default_rng(seed), POCKET)[0]] for seed in range(4000)
    )
    for name, expected in (("LEU", 0.206), ("ARG", 0.777), ("PRO", 0.015), ("MG", 0.002)):
        assert first[name] / 4000 == pytest.approx(expected, abs=0.02)


def test_the_same_generator_gives_the_same_order():
    one, other = (matched_order(np.random.default_rng(7), POCKET) for _ in range(2))
    assert one == other


def test_an_empty_pocket_gives_nothing():
    assert matched_order(np.random.default_rng(1), []) == []


def test_matched_negatives_have_no_bond_and_are_as_many(random_complex, request_):
    drafts = list(task_named("T4").drafts(request_(random_complex(3), negatives="matched")))
    kinds = Counter(draft.meta["negatives"] for draft in drafts)
    assert kinds == {"": 6, "matched": 6}
    assert all((draft.answer == "No") == bool(draft.meta["negatives"]) for draft in drafts)


@pytest.mark.parametrize("per_complex", [1, 3])
def test_of_an_odd_number_the_one_left_over_is_yes_as_often_as_no(
    random_complex, request_, per_complex
):
    # were it always the same, "Yes" would be the better guess wherever T4 is asked
    annotation = random_complex(3)  # six residues with bonds, six without
    surplus = 0
    for seed in range(200):
        request = request_(annotation, seed=seed, per_complex=per_complex)
        answers = [draft.answer for draft in task_named("T4").drafts(request)]
        assert len(answers) == per_complex
        surplus += sum(1 if answer != "No" else -1 for answer in answers)
    assert abs(surplus) < 50  # 3.5 standard deviations of a fair coin
