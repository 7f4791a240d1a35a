"""Reading lists of hydrogen bonds from a reply: ``Yes: ARG NH2, O1B`` and its many relatives."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from misibench.tasks.answers import (
    AMBIGUOUS,
    BLIND,
    DECLINES,
    EMPTY,
    NOTHING,
    REFUSED,
    Cue,
    NoAnswer,
    clean_reply,
    drop_emphasis,
    find_cues,
)
from misibench.tasks.bond_sides import Claim, read_claims

__all__ = ["BondList", "read_bonds"]

MAX_BLOCK = 20_000
"""Characters of one list of bonds that are read."""

_VERDICT = re.compile(r"[\s:=>\-(\[#]{0,20}(?P<word>yes|no|none|nothing)\b", re.I)
_BOTH = re.compile(r"\s?(?:or|/|and)\s?(?:yes|no)\b", re.I)
_NO_TAIL = re.compile(
    r"\s?(?:$|[.!,;:)\]\n]|-(?![a-z])|(?:(?:such|significant|direct|detectable|visible|clear|apparent)\s)?"
    r"(?:hydrogen|h-?\s?bond|hbond|bond|interaction)|there\b|it\s|the\s|this\s)",
    re.I,
)
_STATES_NO = re.compile(
    r"[\s:=>\-(]{0,20}(?:there\s(?:is|are)\s(?:no|not\sany)|(?:the\s)?(?:[\w-]{1,12}\s){1,4}"
    r"(?:forms?|makes?|has|have)\sno|(?:the\s)?(?:[\w-]{1,12}\s){1,4}(?:does|do)\s?(?:not|n't)\s"
    r"(?:form|make|have)(?:\sany|\sa)?)\s(?:direct\s)?(?:hydrogen|h-?\s?bond|hbond)[\w\s-]{0,60}"
    r"(?=$|[.!\n])",
    re.I,
)
_AFTER_BARE = re.compile(r" ?\n| ?(?:yes|no)\s?(?:$|[.!,:;\n])", re.I)
_AFTER_YES = re.compile(r"[\s.,:;!\-)\]]{0,6}")
_SENTENCE = re.compile(r"\.\s(?=[A-Z][a-z'])|\.\s?$|[!?]")
_LIST_LABEL = re.compile(
    r"[^;:]{0,60}\b(?:bonds?|interactions?|pairs?|contacts?|list)\b[^;:]{0,50}:", re.I
)
_HEADING = re.compile(r"[^.;,]{0,70}:?", re.I)


@dataclass(frozen=True, slots=True)
class BondList:
    """What a reply says of hydrogen bonds.

    Attributes
    ----------
    bonded
        Whether it says that there are any.
    claims
        The bonds it names, as written, each once.
    """

    bonded: bool
    claims: tuple[Claim, ...] = ()


def read_bonds(
    reply: str, *, numbered: bool, residue_names: Collection[str] = ()
) -> BondList | NoAnswer:
    """Read the list of bonds that a reply gives, or its "No".

    Parameters
    ----------
    reply
        The raw reply.
    numbered
        Whether a bond has to name its residue by number (T9), or the residue is known (T4).
    residue_names
        Names of residues that may occur besides the usual ones.
    """
    text = drop_emphasis(clean_reply(reply), atom_names=True)
    if not text:
        return EMPTY
    reader = _Reader(numbered, frozenset(name.upper() for name in residue_names))
    cues = find_cues(text)
    for cue in [cue for cue in cues if cue.firm][::-1]:
        read = reader.after_cue(text, cue)
        if read is not None:
            return read
    last_line = text.rfind("\n") + 1
    for cue in [cue for cue in cues if not cue.firm][::-1]:
        read = reader.after_cue(text, cue) if cue.start >= last_line else None
        if isinstance(read, BondList):
            return read
    return reader.unannounced(text)


class _Reader:
    def __init__(self, numbered: bool, names: frozenset[str]) -> None:
        self.numbered = numbered
        self.names = names

    def claims(self, text: str, announced: bool) -> tuple[Claim, ...]:
        return read_claims(
            text, numbered=self.numbered, names=self.names, unnamed=announced and not self.numbered
        )

    def after_cue(self, text: str, cue: Cue) -> BondList | NoAnswer | None:
        """Read what is announced; None where nothing readable is."""
        block = text[cue.end : cue.end + MAX_BLOCK]
        if cue.bare and not _AFTER_BARE.match(block):
            return None
        if cue.firm and not cue.bare and DECLINES.match(block):
            return REFUSED
        verdict = _verdict(block)
        if verdict == "both":
            return AMBIGUOUS if cue.firm else None
        if verdict == "no" or (verdict is None and _STATES_NO.match(block)):
            return BondList(False)
        start = 0
        if verdict == "yes":
            start = _skip_yes(block)
        claims = self._block(block[start:])
        if claims or verdict == "yes":
            return BondList(True, claims)
        return None

    def _block(self, block: str) -> tuple[Claim, ...]:
        """Read the bonds a block begins with, up to the first line that has none."""
        found: list[Claim] = []
        for line in block.split("\n"):
            if not line.strip(" :-|+"):
                continue
            claims, ended = self._line(line, announced=True)
            if claims:
                found += claims
            elif found or not _HEADING.fullmatch(line):
                break
            if ended:
                break
        return tuple(dict.fromkeys(found))

    def _line(self, line: str, announced: bool) -> tuple[tuple[Claim, ...], bool]:
        """Read the bonds of a line, and whether a sentence ends in it that more text follows."""
        end = _SENTENCE.search(line)
        sentence = line[: end.start()] if end else line
        more = bool(end and line[end.end() :].strip(" )"))
        claims = self.claims(sentence, announced)
        if not claims and (label := _LIST_LABEL.match(sentence)):
            claims = self.claims(sentence[label.end() :], announced)
        return claims, more

    def unannounced(self, text: str) -> BondList | NoAnswer:
        """Read a reply that announces nothing, line by line."""
        lists: list[BondList] = []
        for one in self._lists(text):
            if lists and lists[-1].bonded and not lists[-1].claims and one.bonded:
                lists[-1] = one  # "Yes." and the bonds below it
            elif one not in lists and not (one == BondList(True) and any(x.bonded for x in lists)):
                lists.append(one)
            if len(lists) > 1:
                return AMBIGUOUS
        return lists[0] if lists else NOTHING

    def _lists(self, text: str) -> Iterator[BondList]:
        """Give every verdict and every block of bonds of a reply."""
        gathered: list[Claim] = []
        lines = [line for line in text.split("\n") if line.strip(" :-|+")]
        for line in lines:
            verdict = None if gathered else _verdict(line)
            if verdict is None and not gathered and (label := _LIST_LABEL.match(line)):
                verdict = _verdict(line[label.end() :])  # "Hydrogen bonds: none"
                line = line[label.end() :] if verdict else line
            rest = line[_skip_yes(line) :] if verdict == "yes" else line
            claims = () if verdict in ("no", "both") else self._line(rest, verdict == "yes")[0]
            if claims:
                gathered += claims
                continue
            if gathered and not (_HEADING.fullmatch(line) and line.rstrip().endswith(":")):
                yield BondList(True, tuple(dict.fromkeys(gathered)))
                gathered = []
                verdict = _verdict(line)
            if verdict == "yes":
                yield BondList(True)
            elif verdict == "no":
                yield BondList(False)
        if gathered:
            yield BondList(True, tuple(dict.fromkeys(gathered)))
        elif lines and _STATES_NO.fullmatch(lines[-1].rstrip(" .!")):
            yield BondList(False)


def _verdict(text: str) -> str | None:
    """Say whether a text begins with "yes", "no", or both; None where with neither."""
    match = _VERDICT.match(text)
    if match is None:
        return None
    line = text[match.end() : match.end() + 400].split("\n", 1)[0]
    if _BOTH.match(line):
        return "both"
    if match["word"].lower() == "yes":
        return "yes"
    return "no" if _NO_TAIL.match(line) and not BLIND.search(line) else None


def _skip_yes(text: str) -> int:
    match = _VERDICT.match(text)
    end = match.end() if match else 0
    after = _AFTER_YES.match(text, end)
    return after.end() if after else end
