"""``misi score``: score a predictions file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from misibench.cli.console import plain_console
from misibench.dataset.load import read_questions
from misibench.errors import DatasetError
from misibench.evaluate.clash import dataset_scorer
from misibench.evaluate.predictions import PredictionFile, read_predictions
from misibench.evaluate.scoring_run import ScoredRun, score_predictions, write_scores
from misibench.report.terminal import dropped_table, print_table, score_table

__all__ = ["command"]


def command(
    predictions: Annotated[
        Path, typer.Argument(help="JSON lines with at least id and reply; .gz accepted.")
    ],
    data: Annotated[Path, typer.Option("--data", help="The dataset folder.")],
    split: Annotated[str, typer.Option(help="test, tiny or train.")] = "test",
    out: Annotated[
        Path | None, typer.Option("--out", help="Write one JSON line per question here.")
    ] = None,
    name: Annotated[str, typer.Option(help="Name in the table; the model's if empty.")] = "",
    dropped: Annotated[
        bool,
        typer.Option(
            "--dropped",
            help="Show beside it the scores over readable replies only, as the paper took them.",
        ),
    ] = False,
) -> None:
    """Score a predictions file and print the table.

    Every question of the split counts: one without a reply, or with a reply that cannot be
    read, scores 0. Scores are in percent; intervals resample whole complexes.

    Example: misi score predictions.jsonl --data bench --out scores.jsonl
    """
    found = read_predictions(predictions)
    named = any(one.model for one in found.predictions.values())
    shown = name or ("" if named else predictions.name.split(".")[0])
    run = score_predictions(
        read_questions(data, split=split), found, name=shown, scorer=dataset_scorer(data)
    )
    if found.predictions and len(run.unknown) == len(found.predictions):
        raise DatasetError(
            predictions, f"none of its {len(run.unknown)} ids is a question of split {split} "
            f"(first: {run.unknown[0]})", "replies to questions of this dataset",
            f"check --data {data} and --split",
        )  # fmt: skip
    if out is not None:
        write_scores(run, out)
    print_table(score_table(run))
    if dropped:
        print_table(dropped_table(run))
    notes = plain_console(stderr=True)
    for line in reading_notes(found, run, split):
        notes.print(line)


def reading_notes(found: PredictionFile, run: ScoredRun, split: str) -> list[str]:
    """Say what of a predictions file was not used."""
    notes = []
    if run.unknown:
        notes.append(
            f"{found.path}: {len(run.unknown)} of {len(found.predictions)} ids are no question "
            f"of split {split} (first: {run.unknown[0]}); not scored"
        )
    if found.repeated:
        notes.append(
            f"{found.path}: {found.repeated} lines repeat an id; the last reply of each is scored"
        )
    if found.cut_off:
        notes.append(f"{found.path}: the last line is incomplete and was left out")
    return notes
