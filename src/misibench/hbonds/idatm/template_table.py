"""Atom types by name for standard residues, as ChimeraX's residue templates give them.

An entry is a type, or the names of atoms and the type each of them brings: ``"OXT=Cac C2"``
reads "Cac if the residue has an atom OXT, else C2". ``^`` stands for "no neighbour of N lies in
another residue", which is so at the start of a chain and at a chain break.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["AMINO_ACIDS", "NUCLEOTIDES", "POLYMER_BACKBONE", "TEMPLATES", "Template"]

Template = Mapping[str, str]

_BACKBONE = {
    "N": "^=N3+ Npl",
    "CA": "C3",
    "C": "OXT=Cac C2",
    "O": "OXT=O2- O2",
    "OXT": "O2-",
}

# Side chains: "names:type" groups, several names joined by commas; ";" parts alternatives.
_SIDE_CHAINS = {
    "ALA": "CB:C3",
    "ARG": "CB,CG,CD:C3 NE,NH1,NH2:Ng+ CZ:C2",
    "ASN": "CB:C3 CG:C2 OD1:O2 ND2:Npl",
    "ASP": ("CB:C3 CG:HD1=C2;HD2=C2;Cac OD1:HD1=O3;HD2=O2;O2- OD2:HD1=O2;HD2=O3;O2-"),
    "CYS": "CB:C3 SG:S3",
    "GLN": "CB,CG:C3 CD:C2 OE1:O2 NE2:Npl",
    "GLU": ("CB,CG:C3 CD:HE1=C2;HE2=C2;Cac OE1:HE1=O3;HE2=O2;O2- OE2:HE1=O2;HE2=O3;O2-"),
    "GLY": "",
    "HID": "CB:C3 CG,CD2,CE1:Car ND1:Npl NE2:N2",
    "HIE": "CB:C3 CG,CD2,CE1:Car ND1:N2 NE2:Npl",
    "HIP": "CB:C3 CG,CD2,CE1:C2 ND1,NE2:Npl",
    "HIS": "CB:C3 CG,CD2,CE1:Car ND1,NE2:Npl",
    "HYP": "CB,CG,CD:C3 OD:O3",  # its usual OD1 is not in ChimeraX's template
    "ILE": "CB,CG1,CG2,CD1:C3",
    "LEU": "CB,CG,CD1,CD2:C3",
    "LYS": "CB,CG,CD,CE:C3 NZ:N3+",
    "MET": "CB,CG,CE:C3 SD:S3",
    "MSE": "CB,CG,CE:C3 SE:Se",
    "PHE": "CB:C3 CG,CD1,CD2,CE1,CE2,CZ:Car",
    "PRO": "CB,CG,CD:C3",
    "SER": "CB:C3 OG:O3",
    "THR": "CB,CG2:C3 OG1:O3",
    "TRP": "CB:C3 CG,CD1,CD2,CE2,CE3,CZ2,CZ3,CH2:Car NE1:Npl",
    "TYR": "CB:C3 CG,CD1,CD2,CE1,CE2,CZ:Car OH:O3",
    "VAL": "CB,CG1,CG2:C3",
}

_NUCLEOTIDE_BACKBONE = "P:Pac OP1,OP2,O1P,O2P:O3- C1',C2',C3',C4',C5':C3 O3',O4',O5':O3"
_BASES = {
    "A": "C2,C4,C5,C6,C8:Car N1,N3,N7:N2 N6,N9:Npl",
    "C": "C2,C4,C5,C6:C2 N1,N4:Npl N3:N2 O2:O2",
    "G": "C2,C6:C2 C4,C5,C8:Car N1,N2,N9:Npl N3,N7:N2 O6:O2",
    "U": "C2,C4,C5,C6:C2 N1,N3:Npl O2,O4:O2",
    "T": "C2,C4,C5,C6:C2 N1,N3:Npl O2,O4:O2 C7,C5M:C3",
}

_OTHERS = {"HOH": "O:O3", "ACE": "C:C2 O:O2 CH3:C3"}


def _parsed(text: str) -> dict[str, str]:
    entries: dict[str, str] = {}
    for group in text.split():
        names, _, rule = group.partition(":")
        for name in names.split(","):
            entries[name] = rule.replace(";", " ")
    return entries


def _all_templates() -> dict[str, Template]:
    templates: dict[str, Template] = {
        name: {**_BACKBONE, **_parsed(text)} for name, text in _SIDE_CHAINS.items()
    }
    for base, text in _BASES.items():
        sugar = _parsed(_NUCLEOTIDE_BACKBONE)
        templates[base] = {**sugar, "O2'": "O3", **_parsed(text)}
        if base != "U":
            templates[f"D{base}"] = {**sugar, **_parsed(text)}
    templates.update({name: _parsed(text) for name, text in _OTHERS.items()})
    return templates


TEMPLATES: Mapping[str, Template] = MappingProxyType(_all_templates())
"""Residue name -> atom name -> rule."""

AMINO_ACIDS = frozenset(_SIDE_CHAINS) | {"ASH", "ASX", "CYX", "GLH", "GLX", "UNK"}
NUCLEOTIDES = frozenset({"A", "C", "G", "T", "U", "I", "N", "DA", "DC", "DG", "DT", "DN"})

POLYMER_BACKBONE: Mapping[bool, frozenset[str]] = MappingProxyType(
    {
        False: frozenset({"N", "CA", "C"}),
        True: frozenset({"O3'", "C3'", "C4'", "C5'", "O5'", "P"}),
    }
)
"""Atoms through which residues of a chain are joined; key: whether it is a nucleotide."""
