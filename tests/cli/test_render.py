import json
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from misibench.cli.app import main
from misibench.geometry import Move, Roll
from misibench.rendering import render
from misibench.scene import Shot, View, annotate
from misibench.structure import load_complex

SIZE = ("--size", "200x160")


@pytest.fixture(scope="module")
def files():
    """Files of the smallest complex that the posebusters package ships."""
    folder = Path(find_spec("posebusters").origin).parent / "datasets" / "pdb" / "1ia1"
    return [
        str(folder / "1ia1_protein_one_lig_removed.pdb"), str(folder / "1ia1_ligand.sdf"),
    ]  # fmt: skip


@pytest.fixture(scope="module")
def complex_annotation(files):
    return annotate(load_complex(*files, complex_id="1ia1"), ())


def misi(*words):
    """Run the command line; gives its exit code."""
    try:
        main(["render", *words])
    except SystemExit as stop:
        return int(stop.code or 0)
    return 0


def read(path):
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB"))


def test_front_view_is_written(files, tmp_path, complex_annotation):
    assert misi(*files, *SIZE, "--out", str(tmp_path / "a.png")) == 0
    expected = render(complex_annotation, Shot(), (200, 160)).rgb()
    assert np.array_equal(read(tmp_path / "a.png"), expected)


@pytest.mark.parametrize(
    ("words", "motions"),
    [
        (["--move", "x 3", "--roll", "y 15"], (Move("x", 3.0), Roll("y", 15.0))),
        (["--roll", "y 15", "--move", "x 3"], (Roll("y", 15.0), Move("x", 3.0))),
        (
            ["--roll=x -30", "--move", "z 4", "--roll", "z 45", "--move=y -1.5"],
            (Roll("x", -30.0), Move("z", 4.0), Roll("z", 45.0), Move("y", -1.5)),
        ),
    ],
)
def test_motions_are_applied_in_the_order_given(
    files, tmp_path, complex_annotation, words, motions
):
    assert misi(*files, *SIZE, *words, "--out", str(tmp_path / "a.png")) == 0
    expected = render(complex_annotation, Shot(motions=motions), (200, 160)).rgb()
    assert np.array_equal(read(tmp_path / "a.png"), expected)


@pytest.mark.parametrize("word", [".", "", "/"])
def test_a_folder_is_no_name_for_a_picture(files, word, capsys):
    assert misi(*files, *SIZE, "--out", word) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("a folder; expected the name of a .png file")


def test_all_views_with_coordinates(files, tmp_path):
    out, coords = tmp_path / "a.png", tmp_path / "c.json"
    assert misi(*files, *SIZE, "--view", "all", "--out", str(out), "--coords", str(coords)) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        [f"a_{view}.png" for view in View] + [f"c_{view}.json" for view in View]
    )
    record = json.loads((tmp_path / "c_left.json").read_text())
    assert record["view"] == "left"
    assert record["fov_deg"] == 30
    atom = record["atoms"][0]
    assert set(atom) == {"model", "chain", "res", "num", "ins", "name", "screen"}
    assert atom["screen"][2] < 0
    matrix = np.array(record["camera"])
    assert matrix[:, 2] == pytest.approx([-1, 0, 0])  # the left view's z axis points to -x


@pytest.mark.parametrize(
    ("words", "mode"),
    [
        (["--rgb"], "RGB"), (["--transparent"], "RGBA"), (["--no-labels"], "P"),
        (["--look", "clear"], "P"), (["--style", "sphere", "--hydrogens"], "P"),
        (["--orthographic", "--supersample", "2"], "P"), (["--hbonds", "--no-numbers"], "P"),
        (["--subject", "ligand"], "P"),
    ],
)  # fmt: skip
def test_options_change_the_picture(files, tmp_path, words, mode):
    plain, other = tmp_path / "a.png", tmp_path / "b.png"
    assert misi(*files, *SIZE, "--out", str(plain)) == 0
    assert misi(*files, *SIZE, *words, "--out", str(other)) == 0
    with Image.open(other) as image:
        assert image.mode == mode
    if mode == "P":
        assert (read(plain) != read(other)).any()


def test_residue_is_drawn_with_the_ligand(files, tmp_path, complex_annotation):
    structure = complex_annotation.structure
    index = structure.pocket_residues[3]
    name = str(structure.receptor.residues[index].id)
    coords = tmp_path / "c.json"
    words = ["--residue", name, "--out", str(tmp_path / "a.png"), "--coords", str(coords)]
    assert misi(*files, *SIZE, *words) == 0
    atoms = json.loads(coords.read_text())["atoms"]
    assert len({(a["chain"], a["num"]) for a in atoms if a["model"] == "pocket"}) == 1


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--view", "fornt"], 2, "did you mean front?"),
        (["--move", "q 3"], 2, "an axis and a number"),
        (["--roll", "y"], 2, "an axis and a number"),
        (["--move", "x nan"], 2, "an axis and a number"),
        (["--size", "big"], 2, "WIDTHxHEIGHT"),
        (["--size", "0x10"], 2, "sides of 1 to"),
        (["--look", "clean"], 2, "did you mean clear?"),
        (["--residue", "Z:1"], 2, "CHAIN:NUMBER"),
        (["--font", "/missing.ttf"], 2, "font"),
        (["--move", "x 900"], 1, "the picture is blank"),
        (["--move", "z 900"], 1, "the picture is blank"),
    ],
)
def test_what_cannot_be_drawn_is_one_line_and_no_file(
    files, tmp_path, capsys, words, code, message
):
    assert misi(*files, *SIZE, *words, "--out", str(tmp_path / "a.png")) == code
    error = capsys.readouterr().err.strip()
    assert message in error
    assert len(error.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_unwritable_output_is_one_line(files, tmp_path, capsys):
    assert misi(*files, *SIZE, "--out", str(tmp_path / "missing" / "a.png")) == 1
    assert "cannot be written" in capsys.readouterr().err
