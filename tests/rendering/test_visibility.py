import numpy as np
import pytest

from misibench.rendering import Renderer, views_showing, visibility
from misibench.scene import LabelKind, Look, PictureOptions, Shot, compose_scene


def test_atom_in_front_of_another_hides_it(make_scene):
    # radius 1 at depth 18 and 20: the farther disc is smaller and exactly behind
    scene = make_scene([(0, 0, 2), (0, 0, 0)], radii=1.0)
    seen = visibility(scene, (512, 512))
    assert seen.areas[1] == 0
    radius = 256 / np.tan(np.deg2rad(15)) / np.sqrt(18.0**2 - 1.0)
    assert seen.areas[0] == pytest.approx(np.pi * radius**2, rel=0.01)
    assert seen.depths.tolist() == [18.0, 20.0]


def test_half_hidden_atom_shows_half(make_scene):
    # a large near sphere whose edge passes through the far one's centre
    alone = visibility(make_scene([(0, 0, 0)], radii=0.5), (512, 512)).areas[0]
    reach = 4.0 / np.sqrt(10.0**2 - 4.0**2)  # tangent of the near sphere's half angle
    angle = np.arctan(reach)
    near = (-10.0 * np.tan(angle), 0.0, 10.0)
    # seen at an angle the near sphere's edge is not quite straight: allow 15 %
    distance = np.hypot(near[0], 10.0)
    near_radius = distance * np.sin(angle)
    seen = visibility(
        make_scene([(0, 0, 0), near], radii=[0.5, near_radius], limits=(1.0, 40.0)), (512, 512)
    )
    assert seen.areas[0] == pytest.approx(alone / 2, rel=0.15)


def test_half_bonds_belong_to_their_atoms(make_scene):
    scene = make_scene([(-1.6, -1.2, 0), (1.6, 1.2, 0)], bonds=[(0, 1)])
    seen = visibility(scene, (800, 800))
    assert seen.areas[0] == pytest.approx(seen.areas[1], rel=0.03)
    # each: half a disc, and 2 Å x 0.4 Å, in pixels of 1/74.6 Å at depth 20
    scale = 400 / (20 * np.tan(np.deg2rad(15)))
    assert seen.areas[0] == pytest.approx((np.pi * 0.2**2 / 2 + 2 * 0.4) * scale**2, rel=0.05)


def test_areas_agree_with_the_picture(annotation):
    renderer = Renderer((256, 256), PictureOptions(rgb=True, labels=False))
    scene = renderer.scene(annotation, Shot())
    lit = (renderer.draw(scene).rgb().max(-1) > 0).sum()
    areas = visibility(scene, renderer=renderer).areas.sum()
    # pixels that are covered by less than half belong to nobody
    assert 0.8 * lit < areas <= lit


def test_atom_outside_the_picture_has_no_area(make_scene):
    seen = visibility(make_scene([(0, 0, 0), (100.0, 0, 0)], limits=(1, 40)), (128, 128))
    assert seen.areas[0] > 0
    assert seen.areas[1] == 0


def test_atoms_are_found_by_their_molecules_index(annotation):
    seen = visibility(compose_scene(annotation, Shot()), (256, 256))
    assert seen.atom_area(0, ligand=True) == seen.areas[11]
    assert seen.atom_area(10, ligand=False) == 0  # not in the pocket
    assert seen.label_of(LabelKind.LIGAND_ATOM, 0) == 4
    assert seen.label_of(LabelKind.RECEPTOR_ATOM, 0) is None


def test_labels_on_one_spot_cover_each_other(make_scene):
    place = (0.0, 0.0, 0.0)
    scene = make_scene([place], labels=[("ALA 1", place), ("ALA 2", place), ("GLY 3", (0, 3, 0))])
    seen = visibility(scene, (512, 512))
    assert seen.label_covered.tolist() == [1.0, 1.0, 0.0]
    assert seen.label_outside == pytest.approx([0, 0, 0], abs=1e-9)


def test_label_over_the_border_is_partly_outside(make_scene):
    half = 20 * np.tan(np.deg2rad(15))  # half the picture's width at depth 20, Å
    scene = make_scene([(0, 0, 0)], labels=[("M", (half - 0.1, 0, 0)), ("M", (0, 0, 21.0))])
    seen = visibility(scene, (512, 512))
    assert 0.5 < seen.label_outside[0] < 1.0
    assert seen.label_outside[1] == 1.0  # behind the eye: not drawn


def test_clear_labels_do_not_cover_each_other(annotation):
    scene = compose_scene(annotation, Shot())
    plain = visibility(scene, (512, 512))
    clear = visibility(scene, (512, 512), PictureOptions(look=Look.CLEAR))
    assert clear.label_covered.max() < 0.35
    assert clear.label_covered.sum() <= plain.label_covered.sum()


def test_views_that_show_an_atom_are_counted(make_scene):
    # in front, behind, alone: each atom is seen in two
    front, behind, apart = [(0, 0, 2), (0, 0, 0)], [(0, 0, 0), (0, 0, 2)], [(-3, 0, 0), (3, 0, 0)]
    seen = [visibility(make_scene(p, radii=1.0), (128, 128)) for p in (front, behind, apart)]
    assert [views_showing(seen, atom, ligand=False) for atom in (0, 1)] == [2, 2]
    assert [views_showing(seen[:1], atom, ligand=False) for atom in (0, 1)] == [1, 0]
    assert views_showing(seen, 0, ligand=True) == 0
    assert views_showing(seen, 0, ligand=False, least_px=10**6) == 0
