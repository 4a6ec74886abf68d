"""Goals that other things end: newer goals, stop, safety, lease, time."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ros_nodes.skill_server.settings import SkillSettings
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict
from xlerobot_agent.contracts.safety import Latch, SafetyMode
from xlerobot_agent.contracts.skills import Phase


def on_the_way(rig, seconds=1.0, **fields):
    """A pick that moves."""
    ear = rig.submit("pick", object_id="red_cup", **fields)
    rig.run(seconds)
    assert ear.feedback[-1].phase is Phase.RUNNING
    return ear


def stands_still(rig):
    here = rig.player.commanded
    count = len(rig.chunks)
    rig.run(0.5)
    return rig.player.commanded == here and len(rig.chunks) == count


def test_a_newer_goal_supersedes_and_both_end_exactly_once(rig):
    rig = rig(1)
    first = on_the_way(rig)
    second = rig.submit("move_to_rest")
    third = rig.submit("pick", object_id="yellow_paper")
    rig.finish(third)
    assert first.result.reason is Reason.SUPERSEDED
    assert first.result.verdict is Verdict.PREEMPTED
    assert second.result.reason is Reason.SUPERSEDED
    assert second.result.receipt.chunks == 0
    assert third.result.verdict is Verdict.SUCCEEDED
    assert rig.truth.held() == "yellow_paper"


def test_never_two_goals_in_motion(rig):
    """S0-09."""
    rig = rig(1)
    ears = []
    for n in range(30):
        thing = "red_cup" if n % 2 else "yellow_paper"
        ears.append(rig.submit("pick", goal_id=f"g{n}", object_id=thing))
        rig.run(0.05 * (n % 5))
    rig.finish(ears[-1])
    rig.run(1.0)
    assert all(len(ear.results) == 1 for ear in ears)
    goals = [chunk.goal_id for chunk in rig.chunks]
    order = list(dict.fromkeys(goals))
    assert goals == sorted(goals, key=order.index)


def test_looking_disturbs_nobody(rig):
    rig = rig(1)
    pick = on_the_way(rig)
    look = rig.submit("observe_scene")
    rig.run(0.2, lambda: bool(look.results))
    assert look.result.verdict is Verdict.SUCCEEDED
    assert rig.finish(pick).verdict is Verdict.SUCCEEDED


def test_stop_holds_in_the_same_instant_and_is_never_refused(rig):
    """S3-34."""
    rig = rig(1)
    pick = on_the_way(rig)
    rig.mode, holds = SafetyMode.UNCONTROLLABLE, len(rig.holds)
    stop = rig.submit("stop")
    assert len(rig.holds) > holds
    rig.finish(stop)
    assert pick.result.reason is Reason.STOPPED
    assert stop.result.verdict is Verdict.SUCCEEDED
    assert str(stop.result.receipt.predicates[0].predicate) == "arm_still"
    assert stands_still(rig)


def test_stop_by_the_port_ends_everything(rig):
    rig = rig(1)
    pick, look = on_the_way(rig), rig.submit("observe_scene")
    rig.server.stop("operator")
    rig.finish(pick)
    assert pick.result.reason is Reason.STOPPED
    assert look.result.reason is Reason.STOPPED
    assert pick.result.message == "operator"
    assert stands_still(rig)


@pytest.mark.parametrize("how", ["mode", "permit", "latch"])
def test_safety_not_clear_ends_the_goal_and_nothing_moves(rig, how):
    rig = rig(1)
    pick = on_the_way(rig)
    if how == "mode":
        rig.mode = SafetyMode.EVACUATING
    elif how == "permit":
        rig.permitted = False
    else:
        rig.latches = (Latch(latch_id=1, source="test", cause="test", since=rig.now()),)
    rig.finish(pick)
    assert pick.result.verdict is Verdict.FAILED
    assert pick.result.reason is Reason.SAFETY_HOLD
    assert stands_still(rig)
    refused = rig.do("pick", object_id="red_cup")
    assert refused.verdict is Verdict.REJECTED
    assert refused.reason is Reason.SAFETY_HOLD
    assert "authority" in refused.message


def test_an_opening_cut_short_does_not_keep_the_arm_from_its_rest(rig):
    """What fell meanwhile is no load that the way to the rest pose could lose (fault 14)."""
    rig = rig(1)
    rig.do("pick", object_id="yellow_paper")
    place = rig.submit("place", object_id="yellow_paper", target_id="bin")
    rig.run(20.0, lambda: bool(place.feedback) and place.feedback[-1].step == "open")
    rig.run(5.0, lambda: rig.truth.held() is None)
    rig.submit("stop")
    rig.finish(place)
    rig.run(1.0)
    assert rig.do("move_to_rest").verdict is Verdict.SUCCEEDED


@pytest.mark.parametrize("how", ["epoch", "owner"])
def test_a_lost_lease_ends_the_goal(rig, how):
    rig = rig(1)
    pick = on_the_way(rig)
    if how == "epoch":
        rig.epoch += 1
    else:
        rig.owner = Owner.OPERATOR
    rig.finish(pick)
    assert pick.result.reason is Reason.LEASE_LOST
    assert stands_still(rig)


def test_time_runs_out(rig):
    """S0-11."""
    rig = rig(1)
    pick = on_the_way(rig, timeout=1.5)
    rig.run(3.0, lambda: bool(pick.results))
    assert pick.result.verdict is Verdict.TIMED_OUT
    assert pick.result.reason is Reason.TIMEOUT
    assert pick.result.receipt.t_settled < pick.result.receipt.t_started + 2.2
    assert stands_still(rig)


def test_silence_about_chunks_is_a_lost_heartbeat(rig):
    """S0-11."""
    rig = rig(1)
    pick = on_the_way(rig)
    rig.deaf = True
    rig.run(8.0, lambda: bool(pick.results))
    assert pick.result.verdict is Verdict.TIMED_OUT
    assert pick.result.reason is Reason.HEARTBEAT_LOST


def test_cameras_that_fail_on_the_way_hold_the_arm(rig):
    rig = rig(1)
    pick = on_the_way(rig, 0.5)
    rig.blind = True
    rig.run(8.0, lambda: bool(pick.results))
    assert pick.result.reason is Reason.PERCEPTION_UNSURE
    ages = [chunk.stamp - chunk.observation_stamp for chunk in rig.chunks]
    assert max(ages) < rig.limits.observation_age
    assert stands_still(rig)


def test_a_camera_that_never_delivers_refuses_motion(rig):
    rig = rig(1)
    rig.blind = True
    refused = rig.do("pick", object_id="red_cup")
    assert refused.verdict is Verdict.REJECTED
    assert "no trustworthy observation" in refused.message
    assert not rig.chunks


def test_a_faulty_observation_is_no_observation(rig):
    rig = rig(1)
    rig.edit = lambda o: o.model_copy(update={"fault": "front camera frozen"})
    assert rig.do("pick", object_id="red_cup").reason is Reason.PERCEPTION_UNSURE
    assert not rig.chunks


def test_feedback_is_a_heartbeat(rig):
    rig = rig(1)
    ear = rig.submit("pick", object_id="red_cup")
    rig.finish(ear)
    stamps = [f.stamp for f in ear.feedback]
    assert max(b - a for a, b in pairwise(stamps)) <= 0.52
    progress = [f.progress for f in ear.feedback]
    assert progress == sorted(progress)
    assert max(f.chunk for f in ear.feedback) == ear.result.receipt.chunks


def test_settings_reach_the_cutter(rig):
    chunks = SkillSettings().chunks.model_copy(update={"set_points": 10})
    rig = rig(1, SkillSettings().model_copy(update={"chunks": chunks}))
    on_the_way(rig)
    assert {len(chunk.positions) for chunk in rig.chunks} == {10}


def test_an_arm_that_stands_has_come_to_rest_however_late_it_is_looked_at(rig):
    """A busy machine may keep the server from its work for seconds; the arm stood all the while."""
    rig = rig(3)
    on_the_way(rig)
    ear = rig.submit("move_to_rest")
    rig.run(20.0, lambda: bool(ear.feedback) and ear.feedback[-1].phase is Phase.SETTLING)
    for _ in range(300):
        rig.world.advance(0.01)
        rig.server.on_arm_state(rig.world.arm.read())
    result = rig.finish(ear)
    assert (result.verdict, result.reason) == (Verdict.SUCCEEDED, None), result.message
