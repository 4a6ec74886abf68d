"""The player: stops and permits (B.2 Chunk; faults 5, 7, 12-19)."""

from __future__ import annotations

import numpy as np
import pytest

from ros_nodes.arm.phases import Phase
from xlerobot_agent.contracts.chunk import ChunkState, HoldRequest
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.safety import (
    ESTOP,
    Latch,
    MotionPermit,
    SafetyMode,
    SafetyState,
)

PERIOD = 0.01


STOPS = {
    "hold": (lambda rig: rig.player.hold(HoldRequest(source="test"), rig.now), Reason.CANCELLED),
    "hold of the goal": (
        lambda rig: rig.player.hold(
            HoldRequest(goal_id="goal-1", reason=Reason.SUPERSEDED, source="test"), rig.now
        ),
        Reason.SUPERSEDED,
    ),
    "e-stop": (lambda rig: rig.player.on_estop(True, "button", rig.now), Reason.SAFETY_HOLD),
    "permit says no": (lambda rig: setattr(rig, "allowed", False), Reason.SAFETY_HOLD),
    "epoch moved on": (lambda rig: setattr(rig, "epoch", rig.epoch + 1), Reason.LEASE_LOST),
    "another owner": (
        lambda rig: (setattr(rig, "owner", Owner.OPERATOR), setattr(rig, "epoch", rig.epoch + 1)),
        Reason.LEASE_LOST,
    ),
    "safety takes over": (
        lambda rig: (setattr(rig, "owner", Owner.SAFETY), setattr(rig, "allowed", False)),
        Reason.SAFETY_HOLD,
    ),
    "supervisor dies": (lambda rig: setattr(rig, "beating", False), Reason.HEARTBEAT_LOST),
    "safety state": (
        lambda rig: rig.player.on_safety(
            SafetyState(
                mode=SafetyMode.EVACUATING,
                motion_allowed=False,
                owner=Owner.SAFETY,
                epoch=rig.epoch + 1,
                stamp=rig.now,
            )
        ),
        Reason.SAFETY_HOLD,
    ),
    "driver dies": (lambda rig: setattr(rig.arm, "silent", True), Reason.DRIVER_FAULT),
}


@pytest.mark.parametrize("stop", STOPS)
def test_a_stop_discards_everything_and_ramps_to_rest(rig, smooth, limits, stop):
    """S3-77, S1-74: nothing of a discarded chunk is written; both chunks end once; soon at rest."""
    action, reason = STOPS[stop]
    whole = np.vstack([smooth(25, amplitude=1.0), smooth(50, amplitude=1.0)[25:]])
    first = rig.chunk(whole[:25])
    rig.accept(first)
    rig.tick(5)
    second = rig.chunk(whole[25:], index=1)
    rig.accept(second)
    rig.tick(10)
    action(rig)
    rig.tick(7 if stop == "supervisor dies" else 1)
    for chunk in (first, second):
        end = rig.terminal(chunk)
        assert (end.state, end.reason) == (ChunkState.DISCARDED, reason)
        assert end.played + end.discarded == 25
    assert rig.settle() <= 15
    resting = rig.player.commanded
    before = len(rig.arm.written)
    rig.tick(30)
    assert rig.player.commanded == resting
    if stop != "driver dies":
        assert set(rig.arm.written[before:]) == {resting}
        acceleration = np.diff(rig.commanded(), n=2, axis=0) / PERIOD**2
        assert np.abs(acceleration).max() <= 1.1 * limits.stop_acceleration


def test_full_speed_is_stopped_within_the_limits_time(rig, limits):
    """Fault 12; 1.5 rad/s to rest in 110 ms."""
    t = 0.02 * np.arange(1, 26)[:, None]
    speed = limits.joint_velocity * np.minimum(1.0, t / 0.3)
    positions = np.array(rig.player.commanded) + np.cumsum(speed, axis=0) * 0.02 * np.array(
        [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    )
    rig.accept(rig.chunk(positions))
    rig.tick(45)
    rig.player.on_estop(True, "button", rig.now)
    assert rig.settle() <= 12


def test_a_hold_of_another_goal_changes_nothing(rig, smooth):
    chunk = rig.start(smooth)
    rig.player.hold(HoldRequest(goal_id="goal-9", source="test"), rig.now)
    rig.tick(60)
    assert rig.terminal(chunk).state is ChunkState.DRAINED


def test_chunks_of_a_held_goal_that_arrive_later_are_refused(rig, smooth):
    rig.start(smooth)
    rig.player.hold(HoldRequest(goal_id="goal-1", source="test"), rig.now)
    assert rig.accept(rig.chunk(smooth(50)[25:], index=1)).reason is Reason.CANCELLED
    rig.settle()
    assert rig.accept(rig.chunk(smooth(50)[25:], index=1)).reason is Reason.CANCELLED


def test_chunks_of_a_held_goal_are_refused_for_the_reason_of_its_first_hold(rig, smooth):
    """A goal whose sender was taken for dead is not said to be cancelled by a person."""
    rig.start(smooth)
    for reason in (Reason.HEARTBEAT_LOST, Reason.CANCELLED):
        rig.player.hold(HoldRequest(goal_id="goal-1", reason=reason, source="test"), rig.now)
    assert rig.accept(rig.chunk(smooth(50)[25:], index=1)).reason is Reason.HEARTBEAT_LOST


def test_a_hold_of_all_voids_what_was_drafted_before_it(rig, smooth):
    early = rig.chunk(smooth(25))
    rig.tick()
    rig.player.hold(HoldRequest(source="test"), rig.now)
    assert rig.accept(early).reason is Reason.STOPPED
    assert rig.accept(rig.chunk(smooth(25))).state is ChunkState.ADMITTED


def test_without_a_permit_nothing_moves(make_rig, smooth):
    rig = make_rig(beating=False)
    refused = rig.accept(rig.chunk(smooth(25)))
    assert (refused.state, refused.reason) == (ChunkState.REFUSED, Reason.HEARTBEAT_LOST)
    rig.beating = True
    rig.tick()
    assert rig.accept(rig.chunk(smooth(25))).state is ChunkState.ADMITTED


def test_an_old_epoch_is_refused(rig, smooth):
    """S1-74."""
    assert rig.accept(rig.chunk(smooth(25), epoch=2)).reason is Reason.LEASE_LOST


def test_a_chunk_ahead_of_its_permit_waits_for_it(rig, smooth):
    chunk = rig.chunk(smooth(25), epoch=4)
    assert rig.accept(chunk).state is ChunkState.ADMITTED
    rig.tick(3)
    assert rig.player.at_rest
    rig.epoch = 4
    rig.tick(2)
    assert rig.player.phase is Phase.PLAYING


def test_a_chunk_whose_permit_never_comes_is_discarded(rig, smooth, limits):
    chunk = rig.chunk(smooth(25), epoch=99)
    rig.accept(chunk)
    rig.tick(round(limits.chunk_age / PERIOD) + 2)
    assert rig.terminal(chunk).reason is Reason.TIMEOUT
    assert len(set(rig.arm.written)) == 1


def test_replayed_permits_do_not_keep_the_arm_alive(rig, smooth, limits):
    chunk = rig.start(smooth)
    rig.beating = False
    old = MotionPermit(
        epoch=rig.epoch, owner=rig.owner, motion_allowed=True, sequence=1, stamp=rig.now
    )
    for _ in range(round(limits.permit_deadline / PERIOD) + 1):
        rig.player.on_permit(old, rig.now, rig.now)
        rig.tick()
    assert rig.terminal(chunk).reason is Reason.HEARTBEAT_LOST


def told(rig, *latches, cleared_through=0):
    """The supervisor's state: waiting for a human while it has latches, allowing motion else."""
    open_ = tuple(
        Latch(latch_id=number, source=source, cause="pressed", since=rig.now, asserted=asserted)
        for number, source, asserted in latches
    )
    rig.epoch += 1
    rig.owner, rig.allowed = (Owner.SAFETY, False) if open_ else (Owner.AGENT, True)
    rig.player.on_safety(
        SafetyState(
            mode=SafetyMode.UNCONTROLLABLE if open_ else SafetyMode.CLEAR,
            motion_allowed=rig.allowed,
            owner=rig.owner,
            epoch=rig.epoch,
            latches=open_,
            cleared_through=cleared_through,
            stamp=rig.now,
        )
    )
    rig.tick(2)


def held(rig):
    """Whether a chunk is refused for an e-stop that is latched at the arm."""
    status = rig.accept(rig.chunk([rig.player.commanded] * 25))
    assert status.state is ChunkState.ADMITTED or "latched here" in status.message
    return status.reason is Reason.SAFETY_HOLD


def test_an_estop_is_released_by_the_reset_of_the_latch_that_was_set_for_it(rig, smooth):
    rig.start(smooth)
    rig.player.on_estop(True, ESTOP, rig.now)
    rig.player.on_estop(False, ESTOP, rig.now)
    rig.settle()
    assert held(rig)
    told(rig)  # a new lease, but no reset
    assert held(rig)
    told(rig, (7, ESTOP, True))
    told(rig, (7, ESTOP, False))
    told(rig, cleared_through=6)  # gone without a person's reset
    assert held(rig)
    told(rig, cleared_through=7)
    assert not held(rig)


def test_an_estop_that_the_supervisor_missed_is_not_released_by_the_reset_of_another(rig, smooth):
    """An older latch is open when the arm alone hears a button: that button is not reset yet."""
    rig.start(smooth)
    told(rig, (1, "estop/door", True))
    rig.player.on_estop(True, ESTOP, rig.now)
    told(rig, (1, "estop/door", False))
    told(rig, cleared_through=1)
    assert held(rig)
    rig.player.on_estop(True, ESTOP, rig.now)
    told(rig, (2, ESTOP, True))
    told(rig, cleared_through=2)
    assert not held(rig)


def test_an_old_latch_of_the_same_source_is_none_for_a_new_press(rig, smooth):
    rig.start(smooth)
    told(rig, (1, ESTOP, True))
    told(rig, (1, ESTOP, False))
    rig.player.on_estop(True, ESTOP, rig.now)
    told(rig, cleared_through=1)
    assert held(rig)


def test_a_supervisor_that_says_it_first_is_believed(rig, smooth):
    """The word of the latch may overtake the e-stop itself."""
    rig.start(smooth)
    told(rig, (1, ESTOP, True))
    rig.player.on_estop(True, ESTOP, rig.now)
    told(rig, cleared_through=1)
    assert not held(rig)


def test_a_supervisor_started_anew_without_its_record_releases_nothing(rig, smooth):
    rig.start(smooth)
    rig.player.on_estop(True, ESTOP, rig.now)
    told(rig, (3, ESTOP, True))
    told(rig, cleared_through=0)
    assert held(rig)
