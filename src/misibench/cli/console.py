"""Terminal output that shows ids, file names and replies as they are."""

from __future__ import annotations

from rich.console import Console

__all__ = ["plain_console"]

PIPE_WIDTH = 160
"""Characters to a line where nobody has a window: files and pipes have room for whole rows."""


def plain_console(*, stderr: bool = False) -> Console:
    """Give a console that wraps no lines and takes nothing printed for Rich's own language.

    Without this ``[/x]`` in an id is an error and the ``:A:`` of ``ATP:A:501`` a picture.
    """
    console = Console(stderr=stderr, soft_wrap=True, highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = max(console.width, PIPE_WIDTH)
    return console
