"""The parts of a written hydrogen bond: a residue's atom, a ligand's atom, what separates them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

__all__ = ["USUAL_RESIDUES", "Claim", "read_claims"]

USUAL_RESIDUES = frozenset([
    "ALA", "ARG", "ASN", "ASP", "CYS", "GLN", "GLU", "GLY", "HIS", "ILE", "LEU", "LYS",
    "MET", "PHE", "PRO", "SER", "THR", "TRP", "TYR", "VAL", "MSE", "SEC", "PYL", "HID",
    "HIE", "HIP", "CYX", "CYM", "ASH", "GLH", "LYN", "SEP", "TPO", "PTR", "CSO", "KCX",
    "MLY", "DA", "DC", "DG", "DT", "DU", "DI", "A", "C", "G", "U", "I", "T",
])  # fmt: skip
"""Residue names that are taken as such without being told: amino acids, their usual variants,
nucleotides."""

_PROTEIN_ATOMS = frozenset([
    "N", "O", "OXT", "CA", "CB", "OG", "OG1", "OD1", "OD2", "OE1", "OE2", "OH", "ND1",
    "ND2", "NE", "NE1", "NE2", "NH1", "NH2", "NZ", "SG", "SD",
])  # fmt: skip
_LIGAND_WORDS = frozenset([
    "LIG", "LIGAND", "UNL", "UNK", "DRG", "INH", "MOL",
])  # fmt: skip
_ONE_LETTER_ATOMS = frozenset("NOSCFPHBIKVWUY")

_BULLET = re.compile(r"\s{0,4}(?:[-+>]\s|\(?[0-9]{1,3}[.)]\s|\(?[a-z]\)\s|#{1,3}\s?[0-9]{0,3}\s)")
# a full stop ends a bond only behind an atom's name, not behind the number of a list's item
_PIECES = re.compile(
    r";|(?:(?<=[A-Za-z][0-9A-Za-z'*])|(?<=[0-9][A-Za-z'*])|(?<=[A-Za-z][0-9][0-9]))\.\s(?=[A-Za-z])"
)
_BRACKETS = re.compile(r"[(\[]([^()\[\]]{0,100})[)\]]")
_SHORT_WORD = re.compile(r"\s?(?:chain\s?:?\s?)?([A-Za-z0-9_]{1,4})\s?", re.I)
_RESIDUE_IN_BRACKETS = re.compile(
    r"\s?(?:residue\s)?[A-Za-z][A-Za-z0-9]{1,3}[\s-]?-?[0-9]{1,5}[A-Za-z]?"
    r"(?:[,\s]{1,2}(?:chain\s)?[A-Za-z0-9_]{1,4})?\s?",
    re.I,
)
_DISTANCE = re.compile(
    r"[\s,:;~≈@=]{0,4}\b(?:(?:at|d|dist\.?|distance|about|approx\.?|of|is|=|~)\s?[=:~]?\s?){0,4}"
    r"[0-9]{1,2}(?:\.[0-9]{1,3})?\s?(?:å|angstr[öo]ms?)\s?$",
    re.I,
)
_OF_LIGAND = re.compile(r"\s(?:of|in|on|from)\s(?:the\s)?ligand\b", re.I)
_LIGAND = re.compile(r"\b(?:the\s)?ligand(?:'s)?(?:\satom)?\b:?", re.I)
_FILLER = re.compile(r"\b(?:the|residue|residue's|atom|atoms|chain|its|between)\b:?\s?", re.I)
_SEPARATORS = re.compile(
    r"<?-{1,3}>|-{2,4}|\.{2,6}|·{1,4}|\s[-–~=:]\s|:\s|\s?[|/&=~]\s?"
    r"|\s(?:(?:donates|accepts|bonds|binds|bonded|bound|hydrogen-bonds|hydrogen-bonded|h-bonds)\s"
    r"(?:a\s(?:hydrogen|proton)\s)?)?(?:to|with|and|from)\s",
    re.I,
)
_ATOM = re.compile(r"[A-Za-z0-9][A-Za-z0-9'*#+_-]{0,9}")
_CHAIN = re.compile(r"_|[A-Za-z0-9]{1,4}")
_ATTACHED = re.compile(
    r"(?P<name>[A-Za-z]{1,4})(?P<hyphen>-?)(?P<number>[0-9]{1,6})(?P<ins>[A-Za-z]?)"
)
_NAME = re.compile(r"[A-Za-z0-9]{1,5}")
_NUMBER = re.compile(r"(?P<number>-?[0-9]{1,6})(?P<ins>[A-Za-z]?)")


@dataclass(frozen=True, slots=True)
class Claim:
    """A bond as a reply writes it; None or empty where it does not say.

    Attributes
    ----------
    res_name, res_number, ins_code, chain
        The residue; ``res_name`` is None where only the two atoms are given.
    signed
        False where the number stands behind a hyphen, which may or may not be a minus.
    """

    res_atom: str
    lig_atom: str
    res_name: str | None = None
    res_number: int | None = None
    ins_code: str = ""
    chain: str | None = None
    signed: bool = True


@dataclass(frozen=True, slots=True)
class _Residue:
    atom: str
    name: str
    number: int | None = None
    ins_code: str = ""
    chain: str | None = None
    signed: bool = True


_Side = _Residue | str


def read_claims(
    text: str, *, numbered: bool, names: frozenset[str], unnamed: bool
) -> tuple[Claim, ...]:
    """Read a line that consists of bonds and nothing else; empty where it does not.

    Parameters
    ----------
    text
        One line, or part of it, cleaned.
    numbered
        Whether a residue has to be named with its number.
    names
        Residue names in upper case to accept besides the usual ones.
    unnamed
        Whether two atom names alone are a bond ("NH2, O1B"): where bonds were announced.
    """
    if len(text) > 4000:
        return ()

    def as_piece(brackets: re.Match[str]) -> str:
        sides = _sides(brackets[1], numbered, names) if "," in brackets[1] else None
        return f";{brackets[1]};" if sides and _pair(sides, unnamed) else brackets[0]

    found: list[Claim] = []
    for piece in _PIECES.split(_BRACKETS.sub(as_piece, text)):
        if not piece.strip(" .,()[]"):
            continue
        sides = _sides(piece, numbered, names)
        claims = None if sides is None else _pair(sides, unnamed)
        if claims is None:
            return ()
        found += claims
    return tuple(dict.fromkeys(found))


def _sides(piece: str, numbered: bool, names: frozenset[str]) -> list[_Side] | None:
    """Split a piece into residue sides and ligand sides; None where a part is neither."""
    bullet = _BULLET.match(piece)
    text = _plain(piece[bullet.end() if bullet else 0 :])
    parts = [part.strip(" .") for part in text.split(",")]
    parts = [part for part in parts if part]
    read = [_side(part, numbered, names) for part in parts]
    if len(parts) == 1 and (read[0] is None or len(read[0]) == 1):
        return _without_comma(parts[0].split(), numbered, names)
    sides: list[_Side] = []
    for one in read:
        if one is None:  # perhaps a row of a table: ARG, 45, NH2, A, O1B
            tokens = " ".join(parts).split()
            return _without_comma(tokens, numbered, names) if len(tokens) in (4, 5) else None
        sides += one
    return sides


def _plain(piece: str) -> str:
    text = _BRACKETS.sub(_keep_chain, piece)
    text = _DISTANCE.sub("", text)
    text = _OF_LIGAND.sub("", text)
    text = _LIGAND.sub(" LIGAND ", text)
    text = _SEPARATORS.sub(" , ", text)
    text = _FILLER.sub("", text)
    text = re.sub(r"(?<=[A-Za-z0-9])\.(?=[A-Za-z])", " ", text)
    return text.replace(":", " ").replace("@", " ")


def _keep_chain(brackets: re.Match[str]) -> str:
    """Keep a chain or an atom in brackets, and a residue as in ``NH2 (ARG 45)``; drop notes."""
    short = _SHORT_WORD.fullmatch(brackets[1])
    if short:
        return f" {short[1]} "
    residue = _RESIDUE_IN_BRACKETS.fullmatch(brackets[1])
    return f" of {brackets[1].replace(',', ' ')} " if residue else " "


def _side(part: str, numbered: bool, names: frozenset[str]) -> list[_Side] | None:
    tokens = part.split()
    if len(tokens) >= 3 and tokens[1].lower() == "of":  # NH2 of ARG 45
        tokens = [*tokens[2:], tokens[0]]
    residue = _residue(tokens, numbered, names)
    if residue is not None:
        return [residue]
    if len(tokens) == 2 and tokens[0].upper() in _LIGAND_WORDS:
        tokens = tokens[1:]
    if len(tokens) == 1 and _is_atom(tokens[0]) and "-" not in tokens[0]:
        return [tokens[0]]
    if "-" in part:
        left, _, right = part.rpartition("-")
        residue = _side_of_hyphens(left, numbered, names)
        if residue is not None and _is_atom(right.strip()):
            return [residue, right.strip()]
        residue = _side_of_hyphens(part, numbered, names)
        if residue is not None:
            return [residue]
    return [tokens[0]] if len(tokens) == 1 and _is_atom(tokens[0]) else None


def _side_of_hyphens(part: str, numbered: bool, names: frozenset[str]) -> _Residue | None:
    """Read ``ARG-45-NH2``: hyphens instead of spaces."""
    plain = _residue(part.split(), numbered, names)
    return plain or _residue(re.sub(r"(?<=\w)-(?=\w)", " ", part).split(), numbered, names)


def _residue(tokens: Sequence[str], numbered: bool, names: frozenset[str]) -> _Residue | None:
    """Read name, number, atom and chain; the number may be missing where ``numbered`` is not."""
    if not 2 <= len(tokens) <= 6:
        return None
    if len(tokens) >= 3 and _NAME.fullmatch(tokens[0]) and not tokens[0].isdecimal():
        number_token = _NUMBER.fullmatch(tokens[1])
        if number_token:
            return _finish(
                tokens[2:], tokens[0], int(number_token["number"]), number_token["ins"], True
            )
    if not numbered and tokens[0].upper() in names:
        return _finish(tokens[1:], tokens[0], None, "", True)
    attached = _ATTACHED.fullmatch(tokens[0])
    if attached and _is_residue(attached["name"], names):
        number, signed = int(attached["number"]), not attached["hyphen"]
        return _finish(tokens[1:], attached["name"], number, attached["ins"], signed)
    if len(tokens) >= 3 and _CHAIN.fullmatch(tokens[0]):  # chain first, as in A:ARG45:NH2
        rest = _residue(tokens[1:], True, names)
        if rest is not None and rest.chain is None:
            return replace(rest, chain=tokens[0].replace("_", ""))
    if not numbered and tokens[0].upper() in USUAL_RESIDUES:
        return _finish(tokens[1:], tokens[0], None, "", True)
    return None


def _is_residue(name: str, names: frozenset[str]) -> bool:
    return len(name) >= 3 or name.upper() in USUAL_RESIDUES or name.upper() in names


def _finish(
    tokens: Sequence[str], name: str, number: int | None, ins_code: str, signed: bool
) -> _Residue | None:
    """Put atom and chain to a residue; the chain may also come first."""
    if len(tokens) == 2 and len(tokens[0]) == 1 and tokens[0].upper() not in _ONE_LETTER_ATOMS:
        tokens = tokens[::-1]
    elif len(tokens) == 2 and tokens[1].upper() in _PROTEIN_ATOMS and len(tokens[0]) == 1:
        tokens = tokens[::-1] if len(tokens[1]) > 1 else tokens
    if not 1 <= len(tokens) <= 2 or "-" in tokens[0]:
        return None
    # behind a residue's number even "n" is an atom
    usual = number is not None and tokens[0].upper() in _PROTEIN_ATOMS
    if not usual and not _is_atom(tokens[0]):
        return None
    if len(tokens) == 2 and not _CHAIN.fullmatch(tokens[1]):
        return None
    chain = None if len(tokens) == 1 else tokens[1].replace("_", "")
    return _Residue(tokens[0], name, number, ins_code, chain, signed)


def _is_atom(token: str) -> bool:
    """Whether a word can be an atom's name: a digit in it, or short and in capitals."""
    if not _ATOM.fullmatch(token) or token.isdecimal():
        return False
    if token.upper() in _PROTEIN_ATOMS:
        return len(token) > 1 or token.isupper()
    if len(token) == 1:
        return token in _ONE_LETTER_ATOMS
    if any(character.isdecimal() for character in token):
        return any(character.isalpha() for character in token)
    return token[:1].isupper() and (len(token) <= 2 or (token.isupper() and len(token) <= 4))


def _without_comma(
    tokens: Sequence[str], numbered: bool, names: frozenset[str]
) -> list[_Side] | None:
    """Read ``ARG NH2 O1B``: a residue side and a ligand side with nothing between."""
    residue = _residue(tokens[:-1], numbered, names)
    if residue is None or not _is_atom(tokens[-1]):
        return None
    # a single letter at the end is the chain, unless that was there before it
    if len(tokens[-1]) < 2 and residue.chain is None:
        return None
    return [residue, tokens[-1]]


def _pair(sides: Sequence[_Side], unnamed: bool) -> list[Claim] | None:
    """Pair neighbouring sides; a side left over shares the one before ("ARG NH2, O1, O2")."""
    if not any(isinstance(side, _Residue) for side in sides):
        atoms = [side for side in sides if isinstance(side, str)]
        if not unnamed or len(atoms) % 2 or not atoms:
            return None
        return [Claim(a, b) for a, b in zip(atoms[::2], atoms[1::2], strict=True)]
    claims: list[Claim] = []
    at = 0
    while at < len(sides):
        first = sides[at]
        second = sides[at + 1] if at + 1 < len(sides) else None
        if second is not None and isinstance(first, _Residue) != isinstance(second, _Residue):
            residue, atom = (first, second) if isinstance(first, _Residue) else (second, first)
            at += 2
            # further ligand atoms belong to the same residue atom, unless a residue follows them
            claims.append(_claim(residue, atom))
            if isinstance(first, _Residue):
                while at < len(sides) and isinstance(sides[at], str):
                    claims.append(_claim(residue, sides[at]))
                    at += 1
        else:
            return None
    return claims


def _claim(residue: _Side, atom: _Side) -> Claim:
    if not isinstance(residue, _Residue) or not isinstance(atom, str):
        raise TypeError("a bond joins a residue's atom and a ligand's atom")
    return Claim(
        residue.atom, atom, residue.name, residue.number, residue.ins_code, residue.chain,
        residue.signed,
    )  # fmt: skip
