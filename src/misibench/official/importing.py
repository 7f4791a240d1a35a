"""From archives to one file of questions, and a report of what could not be mapped."""

from __future__ import annotations

import ast
import json
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from misibench.dataset.files import write_json, writing
from misibench.errors import DatasetError, FetchError
from misibench.fetch.archive import is_archive, unpack_archive
from misibench.official.mapping import Mapping
from misibench.official.tables import TABLE_ENDINGS, read_table_records

__all__ = ["ImportReport", "TableReport", "import_official"]

_PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".bmp")


@dataclass(slots=True)
class TableReport:
    """What was found in one table.

    Attributes
    ----------
    table
        Its path.
    records, written
        Records in it, and those that became questions.
    task
        Name of the task, None where no name says it.
    columns
        Field -> column it was read from.
    ignored
        Column -> an example of what it holds, for columns that no field was read from.
    problems
        Sentence -> how many records it is about.
    """

    table: str
    records: int = 0
    written: int = 0
    task: str | None = None
    columns: dict[str, str] = field(default_factory=dict)
    ignored: dict[str, str] = field(default_factory=dict)
    problems: dict[str, int] = field(default_factory=dict)

    def note(self, problem: str) -> None:
        """Count a problem."""
        self.problems[problem] = self.problems.get(problem, 0) + 1


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The tables, and pictures that no question names."""

    tables: tuple[TableReport, ...]
    pictures: int
    unused_pictures: int
    questions: Path

    @property
    def written(self) -> int:
        """Number of questions written."""
        return sum(one.written for one in self.tables)


def import_official(
    source: str | Path,
    out: str | Path,
    mapping: Mapping | None = None,
    tell: Callable[[str], None] | None = None,
) -> ImportReport:
    """Read archives of the published set as far as they explain themselves.

    Writes ``questions.jsonl`` (id, task, prompt, answer, images, options, source, extra),
    ``import.json`` (the report) and ``files/`` (the archives' content). Nothing is guessed
    silently: columns that were not used, records without prompt or answer, pictures that are
    missing and tables whose task no name says are all reported.

    Parameters
    ----------
    source
        An archive (.zip, .tar.gz ...), a table, or a folder of either.
    out
        Folder to write to; made if missing.
    mapping
        Names of tasks and columns.
    tell
        Called with the name of every archive and table.

    Raises
    ------
    DatasetError
        If there is nothing to read.
    FetchError
        If an archive is damaged.
    """
    folder, chosen = Path(out), mapping or Mapping()
    roots = [_unpacked(path, folder, tell) for path in _sources(Path(source))]
    files = sorted(
        path
        for root in roots
        for path in ([root] if root.is_file() else root.rglob("*"))
        if path.is_file()
    )
    tables = [path for path in files if path.suffix.lower() in TABLE_ENDINGS]
    pictures = _PictureIndex(path for path in files if path.suffix.lower() in _PICTURES)
    if not tables:
        raise DatasetError(
            source, f"no table among {len(files)} files", "one of " + ", ".join(TABLE_ENDINGS),
            f"{len(pictures)} pictures are there, but no questions",
        )  # fmt: skip
    questions = folder / "questions.jsonl"
    reports = []
    with writing(questions) as temporary, temporary.open("w", encoding="utf-8") as stream:
        for path in tables:
            if tell is not None:
                tell(path.name)
            report = TableReport(str(path), task=chosen.task_of(path.as_posix()))
            for number, record in enumerate(_records(path, report)):
                question = _question(record, number, path, report, chosen, pictures)
                if question is not None:
                    stream.write(json.dumps(question, ensure_ascii=False) + "\n")
                    report.written += 1
            reports.append(report)
    result = ImportReport(tuple(reports), len(pictures), pictures.unused, questions)
    write_json(
        folder / "import.json",
        {
            "questions": result.written,
            "pictures": result.pictures,
            "unused_pictures": result.unused_pictures,
            "tables": [asdict(one) for one in reports],
        },
    )
    return result


def _sources(source: Path) -> list[Path]:
    if source.is_dir():
        inside = sorted(path for path in source.iterdir() if not path.name.startswith("."))
        archives = [path for path in inside if _is_packed(path)]
        return archives or [source]
    if not source.is_file():
        raise DatasetError(source, "no such file or folder", "an archive of the published set")
    return [source]


def _is_packed(path: Path) -> bool:
    return path.is_file() and (is_archive(path.name) or path.suffix.lower() == ".zip")


def _unpacked(path: Path, out: Path, tell: Callable[[str], None] | None) -> Path:
    """Unpack an archive below ``out`` and give the folder; other paths as they are."""
    if not _is_packed(path):
        return path
    if tell is not None:
        tell(path.name)
    target = out / "files" / path.name.split(".")[0]
    if path.suffix.lower() != ".zip":
        unpack_archive(path, target)
        return target
    try:
        with zipfile.ZipFile(path) as archive:
            for member in archive.infolist():
                name = PurePosixPath(member.filename)
                if member.is_dir() or name.is_absolute() or ".." in name.parts or ":" in str(name):
                    continue
                place = target / name
                if place.is_file() and place.stat().st_size == member.file_size:
                    continue
                with writing(place) as temporary:
                    temporary.write_bytes(archive.read(member))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        raise FetchError(path, f"damaged ({error})", "a zip archive", "fetch it again") from error
    return target


class _PictureIndex:
    """Finds a picture by as much of its path as a table gives."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._by_name: defaultdict[str, list[Path]] = defaultdict(list)
        self._count = 0
        for path in paths:
            self._by_name[path.name].append(path)
            self._count += 1
        self._used: set[Path] = set()

    def __len__(self) -> int:
        return self._count

    @property
    def unused(self) -> int:
        """Number of pictures that were never found by a name."""
        return self._count - len(self._used)

    def find(self, name: str, near: Path) -> Path | None:
        """Give the picture whose path ends most like the name, near the table where several do."""
        wanted = PurePosixPath(name.replace("\\", "/")).parts

        def common(path: Path) -> tuple[int, int]:
            tail = sum(1 for _ in _while_equal(reversed(path.parts), reversed(wanted)))
            head = sum(1 for _ in _while_equal(path.parts, near.parts))
            return tail, head

        candidates = self._by_name.get(wanted[-1] if wanted else "", [])
        if not candidates:
            return None
        best = max(candidates, key=common)
        self._used.add(best)
        return best


def _while_equal(first: Iterable[str], second: Iterable[str]) -> Iterable[str]:
    for one, other in zip(first, second, strict=False):
        if one != other:
            return
        yield one


def _records(path: Path, report: TableReport) -> list[dict[str, Any]]:
    try:
        found = read_table_records(path)
    except DatasetError as error:
        report.note(str(error))
        return []
    report.records = len(found)
    return found


def _question(
    record: dict[str, Any],
    number: int,
    path: Path,
    report: TableReport,
    mapping: Mapping,
    pictures: _PictureIndex,
) -> dict[str, Any] | None:
    """Read one record; None, with a note in the report, where it is no question."""
    values: dict[str, Any] = {}
    for name in mapping.fields:
        column = mapping.column_of(name, record)
        if column is not None:
            report.columns[name] = column
            values[name] = record[column]
    spoken = _spoken(record)
    if spoken:
        report.columns.setdefault("prompt", spoken[2])
        report.columns.setdefault("answer", spoken[2])
        values.setdefault("prompt", spoken[0])
        values.setdefault("answer", spoken[1])
    used = set(report.columns.values())
    for column, value in record.items():
        if column not in used:
            report.ignored.setdefault(column, repr(value)[:80])
    for name in ("prompt", "answer"):
        if values.get(name) in (None, ""):
            report.note(f"no {name}")
            return None
    images = []
    for one in _listed(values.get("images")):
        found = pictures.find(str(one), path)
        if found is None:
            report.note("a picture that is named is not there")
        else:
            images.append(str(found))
    if not images:
        report.note("no pictures")
    if report.task is None:
        report.note("no file name says which task this is; a mapping file can")
    return {
        "id": str(values.get("id", f"{path.stem}/{number}")),
        "task": report.task,
        "prompt": str(values["prompt"]),
        "answer": str(values["answer"]),
        "images": images,
        "options": [str(one) for one in _listed(values.get("options"))],
        "source": path.name,
        "extra": {key: value for key, value in record.items() if key not in used},
    }


def _spoken(record: dict[str, Any]) -> tuple[str, str, str] | None:
    """Read prompt and answer of a conversation, as training files have them."""
    for column in ("messages", "conversations", "conversation"):
        turns = record.get(column)
        if isinstance(turns, list) and len(turns) >= 2 and all(isinstance(t, dict) for t in turns):
            said = [
                (
                    str(turn.get("role", turn.get("from", ""))),
                    turn.get("content", turn.get("value")),
                )
                for turn in turns
            ]
            asked = [text for role, text in said if role in ("user", "human")]
            replied = [text for role, text in said if role in ("assistant", "gpt")]
            if asked and replied:
                return str(asked[-1]), str(replied[-1]), column
    return None


def _listed(value: Any) -> list[Any]:
    """Give a list for a list, the text of one, or a single value."""
    if value in (None, "", b""):
        return []
    if isinstance(value, str) and value.startswith("[") and value.endswith("]"):
        try:
            parsed = ast.literal_eval(value)
        except (ValueError, SyntaxError):
            return [value]
        return list(parsed) if isinstance(parsed, list) else [value]
    if isinstance(value, dict):
        return list(value.values())
    return list(value) if isinstance(value, list | tuple) else [value]
