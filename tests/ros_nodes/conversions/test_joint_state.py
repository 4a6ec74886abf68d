"""Joint states and stamps survive their messages."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st
from sensor_msgs.msg import JointState

from ros_nodes.conversions import arm, stamp
from tests.ros_nodes.conversions.strategies import (
    SETTINGS,
    numbers,
    over_the_wire,
    stamps,
)
from xlerobot_agent.contracts.arm import ArmState

NANOSECOND = 1e-9


@given(st.floats(0.0, 2.0**31 - 1))
def test_stamp_is_exact_to_the_nanosecond(seconds: float) -> None:
    spacing = max(NANOSECOND, math.ulp(seconds))
    assert abs(stamp.from_msg(stamp.to_msg(seconds)) - seconds) <= spacing


@SETTINGS
@given(positions=st.lists(numbers, min_size=6, max_size=6), seconds=stamps)
def test_joint_state_survives(positions: list[float], seconds: float) -> None:
    joints = tuple(f"joint_{i}" for i in range(6))
    state = ArmState(
        stamp=seconds,
        names=joints,
        positions=tuple(positions),
        velocities=tuple(positions),
        efforts=tuple(positions),
    )
    message = arm.fill(JointState(), state)
    assert arm.from_msg(over_the_wire(message)) == state


def test_joint_state_reuses_its_message_for_another_arm() -> None:
    state = ArmState(stamp=1.0, names=("a",), positions=(0.5,), velocities=(), efforts=())
    other = ArmState(stamp=2.0, names=("b",), positions=(0.1,), velocities=(), efforts=())
    message = arm.fill(JointState(), state)
    assert arm.from_msg(arm.fill(message, other)) == other
