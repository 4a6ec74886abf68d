"""A cancel holds at once, whatever the phase (S3-18, S3-34, fault table 14 and 18)."""

from __future__ import annotations

import pytest

from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict
from xlerobot_agent.contracts.skills import Phase


def cancel_and_check(rig, ear):
    """Cancel; what was promised of every cancel."""
    before = len(rig.chunks)
    rig.server.cancel(ear.goal_id)
    rig.run(6.0, lambda: bool(ear.results))
    result = ear.result
    assert result.verdict is Verdict.PREEMPTED
    assert result.reason is Reason.CANCELLED
    assert len(rig.chunks) == before
    last = {}
    for status in rig.statuses:
        if status.goal_id == ear.goal_id:
            assert last.get(status.chunk_id) is not ChunkState.DISCARDED
            last[status.chunk_id] = status.state
    assert all(s in (ChunkState.DRAINED, ChunkState.DISCARDED) for s in last.values())
    drafted = sum(len(c.positions) for c in rig.chunks if c.goal_id == ear.goal_id)
    receipt = result.receipt
    assert receipt.set_points_played + receipt.set_points_discarded == drafted
    assert result.holding == (rig.truth.held() or "")
    here = rig.player.commanded
    rig.run(0.5)
    assert rig.player.commanded == here
    assert len(ear.results) == 1
    return result


@pytest.mark.parametrize("chunk", [1, 2, 3, 5, 8, 11, 14, 16, 18, 20, 22, 24])
def test_cancel_at_a_chunk_of_a_pick(rig, chunk):
    """S3-70, S3-77."""
    rig = rig(3)
    ear = rig.submit("pick", object_id="red_cup")
    rig.run(20.0, lambda: len(rig.chunks) >= chunk)
    rig.run(0.01 * (chunk % 7))
    result = cancel_and_check(rig, ear)
    assert result.receipt.set_points_discarded > 0 or rig.player.at_rest
    assert result.observation is not None
    assert result.observation.stamp > result.receipt.t_settled


def test_the_object_is_untouched_before_the_commit_point(rig):
    rig = rig(3)
    here = rig.truth.object("red_cup").pose
    ear = rig.submit("pick", object_id="red_cup")
    rig.run(2.0)
    cancel_and_check(rig, ear)
    assert rig.truth.object("red_cup").pose.distance_to(here) < 0.001


@pytest.mark.parametrize("step", ["carry", "lower", "open", "draw back", "return to rest"])
def test_cancel_in_every_step_of_a_place_says_truly_what_is_held(rig, step):
    """S0-12, DC-05."""
    rig = rig(3)
    assert rig.do("pick", object_id="red_cup").verdict is Verdict.SUCCEEDED
    ear = rig.submit("place", object_id="red_cup", target_id="tray")
    rig.run(20.0, lambda: bool(ear.feedback) and ear.feedback[-1].step == step)
    rig.run(0.5 if step == "open" else 0.3)
    result = cancel_and_check(rig, ear)
    assert (result.holding == "red_cup") == (step in ("carry", "lower"))


def test_after_a_cancel_the_same_thing_can_be_picked_and_placed(rig):
    rig = rig(3)
    ear = rig.submit("pick", object_id="red_cup")
    rig.run(20.0, lambda: bool(ear.feedback) and ear.feedback[-1].step == "lift")
    rig.run(0.3)
    assert cancel_and_check(rig, ear).holding == "red_cup"
    assert rig.do("pick", object_id="red_cup").verdict is Verdict.SUCCEEDED
    placed = rig.do("place", object_id="red_cup", target_id="tray")
    assert placed.verdict is Verdict.SUCCEEDED
    assert rig.truth.rests_in("red_cup", "tray")


@pytest.mark.parametrize("phase", [Phase.VALIDATING, Phase.SETTLING, Phase.OBSERVING])
def test_cancel_in_a_phase_without_motion(rig, phase):
    rig = rig(3)
    rig.blind = phase is Phase.VALIDATING
    rig.step()
    ear = rig.submit("pick", object_id="red_cup")
    rig.run(20.0, lambda: bool(ear.feedback) and ear.feedback[-1].phase is phase)
    cancel_and_check(rig, ear)


def test_cancelling_an_unknown_goal_is_no_error(rig):
    rig(3).server.cancel("nobody")
