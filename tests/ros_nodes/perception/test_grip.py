"""The gripper's joint and gap. Covers B.5 (`grasp_empty`, `slipped`: sensed, not assumed)."""

from __future__ import annotations

import numpy as np
import pytest

from ros_nodes.perception.grip import FingerModel, Grip, read_grip
from xlerobot_agent.contracts.arm import ArmState
from xlerobot_agent.robot_model.gripper_geometry import GripperGeometry

NAMES = ("shoulder_pan", "shoulder_lift", "elbow_flex", "wrist_flex", "wrist_roll", "gripper")


def state(position: float, velocity: float = 0.0, effort: float = 0.0) -> ArmState:
    still = (0.0,) * 5
    return ArmState(0.0, NAMES, (*still, position), (*still, velocity), (*still, effort))


@pytest.mark.parametrize(
    ("position", "velocity", "effort", "expected"),
    [
        (-0.1, 0.0, 0.0, Grip.EMPTY),
        (-0.1, 0.0, -2.0, Grip.EMPTY),
        (0.5, 0.0, -2.9, Grip.LOADED),
        (0.5, 0.0, -0.02, Grip.OPEN),
        (1.2, 0.0, 2.0, Grip.OPEN),
        (0.5, -1.0, -2.9, Grip.UNDECIDED),
        (-0.1, 0.5, 0.5, Grip.UNDECIDED),
    ],
)
def test_what_the_joint_says(settings, position, velocity, effort, expected):
    assert read_grip(state(position, velocity, effort), 5, settings.grip) is expected


@pytest.mark.parametrize("angle", [0.2, 0.5, 0.9])
def test_the_gap_is_as_wide_as_the_jaws_are_open(arm_model, angle):
    fingers = FingerModel(arm_model)
    joints = (0.2, -0.3, 0.4, 0.5, 0.1, angle)
    gap = fingers.at(arm_model.link_poses(joints)).gap
    tips = np.linalg.norm(gap[1] - gap[2])
    opening = GripperGeometry(arm_model).opening(angle).width
    assert tips == pytest.approx(opening + 0.007, abs=0.004)


def test_the_grasp_point_is_near_the_tool_point(arm_model):
    joints = (0.2, -0.3, 0.4, 0.5, 0.1, 0.4)
    fingers = FingerModel(arm_model).at(arm_model.link_poses(joints))
    tool = arm_model.frame_pose(joints)[:3, 3]
    assert np.linalg.norm(fingers.grasp_point - tool) < 0.035
