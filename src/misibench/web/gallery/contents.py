"""What the pages of the gallery are told, as plain JSON types; live and static sites alike."""

from __future__ import annotations

from typing import Any

from misibench.dataset.files import file_name_of
from misibench.records import Question
from misibench.tasks import task_named
from misibench.web.gallery.browse import MANY_BONDS, Gallery
from misibench.web.gallery.overlay import bond_segments
from misibench.web.gallery.replies import NOT_ASKED, OUTCOMES
from misibench.web.gallery.shot_names import shot_of_picture
from misibench.web.gallery.tables import QuestionTable

__all__ = ["config_content", "overlay_content", "question_content", "row_content"]

MOST_COMPLEXES = 5_000
"""So many complexes are offered by name in the filter; all can be typed."""


def config_content(gallery: Gallery) -> dict[str, Any]:
    """Describe the dataset and the runs."""
    width, height = gallery.picture_size
    tasks: dict[str, dict[str, Any]] = {}
    for (name, split), table in gallery.tables.items():
        entry = tasks.setdefault(name, {"code": task_named(name).code, "name": name, "splits": {}})
        entry["splits"][split] = len(table)
    return {
        "dataset": gallery.manifest.get("name", gallery.folder.name),
        "tasks": list(tasks.values()),
        "runs": [run.name for run in gallery.runs],
        "outcomes": [str(one) for one in OUTCOMES],
        "complexes": sorted(gallery.bonds_by_complex)[:MOST_COMPLEXES],
        "many_bonds": MANY_BONDS,
        "width": width,
        "height": height,
    }


def row_content(gallery: Gallery, table: QuestionTable, row: int) -> dict[str, Any]:
    """Describe one line of the list of questions."""
    question = table.question(row)
    codes = [run.outcome(table, question) for run in gallery.runs]
    return {
        "task": table.task,
        "split": table.split,
        "row": row,
        "id": question.id,
        "complex": question.complex_id,
        "bonds": gallery.bond_count(table, question),
        "outcomes": [None if code == NOT_ASKED else str(OUTCOMES[code]) for code in codes],
    }


def question_content(gallery: Gallery, table: QuestionTable, row: int) -> dict[str, Any]:
    """Describe a question whole, with the replies of all runs."""
    question = table.question(row)
    return {
        **row_content(gallery, table, row),
        "code": task_named(question.task).code,
        "reference": question.reference_id,
        "prompt": question.prompt,
        "options": list(question.options),
        "answer": question.answer,
        "truth": dict(question.truth),
        "meta": dict(question.meta),
        "images": list(question.images),
        "replies": [run.record(table, question) for run in gallery.runs],
    }


def overlay_content(
    gallery: Gallery, table: QuestionTable, row: int
) -> list[list[dict[str, Any]] | None]:
    """Give the hydrogen bonds of every picture of a question; None where nothing is known."""
    question = table.question(row)
    width, height = gallery.picture_size
    known: dict[str, Any] = {}
    overlays: list[list[dict[str, Any]] | None] = []
    for image in question.images:
        shot = shot_of_picture(image)
        owner = _owner(image, question)
        if owner not in known:
            known[owner] = gallery.annotation(owner)
        annotation = known[owner]
        if shot is None or annotation is None:
            overlays.append(None)
        else:
            overlays.append(bond_segments(annotation, shot, width, height))
    return overlays


def _owner(image: str, question: Question) -> str:
    """Give the complex a picture shows: pictures lie at images/<complex>/<shot>.png."""
    reference = question.reference_id
    if reference is not None and image.split("/")[1:2] == [file_name_of(reference)]:
        return reference
    return question.complex_id
