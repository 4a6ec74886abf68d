"""Images, calibrations and mounts survive their messages; bad ones are refused."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ros_nodes.conversions import camera
from tests.ros_nodes.conversions.strategies import (
    SETTINGS,
    numbers,
    over_the_wire,
)
from xlerobot_agent.contracts.camera import Frame, Intrinsics


def a_frame() -> Frame:
    image = np.arange(6 * 4 * 3, dtype=np.uint8).reshape(4, 6, 3)
    turn = np.array([[0.0, -1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, -1.0]])
    extrinsics = np.eye(4)
    extrinsics[:3, :3] = turn
    extrinsics[:3, 3] = (0.2, 0.0, 0.75)
    intrinsics = Intrinsics(width=6, height=4, fx=5.0, fy=5.5, cx=3.0, cy=2.0, distortion=(0.1,))
    return Frame("front", 3, 1.25, image, intrinsics, extrinsics)


def test_image_and_calibration_survive() -> None:
    frame = a_frame()
    image = over_the_wire(camera.image_to_msg(frame))
    info = over_the_wire(camera.info_to_msg(frame))
    np.testing.assert_array_equal(camera.image_from_msg(image), frame.image)
    assert camera.intrinsics_from_msg(info) == frame.intrinsics
    assert image.header == info.header


@SETTINGS
@given(axis=st.tuples(numbers, numbers, numbers), angle=st.floats(-math.pi, math.pi))
def test_every_mount_survives(axis: tuple[float, float, float], angle: float) -> None:
    unit = np.array([*axis[:2], axis[2] + 20.0])
    unit /= np.linalg.norm(unit)
    cross = np.cross(np.eye(3), unit)
    # Rodrigues' rotation formula.
    rotation = np.eye(3) - math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross
    extrinsics = np.eye(4)
    extrinsics[:3, :3] = rotation
    extrinsics[:3, 3] = axis
    message = over_the_wire(camera.mount_to_msg("wrist", "gripper_link", extrinsics, 0.0))
    mount, found = camera.mount_from_msg(message)
    assert mount == "gripper_link"
    np.testing.assert_allclose(found, extrinsics, atol=1e-12)


def test_images_that_cannot_be_measured_are_refused() -> None:
    message = camera.image_to_msg(a_frame())
    message.encoding = "bgr8"
    with pytest.raises(ValueError, match="send it as rgb8"):
        camera.image_from_msg(message)
    message.encoding = "rgb8"
    message.width = 5
    with pytest.raises(ValueError, match="60 are needed"):
        camera.image_from_msg(message)
    info = camera.info_to_msg(a_frame())
    info.k[0] = 0.0
    with pytest.raises(ValueError, match="calibrate"):
        camera.intrinsics_from_msg(info)


@pytest.mark.parametrize("size", [(1, 1), (12, 8), (0, 0)])
def test_an_image_of_another_size_than_its_calibration_is_refused(size: tuple[int, int]) -> None:
    """Measuring in it would be wrong, and one of a pixel ended the node (fault table, row 28)."""
    frame = a_frame()
    message = camera.image_to_msg(frame)
    camera.require_size(message, frame.intrinsics)
    message.width, message.height = size
    with pytest.raises(ValueError, match="camera_info is for 6 x 4"):
        camera.require_size(message, frame.intrinsics)


@pytest.mark.parametrize(
    ("index", "value"), [(0, math.nan), (4, math.inf), (0, 1e308), (4, 0.01), (2, math.nan)]
)
def test_a_calibration_that_no_camera_has_is_refused(index: int, value: float) -> None:
    info = camera.info_to_msg(a_frame())
    info.k[index] = value
    with pytest.raises(ValueError, match="calibrate"):
        camera.intrinsics_from_msg(info)


def test_a_calibration_for_another_size_is_refused() -> None:
    info = camera.info_to_msg(a_frame())
    info.width = info.height = 2**31
    with pytest.raises(ValueError, match="calibrate"):
        camera.intrinsics_from_msg(info)


@pytest.mark.parametrize(("part", "value"), [("translation", math.nan), ("rotation", 0.0)])
def test_a_mount_that_is_no_transform_is_refused(part: str, value: float) -> None:
    frame = a_frame()
    message = camera.mount_to_msg("front", "base_link", frame.extrinsics, 0.0)
    for axis in ("x", "y", "z"):
        setattr(getattr(message.transform, part), axis, value)
    message.transform.rotation.w = 1.0 if part == "translation" else 0.0
    with pytest.raises(ValueError, match="calibrate"):
        camera.mount_from_msg(message)
