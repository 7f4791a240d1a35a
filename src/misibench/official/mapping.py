"""Which names of files mean which task, and which names of columns mean which field."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from misibench.errors import UsageError
from misibench.tasks import task_named

__all__ = ["FIELDS", "Mapping", "read_mapping"]

FIELDS = ("id", "prompt", "answer", "images", "options")

_DEFAULT_FIELDS: dict[str, tuple[str, ...]] = {
    "id": ("id", "question_id", "qid", "uid", "index", "sample_id"),
    "prompt": ("prompt", "question", "instruction", "query", "input", "text"),
    "answer": ("answer", "ground_truth", "gt", "label", "target", "response", "output", "solution"),
    "images": ("images", "image", "image_paths", "image_path", "imgs", "img", "pictures"),
    "options": ("options", "choices", "candidates"),
}

_DEFAULT_TASKS: dict[str, str] = {
    "interaction": "residue_ligand_interaction",
    "location": "interaction_location",
    "scale": "zooming",
    "zoom": "zooming",
}
"""Parts of file names seen in the published set whose meaning is plain. ``bind_multiview`` may be
docking or all interactions of a pocket: which, a mapping file has to say."""


@dataclass(frozen=True)
class Mapping:
    """What is looked for.

    Attributes
    ----------
    tasks
        Part of a file's path -> name of the task; the longest part that fits wins.
    fields
        Field -> names of columns, tried in turn, whatever their case.
    """

    tasks: dict[str, str] = field(default_factory=lambda: dict(_DEFAULT_TASKS))
    fields: dict[str, tuple[str, ...]] = field(default_factory=lambda: dict(_DEFAULT_FIELDS))

    def task_of(self, path: str) -> str | None:
        """Give the task that a path is about, or None."""
        fitting = [part for part in self.tasks if part.lower() in path.lower()]
        return self.tasks[max(fitting, key=len)] if fitting else None

    def column_of(self, name: str, columns: dict[str, Any]) -> str | None:
        """Give the column that holds a field, or None."""
        by_lower = {column.lower(): column for column in columns}
        return next((by_lower[one] for one in self.fields[name] if one in by_lower), None)


def read_mapping(path: Path) -> Mapping:
    """Read a mapping file: JSON with ``tasks`` and ``fields``, added to the built-in ones.

    Raises
    ------
    UsageError
        If it is no such file, or names an unknown task or field.
    """
    expected = '{"tasks": {"part of a name": "T7"}, "fields": {"prompt": ["column"]}}'
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        tasks = {
            str(part): task_named(str(name)).name for part, name in content.pop("tasks", {}).items()
        }
        fields = {
            str(name): tuple(
                str(one).lower() for one in ([columns] if isinstance(columns, str) else columns)
            )
            for name, columns in content.pop("fields", {}).items()
        }
    except (OSError, ValueError, AttributeError, TypeError) as error:
        raise UsageError(path, f"no mapping file ({error})", expected) from error
    unknown = [*content, *(name for name in fields if name not in FIELDS)]
    if unknown:
        raise UsageError(path, f"unknown {unknown[0]!r}", expected, f"fields: {', '.join(FIELDS)}")
    merged = dict(_DEFAULT_FIELDS)
    for name, columns in fields.items():
        merged[name] = (*columns, *_DEFAULT_FIELDS[name])
    return Mapping({**_DEFAULT_TASKS, **tasks}, merged)
