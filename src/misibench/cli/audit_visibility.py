"""``misi audit visibility``: questions that their pictures do not answer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from misibench.audit.visibility import audit_visibility
from misibench.cli.console import plain_console
from misibench.tasks import task_named

__all__ = ["command"]


def command(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A folder made by misi build.")],
    split: Annotated[
        str | None, typer.Option(help="train, test or tiny [default: train and test].")
    ] = None,
) -> None:
    """Report per task the share of questions that cannot be answered from their pictures.

    A question about hydrogen bonds needs every atom of its bonds in at least one picture (8
    visible pixels of 1024×1024, in proportion elsewhere); a question about a motion needs three
    atoms still in the picture after it.

    Example: misi audit visibility dataset
    """
    table = Table(title="Questions that their pictures do not answer")
    for heading in ("task", "", "questions", "not answerable", "share", "bonds seen in 2 views"):
        table.add_column(heading, justify="left" if heading in ("task", "") else "right")
    for one in audit_visibility(directory, split):
        seen = f"{one.seen_in_two:,} of {one.about_bonds:,}" if one.about_bonds else "–"
        table.add_row(
            task_named(one.task).code,
            one.task,
            f"{one.questions:,}",
            f"{one.unanswerable:,}",
            f"{100 * one.share:.1f} %",
            seen,
        )
    plain_console().print(table)
