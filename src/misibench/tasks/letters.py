"""Reading the letter of an option from a reply: explicit letters only, never a guess."""

from __future__ import annotations

import re
from collections.abc import Sequence

from misibench.tasks.answers import (
    AMBIGUOUS,
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
from misibench.tasks.commands import place_of_motions
from misibench.tasks.moves import LETTERS

__all__ = ["read_letter"]

# after "the answer is": words that may come before the letter
_FILLER = (
    r"(?:(?:definitely|clearly|certainly|probably|therefore|thus|likely|most\slikely|still|indeed"
    r"|simply|just|actually)\s){0,2}"
)
_NOUN = (
    r"(?:(?:the\s)?(?:correct\s|right\s|best\s)?(?:option|choice|answer|letter|candidate)"
    r"\s?[:\-]?\s?)?"
)
# Latin, Greek or Cyrillic letters make it the start of a word; Chinese ones do not
_LETTER = r"(?P<letter>[A-Da-d])(?!'?[A-Za-z0-9_\u00c0-\u024f\u0370-\u052f])'?"
_AFTER_CUE = re.compile(
    rf"[^\w?!.,;]{{0,40}}{_FILLER}{_NOUN}[(\[]{{0,2}}{_LETTER}[)\]]{{0,2}}", re.I
)

_NEGATED = re.compile(
    rf"[\s:]{{0,10}}{_FILLER}(?:not\b|never\b|neither\b|(?:is|was|are|can|could|would)?n't\b)", re.I
)
_EITHER = re.compile(r"[\s:]{0,5}(?:either|between|one\sof|both|any\sof)\b", re.I)

_OTHER = r"\(?(?i:option\s|choice\s)?\(?[A-D]\)?(?![\w'])"
_HEDGE = r"(?i:maybe|possibly|perhaps)"
_ALTERNATIVE = re.compile(
    rf"[\s,]{{0,3}}(?:(?i:\bor\b|\band\b|/|&|\||\+|\bvs\.?|\bversus\b)\s?(?:{_HEDGE}\s)?{_OTHER}"
    rf"|\(?(?:(?i:or)|{_HEDGE})\s{_OTHER}"
    rf"|[,;]? ?(?:{_OTHER}[ ,;]{{0,3}}){{1,4}}(?:$|[.\n]|(?:or|and)\s{_OTHER}))",
)

_END = re.compile(
    r"\s?(?:$|[\n.!;:,)\]]|-\s|->|[^\w\s\-+'&=/%#°^~<?\"*$])|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]"
)
_SENTENCE_END = re.compile(r"[\s)\]]{0,3}(?:$|[\n.!])")
_GOES_ON = re.compile(
    r"\s\(?(?:because|since|as|which|with|for|given|where|due|based|by|after|over|rather|instead"
    r"|not|(?:move|roll)\s[xyz]\s?[-+]?[0-9]|is\s(?:the\s)?(?:correct|right|best|answer|only|one)"
    r"|it\s|the\s|this\s|that\s|matches|shows|has\s|brings|would\s|seems|fits|looks|represents"
    r"|corresponds)",
    re.I,
)

_REVERSED = re.compile(
    r"(?<![\w'])(?P<before>(?i:chain|residue|ring|atom|or|and|not|nor|if|whether)\s)?"
    r"(?:option\s|choice\s|candidate\s)?\(?(?P<letter>[A-D])\)?\s"
    r"(?:is|must\sbe|has\sto\sbe|seems\sto\sbe|appears\sto\sbe)\s"
    r"(?:(?:therefore|thus|clearly|definitely|probably|the|most\slikely|my)\s){0,3}"
    r"(?:(?:(?:correct|right|best|true|final|matching|closest)\s)?"
    r"(?:answer|option|choice|one|match|candidate|picture|image)\b(?!\s?\?)"
    r"|(?:correct|right)\s?(?=$|[.!\n]))",
)

_LONE = re.compile(
    r"[^\w?]{0,8}(?:(?:my\s)?(?:final\s)?(?:option|choice|letter|answer)\s?[:\-]?\s?)?"
    rf"[(\[]{{0,2}}{_LETTER}[^\w?+&=/%#^~<]{{0,6}}",
    re.I,
)
_SHORT_SENTENCE = re.compile(
    r"(?:I\s(?:think|believe|guess|say)\s)?"
    r"(?:it|that|this|mine|(?:the\s)?(?:one|picture|image))?\s?"
    rf"(?:'s|is|must\sbe|would\sbe|should\sbe)\s(?:option\s|choice\s)?[(\[]?{_LETTER}[)\]]?[.!]",
    re.I,
)
_OPTION_LINE = re.compile(
    r"(?:option\s|choice\s)?[(\[]?(?P<letter>[A-D])[)\].:]{1,2}\s?(?P<rest>.*)", re.I
)
_EXPLAINS = re.compile(
    r"(?:(?:move|roll)\s[xyz]\b|(?:image|picture|because|since|reason|explanation|as|the|this|that"
    r"|it|I)\b)",
    re.I,
)


def read_letter(reply: str, options: Sequence[str] = ()) -> str | NoAnswer:
    """Read which option a reply names.

    The last explicit answer counts ("Answer: B", "C is the correct option", a box); without
    one, a line that holds a letter and nothing else, at the start or end of the reply. An option
    may also be named by its whole text.

    Parameters
    ----------
    reply
        The raw reply.
    options
        The texts of the options, A first.
    """
    text = drop_emphasis(clean_reply(reply))
    if not text:
        return EMPTY
    cues = find_cues(text)
    announced = [(cue.start, cue) for cue in cues if cue.firm]
    found: list[tuple[int, Cue | str]] = [
        *announced,
        *((match.start(), match["letter"]) for match in _REVERSED.finditer(text)
          if not match["before"]),
    ]  # fmt: skip
    for _, cue in sorted(found, key=lambda one: one[0], reverse=True):
        read = cue if isinstance(cue, str) else _after_cue(text, cue, options)
        if read is AMBIGUOUS and not isinstance(cue, str):
            # "Answer: A or B? I think B."
            return _softly([one for one in cues if one.start > cue.end], text, options) or read
        if read is not None:
            return read
    return _softly(cues, text, options) or _from_lines(text, options)


def _softly(cues: Sequence[Cue], text: str, options: Sequence[str]) -> str | None:
    """Read the letter behind the last soft cue that has one."""
    for cue in reversed(cues):
        read = None if cue.firm else _after_cue(text, cue, options)
        if isinstance(read, str):
            return read
    return None


def _after_cue(text: str, cue: Cue, options: Sequence[str]) -> str | NoAnswer | None:
    """Read the letter behind a cue; None where the cue announces nothing readable."""
    match = _AFTER_CUE.match(text, cue.end)
    if match is None:
        if not cue.firm:
            return None
        if _NEGATED.match(text, cue.end) or (not cue.bare and DECLINES.match(text, cue.end)):
            return REFUSED
        if not cue.bare and _EITHER.match(text, cue.end):
            return AMBIGUOUS
        return _option_text(text[cue.end : cue.end + 200], options, announced=True)
    letter, end = match["letter"], match.end()
    if text[end : end + 1] == "?":
        return None
    if cue.bare or not cue.firm:
        gap = text[cue.end : match.start("letter")]
        clear = _SENTENCE_END.match(text, end) and ("\n" not in gap or cue.bare)
        return (
            letter.upper() if clear and (letter.isupper() or text[end : end + 1] == ".") else None
        )
    if _ALTERNATIVE.match(text, end):
        return AMBIGUOUS
    if letter == "a" and not _SENTENCE_END.match(text, end):
        return None  # the article
    if _END.match(text, end) or _GOES_ON.match(text, end):
        return letter.upper()
    return None


def _names_no_other(rest: str, options: Sequence[str]) -> bool:
    """Whether what follows "image 9" leaves it the only picture named."""
    return rest[:1] in " .,(:;" and "image" not in rest and options[0].startswith("image")


def _option_text(text: str, options: Sequence[str], announced: bool = False) -> str | None:
    """Find the option whose whole text a piece of a reply consists of."""
    if not options:
        return None
    line = text.strip(" \n:-(").split("\n", 1)[0].lower()
    for letter, option in zip(LETTERS, options, strict=False):
        wanted = option.lower()
        rest = line[len(wanted) :] if line.startswith(wanted) else "?"
        if not rest.strip(" .!)") or (announced and _names_no_other(rest, options)):
            return letter
    place = place_of_motions(line, options)
    return None if place is None else LETTERS[place]


def _from_lines(text: str, options: Sequence[str]) -> str | NoAnswer:
    """Read a reply without an announced answer: only its first and last line may be one."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    whole = len(lines) == 1
    found = {letter for line in (lines[0], lines[-1]) if (letter := _line(line, options, whole))}
    starts = {
        match["letter"].upper()
        for line in lines
        if (match := _OPTION_LINE.fullmatch(line) or _LONE.fullmatch(line))
    }
    if len(found) > 1 or (found and starts - found):
        return AMBIGUOUS
    return found.pop() if found else NOTHING


def _line(line: str, options: Sequence[str], whole: bool) -> str | None:
    """Read a line that is an answer by itself; ``whole`` says that it is the whole reply."""
    match = _LONE.fullmatch(line) or _SHORT_SENTENCE.fullmatch(line)
    if match:
        # a small letter is an answer only where it cannot be an item or an article
        small = match["letter"].islower() and not (whole and match["letter"] != "a")
        return None if small and len(line) > 2 else match["letter"].upper()
    start = _OPTION_LINE.fullmatch(line)
    if start and start["letter"].isupper() and _EXPLAINS.match(start["rest"]):
        return start["letter"]
    return _option_text(line, options)
