"""Colours of the published pictures and of the elements."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "HBOND_DASH",
    "LIGAND_CARBON",
    "RESIDUE_CARBONS",
    "element_colours",
]

Rgb = tuple[int, int, int]

LIGAND_CARBON: Rgb = (0x80, 0x80, 0x80)
RESIDUE_CARBONS: tuple[Rgb, Rgb] = ((0xBF, 0x99, 0xF2), (0xF2, 0xB3, 0x66))
"""Purple and orange, alternating along the pocket's residues, purple first."""
HBOND_DASH: Rgb = (0, 191, 255)
"""ChimeraX's hydrogen-bond colour."""

_UNKNOWN = (0xB4, 0xB4, 0xB4)

# Jmol's element colours in order of atomic number, which ChimeraX uses too (1 to 109)
_JMOL = bytes.fromhex(
    "FFFFFF D9FFFF CC80FF C2FF00 FFB5B5 909090 3050F8 FF0D0D 90E050 B3E3F5 AB5CF2 8AFF00 BFA6A6 "
    "F0C8A0 FF8000 FFFF30 1FF01F 80D1E3 8F40D4 3DFF00 E6E6E6 BFC2C7 A6A6AB 8A99C7 9C7AC7 E06633 "
    "F090A0 50D050 C88033 7D80B0 C28F8F 668F8F BD80E3 FFA100 A62929 5CB8D1 702EB0 00FF00 94FFFF "
    "94E0E0 73C2C9 54B5B5 3B9E9E 248F8F 0A7D8C 006985 C0C0C0 FFD98F A67573 668080 9E63B5 D47A00 "
    "940094 429EB0 57178F 00C900 70D4FF FFFFC7 D9FFC7 C7FFC7 A3FFC7 8FFFC7 61FFC7 45FFC7 30FFC7 "
    "1FFFC7 00FF9C 00E675 00D452 00BF38 00AB24 4DC2FF 4DA6FF 2194D6 267DAB 266696 175487 D0D0E0 "
    "FFD123 B8B8D0 A6544D 575961 9E4FB5 AB5C00 754F45 428296 420066 007D00 70ABFA 00BAFF 00A1FF "
    "008FFF 0080FF 006BFF 545CF2 785CE3 8A4FE3 A136D4 B31FD4 B31FBA B30DA6 BD0D87 C70066 CC0059 "
    "D1004F D90045 E00038 E6002E EB0026"
)

_NITROGEN, _OXYGEN = 7, 8


def _table() -> NDArray[np.uint8]:
    table = np.array([_UNKNOWN, *np.frombuffer(_JMOL, np.uint8).reshape(-1, 3)], dtype=np.uint8)
    table[_NITROGEN], table[_OXYGEN] = (0, 0, 255), (255, 0, 0)  # plain blue and red, as published
    table.setflags(write=False)
    return table


_COLOURS = _table()


def element_colours(atomic_numbers: NDArray[np.integer]) -> NDArray[np.uint8]:
    """Colours (n, 3) of atoms by element; N and O are plain blue and red, 0 is unknown."""
    known = np.where(np.asarray(atomic_numbers) < len(_COLOURS), atomic_numbers, 0)
    return np.asarray(_COLOURS[known])
