"""From a raw reply to plain text, and where in it the answer is announced.

Every step takes time linear in the length of the reply, and none ever fails: any text can be
cleaned. What is not an explicit answer is never turned into one.
"""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import dataclass
from html.entities import html5

__all__ = [
    "AMBIGUOUS",
    "BLIND",
    "DECLINES",
    "EMPTY",
    "NOTHING",
    "REFUSED",
    "Cue",
    "NoAnswer",
    "clean_reply",
    "drop_emphasis",
    "find_cues",
]


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """Nothing was read from a reply, and why."""

    reason: str
    ambiguous: bool = False


EMPTY = NoAnswer("nothing but white space or unfinished reasoning")
NOTHING = NoAnswer("no answer found")
REFUSED = NoAnswer("the reply takes its answer back or declines to give one")
AMBIGUOUS = NoAnswer("ambiguous: different answers and none marked as final", ambiguous=True)

DECLINES = re.compile(
    r"[\s:\-(]{0,10}(?:(?:that\s)?(?:I|we|it|this)\s(?:is\s|am\s|are\s)?)?(?:cannot|can't|can\snot"
    r"|couldn't|don't\sknow|do\snot\sknow|unable|unknown|unclear|undetermined|unsure|uncertain"
    r"|not\s(?:sure|certain|possible|determinable|clear|known)|impossible|n/a|no\s(?:answer|idea)"
    r"|indeterminate|refuse|sorry)",
    re.I,
)
"""What a reply says right after announcing an answer when it has none."""

BLIND = re.compile(
    r"\b(?:cannot|can't|can\snot|unable\sto|not\sable\sto|impossible\sto)\s(?:\w{1,20}\s){0,2}"
    r"(?:see|view|determine|tell|access|process|analy[sz]e|answer|say|open|assess|identify|judge)\b"
    r"(?!\s(?:any|a|clear)\b)",
    re.I,
)
"""A reply whose author sees no pictures."""

# Characters that mean the same here. Before NFKC, which would make "15o" of "15º" and "No" of "№".
_EARLY = str.maketrans(
    {"º": "°", "˚": "°", "´": "'", "№": "#", "\x00": None, "\u200b": None, "\u200c": None,
     "\u200d": None, "\u2060": None, "\ufeff": None, "\u00ad": None, "◁": "<", "▷": ">",
     "\u2028": "\n", "\u2029": "\n", "\x85": "\n", "\r": "\n", "\x0b": "\n", "\x0c": "\n"}
)  # fmt: skip
_LATE = str.maketrans(
    {**dict.fromkeys("‐‑‒–−﹘﹣", "-"), "—": " - ", "―": " - ", **dict.fromkeys("’‘′ʹʼ‛", "'"),
     **dict.fromkeys("“”„‟«»‹›「」『』\"`", None), **dict.fromkeys("【〔", "["),
     **dict.fromkeys("】〕", "]"), "。": ". ", "、": ", ", "《": "<", "》": ">",
     **dict.fromkeys("→➔➜⟶⇒⟹", " -> "), **dict.fromkeys("↔⟷⇔←⟵", " -> "),
     "●": "-", "•": "-", "▪": "-", "◦": "-", "∙": "-"}
)  # fmt: skip

# no longer than real ones: html.unescape raises on a number of thousands of digits
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|(?P<name>[a-zA-Z]{2,12}));")
_THINK = re.compile(
    r"[<\[](/?)(?:think|thinking|thought|reasoning|reflection|scratchpad|analysis)\s?[>\]]", re.I
)
_FINAL_CHANNEL = "<|channel|>final<|message|>"
_ANSWER_OPEN = re.compile(r"<\s?(?:final[ _-]?)?answer\s?>|<\|begin_of_box\|>", re.I)
_ANSWER_CLOSE = re.compile(r"<\s?/\s?(?:final[ _-]?)?answer\s?>|<\|end_of_box\|>", re.I)
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]{0,80}>|<\|[^<>|\n]{0,60}\|>")
_FENCE = re.compile(r"^[ \t>]*(?:`{3,}|~{3,})[^\n]*$", re.M)
_LINE_MARK = re.compile(r"^[ \t]*(?:>[ \t]?|#{1,6}[ \t])+", re.M)
_STRUCK = re.compile(r"~~[^~\n]{1,200}~~")
_ESCAPED_CODE = re.compile(r"\\u([0-9a-fA-F]{4})")
_ESCAPED_BREAK = re.compile(r"\\n(?!eq|ewline|u\b|abla|ot\b|e\b|i\b)")
_QUOTED_KEY = re.compile(r"'(\w{1,30})'\s?:")
_SPACES = re.compile(r"[ \t\u3000]+")
_BREAKS = re.compile(r" ?\n[ \n]*\n ?|[ ]?\n[ ]?")

_BOX = re.compile(r"\\(?:d?boxed|fbox|framebox)\s?\{")
_STYLE = re.compile(
    r"\\(?:text(?:bf|it|tt|rm|sf|up|normal)?|math(?:rm|bf|it|sf|tt|normal)|operatorname|mbox|bf|rm|"
    r"large|Large|huge|displaystyle)\b\*?\s?"
)
_LATEX = (
    (re.compile(r"\^\s?\{?\s?\\(?:circ|degree)\b\s?\}?|\\(?:circ|degree)\b"), "°"),
    (re.compile(r"\\(?:AA|angstrom)\b|\\mathring\s?\{?\s?A\s?\}?"), "Å"),
    (re.compile(r"\\(?:right|left|leftright|longright|Right)?arrow\b|\\(?:to|mapsto)\b"), " -> "),
    (re.compile(r"\\(?:q?quad|[,;:! ()\[\]])"), " "),
    (re.compile(r"\\([_*#&%$'{}~-])"), r"\1"),
    (re.compile(r"\\[a-zA-Z]{1,20}\*?"), " "),
    (re.compile(r"[\\$]"), " "),
)


def clean_reply(reply: str) -> str:
    """Give a reply as plain text with one way to write each thing.

    Reasoning between think tags is dropped (all of it, if it does not end), fences, tags, quotes
    and LaTeX go, boxes and answer tags become lines that begin with ``ANSWER:``, dashes and minus
    signs become ``-``. Asterisks and underscores stay, since atoms and chains have them.
    """
    text = reply.replace("\r\n", "\n").translate(_EARLY)
    if "&" in text:
        text = _ENTITY.sub(_plain_entity, text).translate(_EARLY)
    text = unicodedata.normalize("NFKC", text).translate(_EARLY)
    text = _drop_thoughts(text)
    text = _ANSWER_CLOSE.sub("\n", _ANSWER_OPEN.sub("\nANSWER: ", text))
    text = _TAG.sub(" ", text)
    text = _STRUCK.sub("", _FENCE.sub("", text))
    text = _plain_latex(text)
    text = text.translate(_LATE)
    text = _LINE_MARK.sub("", _QUOTED_KEY.sub(r"\1:", text))
    text = _SPACES.sub(" ", text)
    return _BREAKS.sub(lambda gap: "\n\n" if gap[0].count("\n") > 1 else "\n", text).strip()


def _plain_entity(entity: re.Match[str]) -> str:
    if entity["name"]:
        return html5.get(f"{entity['name']};", entity[0])
    return html.unescape(entity[0])


def _drop_thoughts(text: str) -> str:
    at = text.rfind(_FINAL_CHANNEL)
    if at >= 0:
        text = text[at + len(_FINAL_CHANNEL) :]
    kept: list[str] = []
    depth, start = 0, 0
    for tag in _THINK.finditer(text):
        if not tag[1]:
            if depth == 0:
                kept.append(text[start : tag.start()])
            depth += 1
        else:
            if depth == 0:  # the opening tag was part of the prompt: all before it is thought
                kept = []
            depth = max(0, depth - 1)
            start = tag.end()
    if depth == 0:
        kept.append(text[start:])
    return "\n".join(kept)


def _plain_latex(text: str) -> str:
    if "\\" in text:
        text = _ESCAPED_CODE.sub(lambda code: _character(code[1]), text)
        text = _ESCAPED_BREAK.sub("\n", text)
        text = _STYLE.sub("", text)
        text = _open_boxes(text)
        for pattern, plain in _LATEX:
            text = pattern.sub(plain, text)
    elif "$" in text:
        text = text.replace("$", " ")
    return text.replace("{", " ").replace("}", " ")


def _character(code: str) -> str:
    number = int(code, 16)
    return " " if 0xD800 <= number < 0xE000 else chr(number).translate(_EARLY)


def _open_boxes(text: str) -> str:
    """Turn ``\\boxed{C}`` into a line ``ANSWER: C``, in one pass with a stack of braces."""
    boxes = {box.end() - 1: box.start() for box in _BOX.finditer(text)}
    if not boxes:
        return text
    kept: list[str] = []
    stack: list[bool] = []
    start = 0
    for brace in re.finditer(r"[{}]", text):
        at = brace.start()
        if brace[0] == "{":
            stack.append(at in boxes)
            if at in boxes:
                kept += [text[start : boxes[at]], "\nANSWER: "]
                start = at + 1
        elif stack and stack.pop():
            kept += [text[start:at], "\n"]
            start = at + 1
    kept.append(text[start:])
    return "".join(kept)


def drop_emphasis(text: str, *, atom_names: bool = False) -> str:
    """Remove the asterisks and underscores of Markdown.

    With ``atom_names``, those that end an atom's name (``O5*``) or are a blank chain (``_``) stay.
    """
    if not atom_names:
        return text.replace("*", "").replace("_", " ").strip()
    text = re.sub(r"_{2,}", "", text)
    text = re.sub(r"(?<![\w_])_(?=[A-Za-z0-9])|(?<=[A-Za-z0-9.])_(?![\w_])", "", text)
    return "\n".join(map(_drop_stars, text.split("\n"))).strip() if "*" in text else text.strip()


_STARS = re.compile(r"\*+")


def _drop_stars(line: str) -> str:
    """Remove opening stars, and of closing stars as many as were opened: the rest are names."""
    kept: list[str] = []
    opened: list[int] = []
    start = 0
    for stars in _STARS.finditer(line):
        before = line[stars.start() - 1 : stars.start()] if stars.start() else ""
        count = len(stars[0])
        kept.append(line[start : stars.start()])
        start = stars.end()
        if not (before.isalnum() or before in ("'", ".", ":", ")", "]", "!", "%")):
            if line[start : start + 1].strip():
                opened.append(count)
            continue
        if not opened and count > 1:  # bold that began on another line
            count %= 2
        while opened and count >= opened[-1]:
            count -= opened.pop()
        kept.append("*" * count)
    kept.append(line[start:])
    return "".join(kept)


@dataclass(frozen=True, slots=True)
class Cue:
    """A place where an answer is announced.

    Attributes
    ----------
    start, end
        The announcing words in the cleaned text.
    firm
        False for words that announce an answer only if nothing else does ("so", "I think").
    bare
        True where the word "answer" stands without "is" or a colon.
    """

    start: int
    end: int
    firm: bool
    bare: bool


_SIGN = (
    r"(?:\s?(?:(?:is|are|was|will\sbe|would\sbe|should\sbe|must\sbe|has\sto\sbe|reads)\b\s?[:=]?"
    r"|:+|=|->|-\s))"
)
_CUES = re.compile(
    r"""
    (?P<firm>
        (?P<answer>\b(?:answers?|ans\b\.?)(?:\s(?:letter|choice|option|to\s(?:this|the)\squestion|here))?
            (?:\s?\(s\))?)(?P<sign>SIGN)?
      | \b(?:option|choice|solution|response|result|conclusion|selection|prediction
           |(?:the|correct|right|best|final|true|required|total|my)\s
            (?:one|command|commands|motion|motions|movement|transformation|displacement|rotation
              |translation|result|letter|candidate|image|picture|list))SIGN
      | \b(?:I|we)\s?(?:would|will|'d|'ll|have\sto|must|shall)?\s
        (?:choose|pick|select|chose|picked|selected|go\swith|opt\sfor|vote\sfor)\b\s?:?
      | (?:答案|答え|解答|正解|정답|回答|正确的|选项)\s?(?:选择|应该是|应为|选|是|为|為|は|은)\s?:?
      | (?:答案|答え|解答|正解|정답|回答)\s?:?
      | 选择?(?!项)\s?:?
      | \b(?:antwort|lösung|réponse|reponse|respuesta|resposta|risposta|odpowiedź|antwoord|svar
           |ответ|відповідь|cevap|jawaban)\b\s?(?:ist|est|es|é|è)?\s?:?
    )
  | (?P<soft>
        \b(?:therefore|thus|hence|so|finally|overall|altogether|in\sconclusion|in\ssummary
            |(?:I|we)\s(?:think|believe|guess|would\ssay)|(?:I|we)'d\ssay|most\slikely|probably)\b
        [,:]?(?:\s(?:that|it\sis|it's|this\sis|it\smust\sbe))?
    )
    """.replace("SIGN", _SIGN),
    re.I | re.X,
)


MAX_CUES = 200
"""Announcements looked at, from the last: keeps endless repetitions from taking long."""


def find_cues(text: str) -> list[Cue]:
    """Give the last places in a cleaned text that announce an answer, in order."""
    found = [
        Cue(
            match.start(),
            match.end(),
            match["firm"] is not None,
            match["answer"] is not None and match["sign"] is None,
        )
        for match in _CUES.finditer(text)
    ]
    firm = [cue for cue in found if cue.firm][-MAX_CUES:]
    soft = [cue for cue in found if not cue.firm][-MAX_CUES:]
    return sorted(firm + soft, key=lambda cue: cue.start)
