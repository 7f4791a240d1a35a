"""The share of questions that their pictures do not answer."""

import numpy as np

from misibench.audit.visibility import audit_visibility
from misibench.dataset import read_questions
from misibench.dataset.build import build
from misibench.dataset.demo_source import demo_source
from misibench.dataset.sight import Sight
from misibench.scene import Shot, View
from tests.dataset.conftest import SMALL, built

__all__ = ["built"]


class Looked:
    """A picture in which the atoms given are seen with these areas: {(is_ligand, atom): area}."""

    def __init__(self, areas):
        class Scene:
            is_ligand = np.array([ligand for ligand, _ in areas])
            atom_index = np.array([atom for _, atom in areas])

        self.scene = Scene
        self.areas = np.array(list(areas.values()))


def test_the_worst_seen_atom_decides():
    shown = {
        Shot(View.FRONT): Looked({(False, 5): 50, (True, 2): 60}),
        Shot(View.LEFT): Looked({(False, 5): 3, (True, 2): 60}),
        Shot(View.TOP): Looked({(False, 5): 0, (True, 2): 9}),
    }
    sight = Sight(shown.__getitem__, pixels=1024**2)
    assert sight.views_of_worst([(5, 2)], list(shown)) == 1  # atom 5 has 8 pixels in front only
    assert sight.views_of_worst([(5, 2)], [Shot(View.TOP)]) == 0


def test_small_pictures_ask_for_fewer_pixels():
    shown = {Shot(): Looked({(False, 5): 1, (True, 2): 1})}
    assert Sight(shown.__getitem__, pixels=256**2).views_of_worst([(5, 2)], [Shot()]) == 1


def test_every_question_of_a_build_is_counted(built):
    found = {one.task: one for one in audit_visibility(built)}
    assert len(found) == 9
    for task, one in found.items():
        both = [*read_questions(built, task, "train"), *read_questions(built, task, "test")]
        assert one.questions == len(both)
        assert one.unanswerable == sum(not question.meta["answerable"] for question in both)
    bonded = found["residue_ligand_interaction"]
    assert bonded.about_bonds * 2 == bonded.questions  # negatives ask about no bond
    assert found["translation"].about_bonds == 0


def test_unanswerable_questions_are_left_out_and_counted(built, tmp_path, monkeypatch):
    monkeypatch.setattr(Sight, "views_of_worst", lambda *_: 0)
    settings = SMALL.model_copy(update={"answerable": True, "tasks": ("T4", "T8")})
    result = build(demo_source(), tmp_path / "out", settings, workers=1)
    whole = {one.task: one for one in audit_visibility(built)}
    assert result.skipped["interaction_location: cannot be answered from its pictures"] == (
        whole["interaction_location"].questions
    )
    left = list(read_questions(tmp_path / "out", "T4"))
    assert left
    assert all(question.answer == "No" for question in left)
