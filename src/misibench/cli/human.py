"""``misi human``: people answer the questions of a dataset."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from misibench.cli.console import plain_console
from misibench.cli.progress import terminal_progress
from misibench.cli.web_extra import web_extra_missing
from misibench.cli.word_lists import listed_words
from misibench.errors import UsageError

if TYPE_CHECKING:
    from misibench.web.human import Study

__all__ = ["command"]


def command(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="The dataset folder.")],
    split: Annotated[
        str | None, typer.Option(help="Whose questions are asked: tiny, test, train [tiny].")
    ] = None,
    study: Annotated[
        Path | None,
        typer.Option("--study", help="Folder of the study [human-<name of the dataset>]."),
    ] = None,
    participants: Annotated[
        int, typer.Option(help="Add so many participants and print their links.", min=0)
    ] = 0,
    tasks: Annotated[
        str, typer.Option(help="Comma-separated names or codes (T1 ... T9); all if empty.")
    ] = "",
    per_task: Annotated[
        int | None, typer.Option(help="Questions per task and participant; all if not given.")
    ] = None,
    order: Annotated[
        str | None, typer.Option(help="blocks (task after task) or mixed [blocks].")
    ] = None,
    attention_every: Annotated[
        int | None, typer.Option(help="Questions between attention checks; 0 for none [25].")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of every random choice [0].")] = None,
    consent: Annotated[
        Path | None, typer.Option(help="Text file to show on the first page.")
    ] = None,
    host: Annotated[
        str, typer.Option(help="Address to listen on; any but 127.0.0.1 lets others in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port; 0 takes any free one.")] = 8351,
    url: Annotated[
        str, typer.Option(help="Address that participants use, if it is another one.")
    ] = "",
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="OUT", help="Write the answers as runs and stop."),
    ] = None,
    exclude: Annotated[
        list[str] | None, typer.Option(help="Label of a participant to leave out of the export.")
    ] = None,
) -> None:
    """Let people answer a dataset's questions in a browser; answers become a run like any other.

    The administrator's password is MISIBENCH_ADMIN_PASSWORD, or made at the first start and shown
    once. Answers are on disk before the page goes on; the same command goes on after a stop.

    Example: misi human dataset --split tiny --per-task 10 --participants 5
    """
    try:
        # the web packages are an extra, so they are imported when asked for
        from misibench.web.human import export_runs, human_app, open_study
        from misibench.web.serving import base_url, listen, serve
    except ModuleNotFoundError as error:
        raise web_extra_missing("human", error) from error
    given: dict[str, Any] = {
        "split": split, "tasks": listed_words(tasks) or None, "per_task": per_task, "order": order,
        "attention_every": attention_every, "seed": seed,
        "consent": None if consent is None else _read_text(consent),
    }  # fmt: skip
    folder = study or Path(f"human-{directory.resolve().name}")
    if export is not None and not (folder / "study.sqlite3").is_file():
        raise UsageError(folder, "no study there", "a folder of misi human", "give --study FOLDER")
    console = plain_console()
    opened = open_study(directory, folder, given, exclusive=export is None)
    if export is not None:
        with terminal_progress():
            runs = export_runs(opened, export, exclude or [])
        for run in runs:
            console.print(str(run))
        opened.close()
        return
    _log_to(folder / "study.log")
    listening = listen(host, port)
    address = (url or base_url(listening)).rstrip("/")
    _announce(console, opened, address, participants)
    try:
        serve(_guarded(human_app(opened, address), host, address), listening)
    finally:
        opened.close()


def _guarded(app: Any, host: str, address: str) -> Any:
    # imported here like the rest of the web packages
    from urllib.parse import urlsplit

    from misibench.web.guard import Guard, hosts_for

    named = urlsplit(address).hostname or ""
    return Guard(app, hosts=hosts_for(host, *([named] if named else [])))


def _announce(console: Console, study: Study, address: str, participants: int) -> None:
    if study.new_password is not None:
        console.print(f"Administrator's password, shown this once: {study.new_password}")
    for _ in range(participants):
        added, token = study.add_participant()
        console.print(f"{added.label}: {address}/p/{token}")
    console.print(
        f"{len(study.content.questions)} questions, {len(study.store.participants())} "
        f"participants; administrator's page: {address}/admin (Ctrl-C stops)",
    )


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(path, f"cannot be read ({error})", "a text file") from error


def _log_to(path: Path) -> None:
    """Log refusals to the study's folder, a few megabytes at most."""
    handler = RotatingFileHandler(path, maxBytes=1_000_000, backupCount=3, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logger = logging.getLogger("misibench.web")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    logger.propagate = False
