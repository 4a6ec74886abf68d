"""Six doubles as plain rclpy messages."""

from __future__ import annotations

from collections.abc import Sequence

from sensor_msgs.msg import JointState
from std_msgs.msg import Float64MultiArray

JOINTS = (
    "shoulder_pan",
    "shoulder_lift",
    "elbow_flex",
    "wrist_flex",
    "wrist_roll",
    "gripper",
)
POSITIONS = (0.1, -1.7, 1.6, 0.9, 0.0, 0.5)
JOINT_STATE = "joint_state"
"""Argument of a process that is to send joint states and not bare arrays."""


def example(arguments: Sequence[str]) -> Float64MultiArray | JointState:
    """The message that a process with these arguments sends."""
    if JOINT_STATE in arguments:
        return JointState(name=list(JOINTS), position=list(POSITIONS))
    return Float64MultiArray(data=list(POSITIONS))
