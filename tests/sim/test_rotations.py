"""Rotations agree with one another and with MuJoCo's. Covers architecture "Ports" (extrinsics)."""

from __future__ import annotations

import math

import mujoco
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.rotations import (
    look_at_rpy,
    matrix_from_rpy,
    quaternion_from_matrix,
    rpy_from_matrix,
    transform,
    yaw_quaternion,
)

ANGLES = st.tuples(*(st.floats(-math.pi, math.pi) for _ in range(3)))
POINTS = st.tuples(*(st.floats(-2.0, 2.0) for _ in range(3)))


@given(ANGLES)
def test_rpy_round_trip(rpy: tuple[float, float, float]) -> None:
    """Angles → matrix → angles → the same matrix."""
    rotation = matrix_from_rpy(rpy)
    assert matrix_from_rpy(rpy_from_matrix(rotation)) == pytest.approx(rotation, abs=1e-9)
    assert rotation @ rotation.T == pytest.approx(np.eye(3), abs=1e-12)


@given(ANGLES)
def test_quaternion_is_mujocos(rpy: tuple[float, float, float]) -> None:
    """MuJoCo turns our quaternion back into the same matrix."""
    rotation = matrix_from_rpy(rpy)
    back = np.zeros(9)
    mujoco.mju_quat2Mat(back, np.array(quaternion_from_matrix(rotation)))
    assert back.reshape(3, 3) == pytest.approx(rotation, abs=1e-9)


@given(st.floats(-math.pi, math.pi))
def test_yaw_quaternion(yaw: float) -> None:
    """A turn about z."""
    back = np.zeros(9)
    mujoco.mju_quat2Mat(back, np.array(yaw_quaternion(yaw)))
    assert back.reshape(3, 3) == pytest.approx(matrix_from_rpy((0.0, 0.0, yaw)), abs=1e-12)


@given(POINTS, POINTS)
def test_look_at_looks_there(
    position: tuple[float, float, float], target: tuple[float, float, float]
) -> None:
    """The target is on the optical axis, in front, and the horizon is level."""
    if math.dist(position[:2], target[:2]) < 1e-3:
        return
    rotation = matrix_from_rpy(look_at_rpy(position, target))
    local = rotation.T @ np.subtract(target, position)
    assert local[:2] == pytest.approx((0.0, 0.0), abs=1e-9)
    assert local[2] > 0.0
    assert rotation[2, 0] == pytest.approx(0.0, abs=1e-9)
    assert rotation[2, 1] < 0.0


def test_straight_down_has_no_level() -> None:
    """It is refused with what to do."""
    with pytest.raises(ValueError, match="tilt it a little"):
        look_at_rpy((0.2, 0.0, 1.0), (0.2, 0.0, 0.0))


def test_transform() -> None:
    """Rotation and position at their places."""
    pose = transform(matrix_from_rpy((0.0, 0.0, math.pi / 2)), np.array([1.0, 2.0, 3.0]))
    assert pose @ (1.0, 0.0, 0.0, 1.0) == pytest.approx((1.0, 3.0, 3.0, 1.0))
