"""Replies from Inspect's own logs, of ``misi eval`` or of ``inspect eval misibench/…``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from inspect_ai.log import EvalSample, read_eval_log, read_eval_log_samples

from misibench.dataset.questions import question_from_record
from misibench.errors import DatasetError
from misibench.evaluate.inspecting.samples import as_prediction
from misibench.records import Prediction

__all__ = ["read_inspect_log"]


def read_inspect_log(path: str | Path, model: str = "") -> Iterator[Prediction]:
    """Read the replies of a log, sample by sample.

    Of several epochs the first is taken.

    Parameters
    ----------
    model
        Name for the predictions; the one in the log where empty.

    Raises
    ------
    DatasetError
        If the file is no log, or its samples are not MiSI-Bench questions.
    """
    file = Path(path)
    try:
        header = read_eval_log(str(file), header_only=True)
        for sample in read_eval_log_samples(str(file), all_samples_required=False):
            if sample.epoch == 1:
                yield _prediction(file, sample, model or header.eval.model)
    except (OSError, ValueError) as error:
        text = " ".join(str(error).split())
        raise DatasetError(file, f"cannot be read ({text})", "a log of Inspect") from error


def _prediction(file: Path, sample: EvalSample, model: str) -> Prediction:
    record = (sample.metadata or {}).get("question")
    if not isinstance(record, dict):
        raise DatasetError(
            f"{file}, sample {sample.id}", "no question in its metadata",
            "a log of misi eval or inspect eval misibench/…",
        )  # fmt: skip
    question = question_from_record(record)
    if sample.error is not None:
        line = " ".join(sample.error.message.split())
        return Prediction(question.id, None, question.task, model, line[:500])
    return as_prediction(question, model, sample.output, {}, None)
