"""The dataset card: README.md with the header the Hugging Face Hub reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from misibench.dataset.files import write_bytes
from misibench.dataset.load import SPLITS
from misibench.dataset.settings import BuildSettings
from misibench.tasks import task_named

__all__ = ["REMINDER", "write_card"]


_FORMS = {
    "embedded": "Pictures are inside the Parquet files.",
    "paths": "Pictures are PNG files under `images/`; the Parquet files hold relative paths.",
    "shards": "Pictures are PNG files in one tar file per complex under `images/`; "
    "`images/index.parquet` says where each lies, the Parquet files hold their paths.",
}


REMINDER = " Add a `license:` line to the header of this card before publishing."
"""Taken out again when a licence is given."""


def write_card(
    folder: Path,
    settings: BuildSettings,
    tasks: Sequence[str],
    counts: Mapping[str, Any],
    splits: Sequence[str] = SPLITS,
) -> None:
    """Write the card; every number in it comes from the build itself.

    ``splits`` are those that the folder has files of.
    """
    text = _card(folder, settings, tasks, counts, splits)
    write_bytes(folder / "README.md", text.encode())


def _card(
    folder: Path,
    settings: BuildSettings,
    tasks: Sequence[str],
    counts: Mapping[str, Any],
    splits: Sequence[str],
) -> str:
    total = sum(counts["questions"][task][split] for task in tasks for split in ("train", "test"))
    header = [
        "---",
        f"pretty_name: {folder.resolve().name}",
        "language: [en]",
        "task_categories: [visual-question-answering]",
        "tags: [chemistry, biology, protein-ligand, spatial-reasoning, misibench]",
        f"size_categories: [{_size_category(total)}]",
        "configs:",
    ]
    for task in tasks:
        header += [f"- config_name: {task}", "  data_files:"]
        for split in splits:
            header += [f"  - split: {split}", f"    path: {task}/{split}.parquet"]
    header.append("---")
    rows = [
        f"| {task_named(task).code} | {task} | "
        + " | ".join(str(counts["questions"][task][split]) for split in SPLITS)
        + " |"
        for task in tasks
    ]
    refused = counts["refused"]
    form = _FORMS[settings.images]
    return "\n".join(
        [
            *header,
            "",
            f"# {folder.resolve().name}",
            "",
            "Questions about pictures of protein-ligand complexes, after MiSI-Bench "
            "(arXiv:2512.10867), built with misibench.",
            "",
            f"{counts['kept']} complexes of {counts['inputs']} inputs "
            f"({counts['train_complexes']} train, {counts['test_complexes']} test), "
            f"{total:,} questions, {counts['pictures']:,} pictures of "
            f"{settings.width}×{settings.height} pixels, seed {settings.seed}. {form}",
            "",
            "| | task | train | test | tiny |",
            "|---|---|---|---|---|",
            *rows,
            "",
            "Inputs not kept: "
            + (", ".join(f"{count} {reason}" for reason, count in refused.items()) or "none")
            + ". Every input, kept or not, has a row in `complexes.parquet`.",
            "",
            "## Use",
            "",
            "```python",
            *_use(folder, settings, tasks),
            "```",
            "",
            "`misi score PREDICTIONS --data DIR` scores replies; `answer` is the exact answer, "
            "`truth` the same in structured form. Fields: `id`, `task`, `split`, `complex_id`, "
            "`reference_id` (T5), `images`, `prompt`, `options` (choice questions), `answer`, "
            "`truth`, `meta`.",
            "",
            "## Source and licence",
            "",
            "The pictures and questions are derived from the structures named in "
            "`complexes.parquet`, with SHA-256; the licence of those structures applies: entries "
            "of the PDB are free (CC0), the files of PDBbind are not to be passed on." + REMINDER,
            "",
            "## Citation",
            "",
            "MiSI-Bench: arXiv:2512.10867. `manifest.json` has the seed, settings and versions "
            "that build this dataset again.",
            "",
        ]
    )


def _use(folder: Path, settings: BuildSettings, tasks: Sequence[str]) -> list[str]:
    name = folder.resolve().name
    if settings.images == "embedded":
        return [
            "import datasets",
            f'datasets.load_dataset("{name}", "{tasks[0]}", split="test")[0]',
        ]
    return [
        "import misibench",
        f'misibench.load_dataset("{name}", "{tasks[0]}", split="test")[0]',
    ]


def _size_category(total: int) -> str:
    for limit, name in ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K")):
        if total < limit:
            return name
    return "100K<n<1M"
