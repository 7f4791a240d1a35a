"""Run folders: a predictions file with ``run.json``, which tells what it answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from misibench.dataset.manifest import read_manifest
from misibench.errors import DatasetError, UsageError
from misibench.evaluate.asking.controls import Control
from misibench.evaluate.clash import dataset_scorer
from misibench.evaluate.predictions import PredictionFile, read_predictions
from misibench.evaluate.scoring_run import ScoredRun, score_predictions
from misibench.evaluate.selection import Selection

__all__ = ["PREDICTIONS_FILE", "RUN_FILE", "SCORES_FILE", "Run", "open_run", "score_run"]

PREDICTIONS_FILE = "predictions.jsonl"
RUN_FILE = "run.json"
SCORES_FILE = "scores.jsonl"


@dataclass(frozen=True)
class Run:
    """Predictions with what is known of how they came about.

    Attributes
    ----------
    name
        For tables: the run's name, else the file's.
    predictions
        What was replied.
    data
        The dataset folder.
    split
        What was asked.
    tasks
        Names of the tasks asked; empty for all.
    about
        Everything in run.json; empty for a bare predictions file.
    """

    name: str
    predictions: PredictionFile
    data: Path
    split: str
    tasks: tuple[str, ...]
    about: Mapping[str, Any]


def open_run(path: str | Path, *, data: str | Path | None = None, split: str | None = None) -> Run:
    """Open a run folder or a bare predictions file.

    Parameters
    ----------
    path
        A folder with predictions.jsonl and run.json, or a predictions file.
    data, split
        Override what run.json says; a bare file needs ``data``, its split is "test" by default.

    Raises
    ------
    DatasetError
        If a file cannot be read.
    UsageError
        If the dataset is not known.
    """
    place = Path(path)
    about = _read_about(place / RUN_FILE) if place.is_dir() else {}
    file = place / PREDICTIONS_FILE if place.is_dir() else place
    folder = data or about.get("dataset")
    if not folder:
        raise UsageError(
            place, "no run.json that names the dataset", "a run folder", "give --data DIR"
        )
    found = read_predictions(file)
    name = str(about.get("name") or "") or _name(found, place)
    return Run(
        name, found, Path(folder), split or str(about.get("split", "test")),
        tuple(about.get("tasks", ())), about,
    )  # fmt: skip


def _read_about(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        about = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DatasetError(path, f"cannot be read ({error})", "the JSON of a run") from error
    if not isinstance(about, dict):
        raise DatasetError(path, f"a JSON {type(about).__name__}", "a JSON object")
    return about


def _name(found: PredictionFile, place: Path) -> str:
    models = {one.model for one in found.predictions.values() if one.model}
    if len(models) == 1:
        return models.pop()
    return place.name.removesuffix(".gz").removesuffix(".jsonl")


def score_run(run: Run) -> ScoredRun:
    """Score a run against all questions it was to answer.

    Raises
    ------
    DatasetError
        If the dataset cannot be read.
    """
    read_manifest(run.data)  # says what is wrong with a folder that is no dataset
    limit = run.about.get("limit")
    selection = Selection(
        run.data,
        run.split,
        run.tasks,
        int(limit) if limit is not None else None,
        int(run.about.get("seed", 0)),
        Control(run.about.get("control", Control.NONE)),
    )
    return score_predictions(
        selection.questions(),
        run.predictions,
        name=run.name,
        about=run.about,
        scorer=dataset_scorer(run.data),
    )
