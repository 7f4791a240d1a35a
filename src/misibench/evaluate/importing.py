"""Replies from the result files of other harnesses: lmms-eval and VLMEvalKit."""

from __future__ import annotations

import csv
import importlib
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from misibench.errors import DatasetError, UsageError
from misibench.records import Prediction

__all__ = ["read_lmms_eval", "read_vlmevalkit"]

ID_FIELDS = ("id", "question_id")
"""Where a question's id may stand; exported datasets carry it as ``id``."""


def read_lmms_eval(
    path: str | Path, ids: Sequence[str] = (), model: str = "lmms-eval"
) -> Iterator[Prediction]:
    """Read a ``…_samples_….jsonl`` of lmms-eval (written with ``--log_samples``).

    Parameters
    ----------
    ids
        Question ids in the order of the dataset, for files whose documents carry no id: the
        document's number then tells the question.
    model
        Name for the predictions.

    Raises
    ------
    DatasetError
        Naming file and line, for a line without reply or question.
    """
    file = Path(path)
    for number, record in _json_lines(file):
        where = f"{file}, line {number}"
        document = record.get("doc")
        fields = document if isinstance(document, Mapping) else {}
        key = _question_id(where, fields, record.get("doc_id"), ids)
        yield Prediction(key, _lmms_reply(where, record), _text(fields.get("task")), model)


def _lmms_reply(where: str, record: Mapping[str, Any]) -> str:
    """Give the first raw reply; filtered ones may have been cut by a filter."""
    for name in ("resps", "filtered_resps"):
        value = record.get(name)
        while isinstance(value, list) and value:
            value = value[0]
        if isinstance(value, str):
            return value
    raise DatasetError(where, "no reply", 'a text in "resps"')


def read_vlmevalkit(
    path: str | Path, ids: Sequence[str] = (), model: str = "VLMEvalKit"
) -> Iterator[Prediction]:
    """Read a result table of VLMEvalKit: ``.xlsx``, ``.tsv``, ``.csv``, ``.json`` or ``.jsonl``.

    Parameters
    ----------
    ids
        Question ids in the order of the dataset, for tables whose ``index`` is a number, counted
        from 0. Tables that misibench exported have the id itself there.

    Raises
    ------
    DatasetError
        Naming file and row, for a row without reply or question.
    UsageError
        For ``.xlsx`` where openpyxl is not installed.
    """
    file = Path(path)
    for number, row in enumerate(_table_rows(file), start=1):
        where = f"{file}, row {number}"
        if "prediction" not in row:
            raise DatasetError(where, f"columns {', '.join(map(str, row))}", "index, prediction")
        key = _question_id(where, row, row.get("index"), ids)
        said = row["prediction"]
        reply = None if said is None else str(said)
        error = "no reply" if reply is None else None
        yield Prediction(key, reply, _text(row.get("category")), model, error)


def _question_id(where: str, fields: Mapping[str, Any], index: Any, ids: Sequence[str]) -> str:
    for name in ID_FIELDS:
        value = fields.get(name)
        if isinstance(value, str) and value:
            return value
    if isinstance(index, str) and index and not index.isdigit():
        # tables exported by misibench have the id as their index
        return index
    if not ids:
        raise DatasetError(
            where, "no question id", f"one of {', '.join(ID_FIELDS)}",
            "give --data, --split and --task, so that the number of the row tells the question",
        )  # fmt: skip
    try:
        place = int(index)
    except (TypeError, ValueError):
        place = -1
    if not 0 <= place < len(ids):
        raise DatasetError(where, f"row number {index!r}", f"0 to {len(ids) - 1}")
    return ids[place]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _json_lines(file: Path) -> Iterator[tuple[int, Mapping[str, Any]]]:
    try:
        with file.open(encoding="utf-8") as stream:
            for number, line in enumerate(stream, start=1):
                if line.strip():
                    yield number, _json_object(f"{file}, line {number}", line)
    except (OSError, UnicodeDecodeError) as error:
        raise DatasetError(file, f"cannot be read ({error})", "JSON lines") from error


def _json_object(where: str, text: str) -> Mapping[str, Any]:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise DatasetError(where, f"not JSON ({error})", "a JSON object") from error
    if not isinstance(value, dict):
        raise DatasetError(where, f"a JSON {type(value).__name__}", "a JSON object")
    return value


def _table_rows(file: Path) -> Iterable[Mapping[str, Any]]:
    kind = file.suffix.lower()
    if kind == ".jsonl":
        return [record for _, record in _json_lines(file)]
    try:
        if kind == ".json":
            rows = json.loads(file.read_text(encoding="utf-8"))
            return rows if isinstance(rows, list) else rows["data"]
        if kind in (".tsv", ".csv"):
            # replies may be long, and TSVs with embedded pictures longer still
            csv.field_size_limit(sys.maxsize)
            with file.open(encoding="utf-8", newline="") as stream:
                return list(csv.DictReader(stream, delimiter="\t" if kind == ".tsv" else ","))
        if kind == ".xlsx":
            return list(_sheet_rows(file))
    except (OSError, UnicodeDecodeError, ValueError, KeyError, TypeError, csv.Error) as error:
        raise DatasetError(file, f"cannot be read ({error})", "a result table") from error
    raise DatasetError(
        file, f"a {kind or 'file without ending'}", ".xlsx, .tsv, .csv, .json, .jsonl"
    )


def _sheet_rows(file: Path) -> Iterator[dict[str, Any]]:
    try:
        openpyxl = importlib.import_module("openpyxl")
    except ImportError:
        raise UsageError(
            file, "reading .xlsx needs openpyxl", "", "pip install openpyxl, or save it as .tsv"
        ) from None
    book = openpyxl.load_workbook(file, read_only=True)
    try:
        rows = book.active.iter_rows(values_only=True)
        headings = [str(one) for one in next(rows, ())]
        for row in rows:
            yield dict(zip(headings, row, strict=False))
    finally:
        book.close()
