"""What a build does about files that were changed, removed or left over between two runs."""

import json
import shutil

import pytest

from misibench.dataset import BuildSettings
from misibench.dataset.build import build
from misibench.dataset.demo_source import demo_source
from tests.dataset.conftest import contents

SETTINGS = BuildSettings(
    width=64, height=64, per_complex=1, tasks=("T1", "T4", "T5"), test_size=1
)  # fmt: skip


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    home = tmp_path_factory.mktemp("structures")
    for name in ("1ia1", "1of6"):
        shutil.copytree(demo_source() / name, home / name)
    return home


@pytest.fixture(scope="module")
def whole(source, tmp_path_factory):
    """A dataset that nothing happened to, built once for each way of storing pictures."""
    home = tmp_path_factory.mktemp("whole")
    for images in ("paths", "embedded", "shards"):
        build(source, home / images, SETTINGS.model_copy(update={"images": images}), workers=1)
    return home


@pytest.mark.parametrize("images", ["paths", "embedded", "shards"])
def test_what_was_removed_is_made_again(source, whole, tmp_path, images):
    settings = SETTINGS.model_copy(update={"images": images})
    folder = tmp_path / images
    shutil.copytree(whole / images, folder)
    if images == "shards":
        (folder / "images" / "1ia1.tar").unlink()
    else:
        shutil.rmtree(folder / "images" / "1of6")
        (folder / "images" / "1ia1" / "complex_front.png").write_bytes(b"")  # the disk was full
    (folder / "annotations" / "1ia1.json").unlink()
    result = build(source, folder, settings, workers=1)
    assert result.drawn > 0
    assert contents(folder) == contents(whole / images)


def test_half_files_of_a_killed_process_are_swept_up(source, whole, tmp_path):
    folder = tmp_path / "paths"
    shutil.copytree(whole / "paths", folder)
    left = folder / "images" / "1ia1" / ".complex_left.png.123.tmp"
    left.write_bytes(b"half")
    assert build(source, folder, SETTINGS, workers=1).drawn == 0
    assert not left.exists()


def test_a_changed_input_is_read_anew_in_the_same_process(source, tmp_path):
    home = tmp_path / "in"
    shutil.copytree(source, home)
    ligand = home / "1ia1" / "1ia1_ligand.sdf"

    def first_atom():
        build(home, tmp_path / "out", SETTINGS, workers=1)
        annotation = json.loads((tmp_path / "out" / "annotations" / "1ia1.json").read_text())
        return annotation["ligand_atoms"][0]["xyz"]

    before = first_atom()
    lines = ligand.read_text().splitlines()
    lines[4] = f"{before[0] + 0.25:10.4f}{lines[4][10:]}"
    ligand.write_text("\n".join(lines) + "\n")
    assert first_atom() == pytest.approx([before[0] + 0.25, *before[1:]], abs=1e-3)
