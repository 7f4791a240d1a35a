"""``misi import-predictions``: replies from other harnesses' logs."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from misibench.cli.console import plain_console
from misibench.dataset.load import read_questions
from misibench.errors import UsageError
from misibench.evaluate.importing import read_lmms_eval, read_vlmevalkit
from misibench.evaluate.predictions import write_predictions
from misibench.records import Prediction

__all__ = ["command"]


class Source(StrEnum):
    """Harnesses whose logs can be read."""

    INSPECT = "inspect"
    LMMS_EVAL = "lmms-eval"
    VLMEVALKIT = "vlmevalkit"


def command(
    files: Annotated[list[Path], typer.Argument(metavar="LOG…", help="Logs or result tables.")],
    source: Annotated[Source, typer.Option("--from", help="The harness that wrote them.")],
    out: Annotated[Path, typer.Option("--out", help="The predictions file; .gz is compressed.")],
    model: Annotated[str, typer.Option(help="Name of the model; what the log says if empty.")] = "",
    data: Annotated[
        Path | None, typer.Option("--data", help="The dataset folder, for logs without ids.")
    ] = None,
    split: Annotated[str, typer.Option(help="test, tiny or train; with --data.")] = "test",
    task: Annotated[
        str | None, typer.Option(help="The task of the logs, name or code; with --data.")
    ] = None,
) -> None:
    """Turn other harnesses' logs into predictions.jsonl, for misi score and misi report.

    Example: misi import-predictions --from lmms-eval samples_rotation.jsonl --out rotation.jsonl
    """
    ids: list[str] = []
    if data is not None:
        if task is None:
            raise UsageError("--data", "given without --task", "the task that the logs are about")
        ids = [question.id for question in read_questions(data, task=task, split=split)]
    count = write_predictions(out, _all_replies(files, source, ids, model))
    plain_console().print(f"{count} replies: {out}")


def _all_replies(
    files: list[Path], source: Source, ids: list[str], model: str
) -> Iterator[Prediction]:
    for file in files:
        yield from _replies(file, source, ids, model)


def _replies(file: Path, source: Source, ids: list[str], model: str) -> Iterator[Prediction]:
    if source is Source.LMMS_EVAL:
        return read_lmms_eval(file, ids, model or "lmms-eval")
    if source is Source.VLMEVALKIT:
        return read_vlmevalkit(file, ids, model or "VLMEvalKit")
    if importlib.util.find_spec("inspect_ai") is None:
        raise UsageError(
            "--from inspect", "Inspect AI is not installed", "", "pip install 'misibench[eval]'"
        )
    # imported here: an extra, and seconds of start-up
    from misibench.evaluate.inspecting.logs import read_inspect_log

    return read_inspect_log(file, model)
