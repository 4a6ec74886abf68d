"""Heat, voltage, load and faults of servos (issue 3, Envelope; fault table 40, 41)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ros_nodes.safety_supervisor.measured import Level
from ros_nodes.safety_supervisor.servos import ServoWatch
from tests.ros_nodes.safety_supervisor.conftest import LIMITS, MODEL
from xlerobot_agent.contracts.arm import ArmState
from xlerobot_agent.contracts.safety import SafetyMode
from xlerobot_agent.contracts.servo_health import ServoHealth

NAMES = MODEL.joint_names
FINE = {"temperatures": (35.0,) * 6, "voltages": (7.4,) * 6, "loads": (0.1,) * 6}


def health(**more):
    return ServoHealth(**({"joint_names": NAMES, "stamp": 0.0} | FINE | more))


def with_one(values, index, value):
    return (*values[:index], value, *values[index + 1 :])


def judged(steady=0.0, **more):
    watch = ServoWatch(LIMITS)
    watch.on_health(health(**more), 0.0)
    return watch.hazard(steady)


@given(st.integers(0, 5), st.floats(0.0, 120.0))
def test_heat_slows_and_then_stops_and_names_the_joint(index, temperature):
    hazard = judged(temperatures=with_one(FINE["temperatures"], index, temperature))
    if temperature >= LIMITS.servo_hot:
        assert hazard.level is Level.BREACH
    elif temperature >= LIMITS.servo_warm:
        assert hazard.level is Level.CAUTION
    else:
        assert hazard.level is Level.NONE
    assert hazard.level is Level.NONE or NAMES[index] in hazard.cause


def test_a_sagging_supply_stops():
    hazard = judged(voltages=with_one(FINE["voltages"], 2, 5.9))
    assert hazard.level is Level.BREACH
    assert "5.9 V, the limit is 6.0 V" in hazard.cause


def test_what_a_servo_reports_latches_until_it_no_longer_does(rig):
    rig.supervisor.on_servo_health(health(faults=("wrist_flex: overload",)))
    assert rig.state.mode is SafetyMode.UNCONTROLLABLE
    (latch,) = rig.state.latches
    assert "wrist_flex: overload" in latch.cause
    rig.tick(1.0)
    assert "still asserts" in rig.supervisor.reset(latch.latch_id, "Ada", rig.now).message
    rig.supervisor.on_servo_health(health())
    rig.tick(1.0)
    assert rig.supervisor.reset(latch.latch_id, "Ada", rig.now).accepted


def test_only_a_sustained_load_is_a_caution_and_never_the_grippers():
    watch = ServoWatch(LIMITS)
    for step in range(30):
        watch.on_health(health(loads=with_one(FINE["loads"], 5, -1.0)), 0.1 * step)
        assert watch.hazard(0.1 * step).level is Level.NONE
    for step in range(30):
        now = 3.0 + 0.1 * step
        watch.on_health(health(loads=with_one(FINE["loads"], 1, -0.97)), now)
        strained = watch.hazard(now).level is Level.CAUTION
        assert strained == (now - 3.0 >= LIMITS.servo_load_time)
    watch.on_health(health(), 6.0)
    assert watch.hazard(6.0).level is Level.NONE


def test_a_servo_that_turns_may_use_all_its_torque():
    watch = ServoWatch(LIMITS)
    still = ArmState(0.0, NAMES, (0.0,) * 6, (0.0,) * 6, (0.0,) * 6)
    turning = ArmState(0.0, NAMES, (0.0,) * 6, (0.0, 0.0, 0.0, 0.5, 0.0, 0.0), (0.0,) * 6)
    full = with_one(FINE["loads"], 3, 1.0)
    for step in range(30):
        watch.on_health(health(loads=full), 0.2 * step, turning)
    assert watch.hazard(6.0).level is Level.NONE
    for step in range(30):
        watch.on_health(health(loads=full), 6.0 + 0.2 * step, still)
    assert watch.hazard(12.0).level is Level.CAUTION


def test_silence_counts_once_something_was_heard():
    assert ServoWatch(LIMITS).hazard(100.0).level is Level.NONE
    assert judged(steady=LIMITS.servo_silence - 0.1).level is Level.NONE
    assert judged(steady=LIMITS.servo_silence + 0.1).level is Level.CAUTION


def test_a_hot_servo_stops_the_arm_and_a_cool_one_lets_it_move_again(rig):
    hot = with_one(FINE["temperatures"], 3, 66.0)
    rig.supervisor.on_servo_health(health(temperatures=hot))
    rig.tick()
    assert rig.state.mode is SafetyMode.EVACUATING
    assert NAMES[3] in rig.state.reason
    rig.tick(2.5)
    assert not rig.state.motion_allowed
    rig.supervisor.on_servo_health(health())
    rig.tick(2.5)
    assert rig.state.mode is SafetyMode.CLEAR
    assert rig.state.motion_allowed


@pytest.mark.parametrize("label", ["temperatures", "voltages", "loads"])
@pytest.mark.parametrize("values", [(1.0,) * 5, (1.0,) * 5 + (float("nan"),), ()])
def test_incomplete_readings_are_none(label, values):
    with pytest.raises(ValueError, match=r"one number each|finite number"):
        health(**{label: values})
