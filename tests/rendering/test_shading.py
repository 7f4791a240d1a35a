"""The fast rasteriser against rays cast one by one."""

import numpy as np
import pytest

from misibench.rendering import render
from misibench.scene import PictureOptions

RGB = PictureOptions(rgb=True)
COLOURS = ((0xBF, 0x99, 0xF2), (255, 0, 0), (0, 0, 255), (0x80, 0x80, 0x80))


def difference(scene, slow_picture, width=160, height=120):
    fast = render(scene, size=(width, height), options=RGB).rgb().astype(int)
    slow = slow_picture(scene, width, height).astype(int)
    drawn = (fast.max(-1) > 0) | (slow.max(-1) > 0)
    assert drawn.sum() > 200
    return np.abs(fast - slow).max(-1)[drawn]


ZIGZAG = [(-3, 0, 0), (-2, 1, 1), (-0.8, 0.2, 0.5), (0.3, 1, -1), (1.5, 0, 0), (2.4, 1, 1.2)]
CHAIN = [(n, n + 1) for n in range(5)]


@pytest.mark.parametrize("width", [None, 8.0], ids=["perspective", "orthographic"])
def test_sticks_look_as_rays_see_them(make_scene, slow_picture, width):
    scene = make_scene(
        ZIGZAG, colours=COLOURS, colour_index=[0, 1, 0, 2, 3, 1], bonds=CHAIN, eye=15.0,
        orthographic_width=width,
    )  # fmt: skip
    apart = difference(scene, slow_picture)
    # inside shapes the same to rounding, at edges the same to the coverage of a few samples
    assert np.median(apart) <= 1
    assert np.mean(apart) < 4
    assert np.mean(apart > 64) < 0.01


@pytest.mark.parametrize("width", [None, 12.0], ids=["perspective", "orthographic"])
def test_spheres_look_as_rays_see_them(make_scene, slow_picture, width):
    scene = make_scene(
        [(-3.0, 1.0, 0.0), (2.5, -1.5, 3.0), (0.0, 0.5, -4.0)], radii=[1.7, 1.1, 2.0],
        colours=COLOURS, colour_index=[0, 1, 3], eye=18.0, orthographic_width=width,
    )  # fmt: skip
    apart = difference(scene, slow_picture)
    assert np.median(apart) <= 1
    assert np.mean(apart) < 2
    assert np.mean(apart > 64) < 0.01


def test_ball_and_stick_looks_as_rays_see_it(make_scene, slow_picture):
    scene = make_scene(
        ZIGZAG, radii=0.45, colours=COLOURS, colour_index=[0, 1, 0, 2, 3, 1], bonds=CHAIN, eye=15.0
    )
    apart = difference(scene, slow_picture)
    assert np.median(apart) <= 1
    assert np.mean(apart) < 4


def test_off_centre_sphere_is_an_ellipse_as_rays_see_it(make_scene, slow_picture):
    scene = make_scene([(2.2, 1.4, 0.0)], radii=[1.0], eye=12.0)
    apart = difference(scene, slow_picture)
    assert np.median(apart) <= 1
    assert np.mean(apart > 40) < 0.01


@pytest.mark.parametrize("eye", [0.8, 1.2, 1.6, 2.5])
def test_what_reaches_before_the_near_plane_is_cut_as_rays_see_it(make_scene, slow_picture, eye):
    scene = make_scene(
        ZIGZAG, radii=0.6, colours=COLOURS, colour_index=[0, 1, 0, 2, 3, 1], bonds=CHAIN,
        bond_radius=0.4, eye=eye, limits=(0.4, 8.0),
    )  # fmt: skip
    apart = difference(scene, slow_picture)
    assert np.median(apart) <= 2
    assert np.mean(apart > 64) < 0.04


def test_depth_cue_fades_the_far_half_to_black(make_scene):
    # spheres at the box's faces: the nearest has its full colour, the farthest is black
    places = [(-2.0, 0.0, 4.0), (0.0, 0.0, -1.5), (2.0, 0.0, -4.0)]
    scene = make_scene(places, radii=0.5, colours=((0x80, 0x80, 0x80),), eye=30.0)
    picture = render(scene, size=(256, 256), options=RGB).rgb()
    peaks = []
    for x, y in scene.camera.pixels(np.array(places), 256, 256):
        peaks.append(int(picture[int(y) - 9 : int(y) + 10, int(x) - 9 : int(x) + 10].max()))
    assert peaks[0] > 200
    assert peaks[0] > peaks[1] > peaks[2]
    assert peaks[2] < 95  # a third of its colour is left at its front


def test_supersampling_agrees_with_analytic_edges(make_scene):
    scene = make_scene(ZIGZAG, colours=COLOURS, colour_index=[0, 1, 0, 2, 3, 1], bonds=CHAIN)
    plain = render(scene, size=(160, 120), options=RGB).rgb().astype(int)
    fine = render(scene, size=(160, 120), options=PictureOptions(rgb=True, supersample=4)).rgb()
    drawn = plain.max(-1) > 0
    assert np.abs(plain - fine).max(-1)[drawn].mean() < 4


def test_half_bonds_meet_in_the_middle(make_scene):
    scene = make_scene(
        [(-2.0, 0.0, 0.0), (2.0, 0.0, 0.0)], colours=((255, 0, 0), (0, 0, 255)),
        colour_index=[0, 1], bonds=[(0, 1)],
    )  # fmt: skip
    row = render(scene, size=(200, 200), options=RGB).rgb()[100]
    assert row[90, 0] > row[90, 2]
    assert row[110, 2] > row[110, 0]
