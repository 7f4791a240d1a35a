"""``misi report``: tables, figures and one page about runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from misibench.cli.console import plain_console
from misibench.errors import UsageError
from misibench.evaluate.runs import Run, open_run, score_run
from misibench.report.terminal import print_table, results_table
from misibench.report.write import write_report

__all__ = ["command"]


def command(
    runs: Annotated[
        list[Path],
        typer.Argument(metavar="RUN…", help="Run folders, or predictions files with --data."),
    ],
    out: Annotated[Path, typer.Option("--out", help="Folder for the report.")],
    data: Annotated[
        Path | None, typer.Option("--data", help="The dataset folder, if run.json names none.")
    ] = None,
    split: Annotated[
        str | None, typer.Option(help="test, tiny or train; what run.json says if not given.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the resampling behind the intervals.")] = 0,
) -> None:
    """Write tables, figures and one HTML page about runs, beside the published results.

    All runs are scored afresh from their replies; scores are in percent. In comparisons the first
    run is the one that the others are compared with.

    Example: misi report runs/random runs/gpt-4.1 --out report
    """
    opened = distinct_names([open_run(path, data=data, split=split) for path in runs])
    folders = {run.data.resolve() for run in opened}
    if len(folders) > 1:
        raise UsageError(
            "misi report", f"runs on {len(folders)} datasets", "runs on one dataset",
            "report on each dataset by itself",
        )  # fmt: skip
    scored = [score_run(run) for run in opened]
    report = write_report(scored, out, data=opened[0].data, seed=seed)
    print_table(results_table(scored))
    print_table(results_table(scored, exact=True))
    plain_console().print(f"report: {report.page}")


def distinct_names(runs: Sequence[Run]) -> list[Run]:
    """Give runs of equal name different ones: their folder's name is added."""
    counts = Counter(run.name for run in runs)
    named: list[Run] = []
    for run in runs:
        name = run.name
        if counts[name] > 1:
            name = f"{name} ({run.predictions.path.parent.name}/{run.predictions.path.name})"
        named.append(replace(run, name=name))
    return named
