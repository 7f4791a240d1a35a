"""The ``misi`` command: finds the command asked for, runs it, turns errors into one line."""

from __future__ import annotations

import importlib
import io
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import Any

import typer
from typer.exceptions import TyperException

from misibench.cli.console import plain_console
from misibench.errors import MisiError
from misibench.version import __version__

__all__ = ["COMMANDS", "main"]

COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("misibench.cli.demo", "The whole job on four real complexes that come along."),
    "build": ("misibench.cli.build", "Build a dataset from structures."),
    "hbonds": ("misibench.cli.hbonds", "Find hydrogen bonds as ChimeraX does, or explain one."),
    "render": ("misibench.cli.render", "Draw one complex: any view, any moves."),
    "fetch": ("misibench.cli.fetch", "Fetch structures from RCSB, or unpack PDBbind archives."),
    "eval": ("misibench.cli.eval", "Put the questions of a dataset to a model."),
    "score": ("misibench.cli.score", "Score a predictions file."),
    "import-predictions": (
        "misibench.cli.import_predictions",
        "Replies from logs of Inspect, lmms-eval or VLMEvalKit.",
    ),
    "report": ("misibench.cli.report", "Tables, figures and one page about runs."),
    "power": ("misibench.cli.power", "What difference a number of questions can show."),
    "audit-table": ("misibench.cli.audit_table", "Check a printed results table by arithmetic."),
    "audit": ("misibench.cli.audit", "What a dataset gives away, and what a split means."),
    "export": ("misibench.cli.export", "A dataset, or one of its pictures, for other tools."),
    "publish": ("misibench.cli.publish", "Upload a dataset to the Hugging Face Hub."),
    "import-official": ("misibench.cli.import_official", "Read archives of the published set."),
    "view": ("misibench.cli.view", "Look at a dataset and at replies in a browser."),
    "human": ("misibench.cli.human", "Let people answer the questions in a browser."),
}
"""Command -> (module that has ``command``, one line of help). Only the module of the command
that was asked for is imported, so that ``misi --help`` answers at once."""

INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells give it; Typer returns it and says nothing."""

_HELP = (
    "Build, score and report MiSI-Bench: can a vision-language model see molecules? "
    "Lengths are in Å, angles in degrees. Any command takes --debug for a full traceback."
)


def _not_loaded() -> None:
    """Stand in for the commands that were not asked for; only its help line is ever used."""


def build_app(wanted: str | None) -> typer.Typer:
    """Make the Typer application, with the ``wanted`` command loaded and the rest as help lines."""
    app = typer.Typer(
        name="misi", help=_HELP, no_args_is_help=True, add_completion=False,
        pretty_exceptions_enable=False, context_settings={"help_option_names": ["-h", "--help"]},
    )  # fmt: skip
    app.callback()(_version_option)
    for name, (module_name, summary) in COMMANDS.items():
        if name != wanted:
            app.command(name, help=summary)(_not_loaded)
            continue
        module = importlib.import_module(module_name)
        group: typer.Typer | None = getattr(module, "group", None)
        if group is not None:
            app.add_typer(group, name=name, help=summary)
        else:
            function: Callable[..., Any] = module.command
            # a command may bring a class of its own, for what Typer's does not keep
            app.command(name, cls=getattr(module, "command_class", None))(function)
    return app


def _version_option(
    version: bool = typer.Option(False, "--version", help="Print the version and exit."),
) -> None:
    # runs before every command; Typer needs a function here
    del version


def _lose_letters_not_lines() -> None:
    """Print ``?`` for what a terminal or file that is not Unicode cannot hold."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run ``misi``; exit code 0, 1 (work failed) or 2 (bad usage), 130 when interrupted."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in words
    words = [word for word in words if word != "--debug"]
    if words[:1] == ["--version"]:
        print(f"misibench {__version__}")
        return
    wanted = next((word for word in words if not word.startswith("-")), None)
    _lose_letters_not_lines()
    complain = plain_console(stderr=True)
    try:
        code = build_app(wanted)(words, prog_name="misi", standalone_mode=False)
        if code == INTERRUPTED:
            raise KeyboardInterrupt
        raise SystemExit(code if isinstance(code, int) else 0)
    except TyperException as error:  # wrong usage; an empty message means that help was printed
        found = getattr(error, "format_message", error.__str__)()
        if found:
            hint = f"; see misi {wanted} --help" if wanted in COMMANDS else "; see misi --help"
            complain.print(f"misi: {' '.join(found.split()).rstrip('.')}{hint}")
        raise SystemExit(getattr(error, "exit_code", 2)) from None
    except MisiError as error:
        if debug:
            raise
        complain.print(f"misi: {error}")
        raise SystemExit(error.exit_code) from None
    except (KeyboardInterrupt, typer.Abort):
        complain.print("misi: interrupted; the same command goes on from here")
        raise SystemExit(INTERRUPTED) from None
    except BrokenPipeError:
        raise SystemExit(1) from None
    except Exception as error:
        if debug:
            raise
        last = traceback.extract_tb(error.__traceback__)[-1]
        complain.print(
            f"misi: internal error: {type(error).__name__}: {error} "
            f"({last.name}, line {last.lineno}); run again with --debug and report it",
        )
        raise SystemExit(1) from None
