"""Scripts that draw a picture of the dataset in ChimeraX and PyMOL."""

import json
import re

import numpy as np
import pytest

from misibench.dataset.demo_source import demo_source
from misibench.errors import DatasetError
from misibench.export.chimerax import chimerax_script
from misibench.export.pictures import find_picture
from misibench.export.pymol import pymol_script
from misibench.geometry import motions_transform
from misibench.scene import view_camera


def a_picture(built, pattern):
    path = sorted(built.glob(f"images/*/{pattern}.png"))[0]
    return str(path.relative_to(built))


def test_chimerax_turns_and_never_rolls(built):
    script = chimerax_script(find_picture(built, a_picture(built, "complex_front_roll_y_*")))
    commands = [line.split()[0] for line in script.splitlines() if not line.startswith("#")]
    assert "roll" not in commands  # without a frame count it spins for ever
    assert re.search(r"^turn y -?\d+ center ", script, re.MULTILINE)
    assert commands.index("view") < commands.index("turn") < commands.index("save")


def test_chimerax_shows_and_colours_every_pocket_residue(built):
    picture = a_picture(built, "complex_front")
    script = chimerax_script(find_picture(built, picture))
    facts = json.loads((built / "annotations" / f"{picture.split('/')[1]}.json").read_text())
    for colour in ("#bf99f2", "#f2b366"):
        assert colour in script
    numbers = {f"{one['number']}{one['ins_code']}" for one in facts["residues"]}
    shown = re.findall(r"^show #1/\w+:(\S+) atoms", script, re.MULTILINE)
    assert {number for some in shown for number in some.split(",")} == numbers


def test_chimerax_moves_the_displaced_ligand_alone(built):
    script = chimerax_script(find_picture(built, a_picture(built, "ligand_front_ligand_move*")))
    assert re.search(r"^move x -?\d+ models #2$", script, re.MULTILINE)
    assert re.search(r"^turn [xyz] -?\d+ center \S+ models #2$", script, re.MULTILINE)
    assert "hide #1 atoms" in script


@pytest.mark.parametrize(
    "pattern", ["complex_left", "complex_front_move_?_?", "complex_front_roll_*"]
)
def test_pymol_camera_is_that_of_the_picture(built, pattern):
    """PyMOL maps x to R (x - origin) + position; get_view's documentation gives the order."""
    drawn = find_picture(built, a_picture(built, pattern))
    numbers = re.search(r"set_view \((.*)\)", pymol_script(drawn))
    values = np.array([float(one) for one in numbers[1].split(",")])
    assert len(values) == 18
    rotation, position, origin = values[:9].reshape(3, 3).T, values[9:12], values[12:15]
    coords = drawn.annotation.structure.ligand.coords
    seen = (coords - origin) @ rotation.T + position
    # worked out another way: the scene moves before the front camera
    moved = motions_transform(drawn.shot.motions, drawn.annotation.centre).apply(coords)
    camera = view_camera(drawn.annotation.camera, drawn.shot.view, drawn.annotation.centre)
    assert np.allclose(seen, camera.screen(moved), atol=1e-3)


def test_pymol_writes_out_every_ligand_label(built):
    drawn = find_picture(built, a_picture(built, "complex_front"))
    script = pymol_script(drawn)
    ligand = drawn.annotation.structure.ligand
    labels = re.findall(r'^label ligand and index \d+, "(\S+)"$', script, re.MULTILINE)
    assert len(labels) == int((~ligand.is_hydrogen).sum())


def test_structures_that_moved_are_found_again(built):
    picture = a_picture(built, "complex_front")
    drawn = find_picture(built, picture, demo_source())
    assert drawn.receptor.is_file()


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        ("images/9zzz/complex_front.png", "no kept complex '9zzz'"),
        ("README.md", "not a picture of a dataset"),
        ("images/1ia1/../../secret.png", "not a picture of a dataset"),
    ],
)
def test_other_paths_are_one_line(built, picture, message):
    with pytest.raises(DatasetError, match=message):
        find_picture(built, picture)
