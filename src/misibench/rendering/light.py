"""ChimeraX's default lighting: directions, intensities, reflectivities."""

from __future__ import annotations

import numpy as np

__all__ = [
    "AMBIENT",
    "CUE_START",
    "FILL",
    "FILL_DIRECTION",
    "KEY",
    "KEY_DIRECTION",
    "SPECULAR",
]


def _unit(x: float, y: float, z: float) -> tuple[float, float, float]:
    length = float(np.sqrt(x * x + y * y + z * z))
    return (x / length, y / length, z / length)


KEY_DIRECTION = _unit(0.577, -0.577, -0.577)
"""Direction in which the key light travels, in camera axes: from the upper left behind the eye."""
FILL_DIRECTION = _unit(-0.2, -0.2, -0.959)
KEY = 0.8
"""Diffuse reflectivity 0.8 times the key light's intensity 1.0."""
FILL = 0.4
"""Diffuse reflectivity 0.8 times the fill light's intensity 0.5."""
AMBIENT = 0.32
"""Ambient reflectivity 0.8 times the ambient intensity 0.4."""
SPECULAR = 0.3
"""Specular reflectivity of the key light's highlight, whose exponent is 30."""
CUE_START = 0.5
"""The depth cue begins at this share of the way from near to far and ends, black, at far."""
