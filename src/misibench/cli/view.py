"""``misi view``: look at a dataset and at what was replied."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from misibench.cli.console import plain_console
from misibench.cli.progress import terminal_progress
from misibench.cli.web_extra import web_extra_missing
from misibench.evaluate.runs import open_run

__all__ = ["command"]


def command(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="The dataset folder.")],
    runs: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="RUN…", help="Run folders or predictions files to show beside the questions."
        ),
    ] = None,
    split: Annotated[
        str, typer.Option(help="What bare predictions files answer: test, tiny or train.")
    ] = "test",
    host: Annotated[
        str, typer.Option(help="Address to listen on; any but 127.0.0.1 shows it to others.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port; 0 takes any free one.")] = 8350,
    static: Annotated[
        Path | None,
        typer.Option("--static", metavar="OUT", help="Write a site of plain files there and stop."),
    ] = None,
) -> None:
    """Browse questions, pictures, hydrogen bonds and replies in a web browser.

    Lengths are in Å. The page shows the right answers; nothing is sent anywhere.

    Example: misi view dataset runs/random runs/gpt-4.1
    """
    try:
        # the web packages are an extra, so they are imported when asked for
        from misibench.web.gallery import Gallery, gallery_app, write_static_site
        from misibench.web.guard import Guard, hosts_for
        from misibench.web.serving import base_url, listen, serve
    except ModuleNotFoundError as error:
        raise web_extra_missing("view", error) from error
    opened_runs = []
    for path in runs or []:
        run = open_run(path, data=directory)
        bare = not run.about.get("split")
        opened_runs.append(open_run(path, data=directory, split=split) if bare else run)
    gallery = Gallery(directory, opened_runs)
    console = plain_console()
    if static is not None:
        groups = sum(table.group_count for table in gallery.tables.values())
        with terminal_progress() as progress:
            tick = progress.step("pages of 100 questions", groups)
            count = write_static_site(gallery, static, tick)
        console.print(f"{count:,} questions; open {static / 'index.html'}")
        return
    listening = listen(host, port)
    questions = sum(len(table) for (_, one), table in gallery.tables.items() if one != "tiny")
    console.print(f"{questions:,} questions at {base_url(listening)} (Ctrl-C stops)")
    serve(Guard(gallery_app(gallery), hosts=hosts_for(host)), listening)
