"""Examples of right, partial, wrong and unreadable replies, one per task and outcome."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, UnidentifiedImageError

from misibench.dataset.pictures import DatasetPictures
from misibench.errors import DatasetError
from misibench.evaluate.scoring_run import ScoredQuestion, ScoredRun
from misibench.records import Outcome

__all__ = ["Example", "choose_examples", "picture_uri"]

PICTURE_WIDTH = 224
"""Width of the pictures in a gallery, pixels: small enough to keep a page in one file."""

_SHOWN = (Outcome.CORRECT, Outcome.PARTIAL, Outcome.WRONG, Outcome.NO_ANSWER)


@dataclass(frozen=True, slots=True)
class Example:
    """A scored reply worth showing, with the name of who gave it."""

    player: str
    row: ScoredQuestion


def choose_examples(runs: Sequence[ScoredRun]) -> tuple[Example, ...]:
    """Choose one reply per task and outcome, turning through the runs so that each is seen.

    Replies with more text are preferred, since they show how an answer came about; the choice
    depends on the runs alone.
    """
    chosen: list[Example] = []
    turn = 0
    tasks = dict.fromkeys(row.question.task for run in runs for row in run.rows)
    for task in tasks:
        for outcome in _SHOWN:
            for step in range(len(runs)):
                run = runs[(turn + step) % len(runs)]
                rows = [
                    row
                    for row in run.rows
                    if row.question.task == task and row.score.outcome is outcome and row.answered
                ]
                if rows:
                    chosen.append(Example(run.name, max(rows, key=_reply_length)))
                    turn += step + 1
                    break
    return tuple(chosen)


def _reply_length(row: ScoredQuestion) -> int:
    reply = row.prediction.reply if row.prediction is not None else None
    return min(len(reply or ""), 2000)


def picture_uri(pictures: DatasetPictures, name: str, width: int = PICTURE_WIDTH) -> str | None:
    """Give a picture, made small, as a data URI; None where it is missing or no picture."""
    try:
        with Image.open(BytesIO(pictures.read(name))) as picture:
            small = picture.convert("RGB")
            small.thumbnail((width, width), Image.Resampling.LANCZOS)
    except (OSError, UnidentifiedImageError, DatasetError):
        return None
    stream = BytesIO()
    small.save(stream, "JPEG", quality=82, optimize=True)
    return f"data:image/jpeg;base64,{base64.b64encode(stream.getvalue()).decode()}"
