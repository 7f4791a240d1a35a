"""The software renderer: scenes to pictures without any system library."""

from misibench.rendering.occlusion import Visibility, views_showing, visibility
from misibench.rendering.picture import Picture, picture_difference
from misibench.rendering.renderer import DEFAULT_SIZE, Renderer, render

__all__ = [
    "DEFAULT_SIZE",
    "Picture",
    "Renderer",
    "Visibility",
    "picture_difference",
    "render",
    "views_showing",
    "visibility",
]
