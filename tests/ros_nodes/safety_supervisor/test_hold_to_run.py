"""Hold to run at the supervisor: no latch, but void at once what was under way (B.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ros_nodes.safety_supervisor.enabling import HoldToRunRule
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.safety import HoldToRun, SafetyMode

if TYPE_CHECKING:
    from tests.ros_nodes.safety_supervisor.conftest import Rig


@pytest.fixture
def held(make_rig: type[Rig]) -> Rig:
    """An agent's arm that moves only while a switch is held, and it is."""
    rig = make_rig(hold_to_run=HoldToRunRule.ALWAYS)
    say(rig, False, True)
    return rig


def say(rig: Rig, *words: bool) -> bool:
    """What the switch says; whether its last word ended the motion."""
    ended = False
    for word in words:
        ended = rig.supervisor.on_hold_to_run(HoldToRun(source="pad", held=word, stamp=rig.now))
    return ended


def test_unheld_nothing_is_admitted(make_rig: type[Rig]) -> None:
    rig = make_rig(hold_to_run=HoldToRunRule.ALWAYS)
    assert not rig.tick().motion_allowed
    assert "press" in rig.state.reason
    refused = rig.ask(rig.chunk())
    assert (refused.admitted, refused.reason) == (False, Reason.SAFETY_HOLD)
    assert "press" in refused.message
    say(rig, False, True)
    assert rig.tick().motion_allowed
    assert rig.ask(rig.chunk()).admitted


def test_letting_go_voids_at_once_and_latches_nothing(held: Rig) -> None:
    chunk = held.chunk()
    assert held.ask(chunk).admitted
    epoch = held.state.epoch
    assert say(held, False)
    state = held.state
    assert not state.motion_allowed
    assert state.epoch > epoch
    assert (state.latches, state.mode, state.owner) == ((), SafetyMode.CLEAR, Owner.AGENT)
    assert "'pad' let go" in state.reason
    say(held, True)
    assert held.tick().motion_allowed
    assert held.ask(chunk).reason is Reason.LEASE_LOST, "of an earlier epoch"
    assert held.ask(held.chunk()).admitted


def test_silence_is_letting_go_within_the_deadline_and_one_beat(held: Rig) -> None:
    epoch = held.state.epoch
    assert held.tick(held.limits.hold_deadline - 0.02).motion_allowed
    permit = held.tick(0.04)
    assert not permit.motion_allowed
    assert permit.epoch == epoch + 1
    assert "silent" in held.state.reason
    assert held.tick(0.2).epoch == permit.epoch, "voided once"
    say(held, True)
    assert not held.tick().motion_allowed
    say(held, False, True)
    assert held.tick().motion_allowed


def test_operator_alone_needs_it_where_the_rule_says_so(make_rig: type[Rig]) -> None:
    rig = make_rig(hold_to_run=HoldToRunRule.OPERATOR)
    assert rig.tick().motion_allowed
    rig.supervisor.acquire(Owner.OPERATOR, rig.now)
    assert not rig.tick().motion_allowed
    say(rig, False, True)
    assert rig.tick().motion_allowed
    assert say(rig, False)
    assert not rig.tick().motion_allowed


def test_a_switch_changes_nothing_where_none_is_needed(rig: Rig) -> None:
    epoch = rig.state.epoch
    assert not say(rig, False, True, False)
    assert rig.tick(0.3).motion_allowed
    assert rig.state.epoch == epoch


def test_holding_releases_no_stop(held: Rig) -> None:
    held.supervisor.on_estop(True, held.now)
    say(held, False, True)
    assert not held.tick().motion_allowed
    assert held.state.mode is SafetyMode.UNCONTROLLABLE
