"""The table of safety modes (B.2 Safety, S1-20, S1-39)."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ros_nodes.safety_supervisor.modes import TRANSITIONS, ModeMachine, Trigger, next_mode
from xlerobot_agent.contracts.safety import SafetyMode

SEVERITY = [
    SafetyMode.CLEAR,
    SafetyMode.ALERT,
    SafetyMode.RECOVERY,
    SafetyMode.EVACUATING,
    SafetyMode.UNCONTROLLABLE,
]


def test_every_mode_can_latch_and_only_a_reset_ends_it():
    for mode in SafetyMode:
        assert next_mode(mode, Trigger.LATCH) is SafetyMode.UNCONTROLLABLE
    for trigger in set(Trigger) - {Trigger.RESET}:
        assert next_mode(SafetyMode.UNCONTROLLABLE, trigger) is SafetyMode.UNCONTROLLABLE
    assert next_mode(SafetyMode.UNCONTROLLABLE, Trigger.RESET) is SafetyMode.RECOVERY


def test_no_way_leads_from_a_stop_to_clear_but_through_recovery():
    for (mode, _), target in TRANSITIONS.items():
        if target is SafetyMode.CLEAR:
            assert mode in (SafetyMode.ALERT, SafetyMode.RECOVERY)


def test_worse_news_never_leads_to_a_better_mode():
    for mode, trigger in itertools.product(
        SafetyMode, (Trigger.CAUTION, Trigger.BREACH, Trigger.LATCH)
    ):
        assert SEVERITY.index(next_mode(mode, trigger)) >= SEVERITY.index(mode)


def test_every_mode_is_reached():
    assert {*TRANSITIONS.values()} == set(SafetyMode)


@pytest.mark.parametrize("mode", [SafetyMode.ALERT, SafetyMode.EVACUATING, SafetyMode.RECOVERY])
def test_a_clear_condition_must_hold_without_a_break(mode):
    machine = ModeMachine(1.0)
    machine.mode = mode
    assert not machine.observe_clear(True, 0.0)
    assert not machine.observe_clear(True, 0.9)
    assert not machine.observe_clear(False, 0.95)
    assert not machine.observe_clear(True, 1.0)
    assert not machine.observe_clear(True, 1.9)
    assert machine.observe_clear(True, 2.0)
    assert SEVERITY.index(machine.mode) < SEVERITY.index(mode)


@given(st.lists(st.tuples(st.sampled_from([*Trigger, None]), st.floats(0.0, 0.6)), max_size=40))
def test_a_random_walk_keeps_to_the_rules(steps):
    """Entry at once, exit only after clear_time, UNCONTROLLABLE only by reset."""
    machine, steady, entered = ModeMachine(1.0), 0.0, 0.0
    for trigger, wait in steps:
        steady += wait
        before = machine.mode
        if trigger is None:
            changed = machine.observe_clear(True, steady)
        else:
            changed = machine.apply(trigger) if trigger is not Trigger.CLEARED else False
        assert changed is (machine.mode is not before)
        better = SEVERITY.index(machine.mode) < SEVERITY.index(before)
        if better and before is SafetyMode.UNCONTROLLABLE:
            assert trigger is Trigger.RESET
        elif better:
            assert trigger is None
            assert steady - entered >= 1.0
        if changed:
            entered = steady
