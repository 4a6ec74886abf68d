"""Limits wider than the arm are refused at start-up (issue 3, Envelope)."""

from __future__ import annotations

import pytest

from ros_nodes.safety_supervisor.envelope.plausible import (
    ImplausibleLimitsError,
    require_plausible,
)
from tests.ros_nodes.safety_supervisor.conftest import LIMITS, MODEL


def test_ours_are_narrower_than_the_arm():
    require_plausible(LIMITS, MODEL)


def limits(**more):
    return LIMITS.model_copy(update=more)


def workspace(**more):
    return limits(workspace=LIMITS.workspace.model_copy(update=more))


@pytest.mark.parametrize(
    ("wide", "words"),
    [
        (limits(joint_velocity=5.0), "may move at 5.0 rad/s, its servo does 4.8"),
        (limits(gripper_velocity=6.0), "gripper' may move at 6.0 rad/s"),
        (limits(tool_speed=3.0), "tool_speed 3.0 m/s is above"),
        (workspace(maximum=(0.7, 0.48, 0.5)), "to 0.7 m in x, the arm from"),
        (workspace(minimum=(-0.15, -0.9, 0.0)), "from -0.9 to"),
        (workspace(maximum=(0.5, 0.48, 1.0)), "in z"),
    ],
)
def test_a_limit_that_would_stop_nothing_is_named(wide, words):
    with pytest.raises(ImplausibleLimitsError, match=words) as error:
        require_plausible(wide, MODEL)
    assert "tighten safety.yaml" in str(error.value)


def test_the_supervisor_does_not_start_with_such_limits(make_rig):
    with pytest.raises(ImplausibleLimitsError):
        make_rig(limits=limits(tool_speed=3.0))
