"""A stopped arm does not go on pressing (faults 5, 12, 14)."""

from __future__ import annotations

import numpy as np
import pytest

from ros_nodes.arm.phases import Phase
from ros_nodes.arm.pressing import PressingMonitor
from xlerobot_agent.contracts.chunk import HoldRequest
from xlerobot_agent.contracts.reasons import Reason

PRESSED = 0.05


@pytest.fixture
def monitor(model, limits):
    return PressingMonitor(model.joint_names, limits)


def look(monitor, gap, ticks, start=0.0, velocity=0.0):
    """The first relief over some control periods, with the arm `gap` short of its set-point."""
    gap = np.asarray(gap)
    for tick in range(ticks):
        now = start + 0.01 * tick
        measured = velocity * now - gap
        found = monitor.relief(measured + gap, measured, now)
        if found is not None:
            return found - measured
    return None


def one_joint(size, index=1):
    return np.eye(6)[index] * size


def test_only_the_joint_that_presses_gives_way(monitor, limits):
    monitor.watch()
    gap = one_joint(PRESSED) + one_joint(limits.press_error * 0.9, 2)
    assert look(monitor, gap, 20) == pytest.approx(one_joint(limits.press_error * 0.9, 2))


def test_nothing_gives_way_that_was_not_stopped_or_does_not_press(monitor, limits):
    assert look(monitor, one_joint(PRESSED), 20) is None
    monitor.watch()
    assert look(monitor, one_joint(limits.press_error * 0.9), 20) is None


def test_an_arm_that_still_catches_up_does_not_press(monitor):
    monitor.watch()
    assert look(monitor, one_joint(PRESSED), 20, velocity=0.5) is None
    assert look(monitor, one_joint(PRESSED), 20, start=0.2) is not None


def test_the_gripper_keeps_what_it_holds(monitor):
    monitor.watch()
    assert look(monitor, one_joint(0.3, 5), 20) is None


def test_a_pressure_that_comes_later_in_the_stop_is_relieved_too(monitor):
    monitor.watch()
    assert look(monitor, np.zeros(6), 20) is None
    assert look(monitor, one_joint(PRESSED), 20, start=0.2) is not None


def test_many_stops_lower_a_sagging_arm_only_once(monitor):
    gave_way = 0
    for stop in range(50):
        monitor.watch()
        gave_way += look(monitor, one_joint(PRESSED), 20, start=0.2 * stop) is not None
    assert gave_way == 1
    monitor.forget()
    monitor.watch()
    assert look(monitor, one_joint(PRESSED), 20, start=20.0) is not None


def stop_an_arm_that_presses(rig, smooth):
    rig.accept(rig.chunk(smooth(25)))
    rig.tick(15)
    rig.arm.stalled = True
    rig.tick(10)
    rig.player.hold(HoldRequest(goal_id="", reason=Reason.SAFETY_HOLD, source="test"), rig.now)


def test_a_hold_freezes_the_arm_where_it_is(rig, smooth, limits):
    stop_an_arm_that_presses(rig, smooth)
    start = len(rig.arm.written)
    rig.tick(30)
    pushed = np.abs(rig.commanded()[start:] - rig.arm.positions)[:, :-1].max(axis=1)
    assert pushed.max() > limits.press_error
    assert pushed[25:].max() <= limits.press_error, "still by 250 ms"
    assert rig.player.phase is Phase.RESTING


def test_giving_way_is_smooth(rig, smooth, limits):
    stop_an_arm_that_presses(rig, smooth)
    start = len(rig.arm.written) - 3
    rig.tick(30)
    acceleration = np.diff(rig.commanded()[start:], n=2, axis=0) / 0.01**2
    assert np.abs(acceleration).max() <= 1.05 * limits.stop_acceleration


def test_a_chunk_that_waits_starts_after_the_arm_gave_way(rig, smooth):
    stop_an_arm_that_presses(rig, smooth)
    rig.tick(30)
    rig.arm.stalled = False
    rest = np.array(rig.player.commanded)
    swing = smooth(25, period=1.0) - smooth(1, amplitude=0.0)
    chunk = rig.chunk(rest + swing, goal_id="goal-2", final=True)
    rig.accept(chunk)
    rig.tick(60)
    assert rig.player.commanded == pytest.approx(chunk.positions[-1])
