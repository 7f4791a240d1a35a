"""Which atoms donate hydrogen bonds, and within what geometry: the numbers, as data.

All distances (Å) and angles (degrees) are from J. E. J. Mills and P. M. Dean, J. Comput.-Aided
Mol. Des. 10, 607-622 (1996), as ChimeraX 1.12 applies them, unrelaxed. Limits depend on the kind
of acceptor; the phi limit the paper gives for donors that turn is not applied by ChimeraX.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from misibench.hbonds.idatm.type_table import Geometry
from misibench.hbonds.patterns import (
    HYDROGEN,
    SINGLE_BONDED,
    TETRAHEDRAL_ATOM,
    AtomTest,
    Pattern,
    element,
    typed,
)

__all__ = [
    "AROMATIC_AMINE",
    "AROMATIC_SIX_RING_NITROGEN",
    "DONOR_RULES",
    "FIVE_RING_NITROGEN",
    "GENERIC_BONDED_ANGLE",
    "GENERIC_DONOR",
    "GENERIC_HYDROGEN_ANGLE",
    "GENERIC_OTHER_ACCEPTOR",
    "GENERIC_PLANAR_N",
    "GENERIC_SULFUR_ANGLE_BONUS",
    "GENERIC_TERMINAL_PLANAR_N",
    "SULFUR_ACCEPTOR_EXTRA_DISTANCE",
    "THETA_OTHER_ACCEPTOR",
    "UPSILON_OTHER_ACCEPTOR",
    "WATER_OTHER_ACCEPTOR",
    "AcceptorKind",
    "DonorLimits",
    "DonorRule",
    "GenericLimits",
    "ThetaLimits",
    "TurningLimits",
    "TurningRow",
    "WaterLimits",
    "WaterRow",
]


class AcceptorKind(IntEnum):
    """What a donor's limits depend on."""

    PLANAR_O = 0
    TETRAHEDRAL_O_OR_PLANAR_N = 1
    TETRAHEDRAL_N = 2
    OTHER = 3


@dataclass(frozen=True, slots=True)
class TurningRow:
    """Limits of a donor whose hydrogens turn about its one bond.

    Acceptor within ``distance``; neighbour-donor-acceptor angle from ``upsilon_low`` to
    ``upsilon_high``; D-H...A at least ``theta``; seen along the bond, some hydrogen position at
    most ``tau_most`` from the acceptor, or all at least ``tau_least``.
    """

    distance: float
    upsilon_low: float
    upsilon_high: float
    theta: float
    tau_most: float | None = None
    tau_least: float | None = None


@dataclass(frozen=True, slots=True)
class TurningLimits:
    """Rows by acceptor kind 0 to 2, and how straight a tetrahedral N's lone pair must point."""

    rows: tuple[TurningRow, TurningRow, TurningRow]
    lone_pair: float
    symmetry: int


@dataclass(frozen=True, slots=True)
class ThetaLimits:
    """Limits of a donor whose hydrogen is fixed by its bonds, by acceptor kind 0 to 2.

    Attributes
    ----------
    hydrogen_distance
        H...A at most.
    theta
        D-H...A at least.
    phi
        Acceptor of kind 1 with two neighbours: in its plane, D at least this far from its base.
    lone_pair
        Acceptor of kind 2: D at least this far from the back of a lone pair.
    """

    hydrogen_distance: tuple[float, float, float]
    theta: tuple[float, float, float]
    phi: float
    lone_pair: float


@dataclass(frozen=True, slots=True)
class WaterRow:
    """Limits for water as donor: H...A, or D...A where the file has no hydrogens, and theta."""

    hydrogen_distance: float
    heavy_distance: float
    theta: float


@dataclass(frozen=True, slots=True)
class WaterLimits:
    """Rows by acceptor kind 0 to 2, with the acceptor's own phi and lone-pair limits."""

    rows: tuple[WaterRow, WaterRow, WaterRow]
    phi: float
    lone_pair: float


@dataclass(frozen=True, slots=True)
class GenericLimits:
    """Distances by acceptor kind 0 to 2: H...A with hydrogens, else D...A."""

    hydrogen_distance: tuple[float, float, float]
    heavy_distance: tuple[float, float, float]


DonorLimits = TurningLimits | ThetaLimits | WaterLimits | GenericLimits


@dataclass(frozen=True, slots=True)
class DonorRule:
    """A chemical group with its donor (label "d") and the limits."""

    name: str
    pattern: Pattern
    limits: DonorLimits


_D = "d"
_H = Pattern(HYDROGEN)
_SB = Pattern(SINGLE_BONDED)
_TET = Pattern(TETRAHEDRAL_ATOM)
_PLANAR = AtomTest(geometries=frozenset({Geometry.PLANAR}))

_PRIMARY_PLANAR: Final = TurningLimits(
    (
        TurningRow(3.17, 90, 146, 140, tau_most=30),
        TurningRow(3.17, 90, 146, 140, tau_most=22.5),
        TurningRow(3.17, 113, 161, 125),
    ),
    lone_pair=140,
    symmetry=4,
)

DONOR_RULES: Final[tuple[DonorRule, ...]] = (
    # Quirk kept: carboxyl oxygens are typed O2-, so an acid's OH hardly ever matches.
    DonorRule(
        "carboxylic acid OH",
        Pattern(typed("O3"), (Pattern(typed("Cac")), _H), _D),
        TurningLimits(
            (
                TurningRow(2.87, 103, 128, 140, tau_most=30),
                TurningRow(2.87, 103, 128, 155, tau_most=30),
                TurningRow(2.87, 103, 128, 140, tau_most=30),
            ),
            lone_pair=150,
            symmetry=2,
        ),
    ),
    DonorRule(
        "planar NH2 on an sp2 carbon",
        Pattern(typed("Npl"), (Pattern(typed("C2"), (_SB, _SB)), _H, _H), _D),
        _PRIMARY_PLANAR,
    ),
    DonorRule(
        "guanidinium or amidinium NH2",
        Pattern(typed("Ng+"), (Pattern(typed("C2")), _H, _H), _D),
        _PRIMARY_PLANAR,
    ),
    DonorRule(
        "primary ammonium N",
        Pattern(typed("N3+"), (_TET, _H, _H, _H), _D),
        TurningLimits(
            (
                TurningRow(3.17, 90, 136, 140, tau_least=20),
                TurningRow(3.17, 90, 132, 150, tau_least=25),
                TurningRow(3.17, 90, 124, 155, tau_least=15),
            ),
            lone_pair=150,
            symmetry=6,
        ),
    ),
    DonorRule(
        "hydroxyl O",
        Pattern(typed("O3"), (_TET, _H), _D),
        TurningLimits(
            (
                TurningRow(3.17, 90, 141, 130),
                TurningRow(3.03, 90, 141, 135),
                TurningRow(3.03, 100, 132, 145),
            ),
            lone_pair=150,
            symmetry=6,
        ),
    ),
    DonorRule(
        "primary amide N",
        Pattern(typed("C2"), (Pattern(typed("O2")), Pattern(element(7), (_H, _H), _D), _SB)),
        TurningLimits(
            (
                TurningRow(3.30, 103, 153, 135, tau_most=45),
                TurningRow(3.30, 109, 141, 140, tau_most=30),
                TurningRow(3.30, 113, 161, 125, tau_most=30),
            ),
            lone_pair=145,
            symmetry=4,
        ),
    ),
    # the aromatic primary amine comes here: AROMATIC_AMINE
    DonorRule(
        "phenol O",
        Pattern(typed("O3"), (Pattern(typed("Car")), _H), _D),
        TurningLimits(
            (
                TurningRow(3.03, 103, 136, 145, tau_most=37.5),
                TurningRow(3.03, 103, 136, 150, tau_most=45),
                TurningRow(2.87, 109, 128, 145, tau_most=52.5),
            ),
            lone_pair=145,
            symmetry=4,
        ),
    ),
    DonorRule(
        "primary amine N",
        Pattern(typed("N3"), (_TET, _H, _H), _D),
        TurningLimits(
            (
                TurningRow(3.30, 90, 128, 150, tau_least=30),
                TurningRow(3.42, 90, 124, 155, tau_least=25),
                TurningRow(3.42, 90, 132, 155, tau_least=20),
            ),
            lone_pair=140,
            symmetry=6,
        ),
    ),
    DonorRule(
        "secondary planar N",
        Pattern(typed("Npl"), (_TET, Pattern(_PLANAR, (_SB, _SB)), _H), _D),
        ThetaLimits((1.92, 1.92, 2.48), (146, 153, 141), phi=150, lone_pair=145),
    ),
    DonorRule(
        "secondary ammonium N",
        Pattern(typed("N3+"), (_TET, _TET, _H, _H), _D),
        ThetaLimits((2.09, 2.09, 2.48), (141, 141, 141), phi=155, lone_pair=145),
    ),
    DonorRule(
        "water O",
        Pattern(element(8), (_H, _H), _D),
        WaterLimits(
            (
                WaterRow(2.36, 3.27, 146),
                WaterRow(2.23, 3.14, 146),
                WaterRow(2.23, 3.14, 146),
            ),
            phi=140,
            lone_pair=150,
        ),
    ),
    DonorRule(
        "secondary amide N",
        Pattern(typed("C2"), (Pattern(typed("O2")), Pattern(element(7), (_TET, _H), _D), _SB)),
        ThetaLimits((2.23, 2.23, 2.36), (146, 146, 141), phi=140, lone_pair=145),
    ),
    DonorRule(
        "tertiary ammonium N",
        Pattern(typed("N3+"), (_TET, _TET, _TET, _H), _D),
        ThetaLimits((1.92, 2.09, 2.48), (146, 146, 141), phi=140, lone_pair=145),
    ),
    DonorRule(
        "imine N",
        Pattern(typed("N2"), (Pattern(_PLANAR), _H), _D),
        ThetaLimits((2.23, 2.36, 2.48), (132, 146, 141), phi=140, lone_pair=145),
    ),
    DonorRule(
        "secondary amine N",
        Pattern(typed("N3"), (_TET, _TET, _H), _D),
        ThetaLimits((2.36, 2.48, 2.48), (141, 146, 153), phi=150, lone_pair=155),
    ),
)
"""Donor groups in order: the first match decides. ``AROMATIC_AMINE`` stands before "phenol O"."""

AROMATIC_AMINE: Final = TurningLimits(
    (
        TurningRow(3.30, 100, 146, 145, tau_most=37.5),
        TurningRow(3.30, 103, 146, 140, tau_most=37.5),
        # Quirk kept: the sign of this upper limit is wrong, so the test can never be passed.
        TurningRow(3.42, 90, -161, 125),
    ),
    lone_pair=140,
    symmetry=4,
)
FIVE_RING_NITROGEN: Final = ThetaLimits((2.09, 2.09, 2.48), (146, 141, 141), phi=140, lone_pair=145)
AROMATIC_SIX_RING_NITROGEN: Final = ThetaLimits(
    (2.23, 2.23, 2.48), (136, 141, 141), phi=150, lone_pair=145
)
GENERIC_PLANAR_N: Final = ThetaLimits((2.23, 2.23, 2.46), (136, 141, 136), phi=140, lone_pair=140)
GENERIC_TERMINAL_PLANAR_N: Final = TurningLimits(
    (
        TurningRow(3.30, 90, 153, 135, tau_most=45),
        TurningRow(3.30, 90, 146, 140, tau_most=37.5),
        TurningRow(3.40, 108, 166, 125, tau_most=35),
    ),
    lone_pair=140,
    symmetry=4,
)
GENERIC_DONOR: Final[dict[int, GenericLimits]] = {
    8: GenericLimits((2.41, 2.28, 2.28), (3.27, 3.14, 3.14)),
    7: GenericLimits((2.36, 2.48, 2.48), (3.30, 3.42, 3.42)),
    16: GenericLimits((2.42, 2.42, 2.42), (3.65, 3.65, 3.65)),
}
"""Donors that belong to none of the groups, by atomic number."""

UPSILON_OTHER_ACCEPTOR: Final = TurningRow(3.42, 90, 161, 125)
THETA_OTHER_ACCEPTOR: Final = (2.48, 132.0)
"""H...A at most and D-H...A at least, for acceptors of kind 3."""
WATER_OTHER_ACCEPTOR: Final = WaterRow(2.36, 3.27, 146)
GENERIC_OTHER_ACCEPTOR: Final = (2.48, 3.42)
"""H...A or else D...A at most, for acceptors of kind 3."""
GENERIC_HYDROGEN_ANGLE: Final = 130.0
"""D-H...A of a generic donor at least."""
GENERIC_BONDED_ANGLE: Final = 90.0
"""Neighbour-donor-acceptor angle of a generic donor at least."""
GENERIC_SULFUR_ANGLE_BONUS: Final = 9.0
"""Quirk kept: for a sulfur acceptor a generic donor's bonded angle, not its distance, is eased."""
SULFUR_ACCEPTOR_EXTRA_DISTANCE: Final = 0.35
"""Added to the distance limit of the other donors when the acceptor is sulfur, Å."""
