import numpy as np
import pytest

from misibench.errors import UsageError
from misibench.rendering import render
from misibench.rendering.glyphs import MASTER_EM, Font, bake_glyph, default_font_path, load_font
from misibench.rendering.text import encode_texts
from misibench.scene import Look, PictureOptions

RGB = PictureOptions(rgb=True)


def box(rgb):
    rows, columns = np.nonzero(rgb.max(-1) > 0)
    return columns.min(), rows.min(), columns.max() + 1, rows.max() + 1


def lone_label(make_scene, text="H", place=(0.0, 0.0, 0.0), **more):
    return make_scene([], labels=[(text, place)], limits=(1.0, 50.0), **more)


def test_lower_left_corner_of_the_text_stands_at_the_anchor(make_scene):
    # 0.7 Å at depth 20 in 1000 pixels: 65.3 pixels of ascent and descent
    line = 0.7 * 500 / (20 * np.tan(np.deg2rad(15)))
    font = load_font(None)
    em = line / (font.ascent + font.descent)
    left, _, _, bottom = box(render(lone_label(make_scene), size=(1000, 1000), options=RGB).rgb())
    assert bottom == pytest.approx(500 - font.descent * em, abs=1.5)
    assert 500 <= left < 500 + 0.15 * em  # the letter's own margin


def test_label_height_follows_perspective(make_scene):
    def height(z):
        scene = lone_label(make_scene, place=(0.0, 0.0, z))
        _, top, _, bottom = box(render(scene, size=(1000, 1000), options=RGB).rgb())
        return bottom - top

    assert height(10.0) == pytest.approx(2 * height(0.0), abs=2)


def test_label_keeps_its_height_without_perspective(make_scene):
    def height(z):
        scene = lone_label(make_scene, place=(0.0, 0.0, z), orthographic_width=10.0)
        _, top, _, bottom = box(render(scene, size=(500, 500), options=RGB).rgb())
        return bottom - top

    assert height(10.0) == height(0.0)


def test_capital_height_is_that_of_the_font(make_scene):
    # DejaVu Sans: capitals are 1493 of 2048 units high
    scene = lone_label(make_scene, place=(0.0, 0.0, 10.0))
    _, top, _, bottom = box(render(scene, size=(1000, 1000), options=RGB).rgb())
    font = load_font(None)
    em = 0.7 * 500 / (10 * np.tan(np.deg2rad(15))) / (font.ascent + font.descent)
    assert bottom - top == pytest.approx(1493 / 2048 * em, abs=2)


def test_label_is_drawn_over_atoms_and_dimmed_with_depth(make_scene):
    places = [(-1.0, 0.0, 5.0)]
    near = make_scene(places, radii=2.0, labels=[("HHH", (-2.0, 0, 0.0))], limits=(10.0, 30.0))
    rgb = render(near, size=(400, 400), options=RGB).rgb()
    # depth 20 is halfway: full brightness; at depth 28 only 20 % are left
    assert rgb.min(-1).max() == 255
    far_scene = make_scene([], labels=[("H", (0, 0, -8.0))], limits=(10.0, 30.0))
    far = render(far_scene, size=(400, 400), options=RGB).rgb()
    assert far.max() == pytest.approx(0.2 * 255, abs=2)


def test_clear_labels_have_one_size_and_no_depth_cue(make_scene):
    for z in (8.0, -8.0):
        scene = make_scene([], labels=[("H", (0, 0, z))], limits=(10.0, 30.0))
        rgb = render(scene, size=(1024, 1024), options=PictureOptions(look=Look.CLEAR, rgb=True))
        _, top, _, bottom = box(rgb.rgb())
        font = load_font(None)
        assert rgb.rgb().max() == 255
        assert bottom - top == pytest.approx(1493 / 2048 * 18 / (font.ascent + font.descent), abs=2)


def test_clear_labels_have_a_dark_outline(make_scene):
    scene = make_scene(
        [(0, 0, 0)], radii=3.0, colours=((200, 200, 200),), labels=[("H", (0, 0, 0))]
    )
    plain = render(scene, size=(512, 512), options=RGB).rgb()
    clear = render(scene, size=(512, 512), options=PictureOptions(look=Look.CLEAR, rgb=True)).rgb()
    middle = np.s_[226:286, 226:300]
    assert plain[middle].min() > 60
    assert clear[middle].min() < 20


def test_empty_and_unknown_letters_are_no_trouble(make_scene):
    for text in ("", " ", "é☃Ж", "C1'", 'H"'):
        render(lone_label(make_scene, text=text), size=(64, 64))


def test_layout_is_linear_in_the_letters():
    lines = encode_texts(("AA", "A", "ALA 10"), None)
    assert lines.starts.tolist() == [0, 2, 3, 9]
    assert lines.widths[0] == pytest.approx(
        2 * lines.widths[1], abs=1e-3
    )  # FreeType counts in 1/64
    # DejaVu Sans: A is 1401 of 2048 units wide
    assert lines.widths[1] == pytest.approx(1401 / 2048, abs=2 / 2048)


def test_glyph_area_is_kept_at_every_size():
    font = Font(default_font_path())
    letter = font.layout("B")[0][0]
    ink = font.tables[font.boxes[letter, 0] :][: font.boxes[letter, 1:3].prod() * 2].max()
    for em in (8.0, 13.7, 40.0, 160.0):
        out = np.zeros(100_000, np.uint8)
        w, h, _, _ = bake_glyph(font.tables, font.boxes[letter], em, 0.25, 0.5, out, 0)
        expected = ink * (em / MASTER_EM) ** 2
        assert out[: w * h].sum() == pytest.approx(expected, rel=0.02)


def test_bad_font_file_is_a_usage_error(tmp_path):
    path = tmp_path / "a.ttf"
    path.write_text("not a font")
    with pytest.raises(UsageError, match=r"a\.ttf"):
        load_font(str(path))
    with pytest.raises(UsageError, match="font"):
        load_font(str(tmp_path / "missing.ttf"))


def test_labels_too_large_or_too_small_to_read_are_left_out(make_scene):
    near = lone_label(make_scene, place=(-1.0, -0.5, 17.0), text="HHHH")  # 3 Å before the eye
    assert render(near, size=(200, 200), options=RGB).rgb().any()
    nearer = make_scene([], labels=[("HHHH", (-0.1, -0.1, 19.5))], limits=(0.1, 50.0))
    assert not render(nearer, size=(200, 200), options=RGB).rgb().any()
    assert not render(lone_label(make_scene), size=(12, 12), options=RGB).rgb().any()
