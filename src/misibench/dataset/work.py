"""What is done for one complex, in a worker process: read and annotate; ask and draw.

Both steps depend on nothing but their arguments and leave nothing but finished files, so they
can run in any order, in any number of processes, and again after a crash.
"""

from __future__ import annotations

import glob
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Protocol

from misibench.dataset.annotations import annotation_record
from misibench.dataset.complexes import read_input
from misibench.dataset.compose import Studio, compose_task, settings_tasks
from misibench.dataset.files import file_name_of, is_written, sha256_of, write_bytes, write_json
from misibench.dataset.likeness import LIKENESS_COLUMNS, likeness_columns
from misibench.dataset.questions import question_record
from misibench.dataset.settings import BuildSettings
from misibench.dataset.shards import opened_shard, shard_path
from misibench.dataset.sight import Sight
from misibench.dataset.splits import SplitName
from misibench.dataset.twins import Variant, twin_options, twin_structure
from misibench.errors import MisiError, RefusalReason, StructureError
from misibench.hbonds import compare_tools, find_hydrogen_bonds
from misibench.rendering import Renderer, visibility
from misibench.scene import Annotation, Look, PictureOptions, Shot, View, annotate
from misibench.structure import Complex
from misibench.structure.plausibility import check_plausibility
from misibench.structure.sources import InputRow

__all__ = ["AskJob", "PrepareJob", "ask", "prepare", "refusal_entry"]

_CACHED_COMPLEXES = 8
"""Complexes a worker keeps read; a complex and its reference are needed together."""


@dataclass(frozen=True, slots=True)
class PrepareJob:
    """Read one input, refuse it or write its annotation."""

    row: InputRow
    folder: Path
    settings: BuildSettings


@dataclass(frozen=True, slots=True)
class AskJob:
    """Make the questions and pictures of one kept complex."""

    row: InputRow
    reference: InputRow | None
    split: SplitName
    folder: Path
    settings: BuildSettings
    mark: Path
    """Where to write the questions; its presence means that the job is done."""


def prepare(job: PrepareJob) -> dict[str, Any]:
    """Read and annotate one input, and draw its front view.

    Returns the row of ``complexes.parquet`` without split: refusals are data. Errors of the
    dataset folder (full disk, no permission) are raised, since they concern the whole build.
    """
    row = job.row
    try:
        row.check()
        annotation = _annotation(row, job.settings)
        files = LooseFiles(job.folder)
        front = _studio(annotation, files, job.settings, strict=True).picture(Shot(View.FRONT))
        if job.settings.images != "shards":  # else stored with all others, when questions are asked
            _twin_studio(row, files, job.settings).keep(Shot(View.FRONT), front)
    except StructureError as error:
        return refusal_entry(row, error.reason, str(error))
    except MisiError:
        raise
    except Exception as error:  # noqa: BLE001 - one bad complex must not end a build of thousands
        return refusal_entry(row, RefusalReason.INTERNAL, f"{type(error).__name__}: {error}")
    structure = annotation.structure
    notes = dict(structure.notes)
    if job.settings.plausibility:
        notes |= _plausibility(structure, row.ligand)
    write_json(
        job.folder / "annotations" / f"{file_name_of(row.id)}.json",
        annotation_record(annotation),
    )
    return {
        **_identity(row),
        "kept": True,
        "reason": None,
        "message": None,
        "n_pocket_residues": len(structure.pocket_residues),
        "n_pocket_atoms": len(structure.pocket_atoms),
        "n_ligand_atoms": len(structure.ligand),
        "n_ligand_heavy_atoms": int((~structure.ligand.is_hydrogen).sum()),
        "n_hbonds": len(annotation.bonded_pairs),
        "notes": notes,
        **likeness_columns(row, structure),
    }


def ask(job: AskJob) -> dict[str, Any]:
    """Make all questions and pictures of one complex and write them to ``job.mark``.

    Returns ``drawn``, the number of pictures drawn now, or ``refused``, the row of
    ``complexes.parquet`` where the complex turns out not to be usable.
    """
    try:
        return {"drawn": _ask(job)}
    except StructureError as error:
        return {"refused": refusal_entry(job.row, error.reason, str(error))}
    except MisiError:
        raise
    except Exception as error:  # noqa: BLE001 - one bad complex must not end a build of thousands
        message = f"{type(error).__name__}: {error}"
        return {"refused": refusal_entry(job.row, RefusalReason.INTERNAL, message)}


def _ask(job: AskJob) -> int:
    if job.settings.images != "shards":
        done, drawn = _questions(job, LooseFiles(job.folder))
    else:
        # an older version of the questions would point to pictures that the new shard lacks
        for mark in job.mark.parent.glob(f"{glob.escape(file_name_of(job.row.id))}.*"):
            mark.unlink()
        with opened_shard(job.folder, job.row.id) as shard:
            done, drawn = _questions(job, shard)
        done["shard"] = [shard_path(job.row.id), list(shard.members.values())]
    # a line per task, see misibench.dataset.finish.read_marks
    write_json(job.mark, done)
    return drawn


def _questions(job: AskJob, pictures: PictureSink) -> tuple[dict[str, Any], int]:
    """Ask all questions and put their pictures away; give the records and how many were drawn."""
    annotation = _annotation(job.row, job.settings)
    studio = _twin_studio(job.row, pictures, job.settings)
    reference = None
    if job.reference is not None:
        reference = _twin_studio(job.reference, pictures, job.settings, place=1)
    done: dict[str, Any] = {}
    skipped: dict[str, int] = {}
    for task in settings_tasks(job.settings.tasks):
        made = compose_task(task, annotation, job.split, job.settings, studio, reference)
        done[task.name] = [question_record(question) for question in made.questions]
        for skip in made.skips:
            key = f"{skip.task}: {skip.reason}"
            skipped[key] = skipped.get(key, 0) + 1
    studio.keep(Shot(View.FRONT))
    done["skipped"] = skipped
    done["pictures"] = sorted(studio.stored | (reference.stored if reference else set()))
    return done, studio.drawn + (reference.drawn if reference else 0)


class PictureSink(Protocol):
    """Where pictures are put, by path relative to the dataset folder."""

    def has(self, path: str) -> bool:
        """Whether a picture is there already."""
        ...

    def add(self, path: str, content: bytes) -> None:
        """Put a picture there."""
        ...


@dataclass(frozen=True, slots=True)
class LooseFiles:
    """Pictures as files of their own."""

    folder: Path

    def has(self, path: str) -> bool:
        """Whether the file is there."""
        return is_written(self.folder / path)

    def add(self, path: str, content: bytes) -> None:
        """Write the file, whole or not at all."""
        write_bytes(self.folder / path, content)


def _plausibility(structure: Complex, ligand: Path | None) -> dict[str, str]:
    """Give what PoseBusters says of a complex, as notes; it refuses nothing."""
    found = check_plausibility(structure, ligand)
    if found.failure:
        return {"posebusters": f"not checked: {found.failure}"}
    failed = [name for name, passed in found.passed.items() if not passed]
    if failed:
        return {"posebusters": f"failed: {', '.join(failed)}"}
    return {"posebusters": f"passed {len(found.passed)} checks"}


def refusal_entry(row: InputRow, reason: RefusalReason, message: str) -> dict[str, Any]:
    """Give the row of ``complexes.parquet`` of an input that is not kept."""
    sizes = (
        "n_pocket_residues", "n_pocket_atoms", "n_ligand_atoms", "n_ligand_heavy_atoms", "n_hbonds",
    )  # fmt: skip
    return {
        **_identity(row),
        "kept": False,
        "reason": str(reason),
        "message": message,
        **dict.fromkeys(sizes),
        "notes": {},
        **dict.fromkeys(LIKENESS_COLUMNS),
    }


def _identity(row: InputRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "receptor_path": _text(row.receptor),
        "ligand_path": _text(row.ligand),
        "is_pocket": row.is_pocket,
        "ligand_selection": row.ligand_selection,
        "receptor_sha256": _digest(row.receptor),
        "ligand_sha256": _digest(row.ligand),
    }


def _text(path: Path | None) -> str | None:
    # file names need not be Unicode, but what is in a table must be
    return str(path).encode(errors="backslashreplace").decode() if path else None


def _digest(path: Path | None) -> str | None:
    try:
        return sha256_of(path) if path else None
    except OSError:
        return None  # the reader says what is wrong with the file


_AnnotationKey = tuple[InputRow, tuple[int, ...], float, bool, Variant, int]
_annotations: OrderedDict[_AnnotationKey, Annotation] = OrderedDict()


def _annotation(
    row: InputRow, settings: BuildSettings, variant: Variant | None = None
) -> Annotation:
    """Read and annotate a complex; of a twin by default, of the original with "none"."""
    variant = variant or settings.variant
    key = (row, _stamps(row), settings.pocket_radius, settings.compare, variant, settings.seed)
    if key not in _annotations:
        structure = read_input(row, settings.pocket_radius)
        others = compare_tools(structure) if settings.compare else ()
        bonds = find_hydrogen_bonds(structure)
        # distances and angles are the same in a mirror: a twin has the bonds of the original
        twin = twin_structure(structure, variant, settings.seed)
        _annotations[key] = annotate(twin, bonds, others)
        while len(_annotations) > _CACHED_COMPLEXES:
            _annotations.popitem(last=False)
    _annotations.move_to_end(key)
    return _annotations[key]


def _stamps(row: InputRow) -> tuple[int, ...]:
    """Give times and sizes of an input's files: a process may outlive what it has read."""
    numbers: list[int] = []
    for path in filter(None, (row.receptor, row.ligand)):
        with suppress(OSError):  # the reader says what is wrong with the file
            found = path.stat()
            numbers += [found.st_mtime_ns, found.st_size]
    return tuple(numbers)


@cache
def _renderer(settings: BuildSettings, place: int, strict: bool, variant: Variant) -> Renderer:
    """Give this process's renderer; place 1 is for reference complexes.

    A renderer prepares a complex once for all its pictures, so the two must not take turns.
    """
    del place
    options = PictureOptions(look=Look(settings.look), rgb=settings.rgb, refuse_blank=strict)
    return Renderer((settings.width, settings.height), twin_options(options, variant))


def _twin_studio(
    row: InputRow, pictures: PictureSink, settings: BuildSettings, place: int = 0
) -> Studio:
    """Give the studio of a complex: options chosen as for the original, the twin's pictures."""
    annotation = _annotation(row, settings)
    if settings.variant in ("none", "mirrored"):  # a mirror image is chosen by its own pictures
        return _studio(annotation, pictures, settings, place=place)
    original = _annotation(row, settings, "none")
    return _studio(original, pictures, settings, place=place, twin=annotation)


def _studio(
    annotation: Annotation,
    pictures: PictureSink,
    settings: BuildSettings,
    *,
    place: int = 0,
    strict: bool = False,
    twin: Annotation | None = None,
) -> Studio:
    """Give the studio of a complex; a strict one refuses pictures without a ligand in sight.

    Only the front view is held to that. After a turn the pocket may well hide the ligand; the
    published counts include such questions, and ``meta`` says how much of them can be seen.
    With ``twin`` options are chosen by pictures of ``annotation``, and the twin's are stored.
    """
    renderer = _renderer(settings, place, strict, "none")
    redraw = None
    if twin is not None:
        other = _renderer(settings, place, strict, settings.variant)
        redraw = partial(other.picture, twin)
    return Studio(
        complex_id=annotation.structure.id,
        draw=lambda shot: renderer.picture(annotation, shot),
        store=lambda path, picture: pictures.add(path, picture.png_bytes()),
        exists=pictures.has,
        sight=Sight(
            lambda shot: visibility(renderer.scene(annotation, shot), renderer=renderer),
            settings.width * settings.height,
        ),
        redraw=redraw,
    )
