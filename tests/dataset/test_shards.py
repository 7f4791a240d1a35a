"""Pictures in tar files: the same dataset without loose files."""

import io
import shutil
import tarfile

import numpy as np
import pytest
from PIL import Image

import misibench
from misibench.dataset import read_manifest, read_questions
from misibench.dataset.build import build
from misibench.dataset.demo_source import demo_source
from misibench.dataset.load import question_file
from misibench.dataset.pictures import DatasetPictures, iterate_rows
from misibench.dataset.shards import ShardIndex, opened_shard, write_index
from misibench.errors import DatasetError
from tests.dataset.conftest import SMALL

SHARDS = SMALL.model_copy(update={"images": "shards", "tasks": ("T1", "T5")})


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    folder = tmp_path_factory.mktemp("in")
    for name in ("1ia1", "1of6", "1s3v"):
        shutil.copytree(demo_source() / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def sharded(tmp_path_factory, source):
    folder = tmp_path_factory.mktemp("sharded") / "dataset"
    build(source, folder, SHARDS, workers=1)
    return folder


@pytest.fixture(scope="module")
def loose(tmp_path_factory, source):
    folder = tmp_path_factory.mktemp("loose") / "dataset"
    build(source, folder, SHARDS.model_copy(update={"images": "paths"}), workers=1)
    return folder


def questions(folder):
    return [one for split in ("train", "test") for one in read_questions(folder, split=split)]


def pixels(content):
    return np.asarray(Image.open(io.BytesIO(content)).convert("RGB"))


def test_questions_and_pixels_are_those_of_loose_files(sharded, loose):
    assert questions(sharded) == questions(loose)
    inside, outside = DatasetPictures(sharded), DatasetPictures(loose)
    paths = {path for one in questions(loose) for path in one.images}
    for path in sorted(paths)[::5]:
        np.testing.assert_array_equal(pixels(inside.read(path)), pixels(outside.read(path)))
    assert read_manifest(sharded)["counts"] == read_manifest(loose)["counts"]


def test_there_is_one_file_per_complex_and_an_index(sharded):
    files = sorted(path.name for path in (sharded / "images").rglob("*") if path.is_file())
    assert files == ["1ia1.tar", "1of6.tar", "1s3v.tar", "index.parquet"]
    assert len(ShardIndex(sharded)) == read_manifest(sharded)["counts"]["pictures"]


def test_a_shard_is_a_plain_tar_file_of_pictures(sharded):
    with tarfile.open(sharded / "images" / "1ia1.tar") as archive:
        names = archive.getnames()
    assert "images/1ia1/complex_front.png" in names
    assert len(names) == len(set(names))


def test_rows_come_with_their_pictures(sharded):
    store = DatasetPictures(sharded)
    rows = list(iterate_rows(question_file(sharded, "T5", "train"), store))
    assert rows
    for row in rows[:2]:
        assert [one[:4] for one in row.pictures()] == [b"\x89PNG"] * 11


def test_hugging_face_datasets_opens_pictures_in_shards(sharded, loose):
    inside = misibench.load_dataset(sharded, "T5", split="train")
    outside = misibench.load_dataset(loose, "T5", split="train")
    for one, other in zip(inside[0]["images"], outside[0]["images"], strict=True):
        np.testing.assert_array_equal(np.asarray(one), np.asarray(other))


def test_a_second_run_draws_nothing_and_more_inputs_only_what_is_new(source, sharded, tmp_path):
    folder = tmp_path / "dataset"
    shutil.copytree(sharded, folder)
    assert build(source, folder, SHARDS, workers=1).drawn == 0
    more = tmp_path / "in"
    shutil.copytree(source, more)
    shutil.copytree(demo_source() / "1uou", more / "1uou")
    settings = SHARDS.model_copy(update={"split": "list", "test_ids": _test_ids(sharded)})
    grown = build(more, folder, settings, workers=1)
    old = {one.id: one for one in questions(sharded)}
    fresh = [one for one in questions(folder) if one.id not in old]
    new = {path for one in fresh for path in one.images}
    assert grown.drawn <= len(new)
    assert {one.complex_id for one in questions(folder)} == {"1ia1", "1of6", "1s3v", "1uou"}
    store = DatasetPictures(folder)
    for one in questions(folder):
        for path in one.images:
            assert store.read(path)[:4] == b"\x89PNG"


def _test_ids(folder):
    return tuple(sorted({one.complex_id for one in read_questions(folder)}))


@pytest.mark.parametrize("images", ["shards", "paths"])
def test_a_split_that_comes_back_has_all_its_pictures(source, tmp_path, images):
    settings = SHARDS.model_copy(update={"images": images, "tasks": ("T1",), "split": "list"})
    train = settings.model_copy(update={"test_ids": ("1of6",)})
    test = settings.model_copy(update={"test_ids": ("1ia1",)})
    folder = tmp_path / "dataset"
    for one in (train, test, train):  # 1ia1 has more questions in train than in test
        build(source, folder, one, workers=1)
    store = DatasetPictures(folder)
    for question in questions(folder):
        for path in question.images:
            assert store.read(path)[:4] == b"\x89PNG"


def test_shards_and_loose_files_do_not_mix(source, sharded):
    with pytest.raises(DatasetError, match=r"other settings \(images\)"):
        build(source, sharded, SHARDS.model_copy(update={"images": "paths"}), workers=1)


def _fail_half_way(folder):
    with opened_shard(folder, "a") as shard:
        shard.add("images/a/new.png", b"new")
        raise RuntimeError


def test_a_failed_shard_leaves_the_old_one(tmp_path):
    with opened_shard(tmp_path, "a") as shard:
        shard.add("images/a/old.png", b"old")
    before = (tmp_path / "images" / "a.tar").read_bytes()
    with pytest.raises(RuntimeError):
        _fail_half_way(tmp_path)
    assert (tmp_path / "images" / "a.tar").read_bytes() == before
    assert [one.name for one in (tmp_path / "images").iterdir()] == ["a.tar"]


def test_a_damaged_shard_is_drawn_anew(tmp_path):
    (tmp_path / "images").mkdir()
    (tmp_path / "images" / "a.tar").write_bytes(b"no tar file" * 100)
    with opened_shard(tmp_path, "a") as shard:
        assert not shard.has("images/a/old.png")


@pytest.mark.parametrize("length", [10, 99, 100, 101, 300])
def test_names_of_any_length_are_found(tmp_path, length):
    name = "images/a/" + "x" * length + ".png"
    with opened_shard(tmp_path, "a") as shard:
        shard.add("images/a/first.png", b"f" * 512)
        shard.add(name, b"content")
        shard.add("images/a/last.png", b"")
    write_index(tmp_path, [("images/a.tar", list(shard.members.values()))])
    index = ShardIndex(tmp_path)
    assert index.read(name) == b"content"
    assert index.read("images/a/first.png") == b"f" * 512
    assert index.read("images/a/last.png") == b""
    with pytest.raises(DatasetError, match="no such picture"):
        index.find("images/a/none.png")
