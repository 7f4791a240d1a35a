import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from misibench.errors import UsageError
from misibench.geometry import Move, Roll, motions_transform, rotation_matrix
from misibench.scene import (
    PictureOptions,
    SceneComposer,
    Shot,
    Style,
    Subject,
    View,
    compose_scene,
    shot_camera,
)

axes = st.sampled_from(["x", "y", "z"])
motions = st.lists(
    st.one_of(
        st.builds(Move, axes, st.integers(-20, 20).map(float)),
        st.builds(Roll, axes, st.integers(-6, 6).map(lambda n: 15.0 * n)),
    ),
    max_size=4,
).map(tuple)


def by_name(scene, structure, name, ligand=False):
    molecule = structure.ligand if ligand else structure.receptor
    places = [
        place for place in range(len(scene))
        if scene.is_ligand[place] == ligand
        and molecule.atom_names[scene.atom_index[place]] == name
    ]  # fmt: skip
    return places


def test_hydrogens_and_residues_outside_the_pocket_are_hidden(annotation):
    scene = compose_scene(annotation, Shot())
    numbers = annotation.structure.receptor.atomic_numbers[scene.atom_index[~scene.is_ligand]]
    assert len(scene) == 11 + 6  # 13 receptor atoms less one hydrogen and the TRP
    assert 1 not in numbers
    assert 10 not in scene.atom_index[~scene.is_ligand]


def test_hydrogens_are_drawn_on_request_and_the_camera_stays(annotation):
    plain = compose_scene(annotation, Shot())
    full = compose_scene(annotation, Shot(), PictureOptions(hydrogens=True))
    assert len(full) == len(plain) + 2
    assert np.array_equal(full.camera.position, plain.camera.position)


@pytest.mark.parametrize(
    ("subject", "atoms"), [(Subject.COMPLEX, 17), (Subject.POCKET, 11), (Subject.LIGAND, 6)]
)
def test_subject_decides_what_is_drawn_not_the_camera(annotation, subject, atoms):
    scene = compose_scene(annotation, Shot(subject=subject))
    assert len(scene) == atoms
    assert np.array_equal(scene.camera.position, annotation.camera.position)


def test_carbons_alternate_in_pocket_order_and_others_go_by_element(annotation):
    scene = compose_scene(annotation, Shot())
    structure = annotation.structure
    colour = {
        name: tuple(scene.colours[scene.colour_index[by_name(scene, structure, name)[0]]].tolist())
        for name in ("CB", "O", "ZN", "SG", "N")
    }
    # residues in order: ALA purple, SER orange, ZN (purple), CYS orange; figures from the paper
    assert colour["CB"] == (0xBF, 0x99, 0xF2)
    assert colour["O"] == (255, 0, 0)
    assert colour["N"] == (0, 0, 255)
    assert colour["ZN"] == (0x7D, 0x80, 0xB0)
    assert colour["SG"] == (0xFF, 0xFF, 0x30)
    carbons = [scene.colours[scene.colour_index[k]] for k in by_name(scene, structure, "CA")]
    assert [tuple(c.tolist()) for c in carbons] == [(0xBF, 0x99, 0xF2), (0xF2, 0xB3, 0x66)]
    ligand = by_name(scene, structure, "C1", ligand=True)[0]
    assert tuple(scene.colours[scene.colour_index[ligand]].tolist()) == (0x80, 0x80, 0x80)


def test_bonds_join_drawn_atoms_of_one_molecule(annotation):
    scene = compose_scene(annotation, Shot())
    names = {
        tuple(
            sorted(
                (annotation.structure.ligand if scene.is_ligand[k] else
                 annotation.structure.receptor).atom_names[scene.atom_index[k]]
                for k in bond
            )
        )
        for bond in scene.bonds.tolist()
    }  # fmt: skip
    assert ("CA", "N") in names
    assert ("C1", "C2") in names
    assert len(scene.bonds) == 4 + 2 + 1 + 5  # those with a hydrogen are left out
    assert (scene.is_ligand[scene.bonds[:, 0]] == scene.is_ligand[scene.bonds[:, 1]]).all()


@given(motions)
def test_motions_move_what_is_seen_as_the_transform_says(annotation, moves):
    still = compose_scene(annotation, Shot())
    moved = compose_scene(annotation, Shot(motions=moves))
    transform = motions_transform(moves, annotation.centre)
    expected = still.camera.screen(transform.apply(still.coords))
    assert moved.camera.screen(moved.coords) == pytest.approx(expected, abs=1e-9)


def test_turning_left_of_a_view_is_turning_the_scene(annotation):
    # the left view after a motion is the left view of the moved scene
    moves = (Roll("z", 30.0), Move("y", 2.0))
    still = shot_camera(annotation, Shot(view=View.LEFT))
    moved = shot_camera(annotation, Shot(view=View.LEFT, motions=moves))
    transform = motions_transform(moves, annotation.centre)
    coords = annotation.structure.ligand.coords
    assert moved.screen(coords) == pytest.approx(still.screen(transform.apply(coords)), abs=1e-9)


def test_ligand_motions_move_the_ligand_alone_about_its_heavy_centroid(annotation):
    moves = (Move("x", 8.0), Roll("x", -75.0))
    still = compose_scene(annotation, Shot())
    moved = compose_scene(annotation, Shot(ligand_motions=moves))
    ligand = still.is_ligand
    assert np.array_equal(still.coords[~ligand], moved.coords[~ligand])
    centre = still.coords[ligand].mean(axis=0)
    turned = (still.coords[ligand] - centre) @ rotation_matrix("x", -75.0).T
    assert moved.coords[ligand] == pytest.approx(turned + centre + [8.0, 0, 0], abs=1e-9)
    anchors = moved.label_anchors[-6:] - still.label_anchors[-6:]
    assert np.linalg.norm(anchors, axis=1).min() > 5.0  # labels went along


def test_residue_picture_is_fitted_to_residue_and_ligand(annotation):
    shots = [Shot(view=view, subject=Subject.RESIDUE, residue_index=1) for view in View]
    scenes = [compose_scene(annotation, shot) for shot in shots]
    assert {len(scene) for scene in scenes} == {3 + 6}
    drawn = scenes[0].coords
    centre = 0.5 * (drawn.max(axis=0) + drawn.min(axis=0))
    for scene in scenes:
        seen = scene.camera.screen(centre)
        assert seen[:2] == pytest.approx([0, 0], abs=1e-9)
    distances = {round(float(-scene.camera.screen(centre)[2]), 6) for scene in scenes}
    assert len(distances) == 1
    assert distances.pop() < -annotation.camera.screen(centre)[2]


def test_residue_outside_the_pocket_is_an_error(annotation):
    with pytest.raises(UsageError, match="not in the pocket"):
        compose_scene(annotation, Shot(subject=Subject.RESIDUE, residue_index=3))


def test_depth_limits_enclose_what_is_drawn(annotation):
    for view in View:
        scene = compose_scene(annotation, Shot(view=view))
        depth = -scene.camera.screen(scene.coords)[:, 2]
        assert scene.near < depth.min() - 0.2
        assert scene.far > depth.max() + 0.2


def test_near_stays_in_front_of_the_eye(annotation):
    scene = compose_scene(annotation, Shot(motions=(Move("z", 500.0),)))
    assert scene.near > 0


def test_styles_change_radii_and_bonds_only(annotation):
    stick = compose_scene(annotation, Shot())
    ball = compose_scene(annotation, Shot(), PictureOptions(style=Style.BALL_AND_STICK))
    sphere = compose_scene(annotation, Shot(), PictureOptions(style=Style.SPHERE))
    assert set(stick.radii.tolist()) == {0.2}
    carbon = by_name(stick, annotation.structure, "C1", ligand=True)[0]
    assert sphere.radii[carbon] == 1.70  # ChimeraX, hydrogens in the file
    assert ball.radii[carbon] == pytest.approx(0.25 * 1.70)
    assert len(sphere.bonds) == 0
    assert np.array_equal(ball.bonds, stick.bonds)
    assert np.array_equal(sphere.camera.position, stick.camera.position)


def test_dashes_run_from_atom_to_atom(annotation):
    scene = compose_scene(annotation, Shot(), PictureOptions(hbond_dashes=True))
    assert scene.dashes.shape == (6, 2, 3)
    structure = annotation.structure
    assert scene.dashes[0, 0] == pytest.approx(structure.receptor.coords[8])
    assert scene.dashes[-1, 1] == pytest.approx(structure.ligand.coords[2])
    assert tuple(scene.colours[scene.dash_colour].tolist()) == (0, 191, 255)
    assert len(compose_scene(annotation, Shot()).dashes) == 0


def test_orthographic_keeps_the_scale_of_the_centre(annotation):
    flat = shot_camera(annotation, Shot(), orthographic=True)
    points = annotation.centre + np.array([[0.0, 0, 0], [1.0, 0, 0]])
    near = flat.pixels(points, 1024, 1024)
    far = annotation.camera.pixels(points, 1024, 1024)
    assert near == pytest.approx(far, abs=1e-6)


def test_aspect_refits_the_front_camera(annotation):
    wide = shot_camera(annotation, Shot(), aspect=0.5)
    assert wide.position[2] > annotation.camera.position[2]


def test_ligand_names_must_fit(annotation):
    with pytest.raises(UsageError, match="ligand_names"):
        SceneComposer(annotation, PictureOptions(ligand_names=("A", "B")))


def test_scene_arrays_cannot_be_written(annotation):
    scene = compose_scene(annotation, Shot(ligand_motions=(Move("x", 1.0),)))
    for array in (scene.coords, scene.radii, scene.colours, scene.bonds, scene.label_anchors):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_composer_gives_the_same_scene_as_a_single_call(annotation):
    composer = SceneComposer(annotation)
    composer.compose(Shot(subject=Subject.LIGAND))
    shot = Shot(view=View.TOP, ligand_motions=(Move("x", 2.0),))
    first, second = composer.compose(shot), compose_scene(annotation, shot)
    assert np.array_equal(first.coords, second.coords)
    assert np.array_equal(first.colours, second.colours)
    assert first.label_texts == second.label_texts
