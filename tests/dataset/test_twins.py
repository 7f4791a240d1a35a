"""Control twins on the demo complexes: paired question by question with the original."""

import json
import re

import numpy as np
import pytest
from PIL import Image

from misibench.dataset import read_questions
from misibench.dataset.build import build
from misibench.dataset.demo_source import demo_source
from misibench.dataset.twins import twin_prompt
from misibench.errors import UsageError
from misibench.tasks import TASKS
from misibench.tasks.prompts import read_template
from tests.dataset.conftest import SMALL

TWINS = SMALL.model_copy(update={"limit": 2})


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    return made(tmp_path_factory, "none")


@pytest.fixture(scope="module", params=["no-labels", "no-id", "renamed-atoms", "mirrored"])
def twin(request, tmp_path_factory):
    return request.param, made(tmp_path_factory, request.param)


def made(factory, variant):
    folder = factory.mktemp(variant) / "dataset"
    build(demo_source(), folder, TWINS.model_copy(update={"variant": variant}), workers=1)
    return folder


def questions(folder):
    return {
        one.id: one for split in ("train", "test") for one in read_questions(folder, split=split)
    }


def pixels(path):
    return np.asarray(Image.open(path).convert("RGB")).astype(int)


def test_a_twin_asks_the_same_questions(original, twin):
    variant, folder = twin
    first, second = questions(original), questions(folder)
    if variant == "mirrored":
        # T8 bonds are left out by how whole numbers meet their place, which a mirror keeps
        assert second.keys() == first.keys()
        return
    assert list(second) == list(first)
    for name, one in first.items():
        other = second[name]
        assert [image.split("/")[1] for image in other.images] == [
            image.split("/")[1] for image in one.images
        ]
        assert other.images == one.images
        assert other.options == one.options
        if variant in ("no-labels", "no-id"):
            assert other.answer == one.answer


def test_moves_of_a_mirror_image_are_the_same_but_for_places(original, twin):
    variant, folder = twin
    if variant != "mirrored":
        pytest.skip("about the mirror image")
    first, second = questions(original), questions(folder)
    for name, one in first.items():
        if one.task in ("translation", "rotation", "residue_ligand_interaction"):
            assert second[name].answer == one.answer


def test_labels_are_gone_or_others(original, twin):
    variant, folder = twin
    path = "images/1ia1/complex_front.png"
    before, after = pixels(original / path), pixels(folder / path)
    if variant == "no-labels":
        assert (after > 0).any(axis=2).sum() < (before > 0).any(axis=2).sum()
    if variant == "mirrored":
        # the drawing is turned over; labels are not, and light falls from one side
        drawn, mirrored = (before > 0).any(axis=2), (after > 0).any(axis=2)[:, ::-1]
        assert (drawn == mirrored).mean() > 0.9
    assert (before != after).any()


def test_prompts_say_what_the_pictures_show(original, twin):
    variant, folder = twin
    for name, one in questions(folder).items():
        words = " ".join(one.prompt.split())
        if variant == "no-labels":
            assert "There are no labels in the pictures." in words
            assert "is labelled with" not in words
        elif variant == "no-id" and one.task != "residue_ligand_interaction":
            assert "labelled with its name, without number" in words
        else:
            assert "There are no labels" not in words, name


def test_renamed_atoms_are_renamed_everywhere(original, twin):
    variant, folder = twin
    if variant != "renamed-atoms":
        pytest.skip("about renamed atoms")
    name = "1ia1.json"
    before, after = (
        json.loads((one / "annotations" / name).read_text()) for one in (original, folder)
    )
    old = [atom["label"] for atom in before["ligand_atoms"]]
    new = [atom["label"] for atom in after["ligand_atoms"]]
    assert len(set(new)) == len(new)
    assert new != old
    rename = dict(zip(old, new, strict=True))
    elements = {atom["label"]: atom["element"].upper() for atom in after["ligand_atoms"]}
    assert all(re.fullmatch(rf"{elements[label]}\d+", label) for label in new)
    first, second = questions(original), questions(folder)
    for key, one in first.items():
        if one.task == "residue_ligand_interaction" and one.complex_id == "1ia1":
            bonds = {(b["res_atom"], rename[b["lig_atom"]]) for b in one.truth["bonds"]}
            again = second[key].truth["bonds"]
            assert {(b["res_atom"], b["lig_atom"]) for b in again} == bonds


@pytest.mark.parametrize("variant", ["no-labels", "no-id"])
@pytest.mark.parametrize("task", [task.name for task in TASKS])
def test_every_template_says_something_of_labels(task, variant):
    template = read_template(task).template
    if variant == "no-id" and task == "residue_ligand_interaction":
        return
    assert twin_prompt(template, variant) != template


def test_a_prompt_that_says_nothing_of_labels_is_an_error():
    with pytest.raises(UsageError, match="no sentence on labels"):
        twin_prompt("What moved?", "no-labels")
