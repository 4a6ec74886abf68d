"""What joint states prove of a stop (faults 5, 12, 14)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.faults.judge import (
    displacement,
    judge_stop,
    moved_without_leave,
    permit_gap_ms,
    tool_speed,
    tool_travel,
)
from ros_nodes.trial.readings import Joints
from ros_nodes.trial.witness import Heard
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.safety import MotionPermit
from xlerobot_agent.robot_model.arm_model import ArmModel

NAMES = ArmModel().joint_names
SINCE = 5.0


def heard(pan, gripper=lambda t: 0.5, until=1.5):
    """Joint states every 10 ms around a stop, of an arm that turns at its base."""
    times = [0.01 * k for k in range(-30, round(100 * until))]
    return [
        Joints(
            time=SINCE + t,
            stamp=t,
            names=NAMES,
            positions=(pan(t), -0.5, 0.5, 0.3, 0.0, gripper(t)),
            velocities=((pan(t + 0.001) - pan(t)) / 0.001, 0.0, 0.0, 0.0, 0.0, 0.0),
        )
        for t in times
    ]


@given(st.floats(0.02, 0.2), st.floats(0.1, 0.6))
def test_a_ramp_in_time_passes_with_its_travel(duration, speed):
    joints = heard(lambda t: speed * min(t, duration))
    seen = judge_stop(joints, SINCE, 250.0, 100.0)
    assert seen.passed, seen.text
    assert seen.latency_ms <= 1000.0 * duration + 1e-6
    radius = tool_travel(heard(lambda t: t), SINCE) / 1.49
    assert seen.travel_mm == pytest.approx(radius * speed * duration, abs=radius * speed * 0.011)


def test_too_late_too_far_and_again_fail():
    late = judge_stop(heard(lambda t: min(t, 0.4)), SINCE, 250.0, 1000.0)
    far = judge_stop(heard(lambda t: 2.0 * min(t, 0.2)), SINCE, 250.0, 20.0)
    again = judge_stop(heard(lambda t: 0.1 if 1.0 < t < 1.1 else 0.0), SINCE, 250.0, 1000.0)
    assert not late.passed
    assert not far.passed
    assert not again.passed


def test_letting_go_fails_and_settling_does_not():
    opening = judge_stop(heard(lambda t: 0.0, lambda t: 0.5 + 0.1 * max(t, 0)), SINCE, 250.0, 9.0)
    settling = judge_stop(heard(lambda t: 0.0, lambda t: 0.5 - 0.02 * max(t, 0)), SINCE, 250.0, 9.0)
    assert not opening.passed
    assert settling.passed


def test_silence_proves_nothing():
    assert not judge_stop([], SINCE, 250.0, 100.0).passed
    dead = [j for j in heard(lambda t: t) if j.time < SINCE]
    assert not judge_stop(dead, SINCE, 250.0, 100.0).passed


def test_noise_of_an_arm_that_stands_is_no_travel():
    joints = heard(lambda t: 1e-4 if round(100 * t) % 2 else 0.0)
    assert tool_travel(joints, SINCE) == 0.0
    assert displacement(joints, SINCE) == pytest.approx(1e-4)


def permits(allowed, until=1.5):
    """A heartbeat every 20 ms."""
    return [
        Heard(
            SINCE + 0.02 * k,
            MotionPermit(
                epoch=1,
                owner=Owner.OPERATOR,
                motion_allowed=allowed(0.02 * k),
                sequence=k,
                stamp=0.02 * k,
            ),
        )
        for k in range(round(until / 0.02))
    ]


def test_motion_under_a_permit_and_the_ramp_after_its_denial_are_by_leave():
    moves = heard(lambda t: 0.5 * t)
    assert moved_without_leave(moves, permits(lambda t: True), SINCE) == 0.0
    ramps = heard(lambda t: 0.5 * min(t, 0.7))
    assert moved_without_leave(ramps, permits(lambda t: t < 0.5), SINCE) == 0.0


def test_motion_while_it_is_denied_counts_until_it_is_allowed_again():
    moves = heard(lambda t: 0.5 * max(0.0, t))
    denied = permits(lambda t: not 0.2 <= t < 0.8)
    assert moved_without_leave(moves, denied, SINCE) == pytest.approx(0.5 * 0.29, abs=0.011)
    for_ever = permits(lambda t: t < 0.2)
    assert moved_without_leave(moves, for_ever, SINCE) > 0.4


def test_the_tool_points_speed_is_that_of_a_turning_base():
    radius = tool_travel(heard(lambda t: t), SINCE) / 1.49 / 1000.0
    assert tool_speed(heard(lambda t: 0.8 * t), SINCE) == pytest.approx(0.8 * radius, rel=0.02)
    assert tool_speed(heard(lambda t: 0.0), SINCE) == 0.0


def test_the_longest_silence_of_the_permit_counts_from_the_moment_on():
    heard = permits(lambda _: True)
    broken = heard[:10] + heard[14:]
    assert permit_gap_ms(heard, SINCE) == pytest.approx(20.0)
    assert permit_gap_ms(broken, SINCE) == pytest.approx(100.0)
    assert permit_gap_ms(broken, SINCE + 0.28) == pytest.approx(20.0)
    assert permit_gap_ms([], SINCE) == float("inf")
