"""Reading ``move x 3`` and ``roll y 15`` from a reply: the motions meant as the answer, or none."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from misibench.geometry import Axis, Motion, Move, Roll
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

__all__ = ["parse_motions", "place_of_motions", "read_docking", "read_motion"]

Motions = tuple[Motion, ...]
Short = Callable[[str, int], Motion | None]

_NUMBER = r"(?:[0-9]{1,6}(?:\.[0-9]{1,6})?|\.[0-9]{1,6})"
_VALUE = (
    rf"(?P<sign>[-+]|minus\s|negative\s|plus\s|positive\s)?\s?(?P<number>{_NUMBER})"
    # what makes it another number than the one read, or more than one
    rf"(?P<odd>[0-9.]*[0-9]|,[0-9]|e[0-9]|\s?[×/^]\s?[0-9]|\s?[%±~]|\s?\(?(?:or|to|-|\+/-)\s?[-+]?{_NUMBER})?"
    r"(?:\s?(?:å(?:ngstr[öo]ms?)?|angstr[öo]ms?|a\b|°|deg(?:ree)?s?\b|units?\b))?"
)
_AXIS = r"(?P<axis>[xyz])(?![a-z'])(?:[\s-]?(?:axis|direction)\b)?"
_COMMAND = re.compile(
    # what follows these words is not the answer
    r"(?P<not>\b(?:not|never|isn't|than|instead\sof|undo|undoes|undoing|like|such\sas|for\sexample,?"
    r"|for\sinstance,?|e\.g\.,?)\s(?:a\s|the\s)?)?"
    r"\b(?P<verb>move|translate|roll|rotate|turn)"
    r"(?:(?=[xyz]\s?[:=]?\s?[-+]?[0-9])|\b[\s,:=(]{0,4}(?:(?:along|about|around|in|on|the)\s){0,3})"
    rf"{_AXIS}[\s,:=(]{{0,4}}(?:(?:by|of)\s)?{_VALUE}[)\]]?(?P<asked>\s?\?)?",
    re.I,
)

_MARKS = r"[\s,;.&+\->:)(\[\]|/#0-9]"
_GLUE = re.compile(
    rf"(?:{_MARKS}|\b(?:and|then|next|followed|by|after|that|first|second|secondly|finally|step"
    r"|translation|rotation|now|about|around|along|to|the|its|own|ligand(?:'s)?|cent(?:er|re)|axis"
    r"|left|right|apply|it|back|into|pocket)\b){0,60}",
    re.I,
)
"""What may stand between the motions of one answer, and around them on a line of their own."""

_LABELS = re.compile(
    rf"(?:{_MARKS}|\b(?:to|the|a|an|apply|applying|use|using|commands?|is|are|be|would|simply|just"
    r"|therefore|thus|you|we|should|must|can|first|of|following|as|follows|rotation|translation"
    r"|motions?|movement|transformation|operation|step|by|single|sequence|it|this|that|correct"
    r"|answer|likely|probably|most|definitely|clearly|with)\b){0,80}",
    re.I,
)
"""What may stand between the words that announce an answer and the answer."""

_ENDING = re.compile(r"[\s)\],;]{0,4}(?:$|[.!\n])")
_ALTERNATIVE = re.compile(r"[\s,(]{0,4}(?:or|alternatively|/|vs\.?|versus|maybe|perhaps)\b", re.I)
_NEGATED = re.compile(r"[\s:]{0,10}(?:not|isn't)\b", re.I)
_SHORT = re.compile(
    rf"[\s:=>(\[#]{{0,10}}{_AXIS}\s?[:=,]?\s?(?:by\s)?{_VALUE}[\s)\].]{{0,4}}(?=$|\n)", re.I
)
_BARE_NUMBER = re.compile(rf"[\s:=>(\[#]{{0,10}}{_VALUE}[\s)\].]{{0,4}}(?=$|\n)", re.I)


@dataclass(frozen=True, slots=True)
class _Command:
    start: int
    end: int
    motion: Motion | None  # None where the value is not one plain number


def read_motion(reply: str, kind: type[Move] | type[Roll], axes: str) -> Motion | NoAnswer:
    """Read the one motion that a reply gives (T1, T2, T3).

    Parameters
    ----------
    reply
        The raw reply.
    kind
        The kind of motion asked for: where the answer is announced or is the whole reply, its
        verb may be left out ("Answer: x 3").
    axes
        The axes it may have; where there is only one, it may be left out too ("50").
    """

    def short(text: str, at: int) -> Motion | None:
        match = _SHORT.match(text, at)
        if match and match["axis"].lower() in axes:
            return _motion(match, kind, match["axis"])
        match = _BARE_NUMBER.match(text, at) if len(axes) == 1 else None
        return _motion(match, kind, axes) if match else None

    text = drop_emphasis(clean_reply(reply))
    read = _read(text, _one, short)
    return read if isinstance(read, NoAnswer) else read[0]


def read_docking(reply: str) -> Motions | NoAnswer:
    """Read a roll and a move (T7) in the order given; one of them if there is no other."""
    return _read(drop_emphasis(clean_reply(reply)), _roll_and_move, None)


def parse_motions(text: str) -> Motions:
    """Parse a text in the answer format, ``roll x 75, move x -14``; empty if it is not one."""
    commands = _find(text)
    if not _GLUE.fullmatch(_COMMAND.sub("", text)):
        return ()
    motions = tuple(one.motion for one in commands if one.motion is not None)
    return motions if len(motions) == len(commands) else ()


def place_of_motions(text: str, options: Sequence[str]) -> int | None:
    """Find the one option that consists of the same motions as a text, in any order."""
    wanted = frozenset(parse_motions(text))
    if not wanted:
        return None
    places = [at for at, one in enumerate(options) if frozenset(parse_motions(one)) == wanted]
    return places[0] if len(places) == 1 else None


def _find(text: str) -> list[_Command]:
    found = []
    for match in _COMMAND.finditer(text):
        if match["not"] or match["asked"]:
            continue
        kind = Move if match["verb"].lower() in ("move", "translate") else Roll
        found.append(_Command(match.start(), match.end(), _motion(match, kind, match["axis"])))
    return found


def _motion(match: re.Match[str], kind: type[Move] | type[Roll], axis: str) -> Motion | None:
    if match["odd"]:
        return None
    value = float(match["number"])
    if match["sign"] and match["sign"].lower().strip() in ("-", "minus", "negative"):
        value = -value
    return kind(cast(Axis, axis.lower()), int(value) if value.is_integer() else value)


def _runs(text: str, commands: Sequence[_Command]) -> list[list[_Command]]:
    """Group commands that only glue separates: together they are one answer."""
    runs: list[list[_Command]] = []
    for command in commands:
        if runs and _GLUE.fullmatch(text, runs[-1][-1].end, command.start):
            runs[-1].append(command)
        else:
            runs.append([command])
    return runs


def _one(run: Sequence[_Command]) -> Motions | NoAnswer:
    motions = _distinct(run)
    return motions if len(motions) == 1 else AMBIGUOUS


def _roll_and_move(run: Sequence[_Command]) -> Motions | NoAnswer:
    motions = _distinct(run)
    moves = sum(isinstance(one, Move) for one in motions)
    return motions if motions and moves <= 1 and len(motions) - moves <= 1 else AMBIGUOUS


def _distinct(run: Sequence[_Command]) -> Motions:
    """Motions of a run, each once, without those by 0 unless there is nothing else."""
    if any(one.motion is None for one in run):
        return ()
    motions = tuple(dict.fromkeys(one.motion for one in run if one.motion is not None))
    return tuple(one for one in motions if _size(one)) or motions


def _size(motion: Motion) -> float:
    return motion.distance if isinstance(motion, Move) else motion.angle_deg


Complete = Callable[[Sequence[_Command]], Motions | NoAnswer]


def _read(text: str, complete: Complete, short: Short | None) -> Motions | NoAnswer:
    if not text:
        return EMPTY
    reader = _Reader(text, complete, short)
    cues = find_cues(text)
    announced = reader.announced([cue for cue in cues if cue.firm])
    if announced is not None:
        return announced
    for cue in reversed(cues):
        read = None if cue.firm else reader.after_cue(cue)
        if isinstance(read, tuple) and reader.is_complete(read):
            return read
    return reader.unannounced()


class _Reader:
    """The commands of one cleaned reply, and what they amount to as an answer."""

    def __init__(self, text: str, complete: Complete, short: Short | None) -> None:
        self.text = text
        self.complete = complete
        self.short = short
        self.pair = complete is _roll_and_move
        self.commands = _find(text)
        self.starts = [one.start for one in self.commands]
        self.runs = _runs(text, self.commands)
        self.run_starts = [run[0].start for run in self.runs]

    def is_complete(self, motions: Motions) -> bool:
        return len(motions) == (2 if self.pair else 1)

    def announced(self, cues: Sequence[Cue]) -> Motions | NoAnswer | None:
        """Read what the last cue announces; halves of a pair may be announced one by one."""
        half: Motions = ()
        for cue in reversed(cues):
            read = self.after_cue(cue)
            if read is None or (half and isinstance(read, NoAnswer)):
                continue
            if isinstance(read, NoAnswer) or (not half and self.is_complete(read)):
                return read
            if self.is_complete(read):
                return read if half[0] in read else AMBIGUOUS
            if half and type(half[0]) is not type(read[0]):
                return (*read, *half)
            half = half or read
        return half or None

    def after_cue(self, cue: Cue) -> Motions | NoAnswer | None:
        """Read the answer that stands behind a cue; None if nothing readable does."""
        text, end = self.text, cue.end
        if cue.firm and not cue.bare and (DECLINES.match(text, end) or _NEGATED.match(text, end)):
            return REFUSED
        place = bisect_left(self.starts, cue.end)
        if place < len(self.commands) and self._leads(cue, self.starts[place]):
            at = bisect_left(self.run_starts, self.starts[place] + 1) - 1
            run = self.runs[at]
            if cue.firm and self._has_alternative(at):
                return AMBIGUOUS
            if not cue.firm and not _ENDING.match(self.text, run[-1].end):
                return None
            return self.complete(run)
        if self.short and cue.firm:
            motion = self.short(self.text, cue.end)
            return None if motion is None else (motion,)
        return None

    def _leads(self, cue: Cue, start: int) -> bool:
        if start - cue.end > 160:
            return False
        between = self.text[cue.end : start]
        return not between.strip(" \n:-") if cue.bare else bool(_LABELS.fullmatch(between))

    def _has_alternative(self, at: int) -> bool:
        """Whether "or" and another command follow a run."""
        end = self.runs[at][-1].end
        if at + 1 == len(self.runs) or self.run_starts[at + 1] - end > 30:
            return False
        return _ALTERNATIVE.match(self.text, end) is not None

    def unannounced(self) -> Motions | NoAnswer:
        """Read a reply that announces nothing: its lines of commands alone, else all commands."""
        if self.short and (motion := self.short(self.text, 0)) and "\n" not in self.text:
            return (motion,)
        for runs in ([run for run in self.runs if self._stands_alone(run)], self.runs):
            read = [self.complete(run) for run in runs]
            if runs is self.runs and (not runs or BLIND.search(self.text)):
                break
            if any(isinstance(one, NoAnswer) for one in read):
                return AMBIGUOUS
            motions = {frozenset(one): one for one in read if not isinstance(one, NoAnswer)}
            whole = [one for one in motions.values() if self.is_complete(one)]
            if len(whole) == 1:
                return whole[0]
            if whole:
                return AMBIGUOUS
            halves = tuple(one for motion in motions.values() for one in motion)
            if halves and (runs is self.runs or len(halves) == 2):
                return halves if self._is_pair(halves) else AMBIGUOUS
        return NOTHING

    def _is_pair(self, halves: Motions) -> bool:
        moves = sum(isinstance(one, Move) for one in halves)
        return moves <= 1 and len(halves) - moves <= 1

    def _stands_alone(self, run: Sequence[_Command]) -> bool:
        """Whether the lines of a run hold nothing else."""
        start, end = run[0].start, run[-1].end
        # glue is short, so that a look at a few characters is enough
        before = self.text[max(0, start - 200) : start].rpartition("\n")[2]
        after = self.text[end : end + 200].partition("\n")[0]
        return bool(_GLUE.fullmatch(before) and _GLUE.fullmatch(after))
