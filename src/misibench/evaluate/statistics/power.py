"""What difference a number of questions can show."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import optimize, stats

from misibench.errors import UsageError

__all__ = ["Design", "questions_needed", "smallest_detectable_difference"]


@dataclass(frozen=True, slots=True)
class Design:
    """How two accuracies are compared.

    Attributes
    ----------
    base
        The lower accuracy, 0 to 1.
    paired
        Whether both players answer the same questions.
    correlation
        Correlation of right/wrong between the two players on the same question (paired only).
        0.3 is a cautious guess; a finished comparison shows the true one.
    per_complex
        Mean number of questions about one complex.
    within_complex
        Correlation of right/wrong among questions about one complex; the variance grows by the
        design effect 1 + (per_complex − 1) × within_complex.
    level, power
        Two-sided error of the first kind, and the wanted chance of showing a true difference.
    """

    base: float = 0.3
    paired: bool = True
    correlation: float = 0.3
    per_complex: float = 1.0
    within_complex: float = 0.1
    level: float = 0.05
    power: float = 0.8

    def __post_init__(self) -> None:
        for name, low, high in (
            ("base", 0.0, 1.0), ("correlation", 0.0, 1.0), ("within_complex", 0.0, 1.0),
            ("level", 0.0, 1.0), ("power", 0.0, 1.0), ("per_complex", 1.0, np.inf),
        ):  # fmt: skip
            value = getattr(self, name)
            if not low <= value <= high:
                raise UsageError(f"{name} {value}", "out of range", f"{low:g} to {high:g}")

    @property
    def design_effect(self) -> float:
        """Factor on the variance for questions that share a complex."""
        return 1.0 + (self.per_complex - 1.0) * self.within_complex

    def standard_error(self, difference: float, questions: float) -> float:
        """Standard error of a difference of two accuracies over ``questions`` questions each."""
        first, second = self.base, min(self.base + difference, 1.0)
        variances = first * (1 - first), second * (1 - second)
        total = sum(variances)
        if self.paired:
            total -= 2 * self.correlation * np.sqrt(variances[0] * variances[1])
        return float(np.sqrt(max(total, 0.0) * self.design_effect / questions))

    @property
    def reach(self) -> float:
        """Standard errors between zero and a difference that is shown with the wanted power."""
        return float(stats.norm.ppf(1 - self.level / 2) + stats.norm.ppf(self.power))


def smallest_detectable_difference(questions: int, design: Design) -> float | None:
    """Give the smallest true difference that a comparison shows with the wanted power.

    Normal approximation of the two-sided test of a difference of two proportions.

    Returns
    -------
    float or None
        Upward from the base accuracy, 0 to 1; None where even a perfect second player would
        not be shown to be better.
    """
    if questions < 1:
        raise UsageError(f"{questions} questions", "too few", "1 or more")

    reach = design.reach

    def excess(difference: float) -> float:
        return difference - reach * design.standard_error(difference, questions)

    room = 1.0 - design.base
    grid = np.linspace(0.0, room, 2001)[1:]
    shown = [excess(float(one)) >= 0 for one in grid]
    if not any(shown):
        return None
    first = int(np.argmax(shown))
    low = float(grid[first - 1]) if first else 0.0
    high = float(grid[first])
    if excess(low) >= 0 or excess(high) == 0:
        return high
    return float(optimize.brentq(excess, low, high))


def questions_needed(difference: float, design: Design) -> int:
    """Give the number of questions that show a true difference with the wanted power.

    Raises
    ------
    UsageError
        If the difference is not positive or leads beyond 100 %.
    """
    if not 0 < difference <= 1.0 - design.base:
        raise UsageError(
            f"difference {difference:g}", "out of range", f"above 0, at most {1 - design.base:g}"
        )
    one = design.standard_error(difference, 1)
    return max(1, int(np.ceil((design.reach * one / difference) ** 2 - 1e-9)))
