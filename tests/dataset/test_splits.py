import pytest
from hypothesis import given
from hypothesis import strategies as st

from misibench.dataset.settings import BuildSettings
from misibench.dataset.splits import assign_splits
from misibench.errors import DatasetError

IDS = [f"{number}abc" for number in range(40)]


@given(st.permutations(IDS), st.integers(0, 5))
def test_split_does_not_depend_on_the_order_of_inputs(shuffled, seed):
    settings = BuildSettings(seed=seed, test_fraction=0.2)
    assert assign_splits(shuffled, settings, {}) == assign_splits(IDS, settings, {})


def test_fraction_and_size_are_met_exactly():
    by_fraction = assign_splits(IDS, BuildSettings(test_fraction=0.2), {})
    by_size = assign_splits(IDS, BuildSettings(test_size=11), {})
    assert list(by_fraction.values()).count("test") == 8  # 0.2 × 40
    assert list(by_size.values()).count("test") == 11


def test_listed_ids_are_test_and_all_others_train():
    splits = assign_splits(IDS, BuildSettings(split="list", test_ids=("3abc",)), {})
    assert [name for name, split in splits.items() if split == "test"] == ["3abc"]


def test_splits_of_an_input_table_win():
    splits = assign_splits(["a", "b"], BuildSettings(test_fraction=1.0), {"a": "train"})
    assert splits == {"a": "train", "b": "test"}


def test_unknown_split_in_a_table_is_named():
    with pytest.raises(DatasetError, match="a: split 'dev' in the input table; expected train or"):
        assign_splits(["a"], BuildSettings(), {"a": "dev"})


def test_more_test_complexes_than_there_are_is_an_error():
    with pytest.raises(DatasetError, match="at most the 2 kept ones"):
        assign_splits(["a", "b"], BuildSettings(test_size=3), {})


def test_a_list_that_names_no_kept_complex_is_an_error():
    # most often upper case: 1ABC where the dataset says 1abc
    with pytest.raises(DatasetError, match=r"none of 2 is a kept complex \(first: '1ABC'\)"):
        assign_splits(["1abc", "2def"], BuildSettings(split="list", test_ids=("2DEF", "1ABC")), {})
