import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from misibench.scene import Bounds, Camera, View, fit_camera, view_camera

coords = arrays(np.float64, (6, 3), elements=st.floats(-30, 30))


def test_fit_of_a_cube_follows_the_published_rule():
    # half edge 10: corners nearest to the eye decide, d = (10 cot 15 deg + 10) / 0.95
    camera = fit_camera(Bounds(np.full(3, -10.0), np.full(3, 10.0)))
    assert camera.position == pytest.approx([0, 0, (10 * 3.7320508 + 10) / 0.95], abs=1e-6)
    assert np.array_equal(camera.axes, np.eye(3))


@given(coords)
def test_fitted_box_lies_within_the_picture(points):
    bounds = Bounds.of_spheres(points, 0.2)
    camera = fit_camera(bounds)
    pixels = camera.pixels(points, 1000, 1000)
    assert pixels.min() >= 0
    assert pixels.max() <= 1000


@pytest.mark.parametrize(
    ("view", "outward"),
    [
        (View.FRONT, [0, 0, 1]), (View.BACK, [0, 0, -1]), (View.LEFT, [-1, 0, 0]),
        (View.RIGHT, [1, 0, 0]), (View.TOP, [0, 1, 0]), (View.BOTTOM, [0, -1, 0]),
    ],
)  # fmt: skip
def test_view_shows_its_side(view, outward):
    centre = np.array([3.0, -2.0, 5.0])
    front = fit_camera(Bounds(centre - 4.0, centre + 4.0))
    camera = view_camera(front, view, centre)
    nearest = camera.screen(centre + 2.0 * np.array(outward))
    assert nearest == pytest.approx([0, 0, camera.screen(centre)[2] + 2.0], abs=1e-9)


@given(coords)
def test_projection_agrees_with_the_angle_of_view(points):
    camera = Camera(np.array([0.0, 0.0, 100.0]), np.eye(3))
    pixels = camera.pixels(points, 800, 600)
    # half the width is seen at an angle of 15 degrees
    tangent = (pixels[:, 0] - 400) / 400 * np.tan(np.deg2rad(15))
    assert tangent == pytest.approx(points[:, 0] / (100.0 - points[:, 2]), abs=1e-12)
