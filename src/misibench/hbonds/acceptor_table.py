"""Which atoms accept hydrogen bonds, and within what geometry: the numbers, as data.

All distances (Å) and angles (degrees) are from J. E. J. Mills and P. M. Dean, J. Comput.-Aided
Mol. Des. 10, 607-622 (1996), as ChimeraX 1.12 applies them, unrelaxed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from misibench.hbonds.idatm.type_table import Geometry
from misibench.hbonds.patterns import (
    CARBON,
    CARBON_OR_HYDROGEN,
    HYDROGEN,
    SINGLE_BONDED,
    TETRAHEDRAL_ATOM,
    AtomTest,
    Pattern,
    element,
    typed,
)

__all__ = [
    "ACCEPTOR_RULES",
    "FIVE_RING_OXYGEN",
    "GENERIC_LIMITS",
    "NON_RING_ETHER",
    "NON_RING_IMINE",
    "RING_NITROGEN",
    "SULFUR_EXTRA_DISTANCE",
    "AcceptorLimits",
    "AcceptorRule",
    "DistanceAngleLimits",
    "PhiThetaLimits",
    "Site",
    "SynAntiLimits",
    "UpsilonThetaLimits",
]

SULFUR_EXTRA_DISTANCE: Final = 0.35
"""Added to every acceptor distance limit when the donor is sulfur, Å."""


@dataclass(frozen=True, slots=True)
class PhiThetaLimits:
    """Donor within ``distance``; in the acceptor's plane at least ``phi`` from its base; D-H...A
    at least ``theta``."""

    distance: float
    phi: float
    theta: float


@dataclass(frozen=True, slots=True)
class SynAntiLimits:
    """Two sets of limits, by the side of the acceptor on which the donor lies."""

    syn: PhiThetaLimits
    anti: PhiThetaLimits


@dataclass(frozen=True, slots=True)
class UpsilonThetaLimits:
    """Donor within ``distance``; partner-acceptor-donor angle in a range; D-H...A at least
    ``theta``; ``tau`` is a lower limit that is never relaxed."""

    distance: float
    upsilon_low: float
    upsilon_high: float
    theta: float
    tau: float | None = None


@dataclass(frozen=True, slots=True)
class DistanceAngleLimits:
    """Donor within ``distance`` and at least ``angle`` from every bond of the acceptor."""

    distance: float
    angle: float


AcceptorLimits = PhiThetaLimits | SynAntiLimits | UpsilonThetaLimits | DistanceAngleLimits


@dataclass(frozen=True, slots=True)
class Site:
    """One accepting atom of a pattern and the atoms its geometry refers to, by label.

    Attributes
    ----------
    acceptor
        The accepting atom.
    references
        Syn and plane atom for syn/anti limits; one or two base atoms for phi/theta limits (none:
        the acceptor's neighbours); the partner for upsilon/theta limits (none: its lone pairs).
    """

    acceptor: str
    references: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AcceptorRule:
    """A chemical group, the atoms of it that accept, and the limits."""

    name: str
    pattern: Pattern
    sites: tuple[Site, ...]
    limits: AcceptorLimits


def _leaf(test: AtomTest, label: str = "") -> Pattern:
    return Pattern(test, None, label)


def _syn_anti(syn: tuple[float, float, float], anti: tuple[float, float, float]) -> SynAntiLimits:
    return SynAntiLimits(PhiThetaLimits(*syn), PhiThetaLimits(*anti))


_A, _B, _C = "a", "b", "c"
_O2, _O2_MINUS, _O3_MINUS = typed("O2"), typed("O2-"), typed("O3-")
_BOTH_OXYGENS: Final = (Site(_A, (_B, _C)), Site(_B, (_A, _C)))
_HYDROGENS_TWICE: Final = (Pattern(HYDROGEN), Pattern(HYDROGEN))

_TETRAHEDRAL_NOT_O3_MINUS = AtomTest(
    geometries=frozenset({Geometry.TETRAHEDRAL, Geometry.SINGLE}),
    except_types=frozenset({"O3-"}),
    may_be_missing=True,
)
_HYDROXYL_NEIGHBOUR = AtomTest(
    geometries=frozenset({Geometry.TETRAHEDRAL, Geometry.SINGLE}),
    except_types=frozenset({"Sac", "Pac", "H", "HC", "D"}),
)
_ANYTHING_BUT_PAC = AtomTest(
    geometries=frozenset(Geometry) - {Geometry.UNKNOWN},
    except_types=frozenset({"Pac"}),
    unknown_types=True,
    may_be_missing=True,
)

ACCEPTOR_RULES: Final[tuple[AcceptorRule, ...]] = (
    # Quirk kept: of three equal oxygens only the first accepts by this rule.
    AcceptorRule(
        "phosphate first O",
        Pattern(
            typed("Pac"),
            (_leaf(_O3_MINUS, _A), _leaf(_O3_MINUS, _B), _leaf(_O3_MINUS), _leaf(SINGLE_BONDED)),
            _C,
        ),
        (Site(_A, (_B, _C)),),
        _syn_anti((3.03, 110, 145), (3.03, 110, 135)),
    ),
    AcceptorRule(
        "phosphate ester O",
        Pattern(
            typed("Pac"),
            (
                _leaf(_O3_MINUS, _A),
                _leaf(_O3_MINUS, _B),
                _leaf(_TETRAHEDRAL_NOT_O3_MINUS),
                _leaf(_TETRAHEDRAL_NOT_O3_MINUS),
            ),
            _C,
        ),
        _BOTH_OXYGENS,
        _syn_anti((3.03, 110, 145), (3.03, 110, 135)),
    ),
    AcceptorRule(
        "carboxylate O",
        Pattern(
            typed("Cac"), (_leaf(_O2_MINUS, _A), _leaf(_O2_MINUS, _B), _leaf(SINGLE_BONDED)), _C
        ),
        _BOTH_OXYGENS,
        _syn_anti((3.17, 90, 145), (3.17, 110, 145)),
    ),
    AcceptorRule(
        "thiocarbonyl S",
        Pattern(typed("S2"), (_leaf(CARBON, _B),), _A),
        (Site(_A, (_B,)),),
        PhiThetaLimits(3.73, 90, 145),
    ),
    AcceptorRule(
        "carboxylic acid C=O",
        Pattern(
            CARBON,
            (
                Pattern(_O2, (), _A),
                Pattern(typed("O3"), (Pattern(HYDROGEN),), _B),
                _leaf(SINGLE_BONDED),
            ),
            _C,
        ),
        (Site(_A, (_B, _C)),),
        _syn_anti((3.17, 110, 130), (3.17, 110, 135)),
    ),
    AcceptorRule(
        "amide O",
        Pattern(typed("C2"), (_leaf(_O2, _A), _leaf(typed("Npl"), _B), _leaf(SINGLE_BONDED)), _C),
        (Site(_A, (_B, _C)),),
        _syn_anti((3.30, 110, 135), (3.30, 110, 130)),
    ),
    AcceptorRule(
        "ketone or aldehyde O",
        Pattern(typed("C2"), (_leaf(_O2, _A), _leaf(CARBON), _leaf(CARBON_OR_HYDROGEN)), _C),
        (Site(_A, (_C,)),),
        PhiThetaLimits(3.30, 110, 130),
    ),
    AcceptorRule(
        "ester C=O",
        Pattern(
            typed("C2"),
            (
                _leaf(_O2, _A),
                Pattern(typed("O3"), (_leaf(TETRAHEDRAL_ATOM),)),
                _leaf(CARBON),
            ),
            _C,
        ),
        (Site(_A, (_C,)),),
        PhiThetaLimits(3.17, 110, 135),
    ),
    AcceptorRule(
        "nitro O",
        Pattern(
            typed("Ntr"), (_leaf(_O2_MINUS, _A), _leaf(_O2_MINUS, _B), _leaf(SINGLE_BONDED)), _C
        ),
        _BOTH_OXYGENS,
        _syn_anti((3.42, 90, 145), (3.53, 110, 130)),
    ),
    # Quirk kept: sulfone oxygens are typed O3-, so this and the next but two hardly ever match.
    AcceptorRule(
        "sulfone O",
        Pattern(
            typed("Son"),
            (_leaf(_O2, _A), _leaf(_O2, _B), _leaf(SINGLE_BONDED), _leaf(SINGLE_BONDED)),
            _C,
        ),
        _BOTH_OXYGENS,
        _syn_anti((3.30, 110, 130), (3.30, 120, 135)),
    ),
    AcceptorRule(
        "phosphate bridging O",
        Pattern(
            typed("Pac"),
            (
                _leaf(typed("O3"), _A),
                _leaf(_O3_MINUS),
                _leaf(_O3_MINUS),
                _leaf(SINGLE_BONDED),
            ),
            _C,
        ),
        (Site(_A, (_C,)),),
        UpsilonThetaLimits(3.03, 103, 146, 145),
    ),
    AcceptorRule(
        "phosphine oxide O",
        Pattern(_O2, (_leaf(typed("Pox"), _B),), _A),
        (Site(_A, (_B,)),),
        UpsilonThetaLimits(3.03, 109, 180, 145),
    ),
    AcceptorRule(
        "sulfoxide O",
        Pattern(_O2, (_leaf(typed("Sxd"), _B),), _A),
        (Site(_A, (_B,)),),
        UpsilonThetaLimits(3.03, 100, 180, 145),
    ),
    AcceptorRule(
        "primary amine N",
        Pattern(typed("N3"), (_leaf(TETRAHEDRAL_ATOM, _B), *_HYDROGENS_TWICE), _A),
        (Site(_A, (_B,)),),
        UpsilonThetaLimits(3.03, 103, 180, 155),
    ),
    AcceptorRule(
        "hydroxyl O",
        Pattern(typed("O3"), (_leaf(_HYDROXYL_NEIGHBOUR, _B), Pattern(HYDROGEN)), _A),
        (Site(_A, (_B,)),),
        UpsilonThetaLimits(3.03, 100, 161, 145),
    ),
    AcceptorRule(
        "sulfate ester O",
        Pattern(
            typed("Sac"),
            (
                _leaf(_O3_MINUS),
                _leaf(_O3_MINUS),
                Pattern(typed("O3"), (_leaf(_ANYTHING_BUT_PAC),), _A),
                _leaf(SINGLE_BONDED),
            ),
            _C,
        ),
        (Site(_A, (_C,)),),
        UpsilonThetaLimits(3.17, 103, 180, 150),
    ),
    AcceptorRule(
        "tertiary amine N",
        Pattern(typed("N3"), (_leaf(TETRAHEDRAL_ATOM),) * 3, _A),
        (Site(_A),),
        UpsilonThetaLimits(3.17, 153, 180, 145),
    ),
    AcceptorRule(
        "nitrile N",
        Pattern(typed("N1"), (_leaf(typed("C1"), _B),), _A),
        (Site(_A, (_B,)),),
        UpsilonThetaLimits(3.30, 153, 180, 150),
    ),
    AcceptorRule(
        "secondary amine N",
        Pattern(
            typed("N3"),
            (_leaf(TETRAHEDRAL_ATOM), _leaf(TETRAHEDRAL_ATOM), Pattern(HYDROGEN)),
            _A,
        ),
        (Site(_A),),
        UpsilonThetaLimits(3.30, 153, 180, 150),
    ),
    AcceptorRule(
        "phenol O",
        Pattern(typed("O3"), (_leaf(typed("Car"), _B), Pattern(HYDROGEN)), _A),
        (Site(_A, (_B,)),),
        UpsilonThetaLimits(3.17, 100, 153, 150),
    ),
    AcceptorRule(
        "aniline N",
        Pattern(typed("Npl", "N3"), (_leaf(typed("Car"), _B), *_HYDROGENS_TWICE), _A),
        (Site(_A, (_B,)),),
        UpsilonThetaLimits(3.42, 90, 137, 140, tau=37.5),
    ),
    AcceptorRule(
        "water O",
        Pattern(element(8), _HYDROGENS_TWICE, _A),
        (Site(_A),),
        PhiThetaLimits(3.03, 120, 145),
    ),
)
"""Acceptor groups in order: the first match decides."""

NON_RING_ETHER: Final = PhiThetaLimits(3.42, 140, 140)
NON_RING_IMINE: Final = PhiThetaLimits(3.42, 140, 140)
RING_NITROGEN: Final = {
    (6, True): PhiThetaLimits(3.17, 150, 145),
    (5, True): PhiThetaLimits(3.30, 140, 155),
    (6, False): PhiThetaLimits(3.30, 140, 140),
    (5, False): PhiThetaLimits(3.30, 150, 135),
}
"""By ring size and whether both sides of the ring have the same elements next to the nitrogen."""
FIVE_RING_OXYGEN: Final = PhiThetaLimits(3.42, 150, 135)

GENERIC_LIMITS: Final[dict[str, AcceptorLimits]] = {
    "charged O on a planar atom": PhiThetaLimits(3.53, 90, 130),
    "charged O": DistanceAngleLimits(3.53, 90),
    "double-bonded O on a planar atom": PhiThetaLimits(3.30, 110, 130),
    "double-bonded O on a tetrahedral atom": UpsilonThetaLimits(3.03, 100, 180, 145),
    "double-bonded O": DistanceAngleLimits(3.53, 90),
    "lone O": DistanceAngleLimits(3.53, 90),
    "O with one neighbour": UpsilonThetaLimits(3.17, 100, 161, 145),
    "O with two neighbours": PhiThetaLimits(3.42, 120, 135),
    "planar N with a lone pair": PhiThetaLimits(3.42, 140, 135),
    "lone amine N": DistanceAngleLimits(3.42, 90),
    "amine N with one heavy neighbour": UpsilonThetaLimits(3.13, 98, 180, 150),
    "amine N": UpsilonThetaLimits(3.30, 153, 180, 145),
    "linear N": UpsilonThetaLimits(3.40, 136, 180, 145),
    "double-bonded S": PhiThetaLimits(3.83, 85, 140),
    "aromatic or charged S": DistanceAngleLimits(3.83, 85),
    "other O": DistanceAngleLimits(3.53, 90),
}
"""Acceptors that belong to none of the groups, by what they are."""
