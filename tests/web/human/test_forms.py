"""Form fields: every possible answer is offered, the right one among them, none of it marked."""

from __future__ import annotations

import json

import pytest
from made_dataset import CANARY, NAMES, annotation, made_question

from misibench.web.human.forms import (
    answer_form,
    attention_form,
    key_paragraphs,
    picture_captions,
    prompt_paragraphs,
)


@pytest.mark.parametrize("code", NAMES)
def test_forms_do_not_depend_on_the_answer(code: str) -> None:
    forms = {
        json.dumps(answer_form(made_question(code, "1aaa", place, "test"), annotation("1aaa")))
        for place in (0, 2)  # the same residue for T4, other answers elsewhere
    }
    assert len(forms) == 1
    assert CANARY not in forms.pop()


def test_grids_are_the_published_ones() -> None:
    t1, t2, t3 = (
        answer_form(made_question(code, "1aaa", 0, "test"), None)["parts"][0]
        for code in ("T1", "T2", "T3")
    )
    assert (t1["axes"], t1["values"]) == (["x", "y"], [-4, -3, -2, -1, 1, 2, 3, 4])
    assert (t2["axes"], len(t2["values"]), t2["values"][0]) == (["x", "y", "z"], 12, -90)
    assert (t3["axes"], t3["values"]) == (["z"], list(range(40, 61)))


def test_docking_takes_any_whole_distance() -> None:
    form = answer_form(made_question("T7", "1aaa", 0, "test"), None)
    assert [part["verb"] for part in form["parts"]] == ["roll", "move"]
    assert form["parts"][1]["range"] == [-99, 99]


def test_bond_lists_offer_all_drawn_atoms_and_all_residues() -> None:
    one = answer_form(made_question("T4", "1aaa", 1, "test"), annotation("1aaa"))
    assert one["residue"]["atoms"] == ["N", "CA", "C", "O", "OG"]
    assert one["ligand"] == ["C1", "O1B", "N2", "C3'"]
    every = answer_form(made_question("T9", "1aaa", 0, "test"), annotation("1aaa"))
    assert [(r["name"], r["number"], r["chain"]) for r in every["residues"]] == [
        ("ARG", "45", "A"), ("SER", "52A", "B"), ("GLY", "-3", ""),
    ]  # fmt: skip


def test_without_annotations_bonds_are_written_as_text() -> None:
    assert answer_form(made_question("T9", "1aaa", 0, "test"), None) == {"kind": "text"}
    assert answer_form(made_question("T4", "1aaa", 0, "test"), None) == {"kind": "text"}


def test_attention_checks_use_the_form_of_rotations() -> None:
    assert attention_form() == answer_form(made_question("T2", "1aaa", 0, "test"), None)


PROMPT = """\
The pictures show a pocket and
its ligand.
Image 1: the complex, front view.
Image 2: front view after it was moved along
one axis. The camera stayed.

Which option
is it?
A. move x 1
B. move x 2

You may reason first. End with one line, the
word Answer and the letter:
Answer: A
"""


def test_prompts_are_unwrapped_except_for_lines_of_their_own() -> None:
    assert prompt_paragraphs(PROMPT) == [
        [
            "The pictures show a pocket and its ligand.",
            "Image 1: the complex, front view.",
            "Image 2: front view after it was moved along one axis. The camera stayed.",
        ],
        ["Which option is it?", "A. move x 1", "B. move x 2"],
        ["You may reason first. End with one line, the word Answer and the letter:", "Answer: A"],
    ]


def test_the_question_itself_is_found() -> None:
    paragraphs = prompt_paragraphs(PROMPT)
    assert key_paragraphs(paragraphs, choice=False) == [["Which option is it?"]]
    assert len(key_paragraphs(paragraphs, choice=True)) == 2
    assert key_paragraphs([["Answer: x"]], choice=False) == [["Answer: x"]]


def test_pictures_are_called_what_the_prompt_calls_them() -> None:
    assert picture_captions(PROMPT, 3) == [
        "the complex, front view", "front view after it was moved along one axis", "",
    ]  # fmt: skip
