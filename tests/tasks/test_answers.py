"""What holds for every reply, whatever the task."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from misibench.geometry import Move, Roll
from misibench.records import Question
from misibench.tasks import TASKS, Draft
from misibench.tasks.answers import NoAnswer, clean_reply, drop_emphasis, find_cues
from misibench.tasks.bond_lists import read_bonds
from misibench.tasks.commands import read_docking, read_motion
from misibench.tasks.letters import read_letter

READERS: dict[str, Callable[[str], object]] = {
    "letter": lambda reply: read_letter(reply, ("image 8", "image 9", "image 10", "image 11")),
    "option text": lambda reply: read_letter(reply, ("move x 1, move y 2", "move x 3, move y 4")),
    "move": lambda reply: read_motion(reply, Move, "xy"),
    "roll": lambda reply: read_motion(reply, Roll, "xyz"),
    "zoom": lambda reply: read_motion(reply, Move, "z"),
    "docking": read_docking,
    "residue bonds": lambda reply: read_bonds(reply, numbered=False, residue_names=["ARG"]),
    "pocket bonds": lambda reply: read_bonds(reply, numbered=True),
}


@pytest.mark.parametrize(
    ("reply", "cleaned"),
    [
        ("a\r\nb\rc", "a\nb\nc"),
        ("a \t b\n\n\n\nc", "a b\n\nc"),
        ("<think>x</think>y", "y"),
        ("x</think>y", "y"),
        ("x<think>y", "x"),
        ("<think>a<think>b</think>c</think>d", "d"),
        (r"\boxed{a{b}c}d", "ANSWER: a b c\nd"),
        (r"\text{move } x\,3", "move x 3"),
        ("−–‑", "---"),
        ("“B”", "B"),
        ("15º", "15°"),
        ("see № 5", "see # 5"),
        ("&lt;answer&gt;B&lt;/answer&gt;", "ANSWER: B"),
        ("x &notanentity; &#99999999999; y", "x &notanentity; &#99999999999; y"),
        ("Ｂ\x00\u200b", "B"),
        (r"a\nb", "a\nb"),
        ("# Title\n> quote", "Title\nquote"),
        ("```python\nx\n```", "x"),
    ],
)
def test_reply_is_cleaned(reply: str, cleaned: str) -> None:
    assert clean_reply(reply) == cleaned


@pytest.mark.parametrize(
    ("text", "names_kept"),
    [
        ("**O5***", "O5*"),
        ("*O5*", "O5"),
        ("O5*, C1*", "O5*, C1*"),
        ("**O4*, O5***", "O4*, O5*"),
        ("* O5*", "O5*"),
        ("__No__", "No"),
        ("_No_", "No"),
        ("OG _, O3", "OG _, O3"),
    ],
)
def test_emphasis_goes_and_atom_names_stay(text: str, names_kept: str) -> None:
    assert drop_emphasis(text, atom_names=True) == names_kept


def test_announcements_are_found_in_order() -> None:
    text = "Answer: x. So the result is y. I choose z. The answer"
    cues = find_cues(text)
    assert [text[cue.start : cue.end].strip() for cue in cues] == [
        "Answer:", "So", "the result is", "I choose", "answer"
    ]  # fmt: skip
    assert [cue.firm for cue in cues] == [True, False, True, True, True]
    assert [cue.bare for cue in cues] == [False, False, False, False, True]


# Words that a reply without an answer may be made of: among them letters, atoms, residues, the
# words of the commands and those that announce an answer, but never an answer itself.
PROSE = st.sampled_from(
    [
        "the",
        "a",
        "I",
        "As",
        "DNA",
        "strand",
        "moved",
        "judge",
        "notice",
        "complex",
        "ligand",
        "pocket",
        "residue",
        "chain",
        "A",
        "B",
        "C",
        "ARG",
        "LYS",
        "SER",
        "NH2",
        "O1B",
        "hydrogen",
        "bond",
        "bonds",
        "atom",
        "axis",
        "x",
        "y",
        "z",
        "move",
        "roll",
        "angle",
        "picture",
        "image",
        "images",
        "view",
        "front",
        "left",
        "right",
        "above",
        "option",
        "options",
        "choice",
        "answer",
        "question",
        "correct",
        "is",
        "was",
        "are",
        "not",
        "because",
        "since",
        "which",
        "looks",
        "seems",
        "turned",
        "shifted",
        "toward",
        "viewer",
        "degrees",
        "carbon",
        "nitrogen",
        "oxygen",
        "label",
        "labels",
        "however",
        "perhaps",
        "maybe",
        "likely",
        "distance",
        "between",
        "and",
        "or",
        "of",
        "to",
        "in",
        "on",
        "with",
        "for",
        "from",
        "that",
        "this",
        "it",
        "they",
        "one",
        "two",
        "three",
        "first",
        "second",
        "third",
        "final",
        "letter",
        "nothing",
        "none",
        "yes",
        "no",
        "can",
        "cannot",
        "tell",
        "see",
        "determine",
    ]
)
# a single letter or a verdict at a sentence's end, or a verdict at its start, would be an answer
EDGE = st.sampled_from(
    [
        "atoms",
        "pictures",
        "residues",
        "complexes",
        "ligands",
        "views",
        "molecules",
        "bonds",
    ]
)


@st.composite
def prose(draw: st.DrawFn) -> str:
    sentences = []
    for _ in range(draw(st.integers(1, 6))):
        middle = draw(st.lists(PROSE, max_size=14))
        words = [draw(EDGE), *middle, draw(EDGE)]
        mark = draw(st.sampled_from([" ", " ", " ", ", "]))
        sentences.append(mark.join(words[:2]) + " " + " ".join(words[2:]))
    ends = draw(st.sampled_from([". ", ".\n", "!\n\n", "? "]))
    return ends.join(sentences) + draw(st.sampled_from([".", "", "...", "?"]))


@settings(max_examples=300, deadline=None)
@given(prose())
def test_prose_yields_no_answer(text: str) -> None:
    for name, read in READERS.items():
        assert isinstance(read(text), NoAnswer), (name, text)


PIECES = st.sampled_from(
    [
    "Answer", "answer is", ":", " ", "\n", "\\boxed{", "}", "{", "**", "*", "_", "`", "```",
    "<think>", "</think>", "<answer>", "</answer>", "(", ")", "[", "]", "A", "B", "C", "D",
    "a", "or", "not", "move", "roll", "x", "y", "z", "3", "-", "−", "15", "°", "Å", ".",
    ",", ";", "ARG", "45", "NH2", "O1B", "Yes", "No", "|", "->", "\\text{", "$", "&#66;",
    "&", "\x00", "\ud800", "选", "答案", "I think", "e.g.", "to", "one", "?", "!", "'", '"',
    "~~", "#", ">", "1.",
]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(), st.lists(PIECES, max_size=40).map("".join)))
def test_no_text_raises(text: str) -> None:
    for read in READERS.values():
        read(text)


DECORATIONS: dict[str, Callable[[str], str]] = {
    "plain": lambda a: a,
    "announced": lambda a: f"Answer: {a}",
    "final": lambda a: f"I looked at all pictures.\n\n**Final answer:** {a}",
    "bold": lambda a: f"**{a}**",
    "all bold": lambda a: f"**Answer: {a}**",
    "full stop": lambda a: f"{a}.",
    "sentence": lambda a: f"The answer is {a}.",
    "box": lambda a: rf"\boxed{{{a}}}",
    "text in a box": lambda a: rf"$\boxed{{\text{{{a}}}}}$",
    "fence": lambda a: f"```\n{a}\n```",
    "code": lambda a: f"`{a}`",
    "json": lambda a: f'{{"answer": "{a}"}}',
    "tag": lambda a: f"<answer>{a}</answer>",
    "thought": lambda a: f"<think>Answer: C\nAnswer: No\nmove x 9</think>{a}",
    "upper case": lambda a: f"ANSWER: {a.upper()}",
    "minus": lambda a: f"Answer: {a}".replace(" -", " −"),
    "next line": lambda a: f"Answer:\n\n{a}\n",
    "quote": lambda a: f"> Answer: {a}",
    "curly quotes": lambda a: f"Answer: “{a}”",
    "carriage returns": lambda a: f"Some words.\r\nAnswer: {a}\r\n",
    "spaces": lambda a: "  Answer :  " + a.replace(" ", "  ") + "  ",
    "chinese": lambda a: f"答案：{a}",
    "earlier tries": lambda a: f"Answer: something else.\nNo, wait.\nAnswer: {a}",
    "explained": lambda a: f"Answer: {a}\n\nThe pictures show it well.",
}


@pytest.fixture(scope="module")
def questions(plain, odd, request_) -> list[tuple[object, object]]:
    found = []
    for annotation in (plain, odd):
        for task in TASKS:
            for draft in task.drafts(request_(annotation)):
                if isinstance(draft, Draft):
                    found.append((task, draft))
    return found


@pytest.mark.parametrize("decoration", DECORATIONS)
def test_truth_in_any_dress_scores_one(questions, decoration: str) -> None:
    for task, draft in questions:
        if decoration == "upper case" and draft.truth.get("case_matters"):
            continue
        answer = draft.answer or draft.letter
        options = [option.text for option in draft.options[:4]]
        question = Question(
            "q",
            task.name,
            "test",
            "1abc",
            (),
            "",
            answer,
            options=tuple(options),
            truth=draft.truth,
        )
        made = task.score(DECORATIONS[decoration](answer), question)
        assert (made.paper, made.exact) == (1.0, 1.0), (decoration, answer, made)


ENDLESS = [
    "Answer: ", "Answer", "answer is not ", "\\boxed{", "{", "}", "<think>", "</think>",
    "<", "move x ", "move x 3, ", "move x 3 and so ", "roll x 15 or ", "*", "a*", "_", "A ",
    "A, ", "(A) is ", "[", "(", " \n", "\n", "so ", "the ", "I think ", "yes ", "No. ",
    "Yes: ", "ARG NH2, O1B; ", "ARG NH2, O1B\n", "ARG NH2 and ", "- ", "-", "a-", ",", ";",
    "9", "9.", "&", "&#1", "$", "\\", "\\text{", "|", "~~", "`", "选", "'", "the bonds ",
    "A\n", "not ", "Answer: A or ", "́",
]  # fmt: skip


@pytest.mark.parametrize("piece", ENDLESS)
def test_long_replies_take_linear_time(piece: str) -> None:
    """30,000 characters: a quadratic reader would need many seconds."""
    text = piece * (30_000 // len(piece))
    for name in ("letter", "docking", "residue bonds"):
        start = time.process_time()
        READERS[name](text)
        assert time.process_time() - start < 1.0, name


def test_long_reasoning_before_the_answer_is_no_hindrance() -> None:
    thoughts = "Option A looks right at first, move x 2 perhaps, ARG 45 is near. " * 5_000
    assert read_letter(thoughts + "\nAnswer: B") == "B"
    assert read_motion(thoughts + "\nAnswer: move x 3", Move, "xy") == Move("x", 3)
    read = read_bonds(thoughts + "\nAnswer: Yes: ARG NH2, O1B", numbered=False)
    assert not isinstance(read, NoAnswer)
