"""``misi demo``: the whole job on four real complexes."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from misibench.cli.build import print_result
from misibench.cli.console import plain_console
from misibench.cli.progress import terminal_progress
from misibench.dataset.build import build
from misibench.dataset.demo_source import demo_source
from misibench.dataset.load import read_questions
from misibench.dataset.settings import BuildSettings
from misibench.evaluate.clash import dataset_scorer
from misibench.evaluate.players import PLAYERS, play
from misibench.evaluate.predictions import read_predictions, write_predictions
from misibench.evaluate.scoring_run import ScoredRun, score_predictions, write_scores
from misibench.report.terminal import print_table, results_table
from misibench.report.write import write_report

__all__ = ["command"]


def command(
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder for everything.")] = Path("demo"),
    seed: Annotated[int, typer.Option(help="Seed of every random choice.")] = 0,
    workers: Annotated[
        int | None, typer.Option(help="Worker processes [default: one per core].", min=1)
    ] = None,
) -> None:
    """Build a dataset from four PDB entries, let the built-in players answer, report.

    The entries 1ia1, 1of6, 1s3v and 1uou come with an installed package, so nothing is
    downloaded. Two of them are train, two test.

    Example: misi demo --out demo
    """
    started = time.monotonic()
    data = out / "dataset"
    settings = BuildSettings(seed=seed, test_fraction=0.5, plausibility=True)
    with terminal_progress() as progress:
        result = build(demo_source(), data, settings, workers=workers, progress=progress)
    print_result(result, time.monotonic() - started)
    runs = [_play(name, data, out / "runs" / name, seed) for name in PLAYERS]
    report = write_report(runs, out / "report", data=data, seed=seed)
    print_table(results_table(runs))
    print_table(results_table(runs, exact=True))
    console = plain_console()
    console.print(f"Report:   {report.page}")
    console.print(f"Pictures: {data / 'images'}")
    console.print(f"Done in {time.monotonic() - started:.0f} s")


def _play(player: str, data: Path, home: Path, seed: int) -> ScoredRun:
    """Let a built-in player answer the test questions; give its scored run."""
    replies = play(
        player, read_questions(data), train=read_questions(data, split="train"), seed=seed
    )
    write_predictions(home / "predictions.jsonl", replies)
    found = read_predictions(home / "predictions.jsonl")
    run = score_predictions(read_questions(data), found, name=player, scorer=dataset_scorer(data))
    write_scores(run, home / "scores.jsonl")
    return run
