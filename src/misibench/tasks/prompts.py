"""Prompts: one template per task, filled with the slots of a question."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from string import Template

from misibench.tasks.draft import Draft
from misibench.tasks.moves import LETTERS

__all__ = ["fill_prompt", "read_template", "template_sha256", "template_slots"]


def _template_bytes(task: str) -> bytes:
    return files("misibench.tasks").joinpath("templates", f"{task}.txt").read_bytes()


@cache
def read_template(task: str) -> Template:
    """Read the template of a task, by the task's name; slots are written ``$slot``."""
    return Template(_template_bytes(task).decode("utf-8"))


def template_sha256(task: str) -> str:
    """Give the hash of a task's template, for the manifest: a changed prompt shows there."""
    return hashlib.sha256(_template_bytes(task)).hexdigest()


def template_slots(task: str) -> frozenset[str]:
    """Give the names of the slots of a task's template."""
    return frozenset(read_template(task).get_identifiers())


def fill_prompt(
    draft: Draft,
    options: Sequence[str] = (),
    pdb_id: str | None = None,
    reference_pdb_id: str | None = None,
) -> str:
    """Fill the template of a draft's task.

    Parameters
    ----------
    draft
        The question.
    options
        Texts of the options in the order A to D; used where the options are texts.
    pdb_id, reference_pdb_id
        Named in the prompt where given: by default the reader is not told which entry it
        looks at, since a model may remember the entry.

    Raises
    ------
    KeyError
        If the template has a slot that nothing fills.
    """
    values = {"identity": _identity(pdb_id, reference_pdb_id), **draft.slots}
    if options:
        values["options"] = "\n".join(
            f"{letter}. {text}" for letter, text in zip(LETTERS, options, strict=True)
        )
    return read_template(draft.task).substitute(values).strip() + "\n"


def _identity(pdb_id: str | None, reference_pdb_id: str | None) -> str:
    if pdb_id is None:
        return ""
    if reference_pdb_id is None:
        return f"The complex is PDB entry {pdb_id}.\n"
    return (
        f"The target complex is PDB entry {pdb_id}, "
        f"the reference complex is PDB entry {reference_pdb_id}.\n"
    )
