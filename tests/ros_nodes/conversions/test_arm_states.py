"""Joint states that can be reckoned with, and those that cannot (fault table, row 28)."""

from __future__ import annotations

import math

import pytest
from sensor_msgs.msg import JointState

from ros_nodes.conversions import arm

NAMES = ("lift", "gripper")


def reading(**changes: object) -> JointState:
    values = {"name": list(NAMES), "position": [0.1, 0.2], "velocity": [0.0, 0.0]}
    return JointState(**(values | changes))


def test_a_whole_reading_is_taken():
    state = arm.sound_from_msg(reading(), NAMES)
    assert (state.names, state.positions) == (NAMES, (0.1, 0.2))


@pytest.mark.parametrize(
    "changes",
    [
        {"position": [0.1, math.nan]},
        {"velocity": [0.1, math.inf]},
        {"position": [0.1]},
        {"velocity": []},
        {"name": [], "position": [], "velocity": []},
        {"name": ["left_wheel", "right_wheel"]},
        {"name": list(reversed(NAMES))},
    ],
)
def test_others_are_refused(changes):
    """Another robot's wheels on the same topic ended whoever reckoned with them."""
    with pytest.raises(ValueError, match=r"driver"):
        arm.sound_from_msg(reading(**changes), NAMES)
