"""``misi build``: structures in, a dataset out."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import ValidationError
from rich.table import Table

from misibench.cli.console import plain_console
from misibench.cli.progress import terminal_progress
from misibench.cli.word_lists import listed_words
from misibench.dataset.build import BuildResult, build
from misibench.dataset.dask_engine import DaskEngine
from misibench.dataset.executors import Engine
from misibench.dataset.settings import BuildSettings
from misibench.errors import UsageError
from misibench.tasks import TASKS

__all__ = ["command", "parse_size", "print_result"]


def command(
    source: Annotated[
        Path,
        typer.Argument(
            help="PDBbind-style folder, folder of mmCIF/PDB complexes, or a table "
            "(.csv, .tsv, .parquet) with columns id, protein, ligand[, split]."
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="Folder of the dataset.")],
    seed: Annotated[int, typer.Option(help="Seed of every random choice.")] = 0,
    per_complex: Annotated[
        str,
        typer.Option(
            help="'paper' for the published counts, or a number of questions per task (T1, T2: "
            "per axis)."
        ),
    ] = "paper",
    tasks: Annotated[
        str, typer.Option(help="Comma-separated names or codes (T1 ... T9); all nine if empty.")
    ] = "",
    limit: Annotated[int | None, typer.Option(help="Use only the first so many inputs.")] = None,
    test_fraction: Annotated[
        float | None, typer.Option(help="Share of complexes in test [default: 490/3993].")
    ] = None,
    test_size: Annotated[int | None, typer.Option(help="Number of complexes in test.")] = None,
    test_ids: Annotated[
        Path | None, typer.Option(help="File with the ids of the test complexes, one a line.")
    ] = None,
    split: Annotated[
        str,
        typer.Option(
            help="random, list (with --test-ids), or cluster: no protein or ligand of a test "
            "complex is like one in train."
        ),
    ] = "",
    max_identity: Annotated[
        float, typer.Option(help="cluster: chains this identical stay together, 0 to 1.")
    ] = 0.3,
    max_similarity: Annotated[
        float, typer.Option(help="cluster: ligands this alike (Tanimoto) stay together, 0 to 1.")
    ] = 0.7,
    size: Annotated[
        str, typer.Option(help="Width x height of the pictures, pixels.")
    ] = "1024x1024",
    look: Annotated[
        str, typer.Option(help="chimerax (as published) or clear (readable labels).")
    ] = "chimerax",
    rgb: Annotated[bool, typer.Option(help="RGB pictures instead of indexed ones.")] = False,
    images: Annotated[
        str,
        typer.Option(
            help="paths (PNG files), embedded (inside the Parquet files) or shards (tar files)."
        ),
    ] = "paths",
    show_pdb_id: Annotated[
        bool, typer.Option(help="Name the PDB entry in prompts; models may know it by heart.")
    ] = False,
    negatives: Annotated[
        str,
        typer.Option(
            help="T4 negatives: matched (named as often as residues with bonds are), random, or "
            "near (within 4 Å of the ligand)."
        ),
    ] = "matched",
    answerable: Annotated[
        bool, typer.Option(help="Leave out questions that their pictures do not answer (counted).")
    ] = False,
    compare: Annotated[
        bool,
        typer.Option(help="Also run PLIP and ProLIF; mark bonds that both refuse as ambiguous."),
    ] = False,
    variant: Annotated[
        str,
        typer.Option(
            help="Control twin, paired with the build of the same seed: no-labels, no-id (no "
            "residue numbers), renamed-atoms or mirrored."
        ),
    ] = "none",
    pocket_radius: Annotated[
        float, typer.Option(help="Å around the ligand, where only a whole protein is given.")
    ] = 10.0,
    plausibility: Annotated[
        bool, typer.Option(help="Also run the PoseBusters checks and record their results.")
    ] = False,
    workers: Annotated[
        int | None, typer.Option(help="Worker processes [default: one per core].", min=1)
    ] = None,
    executor: Annotated[
        str, typer.Option(help="local (processes on this machine) or dask (a cluster).")
    ] = "local",
    scheduler: Annotated[
        str | None,
        typer.Option(
            help="dask: address or file of a running scheduler; else a cluster on this machine."
        ),
    ] = None,
) -> None:
    """Build a dataset: read structures, make questions, draw pictures.

    Example: misi build pdbbind/refined-set --out dataset --test-size 490

    Interrupted, the same command goes on where it stopped. Inputs that cannot be used are
    listed with reasons; kept + refused = inputs.
    """
    width, height = parse_size(size)
    chosen: dict[str, Any] = {
        "seed": seed,
        "tasks": listed_words(tasks),
        "per_complex": None if per_complex == "paper" else _count(per_complex),
        "limit": limit,
        "test_size": test_size,
        "width": width,
        "height": height,
        "look": look,
        "rgb": rgb,
        "images": images,
        "show_pdb_id": show_pdb_id,
        "negatives": negatives,
        "answerable": answerable,
        "compare": compare,
        "variant": variant,
        "pocket_radius": pocket_radius,
        "max_identity": max_identity,
        "max_similarity": max_similarity,
        "plausibility": plausibility,
    }
    if test_fraction is not None:
        chosen["test_fraction"] = test_fraction
    if test_ids is not None:
        chosen |= {"split": "list", "test_ids": _read_ids(test_ids)}
    if split:
        if (split == "list") != (test_ids is not None):
            raise UsageError("--split", split, "list together with --test-ids, else without")
        chosen["split"] = split
    started = time.monotonic()
    with terminal_progress() as progress:
        result = build(source, out, make_settings(chosen), workers=workers, progress=progress,
                       engine=_engine(executor, scheduler, workers))  # fmt: skip
    print_result(result, time.monotonic() - started)


def _engine(executor: str, scheduler: str | None, workers: int | None) -> Engine | None:
    """Give the engine asked for; None is the local one."""
    if executor == "dask":
        return DaskEngine(scheduler, workers)
    if executor != "local":
        raise UsageError("--executor", f"{executor!r}", "local or dask")
    if scheduler is not None:
        raise UsageError("--scheduler", "given without a cluster", "--executor dask with it")
    return None


def make_settings(chosen: dict[str, Any]) -> BuildSettings:
    """Check settings and say in one line what is wrong with the first bad one."""
    try:
        return BuildSettings(**chosen)
    except ValidationError as error:
        first = error.errors()[0]
        option = "--" + str(first["loc"][0] if first["loc"] else "?").replace("_", "-")
        raise UsageError(option, f"{first.get('input')!r}: {first['msg']}") from error


def parse_size(text: str) -> tuple[int, int]:
    """Read "1024x768" as (1024, 768)."""
    first, cross, second = text.lower().replace("×", "x").partition("x")
    if not (cross and first.strip().isdecimal() and second.strip().isdecimal()):
        raise UsageError("--size", f"{text!r}", "width x height in pixels, such as 1024x1024")
    return int(first), int(second)


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise UsageError("--per-complex", f"{text!r}", "'paper' or a number from 1")
    return int(text)


def _read_ids(path: Path) -> tuple[str, ...]:
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(path, f"cannot be read ({error})", "a text file of ids") from error
    return tuple(line.strip() for line in lines if line.strip())


def print_result(result: BuildResult, seconds: float) -> None:
    """Print what was built: questions per task, what was refused, where it lies."""
    console = plain_console()
    table = Table(title="Questions")
    for heading in ("task", "", "train", "test", "tiny"):
        table.add_column(heading, justify="left" if heading in ("task", "") else "right")
    for task in TASKS:
        counts = [result.questions.get((task.name, name), 0) for name in ("train", "test", "tiny")]
        if (task.name, "train") in result.questions:
            table.add_row(task.code, task.name, *(f"{one:,}" for one in counts))
    console.print(table)
    if result.refusals:
        refused = Table(title="Inputs not kept")
        refused.add_column("id", overflow="fold")
        refused.add_column("reason")
        refused.add_column("what was found", overflow="fold")
        for name, reason, message in result.refusals:
            refused.add_row(name, reason, message)
        console.print(refused)
    for reason, count in result.skipped.items():
        console.print(f"not asked: {count} × {reason}")
    if result.unknown_test_ids:
        console.print(
            f"{len(result.unknown_test_ids)} test ids are no input "
            f"(first: {result.unknown_test_ids[0]})"
        )
    rate = f", {result.drawn / seconds:.0f} a second" if result.drawn else ""
    console.print(
        f"{result.kept} kept + {len(result.refusals)} refused = {result.inputs} inputs; "
        f"{result.pictures:,} pictures ({result.drawn:,} drawn now in {seconds:.1f} s{rate})"
    )
    console.print(f"Dataset: {result.folder}")
