"""The player: playing, seams, stops, refusals (B.2 Chunk; faults 5, 7, 9, 12-19)."""

from __future__ import annotations

import numpy as np
import pytest

from ros_nodes.arm.phases import Phase
from xlerobot_agent.contracts.chunk import ChunkState, HoldRequest
from xlerobot_agent.contracts.reasons import Reason

PERIOD = 0.01


def test_every_tick_writes_one_set_point_from_where_the_arm_is(rig):
    rig.tick(4)
    assert len(rig.arm.written) == 5
    assert np.ptp(rig.commanded(), axis=0).max() == 0.0
    assert rig.arm.written[0] == rig.player.commanded


def test_a_chunk_passes_through_its_set_points_and_drains_at_rest(rig, smooth):
    positions = smooth(25, dt=0.02, period=1.0)
    chunk = rig.chunk(positions, final=True)
    rig.accept(chunk)
    rig.tick(50)
    assert rig.commanded()[2::2] == pytest.approx(positions, abs=1e-9)
    end = rig.terminal(chunk)
    assert (end.state, end.played, end.discarded, end.at_rest) == (ChunkState.DRAINED, 25, 0, True)
    assert rig.player.phase is Phase.RESTING


def test_states_come_in_order_with_the_number_played(rig, smooth):
    chunk = rig.chunk(smooth(25), final=True)
    rig.accept(chunk)
    rig.tick(60)
    states = [s.state for s in rig.statuses]
    assert states[0] is ChunkState.ADMITTED
    assert states[-1] is ChunkState.DRAINED
    assert set(states[1:-1]) == {ChunkState.PLAYING}
    played = [s.played for s in rig.statuses]
    assert played == sorted(played)
    assert len(played) > 5


def test_chunks_join_without_a_jump_in_velocity(rig, smooth, limits):
    whole = smooth(75, period=1.5)
    for index in range(3):
        part = whole[25 * index : 25 * (index + 1)]
        rig.accept(rig.chunk(part, index=index, final=index == 2))
        rig.tick(50 if index else 48)
    rig.tick(10)
    velocity = np.diff(rig.commanded(), axis=0) / PERIOD
    jump = np.abs(np.diff(velocity, axis=0)).max()
    assert jump < limits.joint_acceleration * PERIOD
    assert rig.player.commanded == pytest.approx(tuple(whole[-1]))


def test_a_late_chunk_joins_the_ramp_and_the_path_goes_on(rig, smooth, limits):
    whole = smooth(50, period=2.0)
    rig.accept(rig.chunk(whole[:25]))
    rig.tick(53)
    assert rig.player.phase is Phase.EASING
    rig.accept(rig.chunk(whole[25:], index=1, final=True))
    rig.tick(120)
    assert rig.player.commanded == pytest.approx(tuple(whole[-1]), abs=1e-6)
    velocity = np.diff(rig.commanded(), axis=0) / PERIOD
    assert np.abs(velocity).max() <= 1.05 * 0.3 * np.pi / 2.0
    assert np.abs(np.diff(velocity, axis=0)).max() / PERIOD <= 1.2 * limits.stop_acceleration


def test_a_queue_that_runs_dry_comes_to_rest_smoothly(rig, smooth, limits):
    chunk = rig.chunk(smooth(25))
    rig.accept(chunk)
    rig.tick(50)
    assert rig.player.phase is Phase.EASING
    assert not rig.terminal(chunk).at_rest
    rig.settle()
    acceleration = np.diff(rig.commanded(), n=2, axis=0) / PERIOD**2
    assert np.abs(acceleration).max() <= 1.05 * limits.stop_acceleration


def test_a_second_chunk_waits_and_a_third_is_refused(rig, smooth):
    whole = smooth(75)
    rig.start(smooth)
    assert rig.accept(rig.chunk(whole[25:50], index=1)).state is ChunkState.ADMITTED
    third = rig.accept(rig.chunk(whole[50:], index=2))
    assert (third.state, third.reason, third.discarded) == (
        ChunkState.REFUSED,
        Reason.INVALID_GOAL,
        25,
    )


def test_a_chunk_delivered_twice_plays_once(rig, smooth):
    chunk = rig.start(smooth)
    assert rig.player.accept(chunk, rig.now).state is ChunkState.PLAYING
    rig.tick(100)
    assert rig.player.accept(chunk, rig.now) == rig.terminal(chunk)
    written = len(set(rig.arm.written))
    rig.tick(10)
    assert len(set(rig.arm.written)) == written


def test_a_new_goal_waits_for_rest_and_starts_from_there(rig, smooth):
    rig.start(smooth)
    rig.player.hold(HoldRequest(goal_id="goal-1", source="test"), rig.now)
    rest = np.array(rig.player.commanded) + 0.02
    chunk = rig.chunk(rest + np.zeros((25, 1)), goal_id="goal-2", final=True)
    assert rig.accept(chunk).state is ChunkState.ADMITTED
    rig.tick(2)
    assert rig.player.phase is Phase.STOPPING
    rig.tick(100)
    assert rig.terminal(chunk).state is ChunkState.DRAINED
    assert rig.player.commanded == pytest.approx(tuple(rest), abs=1e-6)


def test_a_chunk_that_starts_elsewhere_is_discarded(rig, smooth):
    chunk = rig.chunk(smooth(25) + 0.4)
    rig.accept(chunk)
    rig.tick(3)
    end = rig.terminal(chunk)
    assert (end.state, end.reason, end.played) == (ChunkState.DISCARDED, Reason.INVALID_GOAL, 0)
    assert "limit" in end.message


def test_a_waiting_chunk_that_does_not_fit_the_seam_starts_from_rest(rig, smooth, limits):
    """Whatever let it by: no jump between two chunks that do not belong together."""
    whole = smooth(50)
    rig.accept(rig.chunk(whole[:25]))
    rig.tick(5)
    chunk = rig.chunk(np.tile(whole[24] + 0.05, (10, 1)), goal_id="goal-2", final=True)
    rig.accept(chunk)
    rig.tick(120)
    assert rig.terminal(chunk).state is ChunkState.DRAINED
    velocity = np.diff(rig.commanded(), axis=0) / PERIOD
    assert np.abs(np.diff(velocity, axis=0)).max() / PERIOD <= 1.1 * limits.stop_acceleration


def test_a_chunk_that_calls_itself_final_in_full_motion_is_ramped(rig, smooth, limits):
    chunk = rig.chunk(smooth(25), final=True)
    rig.accept(chunk)
    rig.tick(80)
    assert not rig.terminal(chunk).at_rest
    acceleration = np.diff(rig.commanded(), n=2, axis=0) / PERIOD**2
    assert np.abs(acceleration).max() <= 1.1 * limits.stop_acceleration
    assert rig.player.at_rest


def test_sag_is_faded_out_not_jumped_over(rig, smooth, limits):
    chunk = rig.chunk(smooth(25, amplitude=0.0) + 0.05, final=True)
    rig.accept(chunk)
    rig.tick(80)
    commanded = rig.commanded()
    assert commanded[-1] == pytest.approx(smooth(1, amplitude=0.0)[0] + 0.05, abs=1e-6)
    assert np.abs(np.diff(commanded, axis=0)).max() / PERIOD <= limits.joint_velocity / 2
    # The chunk's own motion and the fade may each take the limit.
    acceleration = np.abs(np.diff(commanded, n=2, axis=0)).max() / PERIOD**2
    assert acceleration <= 2.0 * limits.joint_acceleration


def test_a_clock_that_jumps_moves_nothing_far(rig, smooth, limits):
    """Fault 33: node time jumps by an hour and back; one tick advances 20 ms at most."""
    chunk = rig.start(smooth)
    steady = rig.now
    for jump in (3600.0, -3600.0, 0.0):
        rig.permit()
        before = np.array(rig.player.commanded)
        rig.statuses += rig.player.tick(rig.now + jump, steady)
        moved = np.abs(np.array(rig.player.commanded) - before).max()
        assert moved <= 2 * PERIOD * limits.joint_velocity
    rig.tick(60)
    assert rig.terminal(chunk).state is ChunkState.DRAINED


def test_a_driver_that_comes_back_is_told_to_stay_where_it_is(rig, smooth):
    """Fault 39, 44: no blind rewrite, goal := present first."""
    rig.start(smooth)
    rig.arm.silent = True
    rig.tick(5)
    written = len(rig.arm.written)
    rig.arm.positions = tuple(p + 0.1 for p in rig.arm.positions)
    rig.arm.silent = False
    rig.tick()
    assert len(rig.arm.written) == written + 1
    assert rig.arm.written[-1] == pytest.approx(rig.arm.positions)


def test_a_stalled_arm_is_not_pushed_on(rig, smooth):
    rig.arm.stalled = True
    rig.accept(rig.chunk(smooth(25, amplitude=1.0)))
    rig.tick(30)
    stalled = rig.arm.positions
    second = rig.chunk(smooth(50, amplitude=1.0)[25:], index=1)
    rig.accept(second)
    rig.tick(50)
    assert rig.terminal(second).reason is Reason.BLOCKED
    rig.settle()
    rig.tick(6)
    assert not rig.player.at_rest, "it gives way to what it was pushing on"
    rig.settle(limit=80)
    assert rig.player.commanded[:-1] == pytest.approx(stalled[:-1])
    assert rig.player.commanded[-1] != pytest.approx(stalled[-1])


@pytest.mark.parametrize(
    "spoil",
    [
        {"joint_names": ("a", "b", "c", "d", "e", "f")},
        {
            "joint_names": (
                "gripper",
                "shoulder_pan",
                "shoulder_lift",
                "elbow_flex",
                "wrist_flex",
                "wrist_roll",
            )
        },
        {"positions": ((float("nan"),) * 6,) * 25},
        {"positions": ((float("inf"),) * 6,) * 25},
        {"positions": ((0.0,) * 5,) * 25},
    ],
    ids=["other names", "other order", "nan", "inf", "short"],
)
def test_a_malformed_chunk_cannot_get_past_the_player_either(rig, smooth, spoil):
    """Fault 1, 4: whoever admitted it."""
    chunk = rig.chunk(smooth(25)).model_copy(update=spoil)
    refused = rig.accept(chunk)
    assert (refused.state, refused.reason) == (ChunkState.REFUSED, Reason.INVALID_GOAL)
    rig.tick(5)
    assert len(set(rig.arm.written)) == 1


def test_set_points_stay_within_the_joint_limits(rig, model):
    t = np.linspace(0.0, 1.0, 25)[:, None]
    top = np.array(rig.player.commanded)
    rig.arm.positions = tuple(np.array(model.upper) - 0.05)
    rig.arm.silent = True
    rig.tick()
    rig.arm.silent = False
    rig.tick()
    top = np.array(rig.player.commanded)
    rig.accept(rig.chunk(top + 0.3 * t**2))
    rig.tick(60)
    assert (rig.commanded() <= np.array(model.upper)).all()


def test_the_models_joints_must_be_the_arms(rig, model, limits):
    from ros_nodes.arm.player import ChunkPlayer

    class Other:
        joint_names = ("a",)

    with pytest.raises(ValueError, match="give the model of this arm"):
        ChunkPlayer(Other(), model, limits)
