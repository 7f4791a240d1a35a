"""Form fields by task: they offer every possible answer, and so say nothing of the right one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from misibench.geometry import AXES
from misibench.records import Question
from misibench.tasks import task_named
from misibench.tasks.moves import LETTERS, MOVE_AXES, MOVE_GRID, ROLL_GRID, ZOOM_GRID

__all__ = [
    "answer_form",
    "attention_form",
    "key_paragraphs",
    "picture_captions",
    "prompt_paragraphs",
]

Record = Mapping[str, Any]

FARTHEST_MOVE = 99
"""Largest docking move that the form takes, Å; pockets are far smaller."""


def _roll() -> dict[str, Any]:
    return {"verb": "roll", "axes": list(AXES), "values": list(ROLL_GRID), "unit": "degrees"}


def attention_form() -> dict[str, Any]:
    """Describe the form of an attention check."""
    return {"kind": "motions", "parts": [_roll()]}


def answer_form(question: Question, annotation: Record | None) -> dict[str, Any]:
    """Describe the form of a question.

    Parameters
    ----------
    question
        The question.
    annotation
        What is known of its complex; needed for the lists of residues and atoms (T4, T9).
        Without it these tasks are answered as text.

    Returns
    -------
    dict
        ``kind`` ("motions", "letters", "residue_bonds", "pocket_bonds" or "text") and what the
        fields of that kind offer.
    """
    code = task_named(question.task).code
    if code == "T1":
        part = {"verb": "move", "axes": list(MOVE_AXES), "values": list(MOVE_GRID), "unit": "Å"}
        return {"kind": "motions", "parts": [part]}
    if code == "T2":
        return {"kind": "motions", "parts": [_roll()]}
    if code == "T3":
        part = {"verb": "move", "axes": ["z"], "values": list(ZOOM_GRID), "unit": "Å"}
        return {"kind": "motions", "parts": [part]}
    if code == "T7":
        move = {"verb": "move", "axes": ["x"], "range": [-FARTHEST_MOVE, FARTHEST_MOVE],
                "unit": "Å"}  # fmt: skip
        return {"kind": "motions", "parts": [_roll(), move]}
    if question.options:
        return {"kind": "letters", "letters": list(LETTERS), "texts": list(question.options)}
    if annotation is None:
        return {"kind": "text"}
    ligand = [atom["label"].strip() for atom in annotation["ligand_atoms"] if atom["drawn"]]
    residues = _residues(annotation)
    if code == "T9":
        return {"kind": "pocket_bonds", "residues": residues, "ligand": ligand}
    truth = question.truth
    key = (truth["res_name"], f"{truth['res_number']}{truth['ins_code']}", truth["chain"])
    for residue in residues:
        if (residue["name"], residue["number"], residue["chain"]) == key:
            return {"kind": "residue_bonds", "residue": residue, "ligand": ligand}
    return {"kind": "text"}


def _residues(annotation: Record) -> list[dict[str, Any]]:
    """All pocket residues with the names of their drawn atoms."""
    atoms: dict[int, list[str]] = {}
    for atom in annotation["pocket_atoms"]:
        if atom["drawn"]:
            atoms.setdefault(atom["residue"], []).append(atom["name"].strip())
    return [
        {
            "name": one["name"].strip(),
            "number": f"{one['number']}{one['ins_code'].strip()}",
            "chain": one["chain"].strip(),
            "atoms": atoms[one["index"]],
        }
        for one in annotation["residues"]
        if one["index"] in atoms
    ]


_OWN_LINE = re.compile(r"(Image \d+:|[A-D]\. |Answer:)")


def prompt_paragraphs(prompt: str) -> list[list[str]]:
    """Break a prompt into paragraphs of lines that a browser may wrap by itself.

    Prompts are wrapped for reading as text; lines are joined again except where a line is an
    item of its own (an image, an option, an example answer).
    """
    paragraphs: list[list[str]] = []
    for block in re.split(r"\n\s*\n", prompt.strip()):
        lines: list[str] = []
        for line in block.splitlines():
            if not lines or _OWN_LINE.match(line) or lines[-1].startswith("Answer:"):
                lines.append(line.strip())
            else:
                lines[-1] += f" {line.strip()}"
        paragraphs.append(lines)
    return paragraphs


def key_paragraphs(paragraphs: list[list[str]], choice: bool) -> list[list[str]]:
    """Give what of a prompt is asked, without the conventions and the answer format around it.

    Prompts end with the question, for choice questions with a paragraph before it, and then
    the answer format. The whole prompt is shown further down.
    """
    asked = [
        lines
        for lines in paragraphs
        if not any("End with one line" in line or line.startswith("Answer:") for line in lines)
    ]
    chosen = (asked or paragraphs)[-2 if choice else -1 :]
    # the form lists the options
    return [
        [line for line in lines if not re.match(r"[A-D]\. |Image \d+: option", line)]
        for lines in chosen
    ]


_LONGEST_HEADING = 40
"""Characters; longer lines before a list of images are sentences."""


_LONGEST_CAPTION = 60
"""Characters; more would cover the picture."""


def picture_captions(prompt: str, count: int) -> list[str]:
    """Give what the prompt says of every picture, in a few words, after the heading above it.

    >>> picture_captions("The target complex, another:\\nImage 1: front view. It is large.", 2)
    ['target complex, front view', '']
    """
    captions = [""] * count
    for lines in prompt_paragraphs(prompt):
        heading = ""
        for line in lines:
            found = re.match(r"Image (\d+): ([^.:]*)", line)
            if found and 1 <= int(found[1]) <= count:
                captions[int(found[1]) - 1] = heading + _shortened(found[2].strip())
            elif line.endswith(":") and len(line) <= _LONGEST_HEADING:
                words = re.split("[,:]", line)[0].removeprefix("The ")
                heading = f"{words}, "
    return captions


def _shortened(text: str) -> str:
    """Leave out clauses that make a caption too long."""
    first, *rest = text.split(", ")
    for clause in rest:
        if len(f"{first}, {clause}") > _LONGEST_CAPTION:
            break
        first = f"{first}, {clause}"
    return first
