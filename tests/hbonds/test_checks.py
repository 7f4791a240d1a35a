"""Single steps of the geometry tests: limits, margins and the angle seen along a bond."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from misibench.hbonds import HBondCriteria
from misibench.hbonds.checks import Check, Tolerance, at_least, at_most, granted, within
from misibench.hbonds.chemistry import TypedMolecule
from misibench.hbonds.tau import tau_check
from misibench.hbonds.vectors import angle_deg
from misibench.structure import Molecule

Make = Callable[..., Molecule]


def test_defaults_are_those_of_chimerax() -> None:
    tolerance = Tolerance.of(HBondCriteria())
    assert tolerance.longest(3.0) == pytest.approx(3.4)
    assert tolerance.smallest(90) == 70
    assert tolerance.largest(146) == 166


def test_angles_are_not_relaxed_beyond_0_and_180() -> None:
    tolerance = Tolerance.of(HBondCriteria())
    assert tolerance.smallest(15) == 0
    assert tolerance.largest(175) == 180


def test_strict_criteria_have_no_tolerance() -> None:
    assert Tolerance.of(HBondCriteria(relaxed=False)) == Tolerance(0.0, 0.0)


@pytest.mark.parametrize(
    ("check", "passed", "margin"),
    [
        (at_most("d", "Å", 3.0, 3.0), True, 0.0),
        (at_most("d", "Å", 3.0, 3.0, below=True), False, 0.0),
        (at_most("d", "Å", 3.2, 3.0), False, -0.2),
        (at_least("a", "°", 100.0, 90.0), True, 10.0),
        (at_least("a", "°", 90.0, 90.0, above=True), False, 0.0),
        (within("a", "°", 100.0, 70.0, 104.0), True, 4.0),
        # nothing exceeds 180 degrees or falls below 0: no margin from such limits
        (within("a", "°", 178.0, 80.0, 180.0), True, 98.0),
        (at_least("a", "°", 1.0, 0.0), True, None),
        (granted("theta", "free"), True, None),
    ],
)
def test_margin_is_the_way_to_the_limit(check: Check, passed: bool, margin: float | None) -> None:
    assert check.passed is passed
    assert check.margin == (None if margin is None else pytest.approx(margin))


def test_degenerate_angle_is_0() -> None:
    assert angle_deg((1.0, 2.0, 3.0), (1.0, 2.0, 3.0), (0.0, 0.0, 0.0)) == 0.0


def _amine(molecule: Make, substituents: int) -> TypedMolecule:
    """N at the origin, C along +z with substituents every 120 degrees from +x."""
    rows = [("UNL A:1", "N", 0.0, 0.0, 0.0), ("UNL A:1", "C", 0.0, 0.0, 1.5)]
    for place in range(substituents):
        turn = math.radians(120 * place)
        rows.append(("UNL A:1", f"C{place}", math.cos(turn), math.sin(turn), 2.0))
    bonds = " ".join(["N-C", *(f"C-C{place}" for place in range(substituents))])
    return TypedMolecule(molecule(rows, bonds), ("N3+", *["C3"] * (substituents + 1)))


def _towards(turn_deg: float) -> tuple[float, float, float]:
    turn = math.radians(turn_deg)
    return (3 * math.cos(turn), 3 * math.sin(turn), -1.0)


def test_ammonium_donates_between_the_substituents_of_its_carbon(molecule: Make) -> None:
    side = _amine(molecule, 3)
    staggered = tau_check(side, 0, _towards(60), 6, least=20)
    eclipsed = tau_check(side, 0, _towards(5), 6, least=20)
    assert staggered.value == pytest.approx(60)
    assert (staggered.passed, eclipsed.passed) == (True, False)


def test_missing_substituents_are_computed(molecule: Make) -> None:
    # with two of three substituents in the file the third direction follows
    check = tau_check(_amine(molecule, 2), 0, _towards(240), 6, least=20)
    assert check.value == pytest.approx(0, abs=2)


def test_nothing_to_compare_with_passes(molecule: Make) -> None:
    assert tau_check(_amine(molecule, 0), 0, _towards(0), 6, least=20).passed


def test_wrong_number_of_positions_is_refused(molecule: Make) -> None:
    # quirk: ChimeraX stops with an internal error here, and the pair is left out
    check = tau_check(_amine(molecule, 3), 0, _towards(60), 4, most=180)
    assert not check.passed
    assert "3 positions" in check.note
