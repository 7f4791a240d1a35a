"""How far raters agree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from misibench.web.human.agreement import agreement, krippendorff_alpha

_UNITS = st.lists(st.lists(st.sampled_from("abc"), max_size=4), max_size=12)


def test_alpha_of_the_example_by_krippendorff() -> None:
    # K. Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), section B: nominal
    # data, two observers, no missing data; the paper gives 0.692
    ben, gerry = "aabbdcccedda", "babbbccceddd"
    units = [[one, other] for one, other in zip(ben, gerry, strict=True)]
    assert krippendorff_alpha(units) == pytest.approx(0.692, abs=0.0005)


def test_full_agreement_and_none() -> None:
    assert agreement([["a", "a"], ["b", "b"]]).alpha == 1.0
    found = agreement([["a", "b"], ["b", "a"]])
    assert found.share == 0.0
    assert found.alpha is not None
    assert found.alpha < 0


def test_questions_of_one_rater_do_not_count() -> None:
    found = agreement([["a"], [], ["a", "a", "b"]])
    assert (found.questions, found.pairs) == (1, 3)
    assert found.share == pytest.approx(1 / 3)


def test_where_nothing_differs_alpha_is_not_defined() -> None:
    assert agreement([["a", "a"], ["a", "a"]]).alpha is None
    assert agreement([]).share is None


@given(_UNITS)
def test_alpha_does_not_depend_on_order_or_names(units: list[list[str]]) -> None:
    renamed = [["xyz"["abc".index(one)] for one in reversed(unit)] for unit in reversed(units)]
    first, second = krippendorff_alpha(units), krippendorff_alpha(renamed)
    assert first == pytest.approx(second) if first is not None else second is None
    assert first is None or first <= 1.0
