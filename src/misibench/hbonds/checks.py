"""One measured quantity against its limits: what a geometry test is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from misibench.hbonds.bond import HBondCriteria

__all__ = ["Check", "Tolerance", "at_least", "at_most", "granted", "refused", "within"]

Unit = Literal["Å", "°", ""]


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far limits are relaxed: distances by Å, angles by degrees."""

    distance: float
    angle_deg: float

    @classmethod
    def of(cls, criteria: HBondCriteria) -> Tolerance:
        """Give the tolerance of some criteria; strict ones have none."""
        if not criteria.relaxed:
            return cls(0.0, 0.0)
        return cls(criteria.distance_tolerance, criteria.angle_tolerance_deg)

    def longest(self, limit: float) -> float:
        """Relax an upper limit of a distance, Å."""
        return limit + self.distance

    def smallest(self, limit_deg: float) -> float:
        """Relax a lower limit of an angle, degrees; not below 0."""
        return max(0.0, limit_deg - self.angle_deg)

    def largest(self, limit_deg: float) -> float:
        """Relax an upper limit of an angle, degrees; not above 180."""
        return min(180.0, limit_deg + self.angle_deg)


@dataclass(frozen=True, slots=True)
class Check:
    """One step of a geometry test.

    Attributes
    ----------
    name
        What was looked at: "distance", "theta" ...
    passed
        Whether this step lets the pair through.
    unit
        "Å", "°", or nothing where nothing was measured.
    value
        What was measured; of several possibilities (hydrogens, lone pairs) the best one.
    low, high
        The limits used, relaxation included; None where there is none.
    note
        Why, in words, where no number says it.
    """

    name: str
    passed: bool
    unit: Unit = ""
    value: float | None = None
    low: float | None = None
    high: float | None = None
    note: str = ""

    @property
    def margin(self) -> float | None:
        """Distance to the nearest limit, in the unit; negative beyond it, None without limits.

        Limits nothing can exceed (an angle of at least 0 or at most 180 degrees) do not count.
        """
        if self.value is None:
            return None
        slacks = []
        if self.low is not None and not (self.unit == "°" and self.low <= 0.0):
            slacks.append(self.value - self.low)
        if self.high is not None and not (self.unit == "°" and self.high >= 180.0):
            slacks.append(self.high - self.value)
        return min(slacks, default=None)


def at_most(name: str, unit: Unit, value: float, high: float, *, below: bool = False) -> Check:
    """Check an upper limit; ``below`` refuses the limit itself."""
    return Check(name, value < high if below else value <= high, unit, value, None, high)


def at_least(name: str, unit: Unit, value: float, low: float, *, above: bool = False) -> Check:
    """Check a lower limit; ``above`` refuses the limit itself."""
    return Check(name, value > low if above else value >= low, unit, value, low, None)


def within(name: str, unit: Unit, value: float, low: float, high: float) -> Check:
    """Check a range, both ends allowed."""
    return Check(name, low <= value <= high, unit, value, low, high)


def granted(name: str, note: str) -> Check:
    """Give a step that passes without a measurement."""
    return Check(name, True, note=note)


def refused(name: str, note: str) -> Check:
    """Give a step that fails without a measurement."""
    return Check(name, False, note=note)
