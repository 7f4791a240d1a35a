"""What a picture of a dataset shows, by its path."""

from __future__ import annotations

from pathlib import PurePosixPath
from urllib.parse import unquote

from misibench.scene.shot import Shot
from misibench.scene.shot_names import parse_shot_name

__all__ = ["shot_of_picture"]


def shot_of_picture(path: str) -> Shot | None:
    """Give the shot a picture shows; None for a name of another kind.

    >>> shot_of_picture("images/1ia1/complex_front_roll_y_-15_move_x_3.png").motions
    (Roll(axis='y', angle_deg=-15.0), Move(axis='x', distance=3.0))
    """
    try:
        return parse_shot_name(unquote(PurePosixPath(path).stem))
    except ValueError:
        return None
