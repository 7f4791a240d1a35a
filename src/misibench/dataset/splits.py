"""Which complexes are train and which are test."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from misibench.dataset.clusters import choose_test_clusters
from misibench.dataset.seeds import rank
from misibench.dataset.settings import BuildSettings
from misibench.errors import DatasetError

__all__ = ["SplitName", "assign_splits"]

SplitName = Literal["train", "test"]


def assign_splits(
    kept: Sequence[str],
    settings: BuildSettings,
    listed: Mapping[str, str],
    clusters: Mapping[str, str] | None = None,
) -> dict[str, SplitName]:
    """Assign every kept complex to train or test.

    Parameters
    ----------
    kept
        Ids of the kept complexes.
    settings
        ``split`` "random": the test set is the given number or fraction, drawn by seed.
        "list": ``test_ids`` are test, all others train. "cluster": whole clusters are drawn by
        seed while they fit the number or fraction.
    listed
        Splits given in an input table, by id; they win over the rest, and exclude "cluster".
    clusters
        Cluster of every kept complex, for "cluster".

    Raises
    ------
    DatasetError
        If a listed split is neither train nor test, is given where clusters decide, more test
        complexes are asked for than were kept, or none of ``test_ids`` was kept.
    """
    given: dict[str, SplitName] = {}
    for name in kept:
        word = listed.get(name)
        if word is None:
            continue
        if word not in ("train", "test"):
            raise DatasetError(name, f"split {word!r} in the input table", "train or test")
        if settings.split == "cluster":
            raise DatasetError(
                name, f"split {word!r} in the input table", "no split column with --split cluster",
                "leave one of the two out",
            )  # fmt: skip
        given[name] = "train" if word == "train" else "test"
    free = [name for name in kept if name not in given]
    test = _test_ids(free, settings, clusters or {})
    return {name: given.get(name) or ("test" if name in test else "train") for name in kept}


def _test_ids(
    free: Sequence[str], settings: BuildSettings, clusters: Mapping[str, str]
) -> Collection[str]:
    if settings.split == "list":
        listed = set(settings.test_ids)
        if listed and listed.isdisjoint(free):
            raise DatasetError(
                "test ids", f"none of {len(listed)} is a kept complex (first: {min(listed)!r})",
                "ids as in complexes.parquet, upper and lower case too",
            )  # fmt: skip
        return listed
    size = settings.test_size
    if size is None:
        size = round(settings.test_fraction * len(free))
    if size > len(free):
        raise DatasetError(
            "--test-size", f"{size} test complexes", f"at most the {len(free)} kept ones"
        )
    if settings.split == "cluster":
        return choose_test_clusters({name: clusters[name] for name in free}, size, settings.seed)
    return set(sorted(free, key=lambda name: rank(settings.seed, "split", name))[:size])
