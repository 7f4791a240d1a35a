"""How a picture is drawn: looks, styles and switches, all with the published pictures' defaults."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from misibench.errors import UsageError

__all__ = ["Look", "PictureOptions", "Style"]


class Look(StrEnum):
    """How labels and light are handled."""

    CHIMERAX = "chimerax"
    """As ChimeraX draws: labels sized in Å at their lower-left anchor, dimmed with depth."""
    CLEAR = "clear"
    """Labels of one size with a dark outline, moved so that they avoid each other."""


class Style(StrEnum):
    """How atoms and bonds are drawn."""

    STICK = "stick"
    BALL_AND_STICK = "ball-and-stick"
    SPHERE = "sphere"


@dataclass(frozen=True, slots=True)
class PictureOptions:
    """Everything about a picture that its shot does not say.

    Attributes
    ----------
    look, style
        See :class:`Look` and :class:`Style`.
    hydrogens
        True draws hydrogens; they are hidden in the published pictures.
    labels
        False leaves all labels off.
    residue_numbers
        False labels residues with their names alone.
    ligand_names
        Texts to draw instead of the ligand's labels, one per ligand atom (control experiments
        with renamed atoms); None draws the complex's own.
    hbond_dashes
        True draws hydrogen bonds as dashes: for figures, never for questions.
    orthographic
        True draws without perspective, at the scale that the centre of the scene has with it.
    transparent
        True gives an RGBA picture with a transparent background.
    rgb
        True gives three bytes a pixel instead of a palette.
    font
        Path of a TrueType or OpenType file for labels; None takes DejaVu Sans, which comes with
        matplotlib and is the same on every machine.
    supersample
        Draws every pixel as the mean of this many squared (1 to 4); 1 has smooth edges already.
    refuse_blank
        True makes a picture an error when nothing is seen, or nothing of a ligand that should be.
    """

    look: Look = Look.CHIMERAX
    style: Style = Style.STICK
    hydrogens: bool = False
    labels: bool = True
    residue_numbers: bool = True
    ligand_names: tuple[str, ...] | None = None
    hbond_dashes: bool = False
    orthographic: bool = False
    transparent: bool = False
    rgb: bool = False
    font: str | None = None
    supersample: int = 1
    refuse_blank: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.supersample <= 4:
            raise UsageError("supersample", str(self.supersample), "1, 2, 3 or 4")
