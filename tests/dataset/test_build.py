"""The build as a whole, on real structures."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter

import pyarrow.parquet as pq
import pytest

from misibench.dataset import BuildSettings, read_manifest, read_questions
from misibench.dataset import work as work_module
from misibench.dataset.build import build
from misibench.dataset.demo_source import demo_source
from misibench.errors import DatasetError
from tests.dataset.conftest import SMALL, contents

# Questions per complex in the published benchmark, train and test (arXiv:2512.10867)
PAPER_COUNTS = {
    "translation": (4, 2),
    "rotation": (6, 3),
    "zooming": (4, 2),
    "translation_rotation": (6, 3),
    "rotation_rotation": (6, 3),
    "ligand_docking": (6, 3),
    "pocket_ligand_interaction": (1, 1),
}


def copy_of_demo(folder, names):
    for name in names:
        shutil.copytree(demo_source() / name, folder / name)
    return folder


def test_every_complex_has_exactly_the_published_counts(built):
    for task, expected in PAPER_COUNTS.items():
        for split, count in zip(("train", "test"), expected, strict=True):
            per_complex = Counter(
                question.complex_id for question in read_questions(built, task, split)
            )
            assert set(per_complex.values()) == {count}, (task, split)
            assert len(per_complex) == 2


def test_positives_and_negatives_of_t4_are_balanced(built):
    for split in ("train", "test"):
        questions = list(read_questions(built, "residue_ligand_interaction", split))
        positives = sum(question.answer != "No" for question in questions)
        assert positives * 2 == len(questions)


def test_every_input_has_a_row_and_kept_plus_refused_is_all(built):
    rows = pq.read_table(built / "complexes.parquet").to_pylist()
    assert [row["id"] for row in rows] == ["1ia1", "1of6", "1s3v", "1uou"]
    assert all(row["kept"] and row["split"] in ("train", "test") for row in rows)
    counts = read_manifest(built)["counts"]
    assert counts["kept"] + sum(counts["refused"].values()) == counts["inputs"] == 4


def test_every_picture_is_used_and_every_picture_named_is_there(built):
    named = {
        image for split in ("train", "test") for one in read_questions(built, split=split)
        for image in one.images
    }  # fmt: skip
    stored = {str(path.relative_to(built)) for path in built.glob("images/*/*.png")}
    assert named <= stored
    fronts = {f"images/{name}/complex_front.png" for name in ("1ia1", "1of6", "1s3v", "1uou")}
    assert stored - named <= fronts


def test_tiny_is_drawn_from_test(built):
    test = {question.id for question in read_questions(built)}
    tiny = [question.id for question in read_questions(built, split="tiny")]
    assert set(tiny) <= test
    assert len(tiny) == len(set(tiny))


def test_option_letters_are_spread_evenly(built):
    for task in ("translation_rotation", "rotation_rotation"):
        for complex_id in ("1ia1", "1of6", "1s3v", "1uou"):
            letters = Counter(
                question.answer
                for split in ("train", "test")
                for question in read_questions(built, task, split)
                if question.complex_id == complex_id
            )
            # with n questions of a complex no letter is right more often than n / 4, rounded up
            assert max(letters.values()) <= -(-sum(letters.values()) // 4)


def test_prompts_do_not_name_the_entry(built):
    for question in read_questions(built):
        assert question.complex_id.lower() not in question.prompt.lower()


def test_entry_is_named_where_asked_for(tmp_path):
    source = copy_of_demo(tmp_path / "in", ["1ia1"])
    settings = SMALL.model_copy(update={"tasks": ("T1",), "show_pdb_id": True, "test_size": 1})
    build(source, tmp_path / "out", settings, workers=1)
    assert all("1ia1" in question.prompt for question in read_questions(tmp_path / "out"))


def test_a_second_run_draws_nothing_and_changes_nothing(built):
    before = contents(built)
    result = build(demo_source(), built, SMALL, workers=1)
    assert result.drawn == 0
    assert contents(built) == before


@pytest.mark.slow
def test_two_workers_build_the_same(built, tmp_path):
    build(demo_source(), tmp_path / "dataset", SMALL, workers=2)
    assert contents(tmp_path / "dataset") == contents(built)


@pytest.mark.slow
def test_a_killed_build_goes_on_and_ends_the_same(built, tmp_path):
    out = tmp_path / "dataset"
    command = [
        sys.executable, "-m", "misibench", "build", str(demo_source()), "--out", str(out),
        "--size", "256x256", "--test-fraction", "0.5", "--workers", "2",
    ]  # fmt: skip
    victim = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
    deadline = time.monotonic() + 120
    while len(list(out.glob("images/*/*.png"))) < 60 and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(victim.pid, signal.SIGKILL)
    victim.wait()
    assert not (out / "manifest.json").exists()
    with pytest.raises(DatasetError, match="unfinished build"):
        read_manifest(out)
    subprocess.run(command, check=True, capture_output=True)
    assert contents(out) == contents(built)


@pytest.mark.slow
def test_questions_of_a_complex_do_not_depend_on_what_else_is_built(built, tmp_path):
    source = copy_of_demo(tmp_path / "in", ["1ia1", "1s3v"])
    both = ("1ia1", "1s3v")
    ids = tuple(sorted({one.complex_id for one in read_questions(built)} & set(both)))
    settings = SMALL.model_copy(update={"split": "list", "test_ids": ids})
    build(source, tmp_path / "out", settings, workers=1)
    everything = {
        one.id: one for split in ("train", "test") for one in read_questions(built, split=split)
    }
    again = [
        one
        for split in ("train", "test")
        for one in read_questions(tmp_path / "out", split=split)
        if one.id in everything
    ]
    assert len(again) > 50
    for question in again:
        assert question == everything[question.id]


def test_a_bad_input_is_a_refusal_row_and_stops_nothing(tmp_path):
    source = copy_of_demo(tmp_path / "in", ["1ia1", "1s3v"])
    (source / "bad1").mkdir()
    (source / "bad1" / "bad1_protein.pdb").write_text("")
    shutil.copy(source / "1ia1" / "1ia1_ligand.sdf", source / "bad1" / "bad1_ligand.sdf")
    (source / "bad2").mkdir()
    shutil.copy(source / "1ia1" / "1ia1_ligand.sdf", source / "bad2" / "bad2_ligand.sdf")
    settings = SMALL.model_copy(update={"tasks": ("T1",)})
    result = build(source, tmp_path / "out", settings, workers=1)
    assert (result.inputs, result.kept) == (4, 2)
    assert {(name, reason) for name, reason, _ in result.refusals} == {
        ("bad1", "no_pocket"),
        ("bad2", "no_pocket"),
    } or {name for name, _, _ in result.refusals} == {"bad1", "bad2"}
    rows = pq.read_table(tmp_path / "out" / "complexes.parquet").to_pylist()
    assert len(rows) == 4
    assert all(row["message"] for row in rows if not row["kept"])


def test_a_defect_met_by_one_complex_is_a_refusal(tmp_path, monkeypatch):
    source = copy_of_demo(tmp_path / "in", ["1ia1", "1s3v"])
    real = work_module.find_hydrogen_bonds

    def broken(structure):
        if structure.id == "1s3v":
            raise ZeroDivisionError("made by this test")
        return real(structure)

    settings = SMALL.model_copy(update={"tasks": ("T1",)})
    with monkeypatch.context() as patched:
        patched.setattr(work_module, "find_hydrogen_bonds", broken)
        patched.setattr(work_module, "_annotations", type(work_module._annotations)())
        result = build(source, tmp_path / "out", settings, workers=1)
    assert result.refusals == (("1s3v", "internal", "ZeroDivisionError: made by this test"),)
    # it says nothing of the input, perhaps memory was short: the next run tries again
    assert build(source, tmp_path / "out", settings, workers=1).kept == 2


def test_without_any_usable_input_there_is_one_line(tmp_path):
    (tmp_path / "in" / "bad").mkdir(parents=True)
    (tmp_path / "in" / "bad" / "bad_pocket.pdb").write_text("")
    with pytest.raises(DatasetError, match="none of 1 inputs could be used"):
        build(tmp_path / "in", tmp_path / "out", SMALL, workers=1)


def test_settings_and_hashes_are_in_the_manifest(built):
    manifest = read_manifest(built)
    assert BuildSettings(**manifest["settings"]) == SMALL
    assert set(manifest["inputs"]) == {"1ia1", "1of6", "1s3v", "1uou"}
    assert json.dumps(manifest).count("template_sha256") == 9


def test_every_picture_of_a_new_build_was_drawn(tmp_path):
    settings = SMALL.model_copy(update={"tasks": ("T1", "T9")})
    result = build(demo_source(), tmp_path / "out", settings, workers=1)
    assert result.drawn == result.pictures
