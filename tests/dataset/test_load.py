"""Reading a built dataset back, as files and with Hugging Face datasets."""

import shutil

import datasets
import numpy as np
import pytest
from PIL import Image

import misibench
from misibench.dataset import read_questions
from misibench.dataset.build import build
from misibench.dataset.demo_source import demo_source
from misibench.errors import DatasetError, UsageError
from tests.dataset.conftest import SMALL

FIELDS = {
    "id", "task", "split", "complex_id", "reference_id", "images", "prompt", "options", "answer",
    "truth", "meta",
}  # fmt: skip


@pytest.fixture(scope="module")
def embedded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("embedded") / "dataset"
    settings = SMALL.model_copy(update={"images": "embedded", "tasks": ("T2", "T8")})
    build(demo_source(), folder, settings, workers=1)
    return folder


def test_rows_have_the_fields_and_decoded_pictures(built):
    row = misibench.load_dataset(built, "rotation", split="test")[0]
    assert set(row) == FIELDS
    assert [picture.size for picture in row["images"]] == [(256, 256)] * 4
    assert row["truth"].keys() >= {"axis", "value"}
    assert row["answer"] == f"roll {row['truth']['axis']} {row['truth']['value']}"


def test_every_task_and_split_loads(built):
    for task in (f"T{number}" for number in range(1, 10)):
        for split in ("train", "test", "tiny"):
            assert len(misibench.load_dataset(built, task, split=split)) > 0


def test_the_embedded_form_loads_with_plain_datasets(embedded, built, tmp_path):
    rows = datasets.load_dataset(
        str(embedded), "rotation", split="test", cache_dir=str(tmp_path / "cache")
    )
    ours = misibench.load_dataset(built, "rotation", split="test")
    assert rows[0]["prompt"] == ours[0]["prompt"]
    assert np.array_equal(np.asarray(rows[0]["images"][3]), np.asarray(ours[0]["images"][3]))


def test_the_embedded_form_streams(embedded):
    stream = datasets.load_dataset(
        str(embedded), "interaction_location", split="train", streaming=True
    )
    row = next(iter(stream))
    assert set(row) == FIELDS
    assert isinstance(row["images"][0], Image.Image)


def test_both_forms_hold_the_same_questions(embedded, built):
    assert list(read_questions(embedded, "rotation")) == list(read_questions(built, "rotation"))


def test_a_damaged_table_is_one_line_however_it_is_read(built, tmp_path):
    (tmp_path / "rotation").mkdir()
    shutil.copy(built / "manifest.json", tmp_path)
    (tmp_path / "rotation" / "test.parquet").write_bytes(b"PAR1 cut off")
    for read in (misibench.load_dataset, lambda *words: list(read_questions(*words))):
        with pytest.raises(DatasetError, match=r"test.parquet: cannot be read"):
            read(tmp_path, "rotation", "test")


def test_a_wrong_task_is_answered_with_the_right_name(built):
    with pytest.raises(UsageError, match="rotation"):
        misibench.load_dataset(built, "rotaton")


def test_a_wrong_split_and_a_wrong_folder_are_one_line(built, tmp_path):
    with pytest.raises(DatasetError, match="train, test or tiny"):
        misibench.load_dataset(built, "rotation", split="dev")
    with pytest.raises(DatasetError, match=r"no manifest\.json"):
        misibench.load_dataset(tmp_path, "rotation")
