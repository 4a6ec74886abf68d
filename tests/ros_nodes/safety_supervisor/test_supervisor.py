"""The supervisor as a whole: permit, stops, resets, recovery (B.2, B.3, DC-09).

Fault table 5, 8, 15-17, 33, 35, 42.
"""

from __future__ import annotations

import pytest

from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.safety import EmergencyStop, SafetyMode


def named(source, asserted, stamp=0.0):
    return EmergencyStop(source=source, asserted=asserted, reason="hand seen", stamp=stamp)


def test_motion_needs_a_lease_and_joint_states(make_rig):
    rig = make_rig(leased=False)
    assert not rig.tick().motion_allowed
    assert "acquire" in rig.state.reason
    rig.supervisor.acquire(Owner.AGENT, rig.now)
    assert rig.tick().motion_allowed
    unheard = make_rig(delivering=False)
    assert not unheard.tick().motion_allowed
    assert unheard.ask(unheard.chunk()).reason is Reason.SAFETY_HOLD


def test_the_permit_counts_and_carries_epoch_and_owner(rig):
    first, second = rig.tick(), rig.tick()
    assert second.sequence == first.sequence + 1
    assert (second.epoch, second.owner) == (rig.lease.epoch, Owner.AGENT)


def test_any_true_stops_and_no_false_clears(rig):
    rig.supervisor.on_estop(True, rig.now)
    assert not rig.state.motion_allowed
    rig.supervisor.on_estop(False, rig.now)
    permit = rig.tick(5.0)
    assert not permit.motion_allowed
    assert permit.owner is Owner.SAFETY
    assert permit.epoch > rig.lease.epoch
    assert rig.state.mode is SafetyMode.UNCONTROLLABLE
    assert rig.ask(rig.chunk(owner=Owner.AGENT)).reason is Reason.SAFETY_HOLD


def test_a_reset_names_its_latch_waits_for_quiet_and_ends_all_goals(rig, limits):
    before = rig.chunk()
    rig.supervisor.on_estop(True, rig.now)
    (latch,) = rig.state.latches
    reset = rig.supervisor.reset
    assert "ago" in reset(latch.latch_id, "Ada", rig.now).message
    rig.tick(limits.estop_quiet + 0.1)
    assert "not set" in reset(latch.latch_id + 1, "Ada", rig.now).message
    assert "operator" in reset(latch.latch_id, "  ", rig.now).message
    assert reset(latch.latch_id, "Ada", rig.now).accepted
    at_reset = rig.now
    assert rig.state.mode is SafetyMode.RECOVERY
    assert not rig.tick(limits.clear_time - 0.1).motion_allowed
    permit = rig.tick(0.2)
    assert permit.motion_allowed
    assert (rig.state.mode, permit.owner) == (SafetyMode.CLEAR, Owner.AGENT)
    stale = before.model_copy(update={"stamp": rig.now, "observation_stamp": rig.now})
    assert rig.ask(stale).reason is Reason.LEASE_LOST
    unseen = rig.ask(rig.chunk(observation_stamp=at_reset - 0.01))
    assert unseen.reason is Reason.PERCEPTION_UNSURE
    assert rig.ask(rig.chunk()).admitted


def test_a_second_source_keeps_the_stop(rig):
    rig.supervisor.on_estop(True, rig.now)
    rig.supervisor.on_estop_source(named("camera", True), rig.now)
    rig.tick(1.0)
    first, second = rig.state.latches
    assert (first.asserted, second.asserted) == (False, True)
    assert second.source == "estop/camera"
    assert rig.supervisor.reset(first.latch_id, "Ada", rig.now).remaining == (second.latch_id,)
    assert rig.state.mode is SafetyMode.UNCONTROLLABLE
    assert "still asserts" in rig.supervisor.reset(second.latch_id, "Ada", rig.now).message
    rig.supervisor.on_estop_source(named("camera", False), rig.now)
    rig.tick(1.0)
    assert rig.supervisor.reset(second.latch_id, "Ada", rig.now).accepted


def test_an_estop_during_the_recovery_latches_anew(rig):
    rig.supervisor.on_estop(True, rig.now)
    rig.tick(1.0)
    rig.supervisor.reset(1, "Ada", rig.now)
    rig.supervisor.on_estop(True, rig.now)
    assert rig.state.mode is SafetyMode.UNCONTROLLABLE
    assert [latch.latch_id for latch in rig.state.latches] == [2]
    rig.tick(5.0)
    assert not rig.tick().motion_allowed


def test_every_stop_reset_and_change_of_owner_raises_the_epoch(rig):
    epochs = [rig.state.epoch]

    def note():
        epochs.append(rig.state.epoch)

    rig.supervisor.on_estop(True, rig.now)
    note()
    rig.supervisor.on_estop_source(named("camera", True), rig.now)
    note()
    rig.supervisor.on_estop_source(named("camera", False), rig.now)
    rig.tick(1.0)
    rig.supervisor.reset(1, "Ada", rig.now)
    note()
    rig.supervisor.reset(2, "Ada", rig.now)
    note()
    rig.tick(1.5)
    note()
    operator = rig.supervisor.acquire(Owner.OPERATOR, rig.now)
    note()
    rig.supervisor.release(operator.lease_id, rig.now)
    note()
    assert epochs == sorted(set(epochs))


def test_a_lease_that_is_not_renewed_ends(rig, limits):
    rig.clock.monotonic += limits.lease_ttl
    permit = rig.tick()
    assert (permit.owner, permit.motion_allowed) == (Owner.NONE, False)
    assert rig.supervisor.renew(rig.lease.lease_id, rig.now).reason is Reason.LEASE_LOST


def test_silent_joint_states_stop_and_come_back_through_recovery(rig, limits):
    rig.delivering = False
    rig.tick(limits.state_deadline + 0.03)
    assert not rig.state.motion_allowed
    assert (rig.state.mode, rig.state.owner) == (SafetyMode.EVACUATING, Owner.SAFETY)
    assert "silent" in rig.state.reason
    rig.delivering = True
    rig.tick(limits.clear_time + 0.1)
    assert rig.state.mode is SafetyMode.RECOVERY
    rig.tick(limits.clear_time + 0.1)
    assert rig.state.mode is SafetyMode.CLEAR
    assert rig.tick().motion_allowed
    assert rig.state.epoch > rig.lease.epoch


def test_frozen_joint_states_count_as_silent(rig, limits):
    frozen = rig.reading()
    rig.delivering = False
    for _ in range(10):
        rig.supervisor.on_arm_state(frozen)
        rig.tick()
    assert rig.state.mode is SafetyMode.EVACUATING


INSANE = {
    "nan position": {"positions": (float("nan"),) * 6},
    "inf velocity": {"velocities": (float("inf"),) * 6},
    "a joint missing": {"positions": (0.0,) * 5},
    "other joints": {"names": tuple("abcdef")},
    "an encoder jump": {"positions": (0.9, -0.5, 0.5, 0.3, 0.0, 0.5)},
}


@pytest.mark.parametrize("case", INSANE)
def test_joint_states_that_cannot_be_true_latch(rig, case):
    """Fault 42."""
    rig.clock.node += 0.01
    rig.supervisor.on_arm_state(rig.reading(**INSANE[case]))
    (latch,) = rig.state.latches
    assert (latch.source, latch.asserted) == ("joint_states", True)
    assert rig.state.mode is SafetyMode.UNCONTROLLABLE
    if case != "an encoder jump":
        assert not rig.supervisor.reset(latch.latch_id, "Ada", rig.now).accepted
    rig.tick(1.0)
    assert rig.supervisor.reset(latch.latch_id, "Ada", rig.now).accepted


@pytest.mark.parametrize(
    ("pan_speed", "mode"),
    [(0.5, SafetyMode.CLEAR), (1.2, SafetyMode.ALERT), (2.5, SafetyMode.EVACUATING)],
)
def test_measured_tool_speed_is_watched(rig, pan_speed, mode):
    rig.velocities = (pan_speed, 0.0, 0.0, 0.0, 0.0, 0.0)
    rig.tick(0.06)
    assert rig.state.mode is SafetyMode.CLEAR
    rig.tick(0.2)
    assert rig.state.mode is mode


def test_alert_slows_and_ends_by_itself(rig, limits):
    rig.velocities = (1.2, 0.0, 0.0, 0.0, 0.0, 0.0)
    rig.tick(0.2)
    rig.velocities = (0.0,) * 6
    rig.tick()
    assert rig.tick().motion_allowed
    fast = rig.swing(15, amplitude=0.2)
    assert rig.ask(rig.chunk(fast)).admitted, "drafted before the word of it got round"
    rig.supervisor.release(rig.lease.lease_id, rig.now)
    rig.supervisor.acquire(Owner.AGENT, rig.now)
    rig.tick(limits.alert_grace)
    rig.tick()
    assert "the limit is 0.125 m/s" in rig.ask(rig.chunk(fast)).message
    rig.tick(limits.clear_time + 0.1)
    assert rig.state.mode is SafetyMode.CLEAR
    assert rig.ask(rig.chunk(fast)).admitted


def test_an_arm_that_does_not_follow_is_evacuated(rig):
    chunk = rig.chunk()
    rig.ask(chunk)
    rig.tell(chunk, ChunkState.DISCARDED, reason=Reason.BLOCKED, message="joint 'x' is far")
    assert not rig.tick().motion_allowed
    assert rig.state.mode is SafetyMode.EVACUATING
    rig.tick(2.5)
    assert rig.state.mode is SafetyMode.CLEAR


def test_a_moving_arm_is_not_yet_recovered(rig):
    chunk = rig.chunk()
    rig.ask(chunk)
    rig.tell(chunk, ChunkState.DISCARDED, reason=Reason.BLOCKED, message="joint 'x' is far")
    rig.velocities = (0.2, 0.0, 0.0, 0.0, 0.0, 0.0)
    rig.tick(3.0)
    assert rig.state.mode is SafetyMode.EVACUATING


def test_the_operator_voids_what_the_agent_has_under_way(rig):
    chunk = rig.chunk()
    assert rig.ask(chunk).admitted
    operator = rig.supervisor.acquire(Owner.OPERATOR, rig.now)
    assert rig.tick().owner is Owner.OPERATOR
    assert rig.ask(rig.chunk()).reason is Reason.LEASE_LOST
    assert rig.ask(rig.chunk(owner=Owner.OPERATOR)).admitted
    assert rig.supervisor.acquire(Owner.AGENT, rig.now).reason is Reason.LEASE_LOST
    rig.supervisor.release(operator.lease_id, rig.now)
    assert not rig.tick().motion_allowed


def test_node_time_may_jump_without_a_false_stop(rig):
    """Fault 33."""
    for jump in (3600.0, -7200.0, 3600.0):
        rig.clock.node += jump
        assert rig.tick(0.1).motion_allowed
        assert rig.state.mode is SafetyMode.CLEAR


def test_a_flood_of_chunks_is_answered_and_harms_nothing(rig):
    """Fault 8: only two are let by."""
    admitted = sum(rig.ask(rig.chunk()).admitted for _ in range(300))
    assert admitted == 1
    assert rig.tick().motion_allowed


def test_a_supervisor_imports_no_heavy_library():
    """Issue 3, point 8: no OpenCV, torch, MuJoCo, ROS."""
    import subprocess
    import sys

    code = (
        "import sys, ros_nodes.safety_supervisor.supervisor as _; "
        "print([m for m in ('cv2', 'torch', 'mujoco', 'rclpy') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "[]"


def sleep(rig, seconds):
    """Nothing of the process runs for a while."""
    rig.clock.node += seconds
    rig.clock.monotonic += seconds


def test_kept_from_running_it_voids_what_was_under_way_and_blames_nobody(rig, limits):
    """Fault 20: every arm held by itself meanwhile; its joint states are still to be read."""
    assert rig.ask(rig.chunk()).admitted
    epoch = rig.state.epoch
    sleep(rig, 1.0)
    permit = rig.supervisor.tick(rig.now, rig.clock.monotonic)
    assert permit.epoch > epoch
    assert rig.state.mode is SafetyMode.CLEAR
    rig.tick()
    assert rig.ask(rig.chunk(epoch=epoch)).reason is Reason.LEASE_LOST
    assert rig.ask(rig.chunk()).admitted


def test_an_arm_that_stays_silent_after_it_slept_is_a_dead_arm(rig, limits):
    rig.delivering = False
    sleep(rig, 1.0)
    rig.tick(limits.state_deadline - 0.02)
    assert rig.state.mode is SafetyMode.CLEAR
    rig.tick(0.06)
    assert rig.state.mode is SafetyMode.EVACUATING
    assert "joint states are silent" in rig.state.reason
