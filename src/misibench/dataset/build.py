"""Building a dataset: read everything, split, ask and draw, then write the tables."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from misibench.dataset.clusters import ClusterLimits, find_clusters
from misibench.dataset.compose import settings_tasks
from misibench.dataset.executors import Engine, LocalEngine, WorkerDied, available_cores
from misibench.dataset.finish import finish_dataset, is_done
from misibench.dataset.journal import Journal, input_digest, opened_journal
from misibench.dataset.seeds import choose_reference, choose_references
from misibench.dataset.settings import BuildSettings
from misibench.dataset.similarity import Profile
from misibench.dataset.splits import SplitName, assign_splits
from misibench.dataset.work import AskJob, PrepareJob, ask, prepare, refusal_entry
from misibench.errors import DatasetError, RefusalReason, UsageError
from misibench.structure.sources import InputRow, find_inputs

__all__ = ["BuildResult", "Progress", "build"]


class Progress(Protocol):
    """How a build tells what it is doing."""

    def step(self, name: str, total: int) -> Callable[[str], None]:
        """Start a step of ``total`` parts; the function returned is called once per part."""
        ...


@dataclass(frozen=True, slots=True)
class _Silent:
    def step(self, name: str, total: int) -> Callable[[str], None]:
        del name, total
        return lambda _: None


@dataclass(frozen=True, slots=True)
class _Run:
    """What every step of one build needs."""

    folder: Path
    settings: BuildSettings
    journal: Journal
    engine: Engine
    progress: Progress


_KILLED = "the process that worked on it was killed, twice; for want of memory?"


@dataclass(frozen=True, slots=True)
class BuildResult:
    """What a build did.

    Attributes
    ----------
    folder
        The dataset.
    inputs, kept
        Numbers of complexes; the difference is in ``refusals``.
    refusals
        (id, reason code, message) of every input that was not kept.
    questions
        Number of questions by (task, split), split ``tiny`` too.
    skipped
        Number of questions that could not be asked, by "task: reason".
    pictures, drawn
        Pictures in the dataset, and those drawn by this run (the others were there already).
    unknown_test_ids
        Ids of ``settings.test_ids`` that no input has.
    """

    folder: Path
    inputs: int
    kept: int
    refusals: tuple[tuple[str, str, str], ...]
    questions: dict[tuple[str, str], int]
    skipped: dict[str, int]
    pictures: int
    drawn: int
    unknown_test_ids: tuple[str, ...] = ()


def build(
    source: str | Path,
    out: str | Path,
    settings: BuildSettings | None = None,
    *,
    workers: int | None = None,
    progress: Progress | None = None,
    engine: Engine | None = None,
) -> BuildResult:
    """Build a dataset from structures.

    The same settings and inputs give byte-identical questions and pixel-identical pictures
    with any number of workers and in any order of inputs. A build that was interrupted goes on
    where it stopped; inputs added later draw nothing again that is there.

    Parameters
    ----------
    source
        A folder of structures or a table, see ``misibench.structure.find_inputs``.
    out
        The dataset folder; made if missing. A folder that holds something else is refused.
    settings
        What to build; the defaults follow the published benchmark.
    workers
        Worker processes; None uses the cores there are. With more than one, a script that
        calls this needs the usual ``if __name__ == "__main__":``.
    progress
        Where to report; silent by default.
    engine
        What runs the work in place of ``workers`` processes on this machine, for example a
        ``DaskEngine``; it changes nothing in the dataset.

    Raises
    ------
    DatasetError
        If the folder cannot be written, holds something else, or a split is impossible.
    UsageError
        If an unknown task is named.
    """
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        # a worker that imports the calling script, before it can work
        raise UsageError(
            "build", "called while a worker process starts",
            'the call under if __name__ == "__main__":',
        )  # fmt: skip
    chosen = settings or BuildSettings()
    folder = Path(out)
    tasks = settings_tasks(chosen.tasks)  # stops at a wrong name, before any work
    rows = find_inputs(Path(source))[: chosen.limit]
    with opened_journal(folder, chosen) as journal:
        runner = engine or LocalEngine(workers or available_cores())
        run = _Run(folder, chosen, journal, runner, progress or _Silent())
        entries, drawn = _prepare_all(rows, run)
        marks: list[Path] | None = None
        while marks is None:
            kept = {row.id: row for row, entry in zip(rows, entries, strict=True) if entry["kept"]}
            if not kept:
                raise DatasetError(
                    source, f"none of {len(rows)} inputs could be used ({_reasons(entries)})",
                    "at least one complex",
                )  # fmt: skip
            listed = {row.id: row.split for row in kept.values() if row.split is not None}
            clusters = _clusters(entries, run)
            splits = assign_splits(list(kept), chosen, listed, clusters)
            # a complex refused only now changes splits and references: the rest is asked again
            marks, more = _ask_all(kept, splits, entries, run)
            drawn += more
        finished = finish_dataset(
            folder, chosen, Path(source).name, entries, splits, marks,
            [task.name for task in tasks], clusters,
        )  # fmt: skip
    return BuildResult(
        folder=folder,
        inputs=len(entries),
        kept=len(kept),
        refusals=tuple(
            (str(one["id"]), str(one["reason"]), str(one["message"]))
            for one in entries
            if not one["kept"]
        ),
        questions=dict(finished.questions),
        skipped=dict(finished.skipped),
        pictures=finished.pictures,
        drawn=drawn,
        unknown_test_ids=tuple(sorted(set(chosen.test_ids) - {row.id for row in rows})),
    )


def _reasons(entries: Sequence[dict[str, Any]]) -> str:
    counts = Counter(str(one["reason"]) for one in entries if not one["kept"])
    listed = ", ".join(f"{count} {reason}" for reason, count in counts.most_common())
    first = next((str(one["message"]) for one in entries if not one["kept"]), "")
    return f"{listed}; the first: {first}" if first else listed


def _clusters(entries: Sequence[dict[str, Any]], run: _Run) -> dict[str, str] | None:
    """Give the cluster of every kept complex, where the split asks for clusters."""
    settings = run.settings
    if settings.split != "cluster":
        return None
    tick = run.progress.step("Comparing complexes", 1)
    profiles = [Profile.of_entry(entry) for entry in entries if entry["kept"]]
    limits = ClusterLimits(settings.max_identity, settings.max_similarity, settings.chain_search)
    clusters = find_clusters(profiles, limits)
    tick("clusters")
    return clusters


def _prepare_all(rows: Sequence[InputRow], run: _Run) -> tuple[list[dict[str, Any]], int]:
    """Read and annotate every input that was not read before.

    Returns the entries in the order of rows, and the number of pictures drawn: the front view of
    every complex kept now (shards are written later, with all pictures of a complex).
    """
    tick = run.progress.step("Reading structures", len(rows))
    entries: list[dict[str, Any] | None] = [None] * len(rows)
    waiting: list[int] = []
    digests = [input_digest(row) for row in rows]
    for place, row in enumerate(rows):
        # a row refused on sight (a duplicate id above all) must not touch the files of its id
        done = None if row.reason is not None else run.journal.prepared(row, digests[place])
        if done is None:
            waiting.append(place)
        else:
            entries[place] = done
            tick(row.id)
    jobs = [PrepareJob(rows[place], run.folder, run.settings) for place in waiting]
    drawn = 0
    for finished, result in run.engine.run(prepare, jobs):
        place = waiting[finished]
        row = rows[place]
        if isinstance(result, WorkerDied):
            entry = refusal_entry(row, RefusalReason.INTERNAL, _KILLED)
        else:
            entry = result
            if row.reason is None:
                _remember(row, digests[place], entry, run)
        drawn += bool(entry["kept"]) and run.settings.images != "shards"
        entries[place] = entry
        tick(row.id)
    return [entry for entry in entries if entry is not None], drawn


def _remember(row: InputRow, digest: str, entry: dict[str, Any], run: _Run) -> None:
    """Write an entry down, unless it says nothing of the input: the next run tries that again."""
    if entry["reason"] != RefusalReason.INTERNAL:
        run.journal.remember(row, digest, entry)


def _ask_all(
    kept: dict[str, InputRow],
    splits: dict[str, SplitName],
    entries: list[dict[str, Any]],
    run: _Run,
) -> tuple[list[Path] | None, int]:
    """Make the questions of every kept complex.

    Returns the mark files, or None if a complex had to be refused (its entry is changed in
    place), and the number of pictures drawn.
    """
    tick = run.progress.step("Asking and drawing", len(kept))
    digests = {name: input_digest(row) for name, row in kept.items()}
    references: dict[str, str | None] = {}
    for split in set(splits.values()):
        same = [name for name in kept if splits[name] == split]
        references |= choose_references(run.settings.seed, same)
    marks: list[Path] = []
    jobs: list[AskJob] = []
    for name, row in kept.items():
        reference = references[name] or choose_reference(run.settings.seed, name, kept)
        mark = run.journal.questions_path(
            name, digests[name], splits[name], digests[reference] if reference else "-"
        )
        marks.append(mark)
        if is_done(run.folder, mark):
            tick(name)
        else:
            other = kept[reference] if reference else None
            jobs.append(AskJob(row, other, splits[name], run.folder, run.settings, mark))
    drawn = 0
    refused: dict[str, dict[str, Any]] = {}
    for place, result in run.engine.run(ask, jobs):
        row = jobs[place].row
        if isinstance(result, WorkerDied):
            refused[row.id] = refusal_entry(row, RefusalReason.INTERNAL, _KILLED)
        elif "refused" in result:
            refused[row.id] = result["refused"]
            _remember(row, digests[row.id], result["refused"], run)
        else:
            drawn += result["drawn"]
        tick(row.id)
    for place, entry in enumerate(entries):
        if entry["kept"] and entry["id"] in refused:
            entries[place] = refused[entry["id"]]
    return (None if refused else marks), drawn
