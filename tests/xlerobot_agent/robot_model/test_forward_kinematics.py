"""Forward kinematics and Jacobians against MuJoCo and finite differences (issue 2, 1)."""

from __future__ import annotations

import math

import mujoco
import numpy as np
import pytest

from xlerobot_agent.robot_model.arm_model import TOOL_FRAME, WRIST_CAMERA_FRAME

ZERO = [0.0] * 6


def test_agrees_with_mujoco_over_1000_poses(arm, mujoco_arm, random_configurations):
    """Every frame, position within 0.1 mm (found: rounding) and orientation."""
    for joints in random_configurations:
        mujoco_arm.place(joints)
        for name, pose in arm.link_poses(joints.tolist()).items():
            body = mujoco_arm.data.body(name)
            assert np.abs(body.xpos - pose[:3, 3]).max() <= 1e-9
            assert np.abs(body.xmat.reshape(3, 3) - pose[:3, :3]).max() <= 1e-9


def test_tool_point_at_zero(arm):
    tool = arm.frame_pose(ZERO)
    np.testing.assert_allclose(tool[:3, 3], (0.391, 0.0, 0.246), atol=1.0e-3)
    np.testing.assert_allclose(tool[:3, 2], (1.0, 0.0, 0.0), atol=1e-9)
    # The published roll zero leaves the jaws 2.8° off the vertical, leaning to the right.
    lean = 0.0486795
    np.testing.assert_allclose(tool[:3, 0], (0.0, -math.sin(lean), math.cos(lean)), atol=1e-9)


@pytest.mark.parametrize(
    ("joint", "moved"),
    [(0, (0, -1, 0)), (1, (0, 0, -1)), (2, (0, 0, -1)), (3, (0, 0, -1))],
)
def test_signs_of_the_joints(arm, joint, moved):
    """Positive pan turns right; positive lift, elbow and wrist bend the hand down."""
    joints = list(ZERO)
    joints[joint] = 0.1
    step = arm.frame_pose(joints)[:3, 3] - arm.frame_pose(ZERO)[:3, 3]
    assert np.dot(step, moved) > 0.01


@pytest.mark.parametrize(("roll", "side"), [(math.pi / 2, 1.0), (-math.pi / 2, -1.0)])
def test_roll_turns_the_moving_jaw_left_and_right(arm, kinematics, roll, side):
    joints = [0.0, 0.0, 0.0, 0.0, roll + kinematics.chain.roll_zero, 0.5]
    tool = arm.frame_pose(joints)
    np.testing.assert_allclose(tool[:3, 0], (0.0, side, 0.0), atol=1e-9)
    jaw_tip = arm.frame_pose(joints, "moving_jaw_link") @ (-0.01, -0.08, 0.0188, 1.0)
    assert side * jaw_tip[1] > 0.02


def test_wrist_camera_is_above_the_hand_at_roll_minus_90_and_sees_the_fingertips(arm, kinematics):
    joints = [0.0, 0.0, 0.0, 0.0, -math.pi / 2 + kinematics.chain.roll_zero, 1.3]
    camera = arm.frame_pose(joints, WRIST_CAMERA_FRAME)
    tool = arm.frame_pose(joints)
    assert camera[2, 3] > tool[2, 3] + 0.04
    for point in (tool[:3, 3], (tool @ (0.03, 0.0, 0.0, 1.0))[:3]):
        x, y, z = camera[:3, :3].T @ (point - camera[:3, 3])
        assert z > 0.05
        assert abs(x / z) < math.tan(math.radians(30.0))
        assert abs(y / z) < math.tan(math.radians(25.0))


def test_jacobian_is_the_derivative(arm, random_configurations):
    step = 1e-6
    for joints in random_configurations[:20]:
        jacobian = arm.jacobian(joints.tolist())
        for column in range(6):
            after, before = joints.copy(), joints.copy()
            after[column] += step
            before[column] -= step
            ahead, behind = arm.frame_pose(after.tolist()), arm.frame_pose(before.tolist())
            linear = (ahead[:3, 3] - behind[:3, 3]) / (2 * step)
            np.testing.assert_allclose(jacobian[:3, column], linear, atol=1e-7)
            spin = (ahead[:3, :3] @ behind[:3, :3].T) / (2 * step)
            angular = (spin[2, 1] - spin[1, 2], spin[0, 2] - spin[2, 0], spin[1, 0] - spin[0, 1])
            np.testing.assert_allclose(jacobian[3:, column], np.array(angular) / 2.0, atol=1e-6)


def test_jacobian_agrees_with_mujoco(arm, mujoco_arm, random_configurations):
    linear, angular = np.zeros((3, 6)), np.zeros((3, 6))
    body = mujoco_arm.model.body(TOOL_FRAME).id
    for joints in random_configurations[:50]:
        mujoco_arm.data.qpos[:] = joints
        mujoco.mj_forward(mujoco_arm.model, mujoco_arm.data)
        mujoco.mj_jacBody(mujoco_arm.model, mujoco_arm.data, linear, angular, body)
        jacobian = arm.jacobian(joints.tolist())
        np.testing.assert_allclose(jacobian, np.vstack([linear, angular]), atol=1e-9)


def test_tool_speed_of_a_turning_pan(arm):
    radius = np.hypot(*(arm.frame_pose(ZERO)[:2, 3] - (0.0388353, 0.0)))
    assert arm.tool_speed(ZERO, [1.0, 0, 0, 0, 0, 0]) == pytest.approx(radius, abs=1e-9)


def test_limit_violations_name_joint_value_and_excess(arm):
    assert arm.limit_violations(ZERO) == ()
    (violation,) = arm.limit_violations([0.0, 1.8, 0.0, 0.0, 0.0, 0.0])
    assert violation.joint == "shoulder_lift"
    assert violation.excess == pytest.approx(1.8 - 1.74533)
    assert "'shoulder_lift' at 1.8000 rad is 0.0547 rad beyond" in str(violation)
    low = arm.limit_violations([-1.91, 0.0, 0.0, 0.0, 0.0, 0.0], margin=0.02)
    assert [v.joint for v in low] == ["shoulder_pan"]


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_a_value_that_is_not_finite_is_refused(arm, bad):
    with pytest.raises(ValueError, match="'elbow_flex' is"):
        arm.frame_pose([0.0, 0.0, bad, 0.0, 0.0, 0.0])


def test_a_wrong_number_of_joints_is_refused(arm):
    with pytest.raises(ValueError, match="5 joint positions for 6 joints"):
        arm.link_poses([0.0] * 5)


def test_an_unknown_frame_is_refused(arm):
    with pytest.raises(KeyError, match="no frame 'elbow'; the arm has base_link"):
        arm.frame_pose(ZERO, "elbow")
    assert {TOOL_FRAME, WRIST_CAMERA_FRAME, "base_link"} <= set(arm.frame_names)
