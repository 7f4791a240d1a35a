"""Write docs/reference/command-line.md from the commands themselves.

Run ``.venv/bin/python docs/reference/make_command_line.py`` after changing a command; a test
compares the page with what this would write.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import typer.main

from misibench.cli.app import COMMANDS, build_app

PAGE = Path(__file__).parent / "command-line.md"

HEAD = """# The command line

`misi COMMAND`, or `python -m misibench COMMAND`. Every command has `--help`, and takes `--debug`
for a full traceback. Exit codes: 0 done, 1 the work failed, 2 wrong usage, 130 interrupted.
Errors are one line: the file, what was found, what was expected, what to do. Progress goes to
standard error.

This page is made from the commands by `docs/reference/make_command_line.py`.
"""


def page() -> str:
    """Give the text of the page."""
    parts = [HEAD]
    for name in COMMANDS:
        root = typer.main.get_command(build_app(name))
        parts += list(describe(f"misi {name}", root.commands[name]))
    return "\n".join(parts)


def describe(title: str, command: click.Command) -> Iterator[str]:
    """Describe a command, or the commands of a group one after the other."""
    if hasattr(command, "commands"):
        for name, sub in command.commands.items():
            yield from describe(f"{title} {name}", sub)
        return
    yield f"## {title}\n"
    yield (command.help or "").strip() + "\n"
    rows = [row for row in map(parameter, command.params) if row]
    if rows:
        yield "| | | default |\n|---|---|---|"
        yield "\n".join(rows) + "\n"


def parameter(one: click.Parameter) -> str:
    """Describe an argument or option in a table row."""
    if one.name == "help":
        return ""
    text = " ".join((getattr(one, "help", None) or "").split()).replace("|", "\\|")
    if one.param_type_name == "argument":
        name = f"`{(one.metavar or one.name or '').upper()}`"
    else:
        name = ", ".join(f"`{word}`" for word in one.opts)
    default = one.default
    shown = "" if default is None or default is False or callable(default) else f"`{default}`"
    if one.required:
        shown = "required"
    return f"| {name} | {text} | {'' if shown in ('``', '`()`') else shown} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
