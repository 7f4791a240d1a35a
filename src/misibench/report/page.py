"""The report as one HTML page that needs no other file and asks nothing of the network."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from pathlib import Path

from misibench.dataset.pictures import DatasetPictures
from misibench.evaluate.columns import COLUMNS
from misibench.records import Outcome
from misibench.report.contents import ReportContents
from misibench.report.details import Detail
from misibench.report.figures import ReportFigure
from misibench.report.gallery import Example, picture_uri
from misibench.report.rows import ResultRow
from misibench.report.tables import TITLES
from misibench.report.terminal import number
from misibench.tasks import task_named

__all__ = ["html_page"]

_OUTCOMES = {
    Outcome.CORRECT: "right",
    Outcome.PARTIAL: "partly right",
    Outcome.WRONG: "wrong",
    Outcome.NO_ANSWER: "no answer could be read",
}

MOST_OPEN_LINES = 12

MOST_REPLY_CHARACTERS = 1500
"""Longer replies are shortened in the gallery; the predictions file has them whole."""


def html_page(contents: ReportContents, data: Path | None) -> str:
    """Assemble the page.

    Parameters
    ----------
    contents
        Everything the report says.
    data
        The dataset folder, for the gallery's pictures; None shows the gallery without them.
    """
    style = files("misibench.report").joinpath("report.css").read_text("utf-8")
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<link rel="icon" href="data:,">',
        f"<title>{escape(contents.title)}</title>",
        f"<style>{style}</style></head><body>",
        f"<header><h1>{escape(contents.title)}</h1><p>{escape(contents.subtitle)}</p></header>",
        "<nav><a href='#results'>Results</a> <a href='#factors'>What makes questions hard</a> "
        "<a href='#replies'>Replies</a> <a href='#details'>Details</a></nav>",
        "<main><div id='results'></div>",
        *(_table(TITLES[kind], rows) for kind, rows in contents.tables.items()),
        f"<p class='note'>{'<br>'.join(escape(note) for note in contents.notes)}</p>",
        f"<h2>{escape(contents.coverage.title)}</h2>",
        _small_table(contents.coverage),
        "<h2 id='factors'>What makes questions hard</h2>",
        "<div class='figures'>",
        *(_figure(one) for one in contents.figures),
        "</div>",
        _gallery(contents.examples, data),
        "<h2 id='details'>Details</h2>",
        *(_folded(one) for one in contents.details),
        "</main></body></html>",
    ]
    return "\n".join(part for part in parts if part) + "\n"


def _table(title: str, rows: Sequence[ResultRow]) -> str:
    headings = "".join(
        f"<th title='{escape(column.title)}'>{escape(column.heading)}</th>" for column in COLUMNS
    )
    headings = (
        f"<th>model</th><th>avg</th>{headings}<th title='answered/parsed/asked'>coverage</th>"
    )
    body = "\n".join(_row(row) for row in rows)
    return (
        f"<h2>{escape(title)}</h2>\n<div class='wide'><table class='results'>"
        f"<thead><tr>{headings}</tr></thead>\n"
        f"<tbody>{body}</tbody></table></div>"
    )


def _row(row: ResultRow) -> str:
    covered = row.total_coverage
    told = escape(f"{row.questions} set") if covered is None else str(covered)
    cells = "".join(_cell(row, name) for name in ("avg", *(one.name for one in COLUMNS)))
    mark = " †" if row.published else ""
    kind = "published" if row.published else "own"
    return f"<tr class='{kind}'><th>{escape(row.name)}{mark}</th>{cells}<td>{told}</td></tr>"


def _cell(row: ResultRow, name: str) -> str:
    value = row.average if name == "avg" else row.columns.get(name)
    interval = row.intervals.get(name)
    covered = row.coverage.get(name)
    tip = "" if covered is None else f" title='answered/parsed/asked {covered}'"
    below = "" if interval is None else f"<small>{interval.low:.1f}–{interval.high:.1f}</small>"
    return f"<td{tip}>{number(value)}{below}</td>"


def _small_table(detail: Detail) -> str:
    head = "".join(f"<th>{escape(one)}</th>" for one in detail.headings)
    body = "\n".join(
        f"<tr><th>{escape(line[0])}</th>{''.join(f'<td>{escape(c)}</td>' for c in line[1:])}</tr>"
        for line in detail.lines
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f"<div class='wide'>{table}</div>"


def _folded(detail: Detail) -> str:
    """Give a table that opens at a click; short ones are open from the start."""
    opened = " open" if len(detail.lines) <= MOST_OPEN_LINES else ""
    title = escape(detail.title)
    return (
        f"<details class='table'{opened}><summary>{title}</summary>{_small_table(detail)}</details>"
    )


def _figure(figure: ReportFigure) -> str:
    uri = f"data:image/svg+xml;base64,{base64.b64encode(figure.svg).decode()}"
    return (
        f"<figure><img src='{uri}' alt='{escape(figure.text, quote=True)}'>"
        f"<figcaption>{escape(figure.title)}</figcaption></figure>"
    )


def _gallery(examples: Sequence[Example], data: Path | None) -> str:
    if not examples:
        return ""
    stored = None if data is None else DatasetPictures(data)
    parts = ["<h2 id='replies'>Replies, one per task and outcome</h2>"]
    task = ""
    for example in examples:
        if example.row.question.task != task:
            task = example.row.question.task
            parts.append(f"<h3>{task_named(task).code} {escape(task.replace('_', ' '))}</h3>")
        parts.append(_example(example, stored))
    return "\n".join(parts)


def _example(example: Example, stored: DatasetPictures | None) -> str:
    question, score = example.row.question, example.row.score
    reply = (example.row.prediction and example.row.prediction.reply) or ""
    if len(reply) > MOST_REPLY_CHARACTERS:
        reply = f"{reply[:MOST_REPLY_CHARACTERS]} … ({len(reply)} characters)"
    pictures = "" if stored is None else "".join(_picture(stored, name) for name in question.images)
    read = "nothing" if score.answer is None else score.answer
    note = f" ({score.note})" if score.note else ""
    outcome = _OUTCOMES[score.outcome]
    return (
        f"<article class='{score.outcome}'><h4><span>{outcome}</span> {escape(example.player)}"
        f" · {escape(question.id)}</h4><div class='pictures'>{pictures}</div>"
        f"<dl><dt>right answer</dt><dd>{escape(question.answer)}</dd>"
        f"<dt>read from the reply</dt><dd>{escape(read + note)}</dd>"
        f"<dt>score</dt><dd>{score.paper:.2f}, exact {score.exact:.0f}</dd>"
        f"<dt>reply</dt><dd><pre>{escape(reply)}</pre></dd></dl>"
        f"<details><summary>prompt</summary><pre>{escape(question.prompt)}</pre></details></article>"
    )


def _picture(stored: DatasetPictures, name: str) -> str:
    uri = picture_uri(stored, name)
    stem = escape(Path(name).stem.replace("_", " "), quote=True)
    if uri is None:
        return f"<span class='gone'>no picture file: {stem}</span>"
    return f"<img src='{uri}' alt='{stem}' title='{stem}' loading='lazy'>"
