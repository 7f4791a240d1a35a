"""The leakage report as a picture: two histograms and how far each tail reaches."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from misibench.audit.leakage import Leakage

__all__ = ["leakage_figure"]

_STYLE: Any = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
}
_BAR, _LIMIT = "#0072B2", "#D55E00"


def leakage_figure(found: Leakage) -> bytes:
    """Draw histograms of the nearest training complex by protein and by ligand, as PNG."""
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(8, 3.2), dpi=150, layout="constrained")
        FigureCanvasAgg(figure)
        left, right = figure.subplots(1, 2, sharey=True)
        limits = found.limits or (None, None)
        parts = (
            (left, [one.identity for one in found.neighbours], "sequence identity", limits[0]),
            (right, [one.similarity for one in found.neighbours], "Tanimoto similarity", limits[1]),
        )
        for axes, values, name, limit in parts:
            axes.hist(values, bins=np.linspace(0, 1, 21).tolist(), color=_BAR, edgecolor="white")
            axes.set_xlim(0, 1)
            axes.set_xlabel(f"{name} to the nearest training complex")
            if limit is not None:
                axes.axvline(limit, color=_LIMIT, linewidth=1.5)
                axes.text(limit, axes.get_ylim()[1], " limit", color=_LIMIT, va="top")
        left.set_ylabel("test complexes")
        left.set_title("by protein")
        right.set_title("by ligand")
        figure.suptitle(
            f"{found.split} split: {len(found.neighbours)} test against {found.train} train",
            fontsize=10,
        )
        buffer = BytesIO()
        figure.savefig(buffer, format="png", metadata={"Software": None})
    return buffer.getvalue()
