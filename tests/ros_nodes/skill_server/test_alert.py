"""In ALERT a skill goes on, slower (B.2 Safety, S1-39): real gate, real player, simulated arm."""

from __future__ import annotations

import pytest

from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.safety import SafetyMode
from xlerobot_agent.contracts.servo_health import ServoHealth

UNAWARE = 0.7
"""What was admitted before ALERT is played by then [s]: a chunk that plays and one that waits."""
OVERSHOOT = 1.1
"""Of the measured tool speed, where the simulated servo catches up."""


def warm(rig, temperature):
    """Let every servo report a temperature [°C]."""
    names = rig.model.joint_names
    rig.supervisor.on_servo_health(
        ServoHealth(
            stamp=rig.now(),
            joint_names=names,
            temperatures=(temperature,) * len(names),
            voltages=(7.4,) * len(names),
            loads=(0.0,) * len(names),
            faults=(),
        )
    )


def fastest(rig, seconds, until):
    """The highest speed of the tool point while stepping [m/s]."""
    top = 0.0

    def over():
        nonlocal top
        state = rig.world.arm.read()
        top = max(top, rig.model.tool_speed(state.positions, state.velocities))
        return until()

    rig.run(seconds, over)
    return top


@pytest.mark.parametrize("begun", [0.0, 0.9, 2.4])
def test_a_pick_under_way_goes_on_slower_and_succeeds(rig, limits, begun):
    desk = rig(3).supervise()
    desk.run(0.5)
    ear = desk.submit("pick", object_id="red_cup")
    desk.run(begun, lambda: bool(ear.results))
    warm(desk, limits.servo_warm + 1.0)
    desk.run(UNAWARE)
    assert desk.supervisor.state.mode is SafetyMode.ALERT
    top = fastest(desk, 60.0, lambda: bool(ear.results) or warm(desk, limits.servo_warm + 1.0))
    assert ear.result.reason is None, ear.result.message
    assert 0.01 < top <= OVERSHOOT * limits.alert_speed * limits.tool_speed
    assert not [s for s in desk.statuses if s.state in (ChunkState.REFUSED, ChunkState.DISCARDED)]


def test_a_goal_that_begins_in_alert_is_slow_from_the_start_and_fast_after_it(rig, limits):
    desk = rig(3).supervise()
    warm(desk, limits.servo_warm + 1.0)
    desk.run(0.5)
    ear = desk.submit("pick", object_id="red_cup")
    top = fastest(desk, 60.0, lambda: bool(ear.results) or warm(desk, limits.servo_warm + 1.0))
    assert ear.result.reason is None, ear.result.message
    assert top <= OVERSHOOT * limits.alert_speed * limits.tool_speed
    warm(desk, limits.servo_warm - 5.0)
    desk.run(limits.clear_time + 0.1)
    assert desk.supervisor.state.mode is SafetyMode.CLEAR
    ear = desk.submit("place", object_id="red_cup", target_id="tray")
    assert fastest(desk, 60.0, lambda: bool(ear.results)) > limits.alert_speed * limits.tool_speed
    assert ear.result.reason is None, ear.result.message
