"""Whether the arm stood still, judged from readings (faults 12, 14)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.live.stillness import MOVED, STILL_BY, Reading, judge_stillness, reading

STOP, END = 10.0, 12.0


def readings(arm, gripper=lambda t: 0.5):
    """What an arm does that moves as a function of the time since the stop."""
    times = [STOP + 0.02 * k for k in range(-10, 110)]
    return [Reading(t, (arm(t - STOP), 0.0), gripper(t - STOP)) for t in times]


def judged(arm, gripper=lambda t: 0.5):
    return judge_stillness(readings(arm, gripper), STOP, END)


@given(st.floats(0.0, STILL_BY - 0.02), st.floats(0.05, 2.0))
def test_a_ramp_that_ends_in_time_passes(duration, speed):
    result = judged(lambda t: speed * min(t, duration))
    assert result.passed
    assert result.still_after <= duration + 1e-9
    assert result.moved == pytest.approx(0.0)


@given(st.floats(0.4, 1.9))
def test_a_move_that_ends_too_late_fails(duration):
    result = judged(lambda t: min(t, duration))
    assert not result.passed
    assert duration - 0.02 - MOVED - 1e-9 <= result.still_after <= duration


def test_creep_below_the_limit_at_every_instant_adds_up():
    result = judged(lambda t: 0.02 * max(t, 0.0))
    assert not result.passed
    assert result.moved > MOVED


def test_a_twitch_that_returns_is_motion():
    result = judged(lambda t: 0.1 if 1.0 < t < 1.1 else 0.0)
    assert not result.passed
    assert result.displaced == 0.0
    assert result.moved == pytest.approx(0.1)


def test_the_jaw_may_settle_but_not_let_go():
    settling = judged(lambda t: 0.0, lambda t: 0.5 - 0.02 * max(t, 0.0))
    assert settling.passed
    assert settling.gripper_closed == pytest.approx(0.034, abs=0.002)
    opening = judged(lambda t: 0.0, lambda t: 0.5 + 0.02 * max(t, 0.0))
    assert not opening.passed


def test_what_was_read_before_the_stop_or_after_the_reset_does_not_count():
    assert judged(lambda t: 0.0 if 0.0 <= t < END - STOP else 1.0).passed
    assert judge_stillness(readings(lambda t: 0.0), 20.0, 30.0) is None


def test_the_gripper_is_found_by_name():
    parted = reading(1.0, ("gripper", "elbow_flex"), (0.7, 0.2))
    assert (parted.gripper, parted.arm) == (0.7, (0.2,))
    with pytest.raises(KeyError):
        reading(1.0, ("elbow_flex",), (0.2,))
