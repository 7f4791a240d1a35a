"""The gallery as plain files that open from a disk or any web server, without this package.

Data come as scripts, since a page opened from a disk may not fetch files: every ``data/*.js``
calls ``misiData(name, content)``.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from misibench.dataset.files import file_name_of, write_bytes
from misibench.errors import UsageError
from misibench.web.assets import STATIC_FILES, render, static_bytes
from misibench.web.gallery.browse import Gallery
from misibench.web.gallery.contents import config_content, overlay_content, question_content
from misibench.web.gallery.overlay import complex_model
from misibench.web.gallery.replies import NOT_ASKED, OUTCOMES
from misibench.web.gallery.tables import QuestionTable
from misibench.web.pictures import picture_path

__all__ = ["write_static_site"]

Tick = Callable[[str], None]


def write_static_site(gallery: Gallery, out: Path, tick: Tick = lambda _: None) -> int:
    """Write the site.

    Parameters
    ----------
    gallery
        What to show; all of its tables are written.
    out
        A folder that is new or empty.
    tick
        Called once per row group of 100 questions.

    Returns
    -------
    int
        Number of questions written.

    Raises
    ------
    UsageError
        If the folder has something in it.
    DatasetError
        If a file cannot be read or written.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise UsageError(out, "is not empty", "a new folder", "choose another or empty it")
    complexes: set[str] = set()
    count = 0
    for table in gallery.tables.values():
        _write(out, f"{table.task}.{table.split}.index", _index(gallery, table))
        for group in range(table.group_count):
            rows = range(int(table.starts[group]), int(table.starts[group + 1]))
            _write_group(gallery, out, table, group, rows)
            complexes |= {table.question(row).complex_id for row in rows}
            count += len(rows)
            tick(f"{table.task} {table.split}")
    for complex_id in sorted(complexes):
        annotation = gallery.annotation(complex_id)
        if annotation is not None:
            _write(out, f"complex.{file_name_of(complex_id)}", complex_model(annotation))
    for name in STATIC_FILES:
        write_bytes(out / "static" / name, static_bytes(name))
    _write(out, "config", config_content(gallery))
    page = render(
        "gallery.html", root="static/", source="source_static.js", title=gallery.folder.name
    )
    write_bytes(out / "index.html", page.encode())
    return count


def _write(out: Path, name: str, content: Any) -> None:
    text = f"misiData({json.dumps(name)}, {json.dumps(content, separators=(',', ':'))});\n"
    # a line separator inside a string was no valid script before 2019
    text = text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    write_bytes(out / "data" / f"{name}.js", text.encode())


def _index(gallery: Gallery, table: QuestionTable) -> dict[str, Any]:
    """Give the columns that lists and filters need, for all questions of a table."""
    return {
        "id": table.ids.to_pylist(),
        "complex": table.complex_ids.to_pylist(),
        "bonds": gallery.bond_counts(table).tolist(),
        "starts": table.starts.tolist(),
        "runs": [
            [None if code == NOT_ASKED else str(OUTCOMES[code]) for code in run.outcomes(table)]
            for run in gallery.runs
        ],
    }


def _write_group(
    gallery: Gallery, out: Path, table: QuestionTable, group: int, rows: range
) -> None:
    questions = []
    for row in rows:
        content = question_content(gallery, table, row)
        content["overlay"] = overlay_content(gallery, table, row)
        content["complex_file"] = f"complex.{file_name_of(content['complex'])}"
        questions.append(content)
        for number, image in enumerate(content["images"]):
            _copy_picture(gallery, out, table, row, number, image)
    _write(out, f"{table.task}.{table.split}.{group}", questions)


def _copy_picture(
    gallery: Gallery, out: Path, table: QuestionTable, row: int, number: int, image: str
) -> None:
    target = out / image
    if not target.resolve().is_relative_to((out / "images").resolve()):
        raise UsageError(image, "a picture outside images/", "a dataset made by misi build")
    if target.exists():
        return
    if table.embedded:
        write_bytes(target, gallery.picture(table, row, number))
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(picture_path(gallery.folder, image), target)
