"""How far raters agree with each other, right or wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from misibench.evaluate.columns import bond_texts
from misibench.tasks import TASKS, task_named
from misibench.web.human.content import StudyContent
from misibench.web.human.store import Item

__all__ = ["Agreement", "TaskAgreement", "agreement", "krippendorff_alpha", "study_agreement"]


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement of raters on questions that at least two of them answered.

    Attributes
    ----------
    questions
        How many such questions.
    pairs
        Pairs of answers to the same question.
    share
        Share of pairs that are equal; None without pairs.
    alpha
        Krippendorff's alpha for nominal values: 1 is full agreement, 0 what chance gives; None
        where it is not defined (fewer than two pairs, or all answers the same).
    """

    questions: int
    pairs: int
    share: float | None
    alpha: float | None


@dataclass(frozen=True, slots=True)
class TaskAgreement:
    """Agreement and time by task; ``seconds`` is the median time with the question visible."""

    code: str
    answers: int
    seconds: float | None
    agreement: Agreement


def agreement(units: Iterable[Sequence[str]]) -> Agreement:
    """Measure agreement; every unit holds the answers that one question got."""
    shared = [unit for unit in units if len(unit) > 1]
    pairs = equal = 0
    for unit in shared:
        pairs += len(unit) * (len(unit) - 1) // 2
        equal += sum(count * (count - 1) // 2 for count in Counter(unit).values())
    share = equal / pairs if pairs else None
    return Agreement(len(shared), pairs, share, krippendorff_alpha(shared))


def krippendorff_alpha(units: Iterable[Sequence[str]]) -> float | None:
    """Give Krippendorff's alpha for nominal values, by the coincidence matrix.

    Source: K. Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), section C.

    >>> krippendorff_alpha([["a", "a"], ["b", "b"], ["a", "b"], ["b", "b"]])
    0.5333333333333333
    """
    observed = 0.0
    totals: Counter[str] = Counter()
    for unit in units:
        if len(unit) < 2:
            continue
        counts = Counter(unit)
        totals.update(unit)
        unequal = len(unit) ** 2 - sum(count**2 for count in counts.values())
        observed += unequal / (len(unit) - 1)
    n = sum(totals.values())
    expected = n**2 - sum(count**2 for count in totals.values())
    if n < 2 or expected == 0:
        return None
    return 1.0 - (n - 1) * observed / expected


def comparable(content: StudyContent, item: Item) -> str:
    """Give the answer of an item in a form in which equal answers are equal texts."""
    question = content.questions[item.question_id or ""]
    text = task_named(question.task).score(item.reply or "", question).answer
    if text is None:
        return (item.reply or "").strip().lower()
    if question.task in ("residue_ligand_interaction", "pocket_ligand_interaction"):
        return "; ".join(sorted(set(bond_texts(text)))) or "no"
    return text


def study_agreement(content: StudyContent, items: Iterable[Item]) -> list[TaskAgreement]:
    """Measure agreement and time by task, over answered questions without attention checks."""
    units: dict[str, dict[str, list[str]]] = {}
    times: dict[str, list[float]] = {}
    for item in items:
        if item.question_id is None or item.status != "answered":
            continue
        task = content.questions[item.question_id].task
        units.setdefault(task, {}).setdefault(item.question_id, []).append(
            comparable(content, item)
        )
        times.setdefault(task, []).append(item.active_ms / 1000)
    return [
        TaskAgreement(
            task.code, len(times[task.name]), median(times[task.name]),
            agreement(units[task.name].values()),
        )
        for task in TASKS
        if task.name in units
    ]  # fmt: skip


def overall(content: StudyContent, items: Iterable[Item]) -> Agreement:
    """Measure agreement over all tasks; answers of different tasks are never compared."""
    units: dict[str, list[str]] = {}
    for item in items:
        if item.question_id is not None and item.status == "answered":
            task = content.questions[item.question_id].task
            units.setdefault(item.question_id, []).append(f"{task}: {comparable(content, item)}")
    return agreement(units.values())


def attention_results(items: Iterable[Item]) -> Mapping[int, tuple[int, int]]:
    """Give attention checks passed and answered, by participant."""
    results: dict[int, tuple[int, int]] = {}
    for item in items:
        if item.expected is not None and item.status == "answered":
            passed, done = results.get(item.participant, (0, 0))
            right = " ".join((item.reply or "").lower().split()) == item.expected
            results[item.participant] = (passed + right, done + 1)
    return results
