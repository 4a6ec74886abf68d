"""The camera model against itself and against the definition of a pinhole."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ros_nodes.perception.camera_geometry import View
from xlerobot_agent.contracts.camera import Frame, Intrinsics

PINHOLE = Intrinsics(640, 480, 551.0, 549.0, 319.5, 239.5)
BENT = Intrinsics(640, 480, 551.0, 549.0, 319.5, 239.5, (-0.12, 0.03, 0.001, -0.002, 0.0))


def looking_down(height: float, tilt: float, turn: float) -> np.ndarray:
    """A camera above the table, its axis ``tilt`` off straight down, turned about z."""
    down = np.array([[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]])
    c, s = math.cos(tilt), math.sin(tilt)
    lean = np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])
    c, s = math.cos(turn), math.sin(turn)
    spin = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    pose = np.eye(4)
    pose[:3, :3] = spin @ down @ lean
    pose[:3, 3] = (0.2, -0.1, height)
    return pose


cameras = st.builds(
    View,
    st.just("front"),
    st.sampled_from([PINHOLE, BENT]),
    st.builds(
        looking_down, st.floats(0.3, 1.5), st.floats(-0.5, 0.5), st.floats(-math.pi, math.pi)
    ),
)
pixels = st.tuples(st.floats(0.0, 639.0), st.floats(0.0, 479.0))


@given(cameras, pixels, st.floats(0.0, 0.1))
def test_a_pixels_point_on_a_plane_projects_back_to_it(view, pixel, z):
    point = view.on_plane(np.array(pixel), z)
    assert point[2] == pytest.approx(z, abs=1e-9)
    back, depth = view.project(point)
    assert depth > 0.0
    assert back == pytest.approx(pixel, abs=0.02)


@given(cameras, pixels)
def test_rays_are_unit_vectors_away_from_the_camera(view, pixel):
    ray = view.rays(np.array(pixel))
    assert np.linalg.norm(ray) == pytest.approx(1.0)
    assert (ray @ view.pose[:3, 2]) > 0.0


def test_the_optical_axis_meets_the_principal_point():
    view = View("front", PINHOLE, looking_down(1.0, 0.0, 0.0))
    assert view.rays(np.array([319.5, 239.5])) == pytest.approx([0.0, 0.0, -1.0])
    pixel, depth = view.project(np.array([0.2, -0.1, 0.0]))
    assert pixel == pytest.approx([319.5, 239.5])
    assert depth == pytest.approx(1.0)


def test_one_pixel_is_depth_over_focal_length():
    view = View("front", PINHOLE, looking_down(1.0, 0.0, 0.0))
    step = view.on_plane(np.array([[319.5, 239.5], [320.5, 239.5]]), 0.0)
    assert np.linalg.norm(step[1] - step[0]) == pytest.approx(1.0 / 551.0)


def test_what_is_behind_the_camera_has_no_pixel():
    view = View("front", PINHOLE, looking_down(1.0, 0.0, 0.0))
    pixel, depth = view.project(np.array([0.2, -0.1, 1.5]))
    assert np.isnan(pixel).all()
    assert depth < 0.0
    assert not view.contains(pixel)


def test_a_ray_that_does_not_come_down_meets_no_table():
    level = np.eye(4)
    level[:3, :3] = np.array([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]])
    level[:3, 3] = (0.0, 0.0, 0.5)
    view = View("front", PINHOLE, level)
    assert np.isnan(view.on_plane(np.array([319.5, 100.0]), 0.0)).all()
    assert np.isfinite(view.on_plane(np.array([319.5, 400.0]), 0.0)).all()


def test_a_frames_camera_stands_where_its_mount_carries_it():
    mount = looking_down(0.4, 0.2, 0.3)
    extrinsics = np.eye(4)
    extrinsics[:3, 3] = (0.01, 0.02, 0.03)
    image = np.zeros((480, 640, 3), np.uint8)
    frame = Frame("wrist", 1, 0.0, image, PINHOLE, extrinsics, "gripper_link")
    assert View.of(frame, mount).pose == pytest.approx(mount @ extrinsics)
