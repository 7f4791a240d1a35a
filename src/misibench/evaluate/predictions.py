"""``predictions.jsonl``: the one file that all players end in and that scoring reads.

One JSON object a line; ``id`` and ``reply`` are needed, the other fields of
docs/reference/predictions.md are kept as they are. A name that ends in ``.gz`` is compressed.
"""

from __future__ import annotations

import codecs
import gzip
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from misibench.dataset.files import writing
from misibench.errors import DatasetError
from misibench.records import Prediction

__all__ = [
    "PredictionFile",
    "prediction_line",
    "read_predictions",
    "write_predictions",
]

_GZIP_MAGIC = b"\x1f\x8b"
_EXPECTED = 'one JSON object a line with "id" and "reply"'


@dataclass(frozen=True)
class PredictionFile:
    """What a predictions file holds.

    Attributes
    ----------
    path
        Where it was read.
    predictions
        Question id -> prediction. Where an id stands more than once the last line holds, since
        files grow by appending: a retried question comes after its failed first try. A failed
        line never replaces a reply, though.
    lines
        Number of lines that are not blank.
    repeated
        How many of them were not used because another line of the same id holds.
    cut_off
        True if the last line was incomplete (a run that was killed) and was left out.
    """

    path: Path
    predictions: Mapping[str, Prediction]
    lines: int
    repeated: int
    cut_off: bool = False


def read_predictions(path: str | Path) -> PredictionFile:
    """Read a predictions file, plain or gzip-compressed.

    Raises
    ------
    DatasetError
        Naming file and line, if the file cannot be read or a line is not a prediction. Only a
        last line without its line end may be incomplete: it is left out and said so.
    """
    file = Path(path)
    predictions: dict[str, Prediction] = {}
    lines = repeated = 0
    cut_off = False
    for number, line in _numbered_lines(file):
        if not line.strip():
            continue
        where = f"{file}, line {number}"
        try:
            record = json.loads(line.decode())
        except (ValueError, RecursionError) as error:
            if _is_cut_off(line, error):
                cut_off = True
                continue
            raise DatasetError(where, _no_json(error), _EXPECTED) from error
        prediction = _prediction(where, record)
        lines += 1
        earlier = predictions.get(prediction.id)
        if earlier is not None:
            repeated += 1
            if earlier.reply is not None and prediction.reply is None:
                continue
        predictions[prediction.id] = prediction
    return PredictionFile(file, predictions, lines, repeated, cut_off)


def _numbered_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Give (line number, line with its end)."""
    try:
        with path.open("rb") as raw:
            compressed = raw.read(2) == _GZIP_MAGIC
            raw.seek(0)
            stream = gzip.GzipFile(fileobj=raw) if compressed else raw
            for number, line in enumerate(stream, start=1):
                yield number, line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or error
        raise DatasetError(path, f"cannot be read ({reason})", "a predictions file") from error


def _is_cut_off(line: bytes, error: Exception) -> bool:
    """Whether a line is no JSON because its rest is missing, perhaps within a letter."""
    if line.endswith(b"\n"):
        return False
    return not isinstance(error, UnicodeDecodeError) or error.end == len(line)


def _no_json(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"not UTF-8 text ({error.reason})"
    if isinstance(error, RecursionError):
        return "not JSON (nested too deeply)"
    return f"not JSON ({error})"


def _prediction(where: str, record: Any) -> Prediction:
    if not isinstance(record, dict):
        raise DatasetError(where, f"a JSON {type(record).__name__}", _EXPECTED)
    for name in ("id", "reply"):
        if name not in record:
            raise DatasetError(where, f'no "{name}" among {sorted(record)}', _EXPECTED)
    if not isinstance(record["id"], str) or not record["id"]:
        raise DatasetError(where, f'"id" is {record["id"]!r}', "a text that is not empty")
    values = {name: _text(where, name, record.pop(name, None)) for name in _TEXT_FIELDS}
    reply = values["reply"]
    failure = values["error"] or (None if reply is not None else "no reply")
    return Prediction(
        id=values["id"] or "",
        reply=reply,
        task=values["task"] or "",
        model=values["model"] or "",
        error=failure,
        extra=record,
    )


_TEXT_FIELDS = ("id", "reply", "task", "model", "error")


def _text(where: str, name: str, value: Any) -> str | None:
    if value is None or isinstance(value, str):
        return value
    raise DatasetError(
        where, f'"{name}" is a {type(value).__name__}', "a text or null",
        "write replies exactly as the model gave them, as JSON strings",
    )  # fmt: skip


def prediction_line(prediction: Prediction) -> str:
    """Give a prediction as a line of JSON, with its line end; it can always be encoded."""
    record: dict[str, Any] = {
        "id": prediction.id,
        "task": prediction.task,
        "model": prediction.model,
        "reply": prediction.reply,
    }
    if prediction.error is not None:
        record["error"] = prediction.error
    record |= prediction.extra
    line = json.dumps(record, ensure_ascii=False) + "\n"
    # half a letter (a lone surrogate), as some servers send it, has no bytes of its own
    return line if _has_bytes(line) else json.dumps(record) + "\n"


def _has_bytes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def write_predictions(path: str | Path, predictions: Iterable[Prediction]) -> int:
    """Write predictions, whole or not at all; compressed where the name ends in ``.gz``.

    Returns
    -------
    int
        How many were written.
    """
    file = Path(path)
    count = 0
    with writing(file) as temporary, temporary.open("wb") as raw:
        # mtime 0: the same predictions give the same bytes
        packed = gzip.GzipFile("", "wb", fileobj=raw, mtime=0) if file.suffix == ".gz" else None
        stream = packed or raw
        for prediction in predictions:
            stream.write(prediction_line(prediction).encode())
            count += 1
        if packed is not None:
            packed.close()
    return count
