"""Result tables as CSV, LaTeX and Markdown."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from io import StringIO

from misibench.evaluate.columns import COLUMNS
from misibench.report.rows import Kind, ResultRow
from misibench.report.terminal import number, span

__all__ = ["TITLES", "csv_table", "latex_table", "markdown_table"]

TITLES: dict[Kind, str] = {
    "weighted": "Weighted score, %",
    "exact": "Exact match, %",
}
_NAMES = tuple(column.name for column in COLUMNS)


def csv_table(tables: Mapping[Kind, Sequence[ResultRow]]) -> str:
    """Write all tables as one CSV in long form: a line per table, row and column.

    Full precision, no percent signs: made for reading by programs.
    """
    stream = StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(
        ["table", "model", "published", "column", "value", "low", "high",
         "answered", "parsed", "asked"]
    )  # fmt: skip
    for kind, rows in tables.items():
        for row in rows:
            for name in ("avg", *_NAMES):
                value = row.average if name == "avg" else row.columns.get(name)
                interval = row.intervals.get(name)
                covered = row.total_coverage if name == "avg" else row.coverage.get(name)
                writer.writerow(
                    [
                        kind, row.name, "yes" if row.published else "no", name,
                        "" if value is None else repr(value),
                        *(("", "") if interval is None else (interval.low, interval.high)),
                        *(
                            ("", "", "")
                            if covered is None
                            else (covered.answered, covered.parsed, covered.asked)
                        ),
                    ]
                )  # fmt: skip
    return stream.getvalue()


def markdown_table(rows: Sequence[ResultRow]) -> str:
    """Write a result table in Markdown; published rows carry a dagger, own rows intervals."""
    headings = ["model", "avg", *(column.heading for column in COLUMNS), "answered/parsed/asked"]
    lines = [_pipe(headings), _pipe(["---", *["---:"] * (len(headings) - 1)])]
    for row in rows:
        name = f"{_plain(row.name)} †" if row.published else f"**{_plain(row.name)}**"
        covered = row.total_coverage
        lines.append(
            _pipe(
                [
                    name,
                    _cell(row, "avg"),
                    *(_cell(row, one) for one in _NAMES),
                    row.questions if covered is None else str(covered),
                ]
            )
        )
    return "\n".join(lines) + "\n"


def _pipe(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _plain(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _cell(row: ResultRow, name: str) -> str:
    value = row.average if name == "avg" else row.columns.get(name)
    interval = row.intervals.get(name)
    text = number(value)
    return text if interval is None else f"{text} ({span(interval)})"


def latex_table(rows: Sequence[ResultRow], kind: Kind) -> str:
    """Write a result table for LaTeX (booktabs); intervals stand below the figures."""
    count = len(_NAMES)
    lines = [
        f"% {TITLES[kind]}; rows above the second rule are copied from arXiv 2512.10867",
        f"\\begin{{tabular}}{{l{'r' * (count + 1)}}}",
        "\\toprule",
        " & ".join(["Model", "avg", *(_latex(column.heading) for column in COLUMNS)]) + r" \\",
        "\\midrule",
    ]
    for row in [one for one in rows if one.published]:
        lines.append(_latex_line(row, f"{_latex(row.name)}$^\\dagger$"))
    lines.append("\\midrule")
    for row in [one for one in rows if not one.published]:
        lines.append(_latex_line(row, _latex(row.name)))
        spans = [row.intervals.get(name) for name in ("avg", *_NAMES)]
        small = [
            "" if one is None else f"{{\\scriptsize {one.low:.1f}--{one.high:.1f}}}"
            for one in spans
        ]
        lines.append(" & ".join(["", *small]) + r" \\")
    lines += ["\\bottomrule", "\\end{tabular}", ""]
    return "\n".join(lines)


def _latex_line(row: ResultRow, name: str) -> str:
    values = [row.average, *(row.columns.get(one) for one in _NAMES)]
    return " & ".join([name, *("--" if v is None else f"{v:.2f}" for v in values)]) + r" \\"


_LATEX = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "−": "$-$", "+": "$+$", "–": "--",
}  # fmt: skip


def _latex(text: str) -> str:
    return "".join(_LATEX.get(letter, letter) for letter in text)
