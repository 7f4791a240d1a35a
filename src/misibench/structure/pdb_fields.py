"""Single fields of PDB records: chains, residue names and numbers, elements."""

from __future__ import annotations

import string
from typing import Final

from misibench.structure.elements import atomic_number
from misibench.structure.molecule import Residue
from misibench.structure.residue_templates import (
    AMINO_20,
    STANDARD_NAMES,
    TEMPLATE_NAMES,
    word_set,
)

__all__ = [
    "chain_and_name",
    "element_of_name",
    "element_of_record",
    "is_standard",
    "residue_number",
]

_TERMINAL_NAMES: Final = frozenset(
    end + name
    for end in "NC"
    for name in AMINO_20 | {"HID", "HIE", "HIP", "CYX", "CYM", "ASH", "GLH", "LYN", "HYP", "MSE"}
)
_OTHER_LONG_NAMES: Final = frozenset({"TIP3", "TIP4", "TIP5", "TP3M", "SPCE", "POPC", "POPE"})
_HYBRID_36_DIGITS: Final = string.digits + string.ascii_uppercase
_TWO_LETTER_ELEMENTS: Final = word_set(
    "LI BE NA MG AL SI CL CA TI CR MN FE CO NI CU ZN GA GE AS SE BR RB SR MO RU RH PD AG CD SN "
    "SB TE CS BA PT AU HG TL PB BI YB GD EU SM LA CE IR OS RE"
)


def chain_and_name(line: str) -> tuple[str, str]:
    """Chain and residue name of an atom record.

    Column 21 belongs to a chain of two characters, or to a residue name of four letters where
    that is one force fields use (NVAL, TIP3).

    >>> chain_and_name("ATOM      1  N   VALAa   1"), chain_and_name("ATOM      1  N   NVALA   1")
    (('Aa', 'VAL'), ('A', 'NVAL'))
    """
    if line[20] == " ":
        return line[21], line[17:20].strip()
    long_name = line[17:21].strip()
    if long_name.upper() in _TERMINAL_NAMES or long_name.upper() in _OTHER_LONG_NAMES:
        return line[21], long_name
    return line[20:22].strip(), line[17:20].strip()


def residue_number(field: str) -> tuple[int, str]:
    """Number and insertion code of columns 23-27, hybrid-36 above 9999.

    Raises
    ------
    ValueError
        There is no number.

    Examples
    --------
    >>> residue_number(" 184A"), residue_number("A000 "), residue_number("  -3 ")
    ((184, 'A'), (10000, ''), (-3, ''))
    """
    digits, insertion = field[:4], field[4:5].strip()
    if insertion.isdigit() and digits.strip().lstrip("-").isdigit():
        return int(field), ""  # five digits that spill into the column of the insertion code
    try:
        return int(digits), insertion
    except ValueError:
        return _hybrid_36(digits), insertion


def _hybrid_36(digits: str) -> int:
    """Decode a four-character hybrid-36 number: A000 follows 9999, a000 follows ZZZZ."""
    first = digits[:1]
    if len(digits) != 4 or not digits.isalnum() or not digits.isascii() or first.isdigit():
        raise ValueError(digits)
    if first.isupper() and digits.upper() == digits:
        offset = 10**4 - 10 * 36**3
    elif first.islower() and digits.lower() == digits:
        offset = 10**4 + 16 * 36**3
    else:
        raise ValueError(digits)
    value = 0
    for one in digits.upper():
        value = 36 * value + _HYBRID_36_DIGITS.index(one)
    return value + offset


def element_of_record(line: str, residue: Residue) -> int:
    """Atomic number from columns 77-78, else from the atom name; 0 for nobody knows."""
    number = atomic_number(line[76:78])
    if number and not (number > 16 and is_standard(residue)):
        return number
    return element_of_name(line[12:16], residue)


def is_standard(residue: Residue) -> bool:
    """Whether a residue is a common amino acid or nucleotide: H, C, N, O, P, S only."""
    return residue.name.upper() in STANDARD_NAMES or residue.name.upper() in TEMPLATE_NAMES


def element_of_name(field: str, residue: Residue) -> int:
    """Guess an element from the four columns of an atom name.

    One-letter elements stand in the second column; names of four characters and atoms of
    standard residues have their first letter as element wherever it stands.
    """
    letters = field.strip().lstrip(string.digits + "'\"*").upper()
    if not letters:
        return 0
    standard = is_standard(residue)
    if field[0] not in " " + string.digits and not standard:
        head = "".join(one for one in letters[:2] if one.isalpha())
        lone = letters == residue.name.upper()  # ions are called like their residue
        filled = len(field.strip()) == 4 and letters[0] in "CHNO"
        if head in _TWO_LETTER_ELEMENTS and (lone or not filled):
            return atomic_number(head)
    if letters[:2] == "SE" and residue.name.upper() in ("MSE", "SEC", "CSE"):
        return atomic_number("SE")
    return atomic_number(letters[0])
