"""Run folders of the built-in players, made like those of models."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from misibench.dataset.files import write_json
from misibench.evaluate.evaluation import dataset_revision
from misibench.evaluate.players import play
from misibench.evaluate.predictions import write_predictions
from misibench.evaluate.runs import (
    PREDICTIONS_FILE,
    RUN_FILE,
    SCORES_FILE,
    open_run,
    score_run,
)
from misibench.evaluate.scoring_run import ScoredRun, write_scores
from misibench.evaluate.selection import Selection
from misibench.records import Question

__all__ = ["run_player"]


def run_player(
    player: str,
    data: Path,
    out: Path,
    split: str = "test",
    tasks: tuple[str, ...] = (),
    limit: int | None = None,
    seed: int = 0,
) -> ScoredRun:
    """Let a built-in player answer, write its run folder and score it.

    Raises
    ------
    UsageError
        For an unknown player, or "blind" on a dataset without training questions.
    """
    selection = Selection(data, split, tasks, limit, seed)
    revision = dataset_revision(data)
    train: Iterable[Question] = selection.examples() if player == "blind" else ()
    write_predictions(
        out / PREDICTIONS_FILE, play(player, selection.questions(), train=train, seed=seed)
    )
    write_json(
        out / RUN_FILE,
        {
            "name": player, "model": player, "dataset": str(data.resolve()),
            "dataset_revision": revision, "split": split, "tasks": list(selection.task_names()),
            "limit": limit, "seed": seed, "control": "none", "status": "complete",
        },
    )  # fmt: skip
    scored = score_run(open_run(out))
    write_scores(scored, out / SCORES_FILE)
    return scored
