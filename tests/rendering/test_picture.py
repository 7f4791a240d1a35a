import io
import os

import numpy as np
import pytest
from PIL import Image

from misibench.errors import MisiError, UsageError
from misibench.geometry import Roll
from misibench.rendering import Picture, Renderer, picture_difference, render
from misibench.scene import PictureOptions, Shot, View

SIZE = (200, 150)


@pytest.mark.parametrize(
    ("options", "mode"),
    [
        (PictureOptions(), "P"),
        (PictureOptions(rgb=True), "RGB"),
        (PictureOptions(transparent=True), "RGBA"),
        (PictureOptions(supersample=2), "P"),
    ],
)
def test_png_decodes_to_the_pixels_drawn(annotation, options, mode):
    picture = render(annotation, Shot(), SIZE, options)
    with Image.open(io.BytesIO(picture.png_bytes())) as image:
        image.load()
        assert image.mode == mode
        assert image.size == SIZE
        decoded = np.asarray(image.convert("RGBA" if mode == "RGBA" else "RGB"))
    if mode == "RGBA":
        assert np.array_equal(decoded, picture.pixels)
    else:
        assert np.array_equal(decoded, picture.rgb())


def test_palette_is_close_to_the_true_colours(annotation):
    indexed = render(annotation, Shot(), SIZE).rgb().astype(int)
    true = render(annotation, Shot(), SIZE, PictureOptions(rgb=True)).rgb()
    drawn = true.max(-1) > 0
    apart = np.abs(indexed - true).max(-1)
    assert apart[drawn].mean() < 10
    assert np.percentile(apart[drawn], 99) < 40
    assert not apart[~drawn].any()


def test_transparent_background_lets_everything_through_and_atoms_nothing(annotation):
    options = PictureOptions(transparent=True, labels=False)
    alpha = render(annotation, Shot(), SIZE, options).pixels[:, :, 3]
    plain = render(annotation, Shot(), SIZE, PictureOptions(rgb=True, labels=False)).rgb()
    assert (alpha[plain.max(-1) > 60] > 0).all()
    assert alpha[0, 0] == 0
    assert (alpha == 255).sum() > 500


def test_transparent_picture_over_black_is_the_plain_one(annotation):
    clear = render(annotation, Shot(), SIZE, PictureOptions(transparent=True)).rgb().astype(int)
    plain = render(annotation, Shot(), SIZE, PictureOptions(rgb=True)).rgb()
    assert np.abs(clear - plain).max() <= 3


def test_equal_pictures_do_not_differ(annotation):
    first, second = (render(annotation, Shot(), SIZE) for _ in range(2))
    assert picture_difference(first, second) == 0.0


def test_difference_counts_clearly_different_pixels_of_those_drawn():
    def picture(values):
        rows = np.zeros((1, 7), np.uint8)
        rows[0, 1:] = values
        palette = np.zeros((256, 3), np.uint8)
        palette[:, 0] = np.arange(256)
        return Picture(rows, 1, palette)

    # by hand: 4 of 6 pixels drawn in either; 200/0 and 100/180 differ clearly, 100/120 does not
    first, second = picture([0, 100, 200, 100, 50, 0]), picture([0, 120, 0, 180, 50, 0])
    assert picture_difference(first, second) == 0.5
    rgb = Picture(np.hstack([[[0]], second.rgb().reshape(1, -1)]).astype(np.uint8), 3, None)
    assert picture_difference(first, rgb) == 0.5
    assert picture_difference(picture([0] * 6), picture([0] * 6)) == 0.0


def test_difference_of_other_views_is_large(annotation):
    first = render(annotation, Shot(), SIZE)
    second = render(annotation, Shot(view=View.LEFT), SIZE)
    assert picture_difference(first, second) > 0.5
    assert picture_difference(first, second) == picture_difference(second, first)


def test_difference_of_other_sizes_is_an_error(annotation):
    with pytest.raises(UsageError, match="one size"):
        picture_difference(render(annotation, size=(10, 10)), render(annotation, size=(11, 10)))


def test_saved_file_is_whole_and_alone(annotation, tmp_path):
    picture = render(annotation, size=(64, 64))
    picture.save(tmp_path / "a.png")
    picture.save(tmp_path / "a.png")  # over itself
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]
    assert (tmp_path / "a.png").read_bytes() == picture.png_bytes()


def test_unwritable_target_is_one_line(annotation, tmp_path):
    with pytest.raises(MisiError, match="cannot be written"):
        render(annotation, size=(8, 8)).save(tmp_path / "missing" / "a.png")
    assert not (tmp_path / "missing").exists()


def test_failed_write_leaves_nothing(annotation, tmp_path, monkeypatch):
    def full(*_args, **_kwargs):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fdopen", full)
    with pytest.raises(MisiError, match="No space left"):
        render(annotation, size=(8, 8)).save(tmp_path / "a.png")
    assert list(tmp_path.iterdir()) == []


def test_pictures_of_one_renderer_are_their_own(annotation):
    renderer = Renderer((64, 64))
    first = renderer.picture(annotation, Shot())
    before = first.pixel_hash()
    renderer.picture(annotation, Shot(motions=()))
    renderer.picture(annotation, Shot(motions=(Roll("y", 90.0),)))
    assert first.pixel_hash() == before
