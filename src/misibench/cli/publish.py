"""``misi publish``: a dataset onto the Hugging Face Hub."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from misibench.cli.console import plain_console
from misibench.export.publish import publish

__all__ = ["command"]


def command(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A folder made by misi build.")],
    repo_id: Annotated[str, typer.Option("--repo-id", help="owner/name on the Hub.")],
    licence: Annotated[
        str,
        typer.Option("--license", help="Licence as the Hub names it (cc-by-4.0, cc0-1.0, other)."),
    ],
    public: Annotated[
        bool, typer.Option("--public", help="Make a new repository public; private otherwise.")
    ] = False,
    revision: Annotated[str | None, typer.Option(help="Branch [default: main].")] = None,
    endpoint: Annotated[
        str | None, typer.Option(help="Address of a Hub of your own [default: huggingface.co].")
    ] = None,
    message: Annotated[str, typer.Option(help="Title of the commit.")] = "Add the dataset",
) -> None:
    """Upload a dataset with its card and Croissant metadata, by huggingface_hub.

    The token is that of `hf auth login` or of the variable HF_TOKEN. Check first that the licence
    of your structures lets you pass pictures on.

    Example: misi publish dataset-hub --repo-id me/pockets --license cc-by-4.0
    """
    done = publish(
        directory,
        repo_id,
        licence=licence,
        private=not public,
        revision=revision,
        endpoint=endpoint,
        message=message,
    )
    plain_console().print(f"{done.files:,} files, {done.size / 2**20:,.1f} MiB: {done.url}")
