"""The software renderer: scenes to pictures without any system library."""

from misibench.render.picture import Picture, picture_difference
from misibench.render.renderer import DEFAULT_SIZE, Renderer, render
from misibench.render.visibility import Visibility, visibility

__all__ = [
    "DEFAULT_SIZE",
    "Picture",
    "Renderer",
    "Visibility",
    "picture_difference",
    "render",
    "visibility",
]
