"""The last step of a build: tables, card and manifest from what the workers left."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from misibench.dataset.card import write_card
from misibench.dataset.embed import embedded_table
from misibench.dataset.files import file_name_of, is_written
from misibench.dataset.manifest import package_versions, write_manifest
from misibench.dataset.pictures import DatasetPictures
from misibench.dataset.questions import questions_table, write_parquet
from misibench.dataset.seeds import rank
from misibench.dataset.settings import BuildSettings
from misibench.dataset.shards import write_index
from misibench.tasks import task_named, template_sha256

__all__ = ["Finished", "finish_dataset", "is_done", "prune_pictures", "read_marks"]

COMPLEX_COLUMNS = pa.schema(
    [
        ("id", pa.string()),
        ("kept", pa.bool_()),
        ("split", pa.string()),
        ("cluster", pa.string()),
        ("reason", pa.string()),
        ("message", pa.string()),
        ("receptor_path", pa.string()),
        ("ligand_path", pa.string()),
        ("receptor_sha256", pa.string()),
        ("ligand_sha256", pa.string()),
        ("is_pocket", pa.bool_()),
        ("ligand_selection", pa.string()),
        ("n_pocket_residues", pa.int32()),
        ("n_pocket_atoms", pa.int32()),
        ("n_ligand_atoms", pa.int32()),
        ("n_ligand_heavy_atoms", pa.int32()),
        ("n_hbonds", pa.int32()),
        ("notes", pa.map_(pa.string(), pa.string())),
        ("sequences", pa.map_(pa.string(), pa.string())),
        ("whole_chains", pa.bool_()),
        ("ligand_smiles", pa.string()),
        ("ligand_skeleton", pa.string()),
    ]
)


class Finished:
    """Counts of a finished dataset.

    Attributes
    ----------
    questions
        By (task, split), ``tiny`` too.
    skipped
        Questions that could not be asked, by "task: reason".
    pictures
        Number of pictures.
    """

    def __init__(self) -> None:
        self.questions: Counter[tuple[str, str]] = Counter()
        self.skipped: Counter[str] = Counter()
        self.pictures = 0


def read_marks(marks: Sequence[Path], wanted: str) -> Iterator[Any]:
    """Read one part of every mark file: the line that starts with this key.

    A mark has a line per task and one each for ``skipped`` and ``pictures``, so that a table
    of one task can be made without parsing the questions of all others.
    """
    start = f"{json.dumps(wanted)}: "
    for mark in marks:
        with mark.open(encoding="utf-8") as stream:
            for line in stream:
                if line.startswith(start):
                    yield json.loads(line[len(start) :].rstrip().removesuffix(","))


def is_done(folder: Path, mark: Path) -> bool:
    """Whether a complex's questions are there, with every picture that they show."""
    if not mark.is_file():
        return False
    for shard, _ in read_marks([mark], "shard"):
        return is_written(folder / shard)
    return all(is_written(folder / path) for one in read_marks([mark], "pictures") for path in one)


def finish_dataset(
    folder: Path,
    settings: BuildSettings,
    source: str,
    entries: Sequence[Mapping[str, Any]],
    splits: Mapping[str, str],
    marks: Sequence[Path],
    tasks: Sequence[str],
    clusters: Mapping[str, str] | None = None,
) -> Finished:
    """Write every table of the dataset, its card and, last, its manifest."""
    finished = Finished()
    (folder / "manifest.json").unlink(missing_ok=True)  # not a finished dataset until the end
    _write_complexes(folder, entries, splits, clusters or {})
    for skipped in read_marks(marks, "skipped"):
        finished.skipped.update(skipped)
    pictures = {path for some in read_marks(marks, "pictures") for path in some}
    finished.pictures = len(pictures)
    for task in tasks:
        records = [one for some in read_marks(marks, task) for one in some]
        _write_task(folder, task, records, settings, finished)
    if settings.images == "shards":
        write_index(folder, [(name, members) for name, members in read_marks(marks, "shard")])
    # first: what is removed must not count as done when these settings are built again
    _prune_marks(folder, marks)
    prune_pictures(folder, pictures, {str(entry["id"]) for entry in entries if entry["kept"]})
    reasons = Counter(str(entry["reason"]) for entry in entries if not entry["kept"])
    counts = {
        "inputs": len(entries),
        "kept": sum(bool(entry["kept"]) for entry in entries),
        "refused": dict(sorted(reasons.items())),
        "train_complexes": sum(split == "train" for split in splits.values()),
        "test_complexes": sum(split == "test" for split in splits.values()),
        "pictures": finished.pictures,
        "questions": {
            task: {name: finished.questions[task, name] for name in ("train", "test", "tiny")}
            for task in tasks
        },
        "skipped": dict(sorted(finished.skipped.items())),
    }
    write_card(folder, settings, tasks, counts)
    write_manifest(
        folder,
        {
            "name": folder.resolve().name,
            "source": source,
            "seed": settings.seed,
            "settings": settings.model_dump(mode="json"),
            "tasks": {
                name: {
                    "version": task_named(name).version,
                    "template_sha256": template_sha256(name),
                }
                for name in tasks
            },
            "versions": package_versions(),
            "counts": counts,
            "inputs": {
                str(entry["id"]): [entry["receptor_sha256"], entry["ligand_sha256"]]
                for entry in entries
                if entry["kept"]
            },
        },
    )
    return finished


def _write_complexes(
    folder: Path,
    entries: Sequence[Mapping[str, Any]],
    splits: Mapping[str, str],
    clusters: Mapping[str, str],
) -> None:
    rows = [
        {
            **entry,
            "split": splits.get(str(entry["id"])) if entry["kept"] else None,
            "cluster": clusters.get(str(entry["id"])) if entry["kept"] else None,
            "notes": list(entry["notes"].items()),
            "sequences": list((entry.get("sequences") or {}).items()),
        }
        for entry in entries
    ]
    write_parquet(pa.Table.from_pylist(rows, schema=COMPLEX_COLUMNS), folder / "complexes.parquet")


def _write_task(
    folder: Path,
    task: str,
    records: list[dict[str, Any]],
    settings: BuildSettings,
    finished: Finished,
) -> None:
    schema = questions_table(records).schema
    by_split = {
        "train": [one for one in records if one["split"] == "train"],
        "test": [one for one in records if one["split"] == "test"],
    }
    drawn_by_lot = sorted(
        by_split["test"], key=lambda one: rank(settings.seed, "tiny", str(one["id"]))
    )[: settings.tiny_size]
    by_split["tiny"] = sorted(drawn_by_lot, key=lambda one: str(one["id"]))
    for name, rows in by_split.items():
        table = questions_table(rows, like=schema)
        path = folder / task / f"{name}.parquet"
        if settings.images == "embedded":
            embedded_table(table, DatasetPictures(folder).read, path)
        else:
            write_parquet(table, path)
        finished.questions[task, name] = len(rows)


def _prune_marks(folder: Path, marks: Sequence[Path]) -> None:
    """Remove questions of other splits and references, whose pictures are about to go."""
    wanted = {mark.name for mark in marks}
    for path in (folder / ".build" / "questions").glob("*.jsonl"):
        if path.name not in wanted:
            path.unlink()


def prune_pictures(folder: Path, wanted: set[str], kept: set[str]) -> None:
    """Remove pictures and annotations that no question of this build uses, and half files.

    They are left over where an input was taken away or got another split; the front view of a
    kept complex always stays.
    """
    for path in (folder / "images").glob("*/*.png"):
        if str(path.relative_to(folder).as_posix()) not in wanted:
            path.unlink()
    for home in (folder / "images").glob("*"):
        if home.is_dir() and not any(home.iterdir()):
            home.rmdir()
    for path in folder.rglob(".*.tmp"):  # of a process that was killed while it wrote
        path.unlink()
    names = {file_name_of(one) for one in kept}
    for path in (folder / "images").glob("*.tar"):
        if path.stem not in names:
            path.unlink()
    for path in (folder / "annotations").glob("*.json"):
        if path.stem not in names:
            path.unlink()
