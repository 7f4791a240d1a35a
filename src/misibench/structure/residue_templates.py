"""Connectivity of standard residues by atom name, and the name lists the bond rules use.

The bonds are those of the amino acids, nucleotides and caps that ChimeraX connects by template;
names follow version 3 of the Protein Data Bank's atom naming, hydrogens included.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

__all__ = [
    "AMINO_20",
    "AMINO_ACIDS",
    "NUCLEOTIDES",
    "STANDARD_NAMES",
    "TEMPLATE_NAMES",
    "connectivity",
    "template_heavy_neighbours",
    "word_set",
]


def word_set(text: str) -> frozenset[str]:
    """Give the words of a text as a set."""
    return frozenset(text.split())


AMINO_20: Final = word_set(
    "ALA ARG ASN ASP CYS GLN GLU GLY HIS ILE LEU LYS MET PHE PRO SER THR TRP TYR VAL"
)
AMINO_ACIDS: Final = AMINO_20 | word_set("ASH ASX CYX GLH GLX HID HIE HIP HYP MSE UNK")
"""Residues linked C to N to their neighbours in a chain."""

NUCLEOTIDES: Final = word_set("A C G T U I N DA DC DG DT DN")
"""Residues linked O3' to P to their neighbours in a chain."""

STANDARD_NAMES: Final = AMINO_20 | NUCLEOTIDES | word_set("ASX GLX UNK")
"""Names that count as standard where ATOM and HETATM records are weighed against each other."""

_BACKBONE: Final = "N-CA CA-C C-O N-H"
_METHINE: Final = f"{_BACKBONE} CA-HA CA-CB"
_METHYLENE_B: Final = f"{_METHINE} CB-HB2 CB-HB3"
_RING_6: Final = "CG-CD1 CG-CD2 CD1-CE1 CD2-CE2 CE1-CZ CE2-CZ CD1-HD1 CD2-HD2 CE1-HE1 CE2-HE2"
_IMIDAZOLE: Final = "CB-CG CG-ND1 CG-CD2 ND1-CE1 CD2-NE2 CE1-NE2 CD2-HD2 CE1-HE1"
_LYSINE: Final = "CB-CG CG-CD CD-CE CE-NZ CG-HG2 CG-HG3 CD-HD2 CD-HD3 CE-HE2 CE-HE3 NZ-HZ2 NZ-HZ3"
_SUGAR: Final = (
    "P-OP1 P-OP2 P-O5' O5'-C5' C5'-C4' C4'-O4' C4'-C3' O4'-C1' C3'-O3' C3'-C2' C2'-C1' "
    "C5'-H5' C5'-H5'' C4'-H4' C3'-H3' C1'-H1' O5'-HO5' O3'-HO3' C2'-H2'"
)
_RIBOSE: Final = f"{_SUGAR} C2'-O2' O2'-HO2'"
_DEOXYRIBOSE: Final = f"{_SUGAR} C2'-H2''"
_PURINE: Final = "C1'-N9 N9-C8 N9-C4 C8-N7 N7-C5 C5-C6 C5-C4 C6-N1 N1-C2 C2-N3 N3-C4 C8-H8"
_PYRIMIDINE: Final = "C1'-N1 N1-C2 N1-C6 C2-O2 C2-N3 N3-C4 C4-C5 C5-C6 C6-H6"
_ADENINE: Final = f"{_PURINE} C6-N6 C2-H2 N6-H61 N6-H62"
_GUANINE: Final = f"{_PURINE} C6-O6 C2-N2 N1-H1 N2-H21 N2-H22"
_CYTOSINE: Final = f"{_PYRIMIDINE} C4-N4 C5-H5 N4-H41 N4-H42"
_URACIL: Final = f"{_PYRIMIDINE} C4-O4 C5-H5 N3-H3"
_THYMINE: Final = f"{_PYRIMIDINE} C4-O4 C5-C7 N3-H3 C7-H71 C7-H72 C7-H73"

_BONDS: Final[Mapping[str, str]] = {
    "ALA": f"{_METHINE} CB-HB1 CB-HB2 CB-HB3",
    "ARG": f"{_METHYLENE_B} CB-CG CG-CD CD-NE NE-CZ CZ-NH1 CZ-NH2 CG-HG2 CG-HG3 CD-HD2 CD-HD3 "
    "NE-HE NH1-HH11 NH1-HH12 NH2-HH21 NH2-HH22",
    "ASH": f"{_METHYLENE_B} CB-CG CG-OD1 CG-OD2 OD2-HD2",
    "ASN": f"{_METHYLENE_B} CB-CG CG-OD1 CG-ND2 ND2-HD21 ND2-HD22",
    "ASP": f"{_METHYLENE_B} CB-CG CG-OD1 CG-OD2",
    "CYM": f"{_METHYLENE_B} CB-SG",
    "CYS": f"{_METHYLENE_B} CB-SG SG-HG",
    "CYX": f"{_METHYLENE_B} CB-SG",
    "GLH": f"{_METHYLENE_B} CB-CG CG-CD CD-OE1 CD-OE2 CG-HG2 CG-HG3 OE2-HE2",
    "GLN": f"{_METHYLENE_B} CB-CG CG-CD CD-OE1 CD-NE2 CG-HG2 CG-HG3 NE2-HE21 NE2-HE22",
    "GLU": f"{_METHYLENE_B} CB-CG CG-CD CD-OE1 CD-OE2 CG-HG2 CG-HG3",
    "GLY": f"{_BACKBONE} CA-HA2 CA-HA3",
    "HID": f"{_METHYLENE_B} {_IMIDAZOLE} ND1-HD1",
    "HIE": f"{_METHYLENE_B} {_IMIDAZOLE} NE2-HE2",
    "HIP": f"{_METHYLENE_B} {_IMIDAZOLE} ND1-HD1 NE2-HE2",
    "HIS": f"{_METHYLENE_B} {_IMIDAZOLE} ND1-HD1 NE2-HE2",
    "ILE": f"{_METHINE} CB-CG1 CB-CG2 CG1-CD1 CB-HB CG1-HG12 CG1-HG13 CG2-HG21 CG2-HG22 CG2-HG23 "
    "CD1-HD11 CD1-HD12 CD1-HD13",
    "LEU": f"{_METHYLENE_B} CB-CG CG-CD1 CG-CD2 CG-HG CD1-HD11 CD1-HD12 CD1-HD13 CD2-HD21 "
    "CD2-HD22 CD2-HD23",
    "LYN": f"{_METHYLENE_B} {_LYSINE}",
    "LYS": f"{_METHYLENE_B} {_LYSINE} NZ-HZ1",
    "MET": f"{_METHYLENE_B} CB-CG CG-SD SD-CE CG-HG2 CG-HG3 CE-HE1 CE-HE2 CE-HE3",
    "PHE": f"{_METHYLENE_B} CB-CG {_RING_6} CZ-HZ",
    "PRO": "N-CA CA-C C-O CA-HA CA-CB CB-HB2 CB-HB3 CB-CG CG-CD CD-N CG-HG2 CG-HG3 CD-HD2 CD-HD3",
    "SER": f"{_METHYLENE_B} CB-OG OG-HG",
    "THR": f"{_METHINE} CB-OG1 CB-CG2 CB-HB OG1-HG1 CG2-HG21 CG2-HG22 CG2-HG23",
    "TRP": f"{_METHYLENE_B} CB-CG CG-CD1 CG-CD2 CD1-NE1 CD2-CE2 CD2-CE3 NE1-CE2 CE2-CZ2 CE3-CZ3 "
    "CZ2-CH2 CZ3-CH2 CD1-HD1 NE1-HE1 CE3-HE3 CZ2-HZ2 CZ3-HZ3 CH2-HH2",
    "TYR": f"{_METHYLENE_B} CB-CG {_RING_6} CZ-OH OH-HH",
    "VAL": f"{_METHINE} CB-CG1 CB-CG2 CB-HB CG1-HG11 CG1-HG12 CG1-HG13 CG2-HG21 CG2-HG22 CG2-HG23",
    "ACE": "CH3-C C-O CH3-HH31 CH3-HH32 CH3-HH33",
    "NME": "N-CH3 N-H CH3-HH31 CH3-HH32 CH3-HH33",
    "WAT": "O-H1 O-H2",
    "A": f"{_RIBOSE} {_ADENINE}",
    "C": f"{_RIBOSE} {_CYTOSINE}",
    "G": f"{_RIBOSE} {_GUANINE}",
    "U": f"{_RIBOSE} {_URACIL}",
    "DA": f"{_DEOXYRIBOSE} {_ADENINE}",
    "DC": f"{_DEOXYRIBOSE} {_CYTOSINE}",
    "DG": f"{_DEOXYRIBOSE} {_GUANINE}",
    "DT": f"{_DEOXYRIBOSE} {_THYMINE}",
}

Template = Mapping[str, tuple[str, ...]]


def _neighbours(bonds: str) -> Template:
    lists: dict[str, list[str]] = {}
    for bond in bonds.split():
        first, second = bond.split("-")
        lists.setdefault(first, []).append(second)
        lists.setdefault(second, []).append(first)
    return MappingProxyType({name: tuple(others) for name, others in lists.items()})


_TEMPLATES: Final = {name: _neighbours(bonds) for name, bonds in _BONDS.items()}

TEMPLATE_NAMES: Final = frozenset(_TEMPLATES)
"""Residues that are connected by template."""


@cache
def connectivity(residue_name: str, *, starts: bool = False, ends: bool = False) -> Template:
    """Atom name -> names of the atoms it is bonded to inside its residue, hydrogens included.

    At the start of a segment an amino acid has H1, H2 and H3 (on nucleotides HO5' is always
    known), at its end OXT.

    >>> connectivity("GLY")["N"], connectivity("GLY", starts=True)["N"]
    (('CA', 'H'), ('CA', 'H1', 'H2', 'H3'))
    """
    bonds = _BONDS[residue_name]
    if residue_name in AMINO_ACIDS | {"CYM", "LYN"}:
        if starts:
            bonds = bonds.replace(" N-H ", " ") + " N-H1 N-H2 N-H3"
        if ends:
            bonds += " C-OXT"
    return _neighbours(bonds) if starts or ends else _TEMPLATES[residue_name]


@cache
def template_heavy_neighbours(residue_name: str) -> Mapping[str, int] | None:
    """How many heavy atoms of its own residue each heavy atom of a standard residue is bonded to.

    The template is that of a residue inside a chain, without OXT. None for a residue that has
    no template.

    >>> template_heavy_neighbours("SER")["CB"], template_heavy_neighbours("HEM")
    (2, None)
    """
    template = _TEMPLATES.get(residue_name)
    if template is None:
        return None
    heavy = {name for name in template if not name.startswith("H")}
    return MappingProxyType(
        {name: sum(other in heavy for other in template[name]) for name in sorted(heavy)}
    )
