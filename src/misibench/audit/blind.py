"""Players that see no picture of what is asked about, and learn from others' answers.

Every player is a function of training questions and asked questions and gives one value per
question asked. The learning ones need scikit-learn, from the extra ``misibench[audit]``.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from misibench.audit.targets import Motions, Target, option_motions
from misibench.errors import UsageError
from misibench.records import Question
from misibench.tasks.moves import LETTERS

__all__ = ["OPTION_PLAYERS", "PLAYERS", "option_features"]

Player = Callable[[Target, Sequence[Question], Sequence[Question]], list[str]]


def _frequent(target: Target, train: Sequence[Question], asked: Sequence[Question]) -> list[str]:
    """Give the most frequent value of the training questions."""
    counts = Counter(value for one in train if (value := target.value(one)) is not None)
    most = max(counts.values(), default=0)
    best = min((value for value, count in counts.items() if count == most), default="")
    return [best] * len(asked)


def _text(target: Target, train: Sequence[Question], asked: Sequence[Question]) -> list[str]:
    """Learn from the words of the prompt, single and in pairs, options among them."""
    sklearn = _sklearn()
    labels = [str(target.value(one)) for one in train]
    if len(set(labels)) < 2 or len(set(labels)) > 60:
        return _frequent(target, train, asked)
    words = sklearn["CountVectorizer"](
        token_pattern=r"[^\s,.;:()`]+", ngram_range=(1, 2), binary=True, lowercase=False,
        min_df=5, max_df=0.95, max_features=3000,
    )  # fmt: skip
    try:
        known = words.fit_transform([one.prompt for one in train])
    except ValueError:  # nothing is left: the prompts are all the same
        return _frequent(target, train, asked)
    model = sklearn["LogisticRegression"](C=0.3, max_iter=200, class_weight="balanced")
    model.fit(known, labels)
    told: list[str] = model.predict(words.transform([one.prompt for one in asked])).tolist()
    return told


def _odd_one_out(target: Target, train: Sequence[Question], asked: Sequence[Question]) -> list[str]:
    """Choose the option that has least in common with the others."""
    del target, train
    return [LETTERS[int(np.argmin(_in_common(option_motions(one))))] for one in asked]


def _most_central(
    target: Target, train: Sequence[Question], asked: Sequence[Question]
) -> list[str]:
    """Choose the option that has most in common with the others."""
    del target, train
    return [LETTERS[int(np.argmax(_in_common(option_motions(one))))] for one in asked]


def _options_learned(
    target: Target, train: Sequence[Question], asked: Sequence[Question]
) -> list[str]:
    """Learn from how each option stands to the others and what it says, trees over 30 features."""
    sklearn = _sklearn()
    features = np.concatenate([option_features(option_motions(one)) for one in train])
    right = np.array([letter == one.answer for one in train for letter in LETTERS])
    model = sklearn["HistGradientBoostingClassifier"](max_iter=60, random_state=0)
    # one thread: several wait for one another wherever the cores have other work too
    with sklearn["threadpool_limits"](1):
        model.fit(features, right)
    if not asked:
        return []
    described = np.concatenate([option_features(option_motions(one)) for one in asked])
    with sklearn["threadpool_limits"](1):
        chances = model.predict_proba(described)[:, 1].reshape(len(asked), len(LETTERS))
    return [LETTERS[place] for place in chances.argmax(axis=1).tolist()]


def _parts(motions: Motions) -> list[Any]:
    """What two options can have in common."""
    parts: list[Any] = []
    for kind, axis, value in motions:
        sign = value > 0
        parts += [(kind, axis), sign, abs(value), (axis, sign), value, (axis, value)]
    return parts


def _in_common(options: Sequence[Motions]) -> NDArray[np.float64]:
    """For every option, how many parts it shares with the other options, shape (options,)."""
    parts = [_parts(one) for one in options]
    common = [
        [sum(map(operator.eq, own, other)) for other in parts if other is not own] for own in parts
    ]
    return np.asarray(np.array(common, dtype=np.float64).sum(axis=1))


def option_features(options: Sequence[Motions]) -> NDArray[np.float64]:
    """Describe every option by itself and by how it stands to the others, (options, features)."""
    parts = [_parts(one) for one in options]
    shared = np.array(
        [
            [
                sum(own[place] == other[place] for other in parts if other is not own)
                for place in range(len(own))
            ]
            for own in parts
        ],
        dtype=np.float64,
    )
    values = np.array([[value for _, _, value in one] for one in options])
    axes = np.array([["xyz".index(axis) for _, axis, _ in one] for one in options])
    sizes = np.abs(values)
    return np.column_stack(
        [
            shared,
            shared.sum(axis=1),
            values,
            sizes,
            axes,
            values.argsort(axis=0).argsort(axis=0),
            sizes.argsort(axis=0).argsort(axis=0),
            sizes.sum(axis=1),
            np.abs(values - np.median(values, axis=0)),
        ]
    )


def _sklearn() -> Mapping[str, Any]:
    # imported here: it is an extra, and takes more than a second
    try:
        from sklearn.ensemble import HistGradientBoostingClassifier
        from sklearn.feature_extraction.text import CountVectorizer
        from sklearn.linear_model import LogisticRegression
        from threadpoolctl import threadpool_limits
    except ImportError as error:
        raise UsageError(
            "misi audit shortcuts", "scikit-learn is not installed", "",
            "pip install 'misibench[audit]'",
        ) from error  # fmt: skip
    return {
        "CountVectorizer": CountVectorizer,
        "HistGradientBoostingClassifier": HistGradientBoostingClassifier,
        "LogisticRegression": LogisticRegression,
        "threadpool_limits": threadpool_limits,
    }


PLAYERS: dict[str, Player] = {"most frequent answer": _frequent, "words of the prompt": _text}
"""For all targets."""

OPTION_PLAYERS: dict[str, Player] = {
    "odd one out": _odd_one_out,
    "most in common": _most_central,
    "options, learned": _options_learned,
}
"""For targets that are letters."""
