"""``write_report``: tables, figures and one page about some runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from misibench.dataset.files import write_bytes
from misibench.errors import UsageError
from misibench.evaluate.scoring_run import ScoredRun
from misibench.report.contents import ReportContents, collect
from misibench.report.figures import save_figures
from misibench.report.page import html_page
from misibench.report.tables import TITLES, csv_table, latex_table, markdown_table

__all__ = ["Report", "write_report"]


@dataclass(frozen=True, slots=True)
class Report:
    """Where the parts of a report were written."""

    directory: Path

    @property
    def page(self) -> Path:
        """The HTML page."""
        return self.directory / "report.html"

    @property
    def text(self) -> Path:
        """The Markdown text."""
        return self.directory / "report.md"


def write_report(
    runs: Sequence[ScoredRun],
    out: str | Path,
    *,
    data: str | Path | None = None,
    seed: int = 0,
) -> Report:
    """Write a report about some runs.

    Parameters
    ----------
    runs
        Scored runs, at least one, with different names.
    out
        Folder for ``report.html``, ``report.md``, ``tables.csv``, ``tables.tex`` and
        ``figures/``.
    data
        The dataset folder; without it the page's gallery has no pictures.
    seed
        Seed of the resampling behind the intervals.

    Raises
    ------
    UsageError
        If there are no runs, or two have the same name.
    DatasetError
        If the folder cannot be written.
    """
    if not runs:
        raise UsageError("report", "no runs", "one or more")
    names = [run.name for run in runs]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise UsageError("report", f"two runs named {twice[0]!r}", "a different name for each")
    directory = Path(out)
    contents = collect(runs, seed=seed)
    save_figures(contents.figures, directory / "figures")
    tables = dict(contents.tables)
    latex = "\n".join(latex_table(rows, kind) for kind, rows in tables.items())
    page = html_page(contents, None if data is None else Path(data))
    for name, text in (
        ("tables.csv", csv_table(tables)),
        ("tables.tex", latex),
        ("report.md", markdown_page(contents)),
        ("report.html", page),
    ):
        # replies and names may hold half a letter (a lone surrogate), which has no bytes
        write_bytes(directory / name, text.encode(errors="replace"))
    return Report(directory)


def markdown_page(contents: ReportContents) -> str:
    """Write a report's contents as Markdown; figures are linked from ``figures/``."""
    parts = [f"# {contents.title}", contents.subtitle]
    for kind, rows in contents.tables.items():
        parts += [f"## {TITLES[kind]}", markdown_table(rows)]
    parts.append("\n".join(f"- {note}" for note in contents.notes))
    for detail in (contents.coverage, *contents.details):
        rule = ("---", *["---:"] * (len(detail.headings) - 1))
        table = [detail.headings, rule, *detail.lines]
        text = "\n".join(f"| {' | '.join(cells)} |" for cells in table)
        parts += [f"## {detail.title}", text]
    parts.append("## What makes questions hard")
    parts += [f"![{one.title}](figures/{one.stem}.png)" for one in contents.figures]
    return "\n\n".join(parts) + "\n"
