"""Pictures against ChimeraX's own: geometry to a hundredth of an ångström, likeness by SSIM.

SSIM is scikit-image's, on grey pictures (ITU-R 601 luma, Pillow's mode L), default 7 x 7 window.
"""

import json
import os
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from skimage.metrics import structural_similarity

from misibench.geometry import Move, Roll
from misibench.rendering import Renderer, visibility
from misibench.scene import PictureOptions, Shot, View, annotate, compose_scene
from misibench.structure import load_complex

REFERENCE = Path(os.environ.get("MISIBENCH_REFERENCE", "../shared"))
PICTURES = REFERENCE / "reference" / "chimerax"
STEMS = sorted(
    str(path.relative_to(PICTURES).with_suffix("")) for path in PICTURES.glob("*/*.json")
)

pytestmark = pytest.mark.skipif(
    not STEMS, reason=f"no reference pictures in {PICTURES} (set MISIBENCH_REFERENCE)"
)

LIKE_WITHOUT_LABELS = 0.95
LIKE_WITH_LABELS = 0.85


def liberation() -> str | None:
    """A Liberation Sans font file on this machine: the references' font."""
    for folder in ("/usr/share/fonts", "/usr/local/share/fonts", str(Path.home() / ".fonts")):
        found = sorted(Path(folder).rglob("LiberationSans-Regular.ttf"))
        if found:
            return str(found[0])
    return None


@cache
def annotation_of(name):
    folder = REFERENCE / "structures" / name
    return annotate(
        load_complex(
            folder / f"{name}_pocket.pdb", folder / f"{name}_ligand.mol2", complex_id=name
        ),
        (),
    )


@cache
def renderer_of(labels, font):
    return Renderer(options=PictureOptions(labels=labels, font=font))


def shot_of(stem):
    words = stem.split("_")
    if words[0] in ("views", "nolabel"):
        return Shot(view=View(words[1]))
    kind = Move if words[0] == "move" else Roll
    return Shot(motions=(kind(words[1], float(words[2])),))


def drawn(name, stem, font=None):
    renderer = renderer_of(not stem.startswith("nolabel"), font)
    return renderer.picture(annotation_of(name), shot_of(stem)).rgb()


def grey(rgb):
    return np.asarray(Image.fromarray(rgb).convert("L"))


def likeness(name, stem, font=None):
    with Image.open(PICTURES / name / f"{stem}.png") as image:
        reference = np.asarray(image.convert("RGB"))
    return structural_similarity(grey(drawn(name, stem, font)), grey(reference))


@pytest.mark.parametrize("path", STEMS)
def test_atoms_are_where_chimerax_has_them(path):
    name, stem = path.split("/")
    record = json.loads((PICTURES / f"{path}.json").read_text())
    structure = annotation_of(name).structure
    scene = compose_scene(annotation_of(name), shot_of(stem))
    expected = {
        (a["model"], a["chain"].strip(), a["num"], a["ins"].strip(), a["name"]): a["screen"]
        for a in record["atoms"]
    }
    assert len(expected) == len(scene)
    screen = scene.camera.screen(scene.coords)
    for place in range(len(scene)):
        ligand, atom = bool(scene.is_ligand[place]), int(scene.atom_index[place])
        molecule = structure.ligand if ligand else structure.receptor
        residue = molecule.residue_of(atom).id
        key = (
            "ligand" if ligand else "pocket", residue.chain_id.strip(), residue.number,
            residue.insertion_code.strip(), molecule.atom_names[atom],
        )  # fmt: skip
        assert screen[place] == pytest.approx(expected[key], abs=0.01)
    assert [scene.near, scene.far] == pytest.approx(record["near_far"], abs=0.01)
    assert scene.camera.matrix == pytest.approx(np.array(record["camera"]), abs=1e-4)


@pytest.mark.parametrize("path", STEMS)
def test_projected_centres_are_within_half_a_pixel(path):
    name, stem = path.split("/")
    record = json.loads((PICTURES / f"{path}.json").read_text())
    scene = compose_scene(annotation_of(name), shot_of(stem))
    reference = np.array([atom["screen"] for atom in record["atoms"]])
    half = 512 / (-reference[:, 2] * np.tan(np.deg2rad(15)))
    expected = np.column_stack([512 + reference[:, 0] * half, 512 - reference[:, 1] * half])
    mine = scene.camera.pixels(scene.coords, 1024, 1024)
    # in any order: the nearest of mine to each of theirs
    order = np.lexsort(expected.round(2).T)
    mine_order = np.lexsort(mine.round(2).T)
    nearest = np.abs(mine[mine_order][:, None] - expected[order][None]).max(-1).min(0)
    assert nearest.max() < 0.5


@pytest.mark.parametrize("path", [stem for stem in STEMS if "/nolabel" in stem])
def test_unlabelled_pictures_look_alike(path):
    assert likeness(*path.split("/")) >= LIKE_WITHOUT_LABELS


@pytest.mark.parametrize("path", [stem for stem in STEMS if "/nolabel" not in stem])
def test_labelled_pictures_look_alike(path):
    assert likeness(*path.split("/")) >= LIKE_WITH_LABELS


@pytest.mark.parametrize("path", [stem for stem in STEMS if "/nolabel" not in stem])
def test_the_same_font_makes_them_more_alike(path):
    font = liberation()
    if font is None:
        pytest.skip("no LiberationSans-Regular.ttf on this machine")
    name, stem = path.split("/")
    assert likeness(name, stem, font) > likeness(name, stem)


@pytest.mark.parametrize("name", sorted({stem.split("/")[0] for stem in STEMS}))
def test_most_atoms_are_seen_in_some_view(name):
    renderer = renderer_of(True, None)
    seen = np.zeros(0)
    for view in View:
        scene = renderer.scene(annotation_of(name), Shot(view=view))
        areas = visibility(scene, renderer=renderer).areas
        seen = areas if not len(seen) else np.maximum(seen, areas)
    assert (seen > 0).mean() > 0.99
