"""The best that one and the same answer to every question of a column can score.

Whatever a model scores, it has shown that it sees only by what it scores above this.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from misibench.evaluate.columns import COLUMNS, bond_texts, column_of
from misibench.evaluate.grids import ROLL_ANSWERS, grid_answers
from misibench.records import Question, Score
from misibench.tasks import task_named

__all__ = ["Constant", "best_constants"]

Scorer = Callable[[str, Question], Score]


@dataclass(frozen=True, slots=True)
class Constant:
    """A constant answer and its mean weighted score (0 to 1) on the questions of its column."""

    answer: str
    score: float


def best_constants(
    questions: Iterable[Question], scorer: Scorer | None = None
) -> dict[str, Constant]:
    """Find, for every column that has questions, the constant answer with the best mean score.

    Ties go to the answer that comes first on the grid, or in the alphabet. The search is
    complete, though it does not try every answer there could be:

    - grids (T1, T2, T3, letters) are tried whole;
    - the two halves of a docking answer (T7) score separately, so each is chosen by itself. The
      score of a distance is a sum of tents that peak at true distances, so only these are tried;
    - a list of bonds (T4, T9) scores at most the share of its bonds that are true, hence never
      more than the single bond that is true most often; "No" is tried too.
    """
    score = scorer or _task_score
    lists: dict[str, list[Question]] = {column.name: [] for column in COLUMNS}
    for question in questions:
        lists[column_of(question).name].append(question)
    found = {}
    for name, members in lists.items():
        if members:
            merged = _merged(members)
            found[name] = _best_docking(merged, score) if name == "T7" else _best(merged, score)
    return found


def _task_score(reply: str, question: Question) -> Score:
    return task_named(question.task).score(reply, question)


_Weighted = Sequence[tuple[Question, int]]


def _merged(questions: Sequence[Question]) -> _Weighted:
    """Put questions with equal answers together: their score for a constant reply is equal."""
    counts: Counter[str] = Counter(question.answer for question in questions)
    first: dict[str, Question] = {}
    for question in questions:
        first.setdefault(question.answer, question)
    return [(first[answer], count) for answer, count in counts.items()]


def _mean(reply: str, questions: _Weighted, score: Scorer) -> float:
    total = sum(count for _, count in questions)
    return sum(count * score(reply, question).paper for question, count in questions) / total


def _best(questions: _Weighted, score: Scorer, candidates: Sequence[str] = ()) -> Constant:
    task = questions[0][0].task
    tried = candidates or grid_answers(task) or _bond_candidates(questions)
    # max keeps the first of equals
    return max(
        (Constant(reply, _mean(reply, questions, score)) for reply in tried),
        key=lambda constant: constant.score,
    )


def _bond_candidates(questions: _Weighted) -> tuple[str, ...]:
    counts: Counter[str] = Counter()
    for question, count in questions:
        counts.update(dict.fromkeys(set(bond_texts(question.answer)), count))
    if not counts:
        return ("No",)
    most = max(counts.values())
    bond = min(one for one, count in counts.items() if count == most)
    prefix = "Yes: " if questions[0][0].task == "residue_ligand_interaction" else ""
    return (f"{prefix}{bond}", "No")


def _best_docking(questions: _Weighted, score: Scorer) -> Constant:
    """Choose roll and move each by itself; the half held fixed adds the same to every candidate."""
    rolls, moves = _halves(questions, 0), _halves(questions, 1)
    distances = sorted({_half(question, 1) for question, _ in moves})
    roll = _best(rolls, score, [f"{one}, {distances[0]}" for one in ROLL_ANSWERS])
    move = _best(moves, score, [f"{ROLL_ANSWERS[0]}, {one}" for one in distances])
    answer = f"{roll.answer.split(', ')[0]}, {move.answer.split(', ')[1]}"
    return Constant(answer, _mean(answer, questions, score))


def _half(question: Question, place: int) -> str:
    return question.answer.split(",")[place].strip()


def _halves(questions: _Weighted, place: int) -> _Weighted:
    """Put together the questions that are equal in one half of the answer."""
    counts: Counter[str] = Counter()
    first: dict[str, Question] = {}
    for question, count in questions:
        counts[_half(question, place)] += count
        first.setdefault(_half(question, place), question)
    return [(first[text], count) for text, count in counts.items()]
