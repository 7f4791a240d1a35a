"""Chemical elements: symbols, the covalent radii of the bond rules, metals."""

from __future__ import annotations

from typing import Final

__all__ = ["COVALENT_RADII", "METALS", "SYMBOLS", "atomic_number"]

SYMBOLS: Final[tuple[str, ...]] = (
    "", "H", "He", "Li", "Be", "B", "C", "N", "O", "F", "Ne", "Na", "Mg", "Al", "Si", "P", "S",
    "Cl", "Ar", "K", "Ca", "Sc", "Ti", "V", "Cr", "Mn", "Fe", "Co", "Ni", "Cu", "Zn", "Ga", "Ge",
    "As", "Se", "Br", "Kr", "Rb", "Sr", "Y", "Zr", "Nb", "Mo", "Tc", "Ru", "Rh", "Pd", "Ag", "Cd",
    "In", "Sn", "Sb", "Te", "I", "Xe", "Cs", "Ba", "La", "Ce", "Pr", "Nd", "Pm", "Sm", "Eu", "Gd",
    "Tb", "Dy", "Ho", "Er", "Tm", "Yb", "Lu", "Hf", "Ta", "W", "Re", "Os", "Ir", "Pt", "Au", "Hg",
    "Tl", "Pb", "Bi", "Po", "At", "Rn", "Fr", "Ra", "Ac", "Th", "Pa", "U", "Np", "Pu", "Am", "Cm",
    "Bk", "Cf", "Es", "Fm", "Md", "No", "Lr", "Rf", "Db", "Sg", "Bh", "Hs", "Mt", "Ds", "Rg", "Cn",
    "Nh", "Fl", "Mc", "Lv", "Ts", "Og",
)  # fmt: skip
"""Element symbols by atomic number; the empty string at 0 stands for "nobody knows"."""

_NUMBERS: Final = {symbol.upper(): number for number, symbol in enumerate(SYMBOLS) if symbol} | {
    "D": 1,
    "T": 1,
}

_RADII_BY_SYMBOL: Final = {
    "H": 0.23, "Li": 0.68, "Be": 0.35, "B": 0.83, "C": 0.68, "N": 0.68, "O": 0.68, "F": 0.64,
    "Na": 0.97, "Mg": 1.10, "Al": 1.35, "Si": 1.20, "P": 1.05, "S": 1.02, "Cl": 0.99, "K": 1.33,
    "Ca": 0.99, "Sc": 1.44, "Ti": 1.47, "V": 1.33, "Cr": 1.35, "Mn": 1.35, "Fe": 1.34, "Co": 1.33,
    "Ni": 1.50, "Cu": 1.52, "Zn": 1.45, "Ga": 1.22, "Ge": 1.17, "As": 1.21, "Se": 1.22, "Br": 1.21,
    "Mo": 1.47, "Cd": 1.69, "I": 1.40, "Pt": 1.50, "Au": 1.50, "Hg": 1.70, "Pb": 1.54,
    # Elements the published list leaves out, from the same family of radii (Cambridge
    # Structural Database, as tabulated by Open Babel 1.x); they only occur as rare metals.
    "Rb": 1.47, "Sr": 1.12, "Y": 1.78, "Zr": 1.56, "Nb": 1.48, "Tc": 1.35, "Ru": 1.40, "Rh": 1.45,
    "Pd": 1.50, "Ag": 1.59, "In": 1.63, "Sn": 1.46, "Sb": 1.46, "Te": 1.47, "Cs": 1.67, "Ba": 1.34,
    "La": 1.87, "Ce": 1.83, "Pr": 1.82, "Nd": 1.81, "Sm": 1.80, "Eu": 1.99, "Gd": 1.79, "Tb": 1.76,
    "Dy": 1.75, "Ho": 1.74, "Er": 1.73, "Tm": 1.72, "Yb": 1.94, "Lu": 1.72, "Hf": 1.57, "Ta": 1.43,
    "W": 1.37, "Re": 1.35, "Os": 1.37, "Ir": 1.32, "Tl": 1.55, "Bi": 1.54, "Th": 1.79, "U": 1.58,
}  # fmt: skip

COVALENT_RADII: Final[tuple[float, ...]] = tuple(_RADII_BY_SYMBOL.get(one, 0.0) for one in SYMBOLS)
"""Covalent radius by atomic number, Å: the values ChimeraX's bond-length rules use; 0 where none
is known, which means that no bond is made by distance."""

METALS: Final[frozenset[int]] = frozenset(
    [3, 4, *range(11, 14), *range(19, 33), *range(37, 52), *range(55, 85), *range(87, 104)]
)
"""Atomic numbers ChimeraX treats as metals."""


def atomic_number(symbol: str) -> int:
    """Atomic number of an element symbol in any case, 0 for an unknown one.

    Deuterium and tritium are hydrogen.

    >>> atomic_number("CL"), atomic_number("d"), atomic_number("Xx")
    (17, 1, 0)
    """
    return _NUMBERS.get(symbol.strip().upper(), 0)
