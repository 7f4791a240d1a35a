"""The clash flag of T7: does the answered pose run into the pocket?"""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from misibench.dataset.files import file_name_of
from misibench.evaluate.scoring_run import Scorer
from misibench.records import Question, Score
from misibench.tasks import task_named
from misibench.tasks.docked_pose import clashes, docked_coords

__all__ = ["dataset_scorer"]

_Atoms = tuple[NDArray[np.float64], list[str]]


def dataset_scorer(folder: str | Path) -> Scorer:
    """Give a scorer that adds what needs the coordinates in ``annotations/``.

    For T7 that is the figure ``clash``: 1.0 where the ligand, put where the answer says, has a
    heavy atom too near to one of the pocket, else 0.0. It is left out where the complex has no
    annotation file. All other scores are those of the tasks.
    """
    read = lru_cache(maxsize=64)(lambda complex_id: _drawn_atoms(Path(folder), complex_id))

    def score(reply: str, question: Question) -> Score:
        found = task_named(question.task).score(reply, question)
        if question.task != "ligand_docking" or found.answer is None:
            return found
        atoms = read(question.complex_id)
        if atoms is None:
            return found
        (ligand, elements), (pocket, pocket_elements) = atoms
        posed = docked_coords(found.answer, question.answer, ligand)
        clash = float(clashes(posed, elements, pocket, pocket_elements))
        return replace(found, figures={**found.figures, "clash": clash})

    return score


def _drawn_atoms(folder: Path, complex_id: str) -> tuple[_Atoms, _Atoms] | None:
    """Heavy atoms of ligand and pocket as bound; None without an annotation file."""
    try:
        text = (folder / "annotations" / f"{file_name_of(complex_id)}.json").read_text("utf-8")
    except FileNotFoundError:
        return None
    facts = json.loads(text)
    return _heavy(facts["ligand_atoms"]), _heavy(facts["pocket_atoms"])


def _heavy(atoms: list[dict[str, object]]) -> _Atoms:
    drawn = [one for one in atoms if one["drawn"]]
    return np.array([one["xyz"] for one in drawn]), [str(one["element"]) for one in drawn]
