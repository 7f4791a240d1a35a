"""Pictures as a browser gets them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from misibench.errors import DatasetError
from misibench.web.pictures import picture_path, without_metadata


def _png() -> bytes:
    note = PngInfo()
    note.add_text("Title", "the answer is B")
    note.add_itxt("Comment", "the answer is B")
    note.add_text("Packed", "the answer is B", zip=True)
    stream = io.BytesIO()
    picture = Image.linear_gradient("L").convert("P")
    picture.save(stream, "PNG", pnginfo=note, transparency=3, dpi=(72, 72), exif=Image.Exif())
    return stream.getvalue() + b"the answer is B"


def test_metadata_and_what_follows_the_end_are_left_out() -> None:
    cleaned = without_metadata(_png())
    with Image.open(io.BytesIO(cleaned)) as picture:
        picture.load()
        assert set(picture.info) <= {"transparency"}
    assert b"answer" not in cleaned
    assert not any(kind in cleaned for kind in (b"tEXt", b"iTXt", b"zTXt", b"pHYs", b"eXIf"))


def test_pixels_stay_as_they_are() -> None:
    before = Image.open(io.BytesIO(_png()))
    after = Image.open(io.BytesIO(without_metadata(_png())))
    with before, after:
        assert before.convert("RGBA").tobytes() == after.convert("RGBA").tobytes()


@pytest.mark.parametrize("content", [b"", b"GIF89a", _png()[:60]])
def test_what_is_no_whole_png_is_refused(content: bytes) -> None:
    with pytest.raises(DatasetError):
        without_metadata(content)


def test_a_picture_inside_the_folder_is_found(dataset: Path) -> None:
    assert picture_path(dataset, "images/1aaa/complex_front.png").is_file()


@pytest.mark.parametrize("name", ["../x.png", "/etc/passwd", "images/../../x", "images/none.png"])
def test_a_name_that_leads_out_of_the_folder_is_refused(dataset: Path, name: str) -> None:
    with pytest.raises(DatasetError):
        picture_path(dataset, name)


def test_a_link_that_leads_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret.png").write_bytes(_png())
    folder = tmp_path / "dataset"
    folder.mkdir()
    (folder / "link.png").symlink_to(tmp_path / "secret.png")
    with pytest.raises(DatasetError, match="outside the dataset"):
        picture_path(folder, "link.png")
