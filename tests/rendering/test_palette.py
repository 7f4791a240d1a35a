import numpy as np
import pytest

from misibench.rendering.palette import palette_of

COMMON = np.array([(0xBF, 0x99, 0xF2), (0xF2, 0xB3, 0x66), (0x80,) * 3, (255, 0, 0), (0, 0, 255)])


@pytest.mark.parametrize("colours", [COMMON, COMMON[:1], [[255, 255, 255]], [[0, 0, 0]]])
def test_black_is_the_first_colour_and_only_black(colours):
    palette = palette_of(np.array(colours))
    assert palette.colours[0].tolist() == [0, 0, 0]
    assert palette.colours.shape == (256, 3)
    assert (palette.lookup > 0).all()  # the drawn never become background


def test_same_colours_give_the_same_palette():
    assert palette_of(COMMON) is palette_of(COMMON.copy())


@pytest.mark.parametrize("rare", [(0xA6, 0x29, 0x29), (0x1F, 0xF0, 0x1F), (0xFF, 0x80, 0x00)])
def test_rare_elements_keep_their_hue(rare):
    palette = palette_of(np.vstack([COMMON, rare]))
    for shade in (0.5, 0.8, 1.0):
        r, g, b = (int(shade * value) for value in rare)
        found = palette.colours[palette.lookup[(r >> 3) | (g >> 2) << 5 | (b >> 3) << 11]]
        assert np.abs(found.astype(int) - [r, g, b]).max() < 40


def test_lookup_gives_the_nearest_colour():
    palette = palette_of(COMMON)
    rng = np.random.default_rng(0)
    for r, g, b in rng.integers(1, 256, (200, 3)).tolist():
        centre = np.array([(r >> 3 << 3) + 4, (g >> 2 << 2) + 2, (b >> 3 << 3) + 4])
        away = ((palette.colours[1:].astype(int) - centre) ** 2 * [3, 4, 2]).sum(1)
        found = palette.lookup[(r >> 3) | (g >> 2) << 5 | (b >> 3) << 11]
        assert away[found - 1] == away.min()
