"""A study as runs: predictions that are scored and reported like any model's."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from misibench.dataset.files import write_bytes, write_json
from misibench.dataset.seeds import rank
from misibench.errors import UsageError
from misibench.evaluate.predictions import write_predictions
from misibench.evaluate.runs import PREDICTIONS_FILE, RUN_FILE
from misibench.records import Prediction
from misibench.web.human.agreement import (
    attention_results,
    comparable,
    overall,
    study_agreement,
)
from misibench.web.human.store import Item
from misibench.web.human.study import Study

__all__ = ["export_runs"]

MAJORITY_FROM = 3
"""Raters that a question needs before a majority can differ from any one of them."""

_README = """\
human/              one rater per question, drawn by lot: scores are those of a typical rater
human-majority/     the most frequent answer (only where three or more raters share questions)
participants/       every participant as a run of their own
answers.jsonl       everything that was asked and answered, with times and attention checks

Score and report them like any run:
    misi score human/predictions.jsonl --data DATASET --split {split}
    misi report human participants/* --data DATASET --out report
"""


def export_runs(study: Study, out: Path, exclude: Collection[str] = ()) -> list[Path]:
    """Write a study's answers as run folders.

    Parameters
    ----------
    study
        The study; it may still be going on.
    out
        Folder to write to; files of the same names are replaced.
    exclude
        Labels of participants to leave out ("P03").

    Returns
    -------
    list of Path
        The run folders.

    Raises
    ------
    UsageError
        If a label to exclude does not exist, or nothing was answered yet.
    """
    labels = {one.id: one.label for one in study.store.participants()}
    unknown = set(exclude) - set(labels.values())
    if unknown:
        raise UsageError(
            "--exclude", ", ".join(sorted(unknown)), "labels of participants, such as P01"
        )
    kept = {number: label for number, label in labels.items() if label not in exclude}
    items = [item for item in study.store.items() if item.participant in kept]
    answered = [one for one in items if one.question_id is not None and one.status == "answered"]
    if not answered:
        raise UsageError(study.folder, "no question was answered yet", "at least one answer")
    runs = []
    for number, label in kept.items():
        own = [one for one in items if one.participant == number and one.question_id is not None]
        done = [one for one in own if one.status != "open"]
        if done:
            about = _about(study, label, [one for one in items if one.participant == number])
            runs.append(_write_run(study, out / "participants" / label, done, kept, about))
    several = _about(study, f"Human ({_people(answered)})", items)
    runs.insert(0, _write_run(study, out / "human", _by_lot(study, answered), kept, several))
    majority = _by_majority(study, answered)
    if majority:
        named = {**several, "name": f"Human, majority ({_people(answered)})"}
        runs.insert(1, _write_run(study, out / "human-majority", majority, kept, named))
    lines = [json.dumps(_answer_record(one, kept), ensure_ascii=False) for one in items]
    write_bytes(out / "answers.jsonl", ("\n".join(lines) + "\n").encode())
    write_bytes(out / "README.txt", _README.format(split=study.settings.split).encode())
    return runs


def _people(answered: Sequence[Item]) -> str:
    count = len({item.participant for item in answered})
    return f"{count} rater{'' if count == 1 else 's'}"


def _by_question(answered: Sequence[Item]) -> Mapping[str, list[Item]]:
    found: dict[str, list[Item]] = {}
    for item in answered:
        found.setdefault(item.question_id or "", []).append(item)
    return found


def _by_lot(study: Study, answered: Sequence[Item]) -> list[Item]:
    """Draw one answer per question; who else answered does not change who beats whom."""
    return [
        min(some, key=lambda one: rank(study.settings.seed, "rater", f"{name} {one.participant}"))
        for name, some in _by_question(answered).items()
    ]


def _by_majority(study: Study, answered: Sequence[Item]) -> list[Item]:
    """Take the most frequent answer per question; ties go to the rater drawn by lot."""
    by_question = _by_question(answered)
    if max(len(some) for some in by_question.values()) < MAJORITY_FROM:
        return []
    chosen = []
    for drawn in _by_lot(study, answered):
        some = by_question[drawn.question_id or ""]
        texts = {id(one): comparable(study.content, one) for one in some}
        counts = Counter(texts.values())
        most = [one for one in some if counts[texts[id(one)]] == max(counts.values())]
        chosen.append(drawn if drawn in most else most[0])
    return chosen


def _write_run(
    study: Study,
    folder: Path,
    items: Sequence[Item],
    labels: Mapping[int, str],
    about: dict[str, Any],
) -> Path:
    places = {name: place for place, name in enumerate(study.content.questions)}
    ordered = sorted(items, key=lambda one: places[one.question_id or ""])
    write_predictions(
        folder / PREDICTIONS_FILE,
        (_prediction(study, one, about["name"], labels[one.participant]) for one in ordered),
    )
    write_json(folder / RUN_FILE, about)
    return folder


def _prediction(study: Study, item: Item, model: str, label: str) -> Prediction:
    question = study.content.questions[item.question_id or ""]
    return Prediction(
        id=question.id,
        reply=item.reply if item.status == "answered" else None,
        task=question.task,
        model=model,
        error=None if item.status == "answered" else "skipped",
        extra={
            "latency_ms": item.active_ms,
            "rater": label,
            "prompt_sha256": hashlib.sha256(question.prompt.encode()).hexdigest(),
            "image_sha256": [study.content.digests[name] for name in question.images],
            "seed": study.settings.seed,
            "dataset_revision": study.content.fingerprint,
        },
    )


def _about(study: Study, name: str, items: Sequence[Item]) -> dict[str, Any]:
    """Give what run.json says: whose answers, how long they took, how far raters agree."""
    answered = [one for one in items if one.question_id is not None and one.status == "answered"]
    raters = len({one.participant for one in answered})
    seconds = median(one.active_ms for one in answered) / 1000 if answered else None
    agreed = overall(study.content, answered)
    checks = attention_results(items)
    passed = sum(one for one, _ in checks.values())
    asked = sum(one for _, one in checks.values())
    note = f"{name}: {len(answered)} answers"
    if seconds is not None:
        note += f", median {seconds:.0f} s a question"
    if agreed.share is not None:
        alpha = "not defined" if agreed.alpha is None else f"{agreed.alpha:.2f}"
        note += (
            f", raters agree in {100 * agreed.share:.0f} % of {agreed.pairs} pairs "
            f"(Krippendorff's alpha {alpha})"
        )
    if asked:
        note += f", {passed} of {asked} attention checks passed"
    return {
        "name": name,
        "kind": "human",
        "dataset": str(study.content.folder.resolve()),
        "split": study.settings.split,
        "tasks": list(study.settings.tasks),
        "raters": raters,
        "answers": len(answered),
        "median_seconds": seconds,
        "agreement": {"pairs": agreed.pairs, "share": agreed.share, "alpha": agreed.alpha},
        "by_task": {
            one.code: {
                "answers": one.answers,
                "median_seconds": one.seconds,
                "pairs": one.agreement.pairs,
                "share": one.agreement.share,
                "alpha": one.agreement.alpha,
            }
            for one in study_agreement(study.content, answered)
        },
        "attention": {"passed": passed, "answered": asked},
        "dataset_revision": study.content.fingerprint,
        "seed": study.settings.seed,
        "note": note,
    }


def _answer_record(item: Item, labels: Mapping[int, str]) -> dict[str, Any]:
    return {
        "rater": labels[item.participant],
        "position": item.position,
        "id": item.question_id,
        "attention_check": item.expected,
        "status": item.status,
        "reply": item.reply,
        "draft": item.text if item.status != "answered" else None,
        "active_ms": item.active_ms,
        "answered_s": item.answered_s,
    }
