"""Can questions be answered without their pictures? Blind players against chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from misibench.audit.blind import OPTION_PLAYERS, PLAYERS, Player
from misibench.audit.targets import TARGETS, Target
from misibench.dataset.load import read_questions
from misibench.dataset.seeds import rank
from misibench.errors import DatasetError
from misibench.evaluate.statistics import Interval, mean_interval
from misibench.records import Question
from misibench.tasks import TASKS, task_named
from misibench.tasks.moves import LETTERS

__all__ = ["MARGIN", "Balance", "BlindScore", "Shortcuts", "audit_shortcuts"]

MARGIN = 0.05
"""A blind score this far over chance, beyond doubt, is a defect of the generator."""

FOLDS = 5

Verdict = Literal["fine", "unsure", "defect"]


@dataclass(frozen=True, slots=True)
class BlindScore:
    """How often one blind player tells one target.

    Attributes
    ----------
    code, target, player
        Task code, what is told, and by whom.
    questions, complexes
        How many were asked, about how many complexes.
    score, chance
        Share told, and share that guessing tells, 0 to 1; balanced over classes where the target
        is balanced.
    interval
        95 %, from resampling whole complexes.
    """

    code: str
    target: str
    player: str
    questions: int
    complexes: int
    score: float
    chance: float
    interval: Interval

    @property
    def verdict(self) -> Verdict:
        """Defect: over chance by more than the margin, the interval too; unsure: the score only."""
        if self.interval.low > self.chance + MARGIN:
            return "defect"
        return "unsure" if self.score > self.chance + MARGIN else "fine"


@dataclass(frozen=True, slots=True)
class Balance:
    """How often each value of a target is right, and how likely so uneven shares are by chance."""

    code: str
    target: str
    counts: dict[str, int]
    p_value: float


@dataclass(frozen=True)
class Shortcuts:
    """The report: blind scores in the order of tasks, and the balance of answers."""

    scores: tuple[BlindScore, ...]
    balances: tuple[Balance, ...]

    @property
    def defects(self) -> tuple[BlindScore, ...]:
        """Scores that are over chance beyond doubt."""
        return tuple(one for one in self.scores if one.verdict == "defect")


def audit_shortcuts(directory: str | Path, *, seed: int = 0) -> Shortcuts:
    """Let blind players answer all questions of a dataset, train and test together.

    Learning players learn from four fifths of the complexes and answer about the rest, five times,
    so that every question is answered once, and never by who has seen its complex.

    Parameters
    ----------
    directory
        The dataset.
    seed
        Of the fifths and of the resampling.

    Raises
    ------
    DatasetError
        If there are fewer than five complexes.
    UsageError
        If scikit-learn is not installed.
    """
    scores: list[BlindScore] = []
    balances: list[Balance] = []
    for task in TASKS:
        if not (Path(directory) / task.name).is_dir():
            continue
        questions = [
            one
            for split in ("train", "test")
            for one in read_questions(directory, task.name, split)
        ]
        if not questions:
            continue
        for target in TARGETS:
            if target.task == task.name:
                asked = [one for one in questions if target.value(one) is not None]
                scores += _scores(target, asked, seed)
                if target.chance > 0 and not target.balanced:
                    balances.append(_balance(target, asked))
    if not scores:
        raise DatasetError(directory, "no questions", "a dataset with questions of any task")
    return Shortcuts(tuple(scores), tuple(balances))


def _scores(target: Target, questions: Sequence[Question], seed: int) -> list[BlindScore]:
    players: dict[str, Player] = dict(PLAYERS)
    if target.letters:
        players |= OPTION_PLAYERS
    ids = sorted({one.complex_id for one in questions}, key=lambda one: rank(seed, "fold", one))
    if len(ids) < FOLDS:
        raise DatasetError(
            task_named(target.task).code, f"questions about {len(ids)} complexes",
            f"at least {FOLDS}", "build with more structures",
        )  # fmt: skip
    fold_of = {name: place % FOLDS for place, name in enumerate(ids)}
    # T5 shows a second complex: it must not be known either, or its answers could be
    folds = [
        (
            [
                one
                for one in questions
                if fold not in (fold_of[one.complex_id], fold_of.get(one.reference_id or "", -1))
            ],
            [place for place, one in enumerate(questions) if fold_of[one.complex_id] == fold],
        )
        for fold in range(FOLDS)
    ]
    truth = [str(target.value(one)) for one in questions]
    weights = _weights(truth, target)
    clusters = np.unique([one.complex_id for one in questions], return_inverse=True)[1]
    found = []
    for name, player in players.items():
        told = [""] * len(questions)
        for train, places in folds:
            answers = player(target, train, [questions[place] for place in places])
            for place, answer in zip(places, answers, strict=True):
                told[place] = answer
        right = np.array([a == b for a, b in zip(told, truth, strict=True)]) * weights
        score, interval = mean_interval(right, clusters, seed=seed)
        found.append(
            BlindScore(
                code=task_named(target.task).code,
                target=target.name,
                player=name,
                questions=len(questions),
                complexes=len(ids),
                score=score,
                chance=target.chance,
                interval=interval or Interval(0.0, 1.0),  # too few complexes to say
            )
        )
    return found


def _weights(truth: Sequence[str], target: Target) -> NDArray[np.float64]:
    """Weights with mean 1 that make every class count equally much, where that is asked for."""
    if not target.balanced:
        return np.ones(len(truth))
    counts = Counter(truth)
    return np.array([len(truth) / (len(counts) * counts[value]) for value in truth])


def _balance(target: Target, questions: Sequence[Question]) -> Balance:
    counts = Counter(str(target.value(one)) for one in questions)
    if target.letters:
        counts.update(dict.fromkeys(LETTERS, 0))
    possible = max(len(counts), round(1 / target.chance))
    observed = [*counts.values(), *([0] * (possible - len(counts)))]
    p_value = float(stats.chisquare(observed).pvalue)
    return Balance(task_named(target.task).code, target.name, dict(sorted(counts.items())), p_value)
