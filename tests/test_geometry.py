"""Conventions of rotations and moves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from misibench.geometry import (
    AXES,
    Move,
    RigidTransform,
    Roll,
    motions_transform,
    rotation_angle_deg,
    rotation_matrix,
)

angles = st.floats(-720, 720, allow_nan=False)
points = st.tuples(*[st.floats(-50, 50)] * 3).map(np.array)
motions = st.lists(
    st.one_of(
        st.builds(Move, st.sampled_from(AXES), st.integers(-60, 60)),
        st.builds(Roll, st.sampled_from(AXES), st.integers(-180, 180)),
    ),
    max_size=5,
)


@given(st.sampled_from(AXES), angles)
def test_rotation_undone_is_the_identity(axis, angle):
    product = rotation_matrix(axis, angle) @ rotation_matrix(axis, -angle)
    assert np.allclose(product, np.eye(3), atol=1e-12)


@given(st.sampled_from(AXES), angles)
def test_rotation_is_proper_and_has_its_angle(axis, angle):
    matrix = rotation_matrix(axis, angle)
    assert np.linalg.det(matrix) == pytest.approx(1.0)
    wrapped = abs((angle + 180) % 360 - 180)
    assert rotation_angle_deg(matrix) == pytest.approx(wrapped, abs=1e-5)


def test_quarter_turns_are_exact():
    for axis in AXES:
        turned = np.linalg.matrix_power(rotation_matrix(axis, 90), 4)
        assert np.array_equal(turned, np.eye(3))


@given(motions, points, points)
def test_transform_undone_gives_the_point_back(steps, centre, point):
    transform = motions_transform(steps, centre)
    back = transform.then(transform.inverse()).apply(point)
    assert np.allclose(back, point, atol=1e-8)


@given(motions, points)
def test_rolls_are_about_a_centre_that_moves_carry_along(steps, centre):
    moves = [step for step in steps if isinstance(step, Move)]
    carried = motions_transform(moves, centre).apply(centre)
    assert np.allclose(motions_transform(steps, centre).apply(centre), carried, atol=1e-9)


def test_order_of_move_and_roll_does_not_matter_since_the_centre_is_carried_along():
    # move then roll about the carried centre equals roll then move: both turn in place
    centre = np.array([5.0, -2.0, 7.0])
    one = motions_transform([Move("x", 3), Roll("y", 30)], centre)
    other = motions_transform([Roll("y", 30), Move("x", 3)], centre)
    assert np.allclose(one.rotation, other.rotation)
    assert np.allclose(one.translation, other.translation)


def test_identity_moves_nothing():
    assert np.array_equal(RigidTransform.identity().apply([1.0, 2.0, 3.0]), [1.0, 2.0, 3.0])


@pytest.mark.parametrize(
    ("motion", "inverse"), [(Move("x", 3), "move x -3"), (Roll("z", -15), "roll z 15")]
)
def test_inverse_is_written_as_the_command_that_undoes(motion, inverse):
    assert str(motion.inverse()) == inverse
