"""``misi audit``: what a dataset gives away, and what a split means."""

from __future__ import annotations

import typer

from misibench.cli import audit_leakage, audit_shortcuts, audit_visibility

__all__ = ["group"]

group = typer.Typer(no_args_is_help=True, help="What a dataset gives away, and what a split means.")
group.command("leakage")(audit_leakage.command)
group.command("shortcuts")(audit_shortcuts.command)
group.command("visibility")(audit_visibility.command)
