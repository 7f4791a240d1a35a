import numpy as np
import pytest

from misibench.rendering import render
from misibench.scene import PictureOptions

RGB = PictureOptions(rgb=True)
RED_BLUE = {"colours": ((255, 0, 0), (0, 0, 255)), "colour_index": [0, 1]}


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("gap", [0.01, 0.5, 5.0])
def test_nearer_atom_hides_a_farther_one(make_scene, order, gap):
    places = [(0.0, 0.0, gap), (0.0, 0.0, 0.0)][::order]
    scene = make_scene(places, radii=1.0, **RED_BLUE)
    r, _, b = (int(v) for v in render(scene, size=(128, 128), options=RGB).rgb()[64, 64])
    assert (r > b) == (order == 1)


def test_atoms_at_equal_places_give_one_of_them_always_the_same(make_scene):
    scene = make_scene([(0, 0, 0), (0, 0, 0)], radii=1.0, **RED_BLUE)
    pictures = [render(scene, size=(64, 64), options=RGB).rgb() for _ in range(3)]
    assert (pictures[0] == pictures[1]).all()
    assert (pictures[0] == pictures[2]).all()
    assert pictures[0][32, 32, 0] > 100  # the first drawn


def test_bond_of_no_length_draws_its_atoms(make_scene):
    scene = make_scene([(0, 0, 0), (0, 0, 0)], radii=0.5, bonds=[(0, 1)], **RED_BLUE)
    plain = make_scene([(0, 0, 0), (0, 0, 0)], radii=0.5, **RED_BLUE)
    first, second = (render(one, size=(64, 64)) for one in (scene, plain))
    assert first.pixel_hash() == second.pixel_hash()


def test_bond_seen_end_on_shows_its_nearer_atom(make_scene):
    scene = make_scene([(0, 0, 2), (0, 0, -2)], bonds=[(0, 1)], **RED_BLUE)
    picture = render(scene, size=(256, 256), options=RGB).rgb()
    lit = picture.max(-1) > 60
    assert picture[lit][:, 0].min() >= picture[lit][:, 2].max()


def test_order_of_atoms_does_not_matter(make_scene):
    rng = np.random.default_rng(5)
    places = rng.uniform(-4, 4, (40, 3))
    index = rng.integers(0, 2, 40)
    order = rng.permutation(40)
    make = {"radii": 0.9, "colours": RED_BLUE["colours"]}
    first = make_scene(places, colour_index=index, **make)
    second = make_scene(places[order], colour_index=index[order], **make)
    hashes = {render(scene, size=(200, 200)).pixel_hash() for scene in (first, second)}
    assert len(hashes) == 1
