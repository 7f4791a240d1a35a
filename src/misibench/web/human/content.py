"""The questions of a study, held to the dataset as it was when the study began."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from misibench.dataset.files import file_name_of, write_bytes
from misibench.dataset.load import question_file, read_questions
from misibench.dataset.manifest import read_manifest
from misibench.dataset.questions import iterate_parquet
from misibench.errors import DatasetError, UsageError
from misibench.records import Question
from misibench.tasks import TASKS, task_named
from misibench.web.human.settings import StudySettings
from misibench.web.pictures import picture_path, without_metadata

__all__ = ["DatasetChangedError", "StudyContent", "WorkedExample", "load_content"]

Tick = Callable[[str], None]


class DatasetChangedError(DatasetError):
    """The dataset is not the one that the study began with."""


class WorkedExample:
    """A question with its answer, for the instructions: never one that the study asks."""

    def __init__(self, question: Question) -> None:
        self.question = question

    @property
    def code(self) -> str:
        """T1 to T9."""
        return task_named(self.question.task).code


class StudyContent:
    """Questions, pictures and annotations of a study.

    Parameters
    ----------
    folder
        The dataset folder.
    questions
        What is asked, by id, in the order of the dataset.
    examples
        Worked examples, by task.
    digests
        SHA-256 of every picture, by its name in the questions.
    unpacked
        Where pictures that the tables embed were unpacked; None for picture files.
    fingerprint
        SHA-256 over all files that questions and pictures come from.
    """

    def __init__(
        self,
        folder: Path,
        questions: Mapping[str, Question],
        examples: Mapping[str, WorkedExample],
        digests: Mapping[str, str],
        unpacked: Path | None,
        fingerprint: str,
    ) -> None:
        self.folder = folder
        self.questions = questions
        self.examples = examples
        self.digests = digests
        self.fingerprint = fingerprint
        self._unpacked = unpacked
        self.annotation = lru_cache(maxsize=64)(self._annotation)

    @property
    def by_task(self) -> dict[str, list[str]]:
        """Ids of the questions by task."""
        found: dict[str, list[str]] = {}
        for question in self.questions.values():
            found.setdefault(question.task, []).append(question.id)
        return found

    def picture(self, name: str) -> bytes:
        """Give a picture without metadata, after checking that it is the one the study began with.

        Raises
        ------
        DatasetChangedError
            If its content is not what it was.
        """
        digest = self.digests[name]
        if self._unpacked is None:
            content = picture_path(self.folder, name).read_bytes()
        else:
            content = (self._unpacked / f"{digest}.png").read_bytes()
        if hashlib.sha256(content).hexdigest() != digest:
            raise DatasetChangedError(
                name, "is not the picture that the study began with", "the dataset unchanged",
                "put the dataset back as it was, or begin a new study",
            )  # fmt: skip
        return without_metadata(content, name)

    def _annotation(self, complex_id: str) -> Any:
        """Read what is known of a complex; None where the dataset has no annotations."""
        path = _annotation_path(self.folder, complex_id)
        return json.loads(path.read_bytes()) if path.is_file() else None


def _annotation_path(folder: Path, complex_id: str) -> Path:
    return folder / "annotations" / f"{file_name_of(complex_id)}.json"


def load_content(
    folder: Path, settings: StudySettings, state: Path, tick: Tick = lambda _: None
) -> StudyContent:
    """Read what a study asks, and take the fingerprint of it.

    Parameters
    ----------
    folder
        The dataset folder.
    settings
        Split and tasks.
    state
        The study's own folder, where embedded pictures are unpacked.
    tick
        Called once per picture.

    Raises
    ------
    DatasetError
        If something cannot be read.
    UsageError
        If there is nothing to ask.
    """
    read_manifest(folder)
    questions: dict[str, Question] = {}
    for task in settings.tasks or (None,):
        for question in read_questions(folder, task=task, split=settings.split):
            if question.id in questions:
                raise DatasetError(f"question {question.id}", "occurs twice", "every id once")
            questions[question.id] = question
    if not questions:
        raise UsageError(folder, f"split {settings.split} has no questions", "at least one")
    asked_complexes = {question.complex_id for question in questions.values()}
    asked_complexes |= {one.reference_id for one in questions.values() if one.reference_id}
    tasks = dict.fromkeys(question.task for question in questions.values())
    examples = {
        question.task: WorkedExample(question)
        for task in tasks
        for question in _example(folder, task, asked_complexes)
    }
    shown = [*questions.values(), *(one.question for one in examples.values())]
    files = [folder / "manifest.json"]
    files += [question_file(folder, task, settings.split) for task in tasks]
    annotations = {_annotation_path(folder, one.complex_id) for one in shown}
    files += sorted(path for path in annotations if path.is_file())
    names = dict.fromkeys(image for question in shown for image in question.images)
    unpacked = _unpack(folder, settings.split, tasks, set(names), state, bool(examples))
    digests = {}
    for name in names:
        if unpacked is None:
            digests[name] = _sha256(picture_path(folder, name).read_bytes())
        elif name in unpacked:
            digests[name] = unpacked[name]
        else:
            raise DatasetError(name, "no such picture in the tables", "a dataset as built")
        tick(name)
    lines = [f"{_sha256(path.read_bytes())}  {path.relative_to(folder)}" for path in files]
    lines += [f"{digest}  {name}" for name, digest in sorted(digests.items())]
    fingerprint = _sha256("\n".join(lines).encode())
    place = None if unpacked is None else state / "pictures"
    return StudyContent(folder, questions, examples, digests, place, fingerprint)


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _example(folder: Path, task: str, asked_complexes: set[str]) -> Iterator[Question]:
    """Find a training question about a complex that the study does not ask about."""
    path = folder / task / "train.parquet"
    if not path.is_file():
        return
    fallback = None
    for question in read_questions(folder, task=task, split="train"):
        if {question.complex_id, question.reference_id} & asked_complexes:
            continue
        # an example with a hydrogen bond shows more than one without
        if question.answer != "No":
            yield question
            return
        fallback = fallback or question
    if fallback is not None:
        yield fallback


def _unpack(
    folder: Path,
    split: str,
    tasks: Mapping[str, None],
    names: set[str],
    state: Path,
    examples: bool,
) -> dict[str, str] | None:
    """Write embedded pictures to files named by their content; None where they are files.

    Drawing them from the tables at each request would read a hundred questions' pictures to
    show one.
    """
    known: dict[str, str] = {}
    embedded = False
    for task in TASKS:
        if task.name not in tasks:
            continue
        for one in (split, "train") if examples else (split,):
            path = folder / task.name / f"{one}.parquet"
            for record in iterate_parquet(path, ["images"]) if path.is_file() else ():
                for image in record["images"]:
                    if not isinstance(image, dict):
                        return None
                    embedded = True
                    if image["path"] in names and image["path"] not in known:
                        digest = _sha256(image["bytes"])
                        known[image["path"]] = digest
                        target = state / "pictures" / f"{digest}.png"
                        if not target.is_file():
                            write_bytes(target, image["bytes"])
    return known if embedded else None
