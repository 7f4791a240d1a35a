"""``misi audit shortcuts``: can questions be answered without their pictures?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from misibench.audit.shortcuts import MARGIN, Balance, Shortcuts, audit_shortcuts
from misibench.cli.console import plain_console
from misibench.dataset.files import write_json
from misibench.errors import DatasetError

__all__ = ["command"]

_UNEVEN = 0.001
"""Answers so uneven that chance would do it once in a thousand builds are marked."""


def command(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="A folder made by misi build.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write the figures here as JSON.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the parts and of the resampling.")] = 0,
    verbose: Annotated[
        bool, typer.Option("--all", help="Show the counts of all answers too.")
    ] = False,
) -> None:
    """Let players without eyes answer: the most frequent answer, the prompt's words, the options.

    Every question of train and test is asked once, of players that learned from other complexes.
    A score more than 5 points over chance, with its whole interval, is a defect; exit code 1.

    Example: misi audit shortcuts dataset
    """
    found = audit_shortcuts(directory, seed=seed)
    if out is not None:
        write_json(out, _record(found))
    console = plain_console()
    console.print(_scores(found))
    console.print(_balances(found, verbose))
    if found.defects:
        worst = max(found.defects, key=lambda one: one.score - one.chance)
        raise DatasetError(
            directory,
            f"{len(found.defects)} blind scores are over chance by more than {MARGIN:.0%} "
            f"(worst: {worst.code} {worst.target}, {worst.player}: {worst.score:.1%} "
            f"against {worst.chance:.1%})",
            "none",
        )


def _scores(found: Shortcuts) -> Table:
    table = Table(title="Answered without looking (percent; 95 % intervals over complexes)")
    for heading in ("task", "what", "by"):
        table.add_column(heading)
    for heading in ("questions", "score", "interval", "chance"):
        table.add_column(heading, justify="right")
    table.add_column("")
    previous = ""
    for one in found.scores:
        if previous and one.code != previous:
            table.add_section()
        previous = one.code
        table.add_row(
            one.code,
            one.target,
            one.player,
            f"{one.questions:,}",
            f"{100 * one.score:.1f}",
            f"{100 * one.interval.low:.1f} to {100 * one.interval.high:.1f}",
            f"{100 * one.chance:.1f}",
            "" if one.verdict == "fine" else one.verdict,
        )
    return table


def _balances(found: Shortcuts, verbose: bool) -> Table:
    table = Table(title="Balance of right answers (chi-squared against even shares)")
    for heading in ("task", "what", "shares"):
        table.add_column(heading)
    table.add_column("p", justify="right")
    for one in found.balances:
        table.add_row(
            one.code,
            one.target,
            _shares(one, verbose),
            f"{one.p_value:.3f}" + (" uneven" if one.p_value < _UNEVEN else ""),
        )
    return table


def _shares(one: Balance, verbose: bool) -> str:
    total = sum(one.counts.values())
    shares = {value: count / total for value, count in one.counts.items()}
    if len(shares) > 4 and not verbose:
        return f"{len(shares)} values, {min(shares.values()):.1%} to {max(shares.values()):.1%}"
    return ", ".join(f"{value} {share:.1%}" for value, share in shares.items())


def _record(found: Shortcuts) -> dict[str, object]:
    return {
        "margin": MARGIN,
        "scores": [
            {
                "task": one.code,
                "target": one.target,
                "player": one.player,
                "questions": one.questions,
                "complexes": one.complexes,
                "score": round(one.score, 6),
                "chance": round(one.chance, 6),
                "low": round(one.interval.low, 6),
                "high": round(one.interval.high, 6),
                "verdict": one.verdict,
            }
            for one in found.scores
        ],
        "balances": [
            {
                "task": one.code,
                "target": one.target,
                "counts": one.counts,
                "p_value": round(one.p_value, 6),
            }
            for one in found.balances
        ],
    }
