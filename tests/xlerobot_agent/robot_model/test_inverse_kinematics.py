"""Inverse against forward kinematics, the reach of the arm, and what an unreachable target says.

Covers issue 2, 1.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xlerobot_agent.robot_model.arm_model import ArmModel
from xlerobot_agent.robot_model.arm_solution import ArmSolution, Unreachable, UnreachableReason
from xlerobot_agent.robot_model.inverse_kinematics import InverseKinematics
from xlerobot_agent.robot_model.planar_chain import ARM_JOINTS

ARM = ArmModel()
KINEMATICS = InverseKinematics(ARM)
SIDEWAYS = -math.pi / 2

joint_positions = st.tuples(
    *(st.floats(low, high) for low, high in zip(ARM.lower, ARM.upper, strict=True))
)
offsets = st.tuples(st.floats(-0.03, 0.04), st.floats(-0.01, 0.01), st.floats(-0.04, 0.03))


def grasp_point(joints, offset):
    return (ARM.frame_pose(joints) @ (*offset, 1.0))[:3]


def pitch_of(joints):
    approach = ARM.frame_pose(joints)[:3, 2]
    return math.atan2(-approach[2], math.hypot(approach[0], approach[1]))


@given(joint_positions, offsets)
@settings(max_examples=300)
def test_every_configuration_is_found_again(joints, offset):
    """Whatever the arm can take, the closed form finds, to rounding."""
    position = tuple(grasp_point(joints, offset))
    pitch = joints[1] + joints[2] + joints[3]
    roll = joints[4] - KINEMATICS.chain.roll_zero
    solutions = KINEMATICS.solve_all(position, pitch, roll, offset=offset)
    assert min(solution.step_from(joints) for solution in solutions) < 1e-4
    for solution in solutions:
        found = solution.with_gripper(joints[5])
        assert not ARM.limit_violations(found, margin=-1e-8)
        np.testing.assert_allclose(grasp_point(found, offset), position, atol=1e-9)
        np.testing.assert_allclose(
            ARM.frame_pose(found)[:3, :3] @ (0, 0, 1),
            ARM.frame_pose(found)[:3, 2],
        )


def test_a_seed_brings_the_very_configuration_back():
    random = np.random.default_rng(3)
    for joints in random.uniform(ARM.lower, ARM.upper, (1000, 6)):
        solution = KINEMATICS.solve(
            tuple(grasp_point(joints, (0.0, 0.0, 0.0))),
            joints[1] + joints[2] + joints[3],
            joints[4] - KINEMATICS.chain.roll_zero,
            seed=joints,
        )
        assert isinstance(solution, ArmSolution)
        assert solution.step_from(joints) < 1e-6


def test_solutions_over_the_table_meet_position_pitch_and_roll():
    """A grid of the reachable table, both ways to turn the jaws, with an offset to the jaw."""
    offset = (0.024, 0.0, -0.01)
    solved = 0
    for radius in np.arange(0.18, 0.36, 0.02):
        for bearing in np.radians(np.arange(-80, 81, 20)):
            for height in (0.02, 0.05, 0.08):
                for roll in (SIDEWAYS, 0.0, math.pi / 2):
                    position = (radius * math.cos(bearing), radius * math.sin(bearing), height)
                    solution = KINEMATICS.solve_with_free_pitch(
                        position,
                        roll,
                        pitch_range=(0.3, math.pi / 2),
                        preferred=math.radians(50),
                        offset=offset,
                    )
                    assert isinstance(solution, ArmSolution), (position, roll, solution)
                    joints = solution.with_gripper(0.0)
                    np.testing.assert_allclose(grasp_point(joints, offset), position, atol=1e-9)
                    assert pitch_of(joints) == pytest.approx(solution.pitch, abs=1e-9)
                    opening = ARM.frame_pose(joints)[:3, 0]
                    if roll:
                        assert abs(opening[2]) < 1e-9
                    solved += 1
    assert solved == 9 * 9 * 3 * 3


def reachable(pitch, height, roll=0.0):
    """Radii from the base [cm] at which the tool point is reached straight ahead."""
    return [
        centimetres
        for centimetres in range(4, 52)
        if KINEMATICS.solve_all((centimetres / 100, 0.0, height), math.radians(pitch), roll)
    ]


@pytest.mark.parametrize(
    ("pitch", "height", "nearest", "farthest"),
    [
        (90, 0.02, 11, 32),
        (90, 0.05, 13, 30),
        (60, 0.02, 18, 40),
        (60, 0.10, 16, 38),
        (45, 0.02, 22, 44),
        (45, 0.15, 17, 40),
    ],
)
def test_reach_table(pitch, height, nearest, farthest):
    """Outer radii as measured numerically before; the inner ones are exact here (see below)."""
    radii = reachable(pitch, height)
    assert (radii[0], radii[-1]) == (nearest, farthest)
    assert radii == list(range(nearest, farthest + 1))


@pytest.mark.parametrize("height", [0.10, 0.15])
def test_straight_down_only_near_the_table(height):
    assert reachable(90, height) == []


def test_free_pitch_keeps_the_preferred_one_where_it_can():
    solution = KINEMATICS.solve_with_free_pitch(
        (0.25, 0.0, 0.05), SIDEWAYS, pitch_range=(0.2, 1.5), preferred=0.8
    )
    assert isinstance(solution, ArmSolution)
    assert solution.pitch == 0.8


def test_free_pitch_gives_way_no_farther_than_needed():
    position, preferred = (0.25, 0.0, 0.15), math.pi / 2
    solution = KINEMATICS.solve_with_free_pitch(
        position, SIDEWAYS, pitch_range=(0.2, preferred), preferred=preferred
    )
    assert isinstance(solution, ArmSolution)
    assert solution.pitch < preferred
    steeper = solution.pitch + math.radians(0.1)
    assert isinstance(KINEMATICS.solve(position, steeper, SIDEWAYS), Unreachable)


def test_free_pitch_says_why_when_no_pitch_does():
    answer = KINEMATICS.solve_with_free_pitch(
        (0.7, 0.0, 0.05), SIDEWAYS, pitch_range=(0.2, 1.2), preferred=0.8
    )
    assert isinstance(answer, Unreachable)
    assert answer.reason is UnreachableReason.TOO_FAR


def test_too_far_tells_by_how_much():
    answer = KINEMATICS.solve((0.60, 0.0, 0.05), 0.5, SIDEWAYS)
    assert isinstance(answer, Unreachable)
    assert answer.reason is UnreachableReason.TOO_FAR
    assert answer.limit == pytest.approx(0.251, abs=1e-6)
    assert answer.excess == pytest.approx(answer.value - answer.limit)
    assert "bring the target nearer" in answer.message


def test_limit_names_the_joint():
    answer = KINEMATICS.solve((0.22, 0.0, 0.10), math.pi / 2, SIDEWAYS)
    assert isinstance(answer, Unreachable)
    assert answer.reason is UnreachableReason.JOINT_LIMIT
    assert answer.joint in ARM_JOINTS
    assert abs(answer.value) == pytest.approx(abs(answer.limit) + answer.excess)
    assert f"needs joint '{answer.joint}' at" in answer.message


def test_behind_the_base_names_the_pan():
    answer = KINEMATICS.solve((-0.25, 0.0, 0.05), 0.8, SIDEWAYS)
    assert isinstance(answer, Unreachable)
    assert answer.joint == "shoulder_pan"


def test_beside_the_pan_axis():
    chain = KINEMATICS.chain
    answer = KINEMATICS.solve((chain.pan_x + 0.005, 0.0, 0.1), 1.5, SIDEWAYS, offset=(0.024, 0, 0))
    assert isinstance(answer, Unreachable)
    assert answer.reason is UnreachableReason.BESIDE_PAN_AXIS
    assert "nearer than the grasp point can pass it" in answer.message


def test_too_near():
    chain = KINEMATICS.chain
    # Pitch straight up, the wrist right at the lift axis.
    position = (chain.pan_x + chain.lift_u, 0.0, chain.lift_z + chain.hand_length)
    answer = KINEMATICS.solve(position, -math.pi / 2, math.pi / 2)
    assert isinstance(answer, Unreachable)
    assert answer.reason in (UnreachableReason.TOO_NEAR, UnreachableReason.JOINT_LIMIT)
    assert answer.message


@given(
    st.tuples(st.floats(-0.7, 0.7), st.floats(-0.7, 0.7), st.floats(-0.3, 0.7)),
    st.floats(-3.2, 3.2),
    st.floats(-6.4, 6.4),
)
@settings(max_examples=300)
def test_any_target_gets_a_solution_or_a_reason(position, pitch, roll):
    answer = KINEMATICS.solve(position, pitch, roll)
    if isinstance(answer, ArmSolution):
        np.testing.assert_allclose(
            grasp_point(answer.with_gripper(0.0), (0, 0, 0)), position, atol=1e-6
        )
        assert not ARM.limit_violations(answer.with_gripper(0.0), margin=-1e-8)
    else:
        assert answer.excess > 0.0
        assert answer.message


def test_margin_is_kept_from_every_limit():
    careful = InverseKinematics(ARM, margin=0.05)
    random = np.random.default_rng(5)
    found = 0
    for joints in random.uniform(ARM.lower, ARM.upper, (300, 6)):
        position = tuple(grasp_point(joints, (0.0, 0.0, 0.0)))
        roll = joints[4] - careful.chain.roll_zero
        for solution in careful.solve_all(position, joints[1] + joints[2] + joints[3], roll):
            found += 1
            assert not ARM.limit_violations(solution.with_gripper(0.0), margin=0.05 - 1e-8)
    assert found > 200


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_a_target_that_is_not_finite_is_refused(bad):
    with pytest.raises(ValueError, match="not finite; give metres and radians"):
        KINEMATICS.solve((0.2, bad, 0.1), 0.5, 0.0)
    with pytest.raises(ValueError, match="not finite"):
        KINEMATICS.solve((0.2, 0.0, 0.1), bad, 0.0)


def test_a_preference_outside_its_range_is_refused():
    with pytest.raises(ValueError, match=r"preferred pitch 1.5000 rad is outside 0.2000..1.2000"):
        KINEMATICS.solve_with_free_pitch(
            (0.2, 0.0, 0.1), 0.0, pitch_range=(0.2, 1.2), preferred=1.5
        )
