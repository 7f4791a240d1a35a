"""Scenes that are empty, tiny, huge, in the camera's way or out of the picture."""

import numpy as np
import pytest

from misibench.errors import RefusalReason, StructureError, UsageError
from misibench.geometry import Move, Roll
from misibench.rendering import Renderer, render, visibility
from misibench.scene import PictureOptions, Shot, Subject


def test_empty_scene_is_black(make_scene):
    picture = render(make_scene([]), size=(40, 30))
    assert picture.size == (40, 30)
    assert not picture.rgb().any()


def test_single_atom_is_drawn_in_the_centre(make_scene):
    rgb = render(make_scene([(0, 0, 0)]), size=(101, 101)).rgb()
    rows, columns = np.nonzero(rgb.max(-1))
    assert rows.mean() == pytest.approx(50, abs=0.5)
    assert columns.mean() == pytest.approx(50, abs=0.5)


@pytest.mark.parametrize("size", [(1, 1), (7, 3), (1000, 31), (33, 500), (1025, 1023)])
def test_any_size_works(make_scene, size):
    picture = render(make_scene([(0, 0, 0), (1, 0, 0)], bonds=[(0, 1)]), size=size)
    assert picture.size == size


@pytest.mark.parametrize("size", [(0, 10), (10, -1), (20000, 10)])
def test_impossible_size_is_a_usage_error(make_scene, size):
    with pytest.raises(UsageError, match="pixels"):
        render(make_scene([]), size=size)


def test_wide_picture_is_the_middle_of_a_square_one(make_scene):
    # the angle of view spans the width, so a lower picture is a cut of a square one
    scene = make_scene([(0, 0, 0), (1, 0.3, 1)], radii=0.8, bonds=[(0, 1)])
    square = render(scene, size=(200, 200)).rgb()
    wide = render(scene, size=(200, 100)).rgb()
    assert np.array_equal(square[50:150], wide)


@pytest.mark.parametrize("distance", [10.0, 15.0, 17.5, 19.0, 19.9, 20.0, 20.1, 22.0, 60.0])
def test_zooming_through_the_scene_draws_what_is_ahead(annotation, distance):
    shot = Shot(motions=(Move("z", float(annotation.camera.position[2]) - 20.0 + distance),))
    renderer = Renderer((128, 128))
    picture = renderer.picture(annotation, shot)
    scene = renderer.scene(annotation, shot)
    ahead = -scene.camera.screen(scene.coords)[:, 2] > scene.near
    seen = visibility(scene, renderer=renderer).areas > 0
    assert not seen[~ahead & (-scene.camera.screen(scene.coords)[:, 2] < -2.0)].any()
    if distance > 40:
        assert not picture.rgb().any()


def test_atom_around_the_camera_shows_its_inside(make_scene):
    scene = make_scene([(0, 0, 0)], radii=3.0, eye=0.0, limits=(0.5, 10.0))
    rgb = render(scene, size=(64, 64)).rgb()
    assert (rgb.max(-1) > 0).all()


def test_twenty_thousand_atoms(make_scene):
    rng = np.random.default_rng(1)
    places = rng.uniform(-40, 40, (20_000, 3))
    bonds = rng.integers(0, 20_000, (20_000, 2))
    scene = make_scene(places, bonds=bonds, eye=200.0)
    picture = render(scene, size=(256, 256))
    assert (picture.rgb().max(-1) > 0).mean() > 0.5


def test_atoms_far_outside_do_not_matter(make_scene):
    near = [(0, 0, 0), (1.2, 0, 0)]
    limits = (18.0, 22.0)
    plain = make_scene(near, bonds=[(0, 1)], limits=limits)
    more = make_scene(
        [*near, (1e6, 0, 0), (0, -5e5, 3), (0, 0, 900)], bonds=[(0, 1)], limits=limits
    )
    assert render(plain, size=(64, 64)).pixel_hash() == render(more, size=(64, 64)).pixel_hash()


BLANK = PictureOptions(refuse_blank=True)


def test_blank_picture_is_refused_with_the_complexs_name(annotation):
    with pytest.raises(StructureError, match="made: the picture is blank") as caught:
        render(annotation, Shot(motions=(Move("x", 500.0),)), (64, 64), BLANK)
    assert caught.value.reason is RefusalReason.BLANK_PICTURE


def test_picture_without_its_ligand_is_refused(annotation):
    shot = Shot(ligand_motions=(Move("x", 300.0),))
    with pytest.raises(StructureError, match="made: no pixel of the ligand"):
        render(annotation, shot, (64, 64), BLANK)


def test_hidden_ligand_is_refused(make_scene):
    places = [(0, 0, 5), (0, 0, 0)]
    scene = make_scene(places, radii=[2.0, 0.2], is_ligand=[False, True])
    with pytest.raises(StructureError, match="no pixel of the ligand"):
        render(scene, size=(64, 64), options=BLANK)


def test_pocket_alone_needs_no_ligand(annotation):
    render(annotation, Shot(subject=Subject.POCKET), (64, 64), BLANK)


def test_full_turn_gives_the_same_picture(annotation):
    still = render(annotation, Shot(), (128, 128))
    turns = (Roll("y", 90.0),) * 4
    assert render(annotation, Shot(motions=turns), (128, 128)).pixel_hash() == still.pixel_hash()
    there_and_back = (Move("x", 3.0), Roll("z", 75.0), Roll("z", -75.0), Move("x", -3.0))
    again = render(annotation, Shot(motions=there_and_back), (128, 128))
    assert again.pixel_hash() == still.pixel_hash()


def test_move_shifts_projected_centres_as_computed(make_scene, annotation):
    # a lone sphere's pixels move by 3 Å times the scale at its depth
    scene = make_scene([(0, 0, 0)], radii=0.5, eye=20.0)
    moved = make_scene([(3.0, 0, 0)], radii=0.5, eye=20.0)
    columns = [
        np.nonzero(render(one, size=(400, 400)).rgb().max(-1))[1].mean() for one in (scene, moved)
    ]
    shift = 3.0 * 200 / (20.0 * np.tan(np.deg2rad(15)))
    assert columns[1] - columns[0] == pytest.approx(shift, abs=0.5)
    camera = Renderer((400, 400)).scene(annotation, Shot(motions=(Move("x", 3.0),))).camera
    assert camera.position - annotation.camera.position == pytest.approx([-3.0, 0, 0])


def test_mirrored_geometry_gives_a_mirrored_silhouette(make_scene):
    rng = np.random.default_rng(3)
    places = rng.uniform(-3, 3, (12, 3))
    bonds = [(n, n + 1) for n in range(11)]
    first = render(make_scene(places, bonds=bonds, limits=(10, 60)), size=(160, 160)).rgb()
    second = render(
        make_scene(places * [-1, 1, 1], bonds=bonds, limits=(10, 60)), size=(160, 160)
    ).rgb()
    apart = (first.max(-1) > 0) != (second[:, ::-1].max(-1) > 0)
    assert apart.mean() < 0.002  # rounding at edges that cover almost nothing
