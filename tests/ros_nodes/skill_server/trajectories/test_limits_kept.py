"""Planned motion keeps every limit of velocity, acceleration, jerk and tool speed (B.4)."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ros_nodes.skill_server.trajectories.joint_move import (
    JointState,
    joint_move,
    ramp_to_rest,
    via_move,
)
from ros_nodes.skill_server.trajectories.limits import MotionLimits, excess
from ros_nodes.skill_server.trajectories.line_move import line_move
from ros_nodes.skill_server.trajectories.profile import PlanningError, UnitProfile
from ros_nodes.skill_server.trajectories.tool_pose import Kinematics, ToolPose

DT = 0.02
ROUNDING = 1.0 + 1e-6
SOME = settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture(scope="module")
def kinematics(model, limits):
    return Kinematics(model, limits.joint_margin)


@pytest.fixture(scope="module")
def motion(model, limits):
    return MotionLimits.of(model, limits, 0.9)


def shares(count=6):
    return st.lists(st.floats(0.02, 0.98), min_size=count, max_size=count)


def configuration(motion, share):
    return motion.lower + np.array(share) * (motion.upper - motion.lower)


@SOME
@given(start=shares(), goal=shares())
def test_joint_move_keeps_limits_and_ends_at_rest(model, motion, start, goal):
    """S3-67."""
    a, b = configuration(motion, start), configuration(motion, goal)
    plan = joint_move(model, motion, JointState.at_rest(a), b, DT)
    assert excess(model, motion, plan.path(), DT) <= ROUNDING
    assert np.allclose(plan.start, a)
    assert np.allclose(plan.end, b)
    assert np.abs(plan.velocity_after(len(plan.positions) - 1)).max() < 0.06


@SOME
@given(points=st.lists(shares(), min_size=2, max_size=4), overlap=st.floats(0.0, 1.0))
def test_blended_legs_keep_limits(model, motion, points, overlap):
    waypoints = [configuration(motion, p) for p in points]
    plan = via_move(model, motion, waypoints, DT, overlap)
    if plan is None:
        assert all(np.allclose(p, waypoints[0]) for p in waypoints)
        return
    assert excess(model, motion, plan.path(), DT) <= ROUNDING
    assert np.allclose(plan.start, waypoints[0])
    assert np.allclose(plan.end, waypoints[-1], atol=1e-6)


@SOME
@given(
    radius=st.floats(0.18, 0.28),
    bearing=st.floats(-0.9, 0.9),
    pitch=st.floats(0.75, 0.95),
    way=st.floats(0.02, 0.1),
    speed=st.floats(0.05, 0.25),
)
def test_lines_are_straight_and_keep_limits(
    model, motion, kinematics, radius, bearing, pitch, way, speed
):
    x, y = 0.0388 + radius * math.cos(bearing), radius * math.sin(bearing)
    at = ToolPose((x, y, 0.05), pitch, -math.pi / 2, (0.02, 0.0, -0.018))
    joints = kinematics.solve(at, 0.5)
    behind = kinematics.backed_off(joints, at, way)
    try:
        start = kinematics.solve(behind, 0.5, joints)
    except PlanningError:
        return
    plan = line_move(kinematics, motion, start, at, DT, speed)
    assert excess(model, motion, plan.path(), DT) <= ROUNDING
    origin = np.array(kinematics.pose_of(start, at.offset).position)
    along = np.array(at.position) - origin
    along /= np.linalg.norm(along)
    for row in plan.positions[::4]:
        away = np.array(kinematics.pose_of(row, at.offset).position) - origin
        assert np.linalg.norm(away - along * (away @ along)) < 1e-6
        assert kinematics.pose_of(row).pitch == pytest.approx(pitch, abs=1e-6)
    steps = np.diff([kinematics.pose_of(r, at.offset).position for r in plan.path()], axis=0)
    assert np.linalg.norm(steps, axis=1).max() / DT <= speed * 1.001


@SOME
@given(position=shares(), velocity=st.lists(st.floats(-1, 1), min_size=6, max_size=6))
def test_ramp_to_rest_stops_from_any_velocity(motion, position, velocity):
    state = JointState(
        configuration(motion, position), np.array(velocity) * motion.velocity, np.zeros(6)
    )
    plan = ramp_to_rest(motion, state, DT)
    assert plan.duration < 0.6
    assert np.abs(plan.velocity_after(len(plan.positions) - 1)).max() < 0.1


def test_a_target_outside_the_range_is_refused_with_value_and_range(model, motion):
    target = np.zeros(6)
    target[2] = 3.0
    with pytest.raises(PlanningError, match=r"'elbow_flex' would go to 3.0000 rad, outside"):
        joint_move(model, motion, JointState.at_rest(np.zeros(6)), target, DT)


def test_a_point_out_of_reach_names_point_and_limit(kinematics):
    with pytest.raises(PlanningError, match=r"the point \(0.900, 0.000, 0.050\) m at pitch"):
        kinematics.solve(ToolPose((0.9, 0.0, 0.05), 0.8, 0.0), 0.0)


def test_profile_runs_from_zero_to_one_and_refuses_bad_limits():
    profile = UnitProfile(1.0, 4.0, 40.0)
    values = profile.sample(np.linspace(-1.0, profile.duration + 1.0, 50))
    assert values[0] == 0.0
    assert values[-1] == pytest.approx(1.0)
    assert (np.diff(values) >= -1e-12).all()
    with pytest.raises(PlanningError, match="no jerk-limited motion"):
        UnitProfile(0.0, 4.0, 40.0)


def test_no_motion_is_none_not_an_empty_trajectory(model, motion, kinematics):
    here = np.array([0.0, -1.0, 0.9, 0.6, -1.5, 0.2])
    assert via_move(model, motion, [here, here.copy()], DT, 0.5) is None
    pose = kinematics.pose_of(here)
    assert line_move(kinematics, motion, here, pose, DT, 0.1) is None
