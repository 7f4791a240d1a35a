"""Provider limits on pictures, checked before anything is sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from misibench.errors import UsageError
from misibench.evaluate.asking.pictures import SentPicture
from misibench.evaluate.models import ImageLimits

__all__ = ["FittedExamples", "check_limits", "fit_examples"]


@dataclass(frozen=True, slots=True)
class FittedExamples:
    """How many examples a task can have.

    Attributes
    ----------
    shots
        Examples that fit.
    wanted
        Examples that were asked for.
    """

    shots: int
    wanted: int

    @property
    def left_out(self) -> int:
        """How many examples do not fit."""
        return self.wanted - self.shots


def fit_examples(
    task: str, own_images: int, example_images: int, shots: int, limits: ImageLimits
) -> FittedExamples:
    """Find how many examples fit beside a question under a provider's cap on pictures.

    Parameters
    ----------
    task
        For the message.
    own_images, example_images
        Pictures of the question, and of one example.
    shots
        Examples wanted.

    Raises
    ------
    UsageError
        If the question alone has too many pictures.
    """
    if limits.images is None:
        return FittedExamples(shots, shots)
    room = limits.images - own_images
    if room < 0:
        raise UsageError(
            f"task {task}", f"{own_images} pictures in a question",
            f"at most {limits.images} in a request",
            "leave the task out with --tasks, or set --max-images if your server takes more",
        )  # fmt: skip
    fit = shots if example_images == 0 else min(shots, room // example_images)
    return FittedExamples(fit, shots)


def check_limits(task: str, pictures: Sequence[SentPicture], limits: ImageLimits) -> None:
    """Check the pictures of one request against a provider's limits on size.

    Raises
    ------
    UsageError
        Naming the limit and what to set.
    """
    crowded = limits.crowd is not None and len(pictures) > limits.crowd
    most = limits.crowd_side_px if crowded else limits.side_px
    longest = max((max(one.width, one.height) for one in pictures), default=0)
    if most is not None and longest > most:
        raise UsageError(
            f"task {task}", f"a picture with a side of {longest} px among {len(pictures)}",
            f"at most {most} px",
            f"set --max-pixels {most * most} or fewer --shots",
        )  # fmt: skip
    total = sum(4 * one.bytes // 3 for one in pictures)
    if limits.request_bytes is not None and total > limits.request_bytes:
        raise UsageError(
            f"task {task}", f"{total / 1e6:.0f} MB of pictures in a request",
            f"at most {limits.request_bytes / 1e6:.0f} MB", "set fewer --shots or --max-pixels",
        )  # fmt: skip
