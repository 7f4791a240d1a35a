"""Figures of a report, as PNG and SVG; the same runs give the same bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from misibench.dataset.files import write_bytes
from misibench.evaluate.columns import COLUMNS
from misibench.evaluate.grids import ROLL_ANSWERS
from misibench.evaluate.scoring_run import ScoredRun
from misibench.report import factors
from misibench.report.factors import Factor
from misibench.report.rows import ResultRow

__all__ = ["ReportFigure", "draw_figures", "save_figures"]

_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#444444")
"""Okabe and Ito's palette, which colour-blind readers can tell apart; black softened."""

_MARKERS = ("o", "s", "^", "D", "v", "P", "X")

MOST_CONFUSION_PLOTS = 6
"""Confusion plots are drawn for the first so many runs; more become too small to read."""

_STYLE: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "legend.frameon": False,
    "svg.hashsalt": "misibench",
    "svg.fonttype": "path",
}


@dataclass(frozen=True)
class ReportFigure:
    """A figure with its file stem, title and a text for those who cannot see it."""

    stem: str
    title: str
    text: str
    png: bytes
    svg: bytes


def draw_figures(runs: Sequence[ScoredRun], rows: Sequence[ResultRow]) -> tuple[ReportFigure, ...]:
    """Draw all figures for which the runs have questions.

    Parameters
    ----------
    runs
        Scored runs.
    rows
        Rows of the weighted table, published and own.
    """
    with mpl.rc_context(_STYLE):
        drawn = [_overview(rows)]
        for stem, make in _FACTORS:
            factor = [make(run) for run in runs]
            if any(one.levels for one in factor):
                drawn.append(_factor_figure(stem, [run.name for run in runs], factor))
        if any("T2" in run.by_column for run in runs):
            drawn += [_rotation_axes(runs), _confusions(runs)]
    return tuple(drawn)


def save_figures(figures: Sequence[ReportFigure], directory: Path) -> None:
    """Write every figure as PNG and SVG."""
    for one in figures:
        write_bytes(directory / f"{one.stem}.png", one.png)
        write_bytes(directory / f"{one.stem}.svg", one.svg)


_FACTORS: tuple[tuple[str, Callable[[ScoredRun], Factor]], ...] = (
    ("t4_by_bonds", factors.residue_bonds_by_count),
    ("t3_by_zoom", factors.zoom_error_by_value),
    ("t2_by_angle", factors.rotation_by_angle),
    ("t7_by_distance", factors.docking_by_distance),
    ("t9_by_bonds", factors.pocket_bonds_by_count),
)


def _finish(figure: Figure, stem: str, title: str, text: str) -> ReportFigure:
    FigureCanvasAgg(figure)
    png, svg = BytesIO(), BytesIO()
    figure.savefig(png, format="png", dpi=150, metadata={"Software": None})
    figure.savefig(svg, format="svg", metadata={"Date": None, "Creator": "misibench"})
    return ReportFigure(stem, title, text, png.getvalue(), svg.getvalue())


def _overview(rows: Sequence[ResultRow]) -> ReportFigure:
    """Columns down, one mark with its interval per run; published rows as light marks."""
    own = [row for row in rows if not row.published]
    published = [row for row in rows if row.published]
    names = ("avg", *(column.name for column in COLUMNS))
    headings = ("avg", *(column.heading for column in COLUMNS))
    step = 0.7 / max(len(own), 1)
    figure = Figure(
        figsize=(7.5, 1.2 + len(names) * max(0.34, 0.09 * len(own))), layout="constrained"
    )
    axes = figure.add_subplot()
    for row in published:
        human, tuned = row.name == "Human", row.name.endswith("SFT")
        values = [_value(row, name) for name in names]
        axes.plot(
            values, range(len(names)), linestyle="none", zorder=1,
            marker="*" if human else "|", markersize=9 if human else 11,
            color="#000000" if human else "#8a8a8a" if tuned else "#c4c4c4",
            label=_published_label(row.name),
        )  # fmt: skip
    for place, row in enumerate(own):
        colour, marker = _look(place)
        offset = (place - (len(own) - 1) / 2) * step
        for line, name in enumerate(names):
            value = row.average if name == "avg" else row.columns.get(name)
            if value is None:
                continue
            interval = row.intervals.get(name)
            if interval is not None:
                axes.plot(
                    [interval.low, interval.high], [line + offset] * 2, color=colour,
                    linewidth=1.4, solid_capstyle="butt",
                )  # fmt: skip
            axes.plot(
                value, line + offset, marker=marker, color=colour, markersize=5,
                linestyle="none", label=row.name if line == 0 else "_",
            )  # fmt: skip
    axes.set_yticks(range(len(names)), headings)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xlim(-2, 102)
    axes.grid(False, axis="y")
    axes.set_xlabel("weighted score, %")
    _legend(figure, axes)
    title = "Weighted scores with 95 % intervals"
    return _finish(
        figure, "overview", title,
        "Every column's weighted score for each run with its interval, beside the published rows.",
    )  # fmt: skip


def _value(row: ResultRow, name: str) -> float:
    """Give a column's value, nan where it has none."""
    value = row.average if name == "avg" else row.columns.get(name)
    return float("nan") if value is None else value


def _published_label(name: str) -> str:
    if name == "Human":
        return "Human (published)"
    if name.endswith("SFT"):
        return f"{name} (published)"
    # one entry of the legend stands for all the untuned models
    return "other models (published)" if name == "GPT-5-mini" else "_"


def _legend(figure: Figure, axes: Any) -> None:
    handles, labels = axes.get_legend_handles_labels()
    if labels:
        figure.legend(handles, labels, loc="outside lower left", ncols=min(3, len(labels)))


def _look(place: int) -> tuple[str, str]:
    return _COLOURS[place % len(_COLOURS)], _MARKERS[place % len(_MARKERS)]


def _factor_figure(stem: str, names: Sequence[str], found: Sequence[Factor]) -> ReportFigure:
    first = found[0]
    labels = _ordered_labels(found)
    figure = Figure(figsize=(7.0, 3.4), layout="constrained")
    axes = figure.add_subplot()
    for place, (name, factor) in enumerate(zip(names, found, strict=True)):
        colour, marker = _look(place)
        axes.plot(
            [labels.index(level.label) for level in factor.levels],
            [level.value for level in factor.levels],
            color=colour, marker=marker, markersize=5, linewidth=1.2, label=name,
        )  # fmt: skip
    counts = {level.label: level.questions for factor in found for level in factor.levels}
    crowded = len(labels) > 14
    axes.set_xticks(
        range(len(labels)),
        [label if crowded else f"{label}\nn={counts[label]}" for label in labels],
    )
    axes.set_xlim(-0.5, len(labels) - 0.5)
    axes.set_ylim(-3, 103)
    axes.set_xlabel(first.factor)
    axes.set_ylabel(first.figure)
    _legend(figure, axes)
    return _finish(figure, stem, first.title, f"{first.figure} by {first.factor}, a line per run.")


def _ordered_labels(found: Sequence[Factor]) -> list[str]:
    """Give the labels of all runs in ascending order of their first number."""
    labels = {level.label for factor in found for level in factor.levels}
    return sorted(labels, key=lambda label: float(label.split("–")[0]))


def _rotation_axes(runs: Sequence[ScoredRun]) -> ReportFigure:
    figure = Figure(figsize=(7.5, 3.0), layout="constrained")
    plots = figure.subplots(1, 3, sharey=True)
    for plot, axis in zip(plots, "xyz", strict=True):
        for place, run in enumerate(runs):
            colour, marker = _look(place)
            levels = factors.rotation_by_angle(run, axis).levels
            plot.plot(
                [float(level.label) for level in levels], [level.value for level in levels],
                color=colour, marker=marker, markersize=3.5, linewidth=1, label=run.name,
            )  # fmt: skip
        plot.set_title(f"axis {axis}")
        plot.set_xticks([-90, -45, 0, 45, 90])
        plot.set_ylim(-3, 103)
        plot.set_xlabel("rotation, degrees")
    plots[0].set_ylabel("weighted score, %")
    _legend(figure, plots[0])
    return _finish(
        figure, "t2_by_axis", "T2 by axis and angle",
        "Weighted score of rotation questions by angle, one panel per axis, a line per run.",
    )  # fmt: skip


def _confusions(runs: Sequence[ScoredRun]) -> ReportFigure:
    shown = [run for run in runs if "T2" in run.by_column][:MOST_CONFUSION_PLOTS]
    across = min(3, len(shown))
    down = -(-len(shown) // across)
    figure = Figure(figsize=(0.6 + 3.1 * across, 0.4 + 3.3 * down), layout="constrained")
    plots = np.atleast_1d(figure.subplots(down, across)).ravel()
    middles = [5.5, 17.5, 29.5]
    for plot, run in zip(plots, shown, strict=False):
        counts, outside = factors.confusion(run)
        share = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
        plot.imshow(share, cmap="Blues", vmin=0, vmax=1, interpolation="nearest")
        for border in (11.5, 23.5):
            plot.axhline(border, color="#999999", linewidth=0.5)
            plot.axvline(border, color="#999999", linewidth=0.5)
        plot.set_xticks(middles, ["x", "y", "z"])
        plot.set_yticks(middles, ["x", "y", "z"])
        plot.tick_params(length=0)
        plot.grid(False)
        plot.set_title(run.name, fontsize=9)
        plot.set_xlabel(
            f"answer, −90° to 90° within an axis\n({outside} not on the grid)", fontsize=8
        )
        plot.set_ylabel("truth", fontsize=8)
    for plot in plots[len(shown) :]:
        plot.set_axis_off()
    return _finish(
        figure, "t2_confusion", "T2: answers given for each true rotation",
        f"Share of each of the {len(ROLL_ANSWERS)} answers by true rotation, a panel per run; "
        "right answers lie on the diagonal.",
    )  # fmt: skip
