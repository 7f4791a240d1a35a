"""Built-in players: they answer without a network, and say what a score is worth.

``truth`` shows that scoring can be passed, ``random`` and ``constant`` what blind guessing gets,
``blind`` what can be learnt from the answers of the training split without a look at a picture.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeVar

import numpy as np

from misibench.errors import UsageError
from misibench.evaluate.columns import bond_texts, column_of
from misibench.evaluate.constants import best_constants
from misibench.evaluate.grids import ROLL_ANSWERS, grid_answers
from misibench.geometry import Move
from misibench.records import Prediction, Question

__all__ = ["CONSTANT", "PLAYERS", "play"]

_Answers = Iterator[tuple[Question, str]]
_Drawn = TypeVar("_Drawn")


def _truth(questions: Sequence[Question], train: Iterable[Question], seed: int) -> _Answers:
    """Give the right answer."""
    del train, seed
    return ((question, question.answer) for question in questions)


def _random(questions: Sequence[Question], train: Iterable[Question], seed: int) -> _Answers:
    """Draw uniformly from the answers there could be; one generator per question.

    T4 is "No" every second time. Lists of bonds (T4, T9) are drawn from the answers about other
    complexes, since drawing among the own complex's would be knowing it; the distance of T7
    is a whole number between the smallest and the largest asked, to either side.
    """
    del train
    pools = {task: _Pool.of(members) for task, members in _by_task(questions).items()}
    for question in questions:
        rng = _question_generator(seed, question.id)
        grid = grid_answers(question.task)
        if grid:
            yield question, _draw(rng, grid)
        elif question.task == "ligand_docking":
            distance = _draw(rng, pools[question.task].distances)
            yield question, f"{_draw(rng, ROLL_ANSWERS)}, {Move('x', distance)}"
        elif question.task == "residue_ligand_interaction" and rng.integers(2):
            yield question, "No"
        else:
            others = pools[question.task].bonds_elsewhere(question.complex_id)
            yield question, _draw(rng, others) if others else "No"


@dataclass(frozen=True, slots=True)
class _Pool:
    """Answers of a task whose answers are open, in an order of their own."""

    bonds: tuple[tuple[str, str], ...]
    distances: tuple[int, ...]

    @classmethod
    def of(cls, members: Sequence[Question]) -> _Pool:
        if members[0].task == "ligand_docking":
            reach = [abs(round(float(one.answer.split()[-1]))) for one in members]
            ahead = range(min(reach), max(reach) + 1)
            return cls((), (*(-one for one in reversed(ahead)), *ahead))
        found = {(one.answer, one.complex_id) for one in members if bond_texts(one.answer)}
        return cls(tuple(sorted(found)), ())

    def bonds_elsewhere(self, complex_id: str) -> tuple[str, ...]:
        return tuple(answer for answer, owner in self.bonds if owner != complex_id)


def _draw(rng: np.random.Generator, pool: Sequence[_Drawn]) -> _Drawn:
    return pool[int(rng.integers(len(pool)))]


def _question_generator(seed: int, question_id: str) -> np.random.Generator:
    digest = hashlib.sha256(question_id.encode()).digest()
    return np.random.default_rng([seed, *np.frombuffer(digest, dtype=np.uint32).tolist()])


def _constant(questions: Sequence[Question], train: Iterable[Question], seed: int) -> _Answers:
    """Give the constant answer that scores best in the question's column."""
    del train, seed
    best = best_constants(questions)
    return ((question, best[column_of(question).name].answer) for question in questions)


def _blind(questions: Sequence[Question], train: Iterable[Question], seed: int) -> _Answers:
    """Give the most frequent answer that the task has in the training split."""
    del seed
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for question in train:
        counts[question.task][question.answer] += 1
    missing = {question.task for question in questions} - counts.keys()
    if missing:
        raise UsageError(
            "player blind", f"no training question of {', '.join(sorted(missing))}",
            "a dataset whose train split has every task asked",
        )  # fmt: skip
    # ties go to the alphabet, so that the order of the file does not matter
    best = {
        task: min(one for one, n in count.items() if n == max(count.values()))
        for task, count in counts.items()
    }
    return ((question, best[question.task]) for question in questions)


def _by_task(questions: Iterable[Question]) -> Mapping[str, list[Question]]:
    members: defaultdict[str, list[Question]] = defaultdict(list)
    for question in questions:
        members[question.task].append(question)
    return members


CONSTANT = "constant"
"""The player that may look at the questions asked; tables say so beside its row."""

PLAYERS: Mapping[str, Callable[[Sequence[Question], Iterable[Question], int], _Answers]] = {
    "truth": _truth,
    "random": _random,
    CONSTANT: _constant,
    "blind": _blind,
}
"""The built-in players by name."""


def play(
    player: str,
    questions: Iterable[Question],
    *,
    train: Iterable[Question] = (),
    seed: int = 0,
) -> Iterator[Prediction]:
    """Let a built-in player answer.

    Parameters
    ----------
    player
        "truth", "random", "constant" or "blind".
    questions
        What is asked.
    train
        Training questions; only "blind" looks at their answers.
    seed
        Seed of "random".

    Raises
    ------
    UsageError
        For an unknown name, or "blind" without training questions.
    """
    if player not in PLAYERS:
        near = get_close_matches(player, PLAYERS, 1)
        raise UsageError(
            f"player {player!r}", "no such built-in player", ", ".join(PLAYERS),
            f"did you mean {near[0]}?" if near else "",
        )  # fmt: skip
    asked = list(questions)
    for question, answer in PLAYERS[player](asked, train, seed):
        yield Prediction(question.id, answer, question.task, player)
