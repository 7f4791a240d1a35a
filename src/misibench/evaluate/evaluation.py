"""``evaluate_model``: a model, a dataset, a run folder that can be taken up again."""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from misibench.dataset.files import write_json
from misibench.dataset.manifest import read_manifest
from misibench.errors import UsageError
from misibench.evaluate.asking import (
    Control,
    ExamplePool,
    PictureStore,
    Turn,
    check_limits,
    conversation,
    fit_examples,
)
from misibench.evaluate.asking.controls import Presentation
from misibench.evaluate.asking.conversation import prompt_sha256, sent_pictures
from misibench.evaluate.asking.unlabelled import draw_unlabelled
from misibench.evaluate.models import ModelChoice, Price, image_limits
from misibench.evaluate.predictions import write_predictions
from misibench.evaluate.recorder import Progress, Recorder, kept_predictions
from misibench.evaluate.runs import PREDICTIONS_FILE, RUN_FILE, SCORES_FILE, open_run, score_run
from misibench.evaluate.scoring_run import ScoredRun, write_scores
from misibench.evaluate.selection import Selection
from misibench.records import Prediction, Question
from misibench.tasks import task_named
from misibench.version import __version__

__all__ = ["Asked", "Asker", "EvaluationResult", "EvaluationSettings", "evaluate_model"]

CHUNK = 500
"""Questions handed over at a time, so that memory does not grow with their number."""


@dataclass(frozen=True)
class Asked:
    """A question ready to be sent.

    Attributes
    ----------
    question
        Its id is that of the prediction.
    turns
        What is said.
    facts
        What goes into the prediction beside the reply.
    """

    question: Question
    turns: tuple[Turn, ...]
    facts: Mapping[str, Any]


class Asker(Protocol):
    """Sends questions to a model and records every reply, or why there is none."""

    def __call__(self, chunk: Sequence[Asked], recorder: Recorder) -> None:
        """Ask; returns when each question of the chunk is recorded or the recorder says stop."""
        ...


@dataclass(frozen=True)
class EvaluationSettings:
    """Everything that decides what a run asks and how; written to run.json.

    Attributes
    ----------
    shots
        Few-shot examples per question.
    max_pixels
        Pixel budget of each picture; None sends pictures as they are.
    max_images
        Cap on pictures per request in place of the provider's known one.
    """

    data: Path
    model: ModelChoice
    split: str = "test"
    tasks: tuple[str, ...] = ()
    shots: int = 3
    seed: int = 0
    limit: int | None = None
    control: Control = Control.NONE
    max_pixels: int | None = None
    max_images: int | None = None
    cost_limit: float | None = None
    price: Price | None = None
    retry_failed: bool = False
    name: str = ""

    @property
    def selection(self) -> Selection:
        """What is asked."""
        return Selection(self.data, self.split, self.tasks, self.limit, self.seed, self.control)


@dataclass(frozen=True)
class EvaluationResult:
    """What came of a run.

    Attributes
    ----------
    progress
        Counts, tokens and cost of all sessions of the run.
    stop_reason
        Why the run ended before all was asked; empty where it did not.
    left_out
        Task -> number of few-shot examples that did not fit under the provider's cap.
    """

    directory: Path
    scored: ScoredRun
    progress: Progress
    stop_reason: str = ""
    left_out: Mapping[str, int] = field(default_factory=dict)


_SAME = ("model", "dataset_revision", "split", "tasks", "shots", "seed", "limit", "control",
         "max_pixels", "settings")  # fmt: skip
"""What must not change when a run is taken up again."""


def evaluate_model(
    settings: EvaluationSettings,
    asker: Asker,
    out: Path,
    *,
    on_change: Callable[[Progress], None] = lambda progress: None,
) -> EvaluationResult:
    """Ask a model all questions of a selection that the run folder has no reply to yet.

    Every reply is written as it comes; a run that was stopped or killed is taken up by the same
    call, which sends only what is missing.

    Parameters
    ----------
    asker
        Sends questions; see ``inspect_asker``.
    out
        The run folder.
    on_change
        Called with the progress after every reply.

    Raises
    ------
    UsageError
        Before the first request: for a folder of another run, too many or too large pictures,
        or a control that applies to none of the tasks.
    """
    revision = dataset_revision(settings.data)
    about = _about(settings, revision)
    _check_same_run(out / RUN_FILE, about)
    kept = kept_predictions(out / PREDICTIONS_FILE, retry_failed=settings.retry_failed)
    preparation = _prepare(settings, out, revision)
    ids = [presentation.question.id for presentation in settings.selection.presentations()]
    if not ids:
        raise UsageError(
            f"control {settings.control}", "applies to none of the tasks asked",
            "a choice task (T5, T6, T8) among them",
        )  # fmt: skip
    write_json(out / RUN_FILE, {**about, "examples": preparation.example_ids()})
    current: dict[str, Question] = {}
    recorder = Recorder(
        out / PREDICTIONS_FILE,
        len(ids),
        lambda key, reply: _is_parsed(current.get(key), reply),
        settings.price or settings.model.price,
        settings.cost_limit,
        on_change,
    )
    with recorder:
        _count_kept(recorder, settings.selection, kept, current)
        for chunk in preparation.chunks(kept):
            if recorder.stop_reason:
                break
            current.clear()
            current.update({one.question.id: one.question for one in chunk})
            asker(chunk, recorder)
    return _finish(settings, out, about, preparation, recorder, ids)


def dataset_revision(data: Path) -> str:
    """Identify a dataset by the hash of its manifest."""
    read_manifest(data)
    return hashlib.sha256((data / "manifest.json").read_bytes()).hexdigest()


def _is_parsed(question: Question | None, reply: str) -> bool:
    if question is None:
        return False
    return task_named(question.task).score(reply, question).parsed


def _count_kept(
    recorder: Recorder,
    selection: Selection,
    kept: Mapping[str, Prediction],
    current: dict[str, Question],
) -> None:
    if not kept:
        return
    for question in selection.questions():
        if question.id in kept:
            current[question.id] = question
            recorder.count_earlier([kept[question.id]])
            del current[question.id]


def _about(settings: EvaluationSettings, revision: str) -> dict[str, Any]:
    price = settings.price or settings.model.price
    return {
        "name": settings.name or _name(settings),
        "model": settings.model.model,
        "settings": dict(settings.model.settings),
        "note": settings.model.note,
        "dataset": str(settings.data.resolve()),
        "dataset_revision": revision,
        "split": settings.split,
        "tasks": list(settings.selection.task_names()),
        "shots": settings.shots,
        "seed": settings.seed,
        "limit": settings.limit,
        "control": str(settings.control),
        "max_pixels": settings.max_pixels,
        "max_images": settings.max_images,
        "price": None if price is None else {"input": price.input, "output": price.output},
        "versions": {"misibench": __version__, "python": platform.python_version()},
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "status": "started",
    }


def _name(settings: EvaluationSettings) -> str:
    if settings.control is Control.NONE:
        return settings.model.name
    return f"{settings.model.name} ({settings.control})"


def _check_same_run(path: Path, about: Mapping[str, Any]) -> None:
    if not path.is_file():
        return
    earlier = json.loads(path.read_text(encoding="utf-8"))
    for key in _SAME:
        if earlier.get(key) != about[key]:
            raise UsageError(
                path.parent, f"holds a run with {key} {earlier.get(key)!r}, not {about[key]!r}",
                "an empty folder, or the same settings as before", "choose another --out",
            )  # fmt: skip


@dataclass(frozen=True)
class _Preparation:
    """What stands before and around each question of a run."""

    settings: EvaluationSettings
    store: PictureStore
    own_store: PictureStore
    pool: ExamplePool
    shots: Mapping[str, int]
    left_out: Mapping[str, int]
    revision: str

    def example_ids(self) -> dict[str, list[str]]:
        return {
            task: [one.id for one in examples[: self.shots.get(task, 0)]]
            for task, examples in self.pool.by_task.items()
        }

    def asked(self, presentation: Presentation) -> Asked:
        question = presentation.question
        examples = self.pool.examples(question, self.shots.get(question.task, 0))
        turns = conversation(presentation, examples, self.store, self.own_store)
        facts = {
            "shots": len(examples),
            "seed": self.settings.seed,
            "pixel_budget": self.settings.max_pixels,
            "image_sha256": [one.sha256 for one in sent_pictures(turns)],
            "prompt_sha256": prompt_sha256(turns),
            "dataset_revision": self.revision,
        }
        return Asked(question, turns, facts)

    def chunks(self, done: Mapping[str, Prediction]) -> Iterator[list[Asked]]:
        chunk: list[Asked] = []
        for presentation in self.settings.selection.presentations():
            if presentation.question.id in done:
                continue
            chunk.append(self.asked(presentation))
            if len(chunk) == CHUNK:
                yield chunk
                chunk = []
        if chunk:
            yield chunk


def _prepare(settings: EvaluationSettings, out: Path, revision: str) -> _Preparation:
    """Draw examples and check every limit, before the first request."""
    selection = settings.selection
    pool = ExamplePool({})
    if settings.shots:
        pool = ExamplePool.draw(selection.examples(), settings.seed)
    limits = image_limits(settings.model.provider, settings.max_images)
    store = PictureStore(settings.data, out / "pictures", settings.max_pixels)
    bare = None
    if settings.control is Control.NO_LABELS:
        bare = PictureStore(_unlabelled(settings, out), out / "pictures", settings.max_pixels)
    shots: dict[str, int] = {}
    left_out: dict[str, int] = {}
    preparation = _Preparation(settings, store, bare or store, pool, shots, left_out, revision)
    for presentation in _first_of_each_task(selection):
        question = presentation.question
        examples = pool.examples(question, settings.shots)
        if settings.shots and len(examples) < settings.shots:
            raise UsageError(
                f"task {question.task}", f"{len(examples)} training examples",
                f"{settings.shots}", f"set --shots {len(examples)}",
            )  # fmt: skip
        size = len(examples[0].images) if examples else 0
        fitted = fit_examples(question.task, len(presentation.images), size, settings.shots, limits)
        shots[question.task] = fitted.shots
        if fitted.left_out:
            left_out[question.task] = fitted.left_out
        turns = preparation.asked(presentation).turns
        check_limits(question.task, sent_pictures(turns), limits)
    return preparation


def _first_of_each_task(selection: Selection) -> Iterator[Presentation]:
    seen: set[str] = set()
    for presentation in selection.presentations():
        if presentation.question.task not in seen:
            seen.add(presentation.question.task)
            yield presentation


def _unlabelled(settings: EvaluationSettings, out: Path) -> Path:
    """Draw the pictures of all questions asked again, without labels."""
    folder = out / "unlabelled"
    draw_unlabelled(
        settings.data,
        (name for question in settings.selection.originals() for name in question.images),
        folder,
    )
    return folder


def _finish(
    settings: EvaluationSettings,
    out: Path,
    about: Mapping[str, Any],
    preparation: _Preparation,
    recorder: Recorder,
    ids: Sequence[str],
) -> EvaluationResult:
    """Put the predictions in the order of the dataset, score them, and close run.json."""
    kept = kept_predictions(out / PREDICTIONS_FILE, retry_failed=False)
    ordered = [kept[key] for key in ids if key in kept]
    write_predictions(out / PREDICTIONS_FILE, ordered)
    progress = recorder.progress
    complete = len(ordered) == len(ids) and not progress.failed
    ended = {
        "ended": datetime.now(UTC).isoformat(timespec="seconds"),
        "status": "complete" if complete else "incomplete",
        "stop_reason": recorder.stop_reason,
        "examples": preparation.example_ids(),
        "examples_left_out": dict(preparation.left_out),
        "asked": len(ids),
        "answered": progress.answered,
        "parsed": progress.parsed,
        "failed": progress.failed,
        "input_tokens": progress.input_tokens,
        "output_tokens": progress.output_tokens,
        "cost_usd": progress.cost,
    }
    write_json(out / RUN_FILE, {**about, **ended})
    scored = score_run(open_run(out))
    write_scores(scored, out / SCORES_FILE)
    return EvaluationResult(out, scored, progress, recorder.stop_reason, dict(preparation.left_out))
