"""Scoring a predictions file against a dataset, in one call."""

from __future__ import annotations

from pathlib import Path

from misibench.dataset.load import read_questions
from misibench.evaluate.clash import dataset_scorer
from misibench.evaluate.predictions import read_predictions
from misibench.evaluate.scoring_run import ScoredRun, score_predictions

__all__ = ["score"]


def score(
    predictions: str | Path, data: str | Path, split: str = "test", name: str = ""
) -> ScoredRun:
    """Score a predictions file: every question of the split counts, answered or not.

    Parameters
    ----------
    predictions
        JSON lines with at least ``id`` and ``reply``; may be gzipped.
    data
        The dataset folder.
    split
        "test", "tiny" or "train".
    name
        Name in tables; the model's if empty.

    Returns
    -------
    ScoredRun
        ``weighted()`` and ``exact()`` give the columns in percent, ``coverage`` how many
        questions were asked, answered and readable, ``rows`` one per question.

    Raises
    ------
    MisiError
        If a line is no prediction; names the line.
    DatasetError
        If the dataset cannot be read.
    """
    return score_predictions(
        read_questions(data, split=split),
        read_predictions(predictions),
        name=name,
        scorer=dataset_scorer(data),
    )
