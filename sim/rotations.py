"""Rotations between URDF's fixed-axis angles, matrices and MuJoCo's quaternions (w, x, y, z)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from xlerobot_agent.contracts.geometry import Vector3

Matrix = NDArray[np.float64]

OPTICAL_TO_MUJOCO: Matrix = np.diag([1.0, -1.0, -1.0])
"""MuJoCo's cameras look along -z with y up; optical frames along +z with y down."""


def matrix_from_rpy(rpy: Vector3) -> Matrix:
    """Rotation matrix of roll, pitch, yaw [rad] about the fixed axes x, y, z (URDF)."""
    (cr, cp, cy), (sr, sp, sy) = (tuple(map(f, rpy)) for f in (math.cos, math.sin))
    return np.array(
        [
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ]
    )


def rpy_from_matrix(rotation: Matrix) -> Vector3:
    """Inverse of ``matrix_from_rpy``; pitch in [-pi/2, pi/2]."""
    pitch = math.atan2(-rotation[2, 0], math.hypot(rotation[0, 0], rotation[1, 0]))
    roll = math.atan2(rotation[2, 1], rotation[2, 2])
    yaw = math.atan2(rotation[1, 0], rotation[0, 0])
    return (roll, pitch, yaw)


def look_at_rpy(position: Vector3, target: Vector3) -> Vector3:
    """Angles of an optical frame at ``position`` [m] that looks at ``target`` with level horizon.

    Raises:
        ValueError: the line of sight is vertical, so that "level" has no meaning.
    """
    forward = np.subtract(target, position)
    forward = forward / np.linalg.norm(forward)
    right = np.cross(forward, (0.0, 0.0, 1.0))
    length = float(np.linalg.norm(right))
    if length < 1e-6:
        raise ValueError("a camera that looks straight down has no level; tilt it a little")
    right = right / length
    return rpy_from_matrix(np.column_stack([right, np.cross(forward, right), forward]))


def quaternion_from_matrix(rotation: Matrix) -> tuple[float, float, float, float]:
    """Unit quaternion (w, x, y, z) with w >= 0 (Shepperd's method)."""
    m = rotation
    trace = float(np.trace(m))
    candidates = [trace, m[0, 0], m[1, 1], m[2, 2]]
    largest = int(np.argmax(candidates))
    if largest == 0:
        q = np.array([1.0 + trace, m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]])
    else:
        i = largest - 1
        j, k = (i + 1) % 3, (i + 2) % 3
        q = np.zeros(4)
        q[0] = m[k, j] - m[j, k]
        q[1 + i] = 1.0 + m[i, i] - m[j, j] - m[k, k]
        q[1 + j] = m[j, i] + m[i, j]
        q[1 + k] = m[k, i] + m[i, k]
    q = q / np.linalg.norm(q)
    w, x, y, z = (float(v) for v in (q if q[0] >= 0.0 else -q))
    return (w, x, y, z)


def yaw_quaternion(yaw: float) -> tuple[float, float, float, float]:
    """Quaternion (w, x, y, z) of a turn about z [rad]."""
    return (math.cos(yaw / 2.0), 0.0, 0.0, math.sin(yaw / 2.0))


def transform(rotation: Matrix, position: Matrix) -> Matrix:
    """Homogeneous transform, shape (4, 4)."""
    result = np.eye(4)
    result[:3, :3] = rotation
    result[:3, 3] = position
    return result
