"""The desk changes while the arm moves: hold, discard, look, plan anew (fault 49)."""

from __future__ import annotations

import mujoco

from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict
from xlerobot_agent.contracts.skills import Phase


def put(rig, object_id, x, y, z=0.0):
    """A hand moves a thing."""
    joint = int(rig.world.model.body(object_id).jntadr[0])
    address = int(rig.world.model.jnt_qposadr[joint])
    rig.world.data.qpos[address : address + 3] = (x, y, z)
    rig.world.data.qpos[address + 3 : address + 7] = (1.0, 0.0, 0.0, 0.0)
    dof = int(rig.world.model.jnt_dofadr[joint])
    rig.world.data.qvel[dof : dof + 6] = 0.0
    mujoco.mj_forward(rig.world.model, rig.world.data)


def step_of(ear):
    return ear.feedback[-1].step if ear.feedback else ""


def test_a_moved_target_is_followed(rig):
    """S3-77."""
    rig = rig(3)
    ear = rig.submit("pick", object_id="red_cup")
    rig.run(1.2)
    here = rig.truth.object("red_cup").pose
    put(rig, "red_cup", here.x - 0.02, here.y - 0.04)
    result = rig.finish(ear)
    assert result.verdict is Verdict.SUCCEEDED
    assert rig.truth.held() == "red_cup"
    assert result.receipt.set_points_discarded > 0
    assert any(s.state is ChunkState.DISCARDED for s in rig.statuses)


def test_a_target_that_keeps_moving_is_given_up(rig):
    rig = rig(3)
    start = rig.truth.object("red_cup").pose
    ear = rig.submit("pick", object_id="red_cup")
    for n in range(4):
        rig.run(9.0, lambda: bool(ear.results) or ear.feedback[-1].phase is Phase.RUNNING)
        rig.run(0.4)
        put(rig, "red_cup", start.x, start.y + (0.04 if n % 2 else -0.04))
        rig.run(9.0, lambda: bool(ear.results) or ear.feedback[-1].phase is not Phase.RUNNING)
    result = rig.finish(ear)
    assert result.verdict is Verdict.FAILED
    assert result.reason is Reason.EXTERNAL_REMOVAL


def test_a_target_taken_away_is_missing(rig):
    rig = rig(3)
    ear = rig.submit("pick", object_id="red_cup")
    rig.run(1.2)
    put(rig, "red_cup", 2.0, 0.0, -0.5)
    rig.edit = lambda o: o.model_copy(
        update={"objects": tuple(x for x in o.objects if x.object_id != "red_cup")}
    )
    assert rig.finish(ear).reason is Reason.TARGET_MISSING


def test_an_empty_grasp_is_felt_and_the_arm_folds_away(rig):
    rig = rig(3)
    ear = rig.submit("pick", object_id="red_cup")
    rig.run(20.0, lambda: step_of(ear) == "close")
    put(rig, "red_cup", 0.30, 0.0)
    result = rig.finish(ear)
    assert result.reason is Reason.GRASP_EMPTY
    assert result.holding == ""
    assert result.observation.find("red_cup") is not None


def test_a_thing_moved_away_on_the_lift_was_taken(rig):
    rig = rig(3)
    ear = rig.submit("pick", object_id="red_cup")
    rig.run(20.0, lambda: step_of(ear) == "lift")
    rig.run(0.3)
    put(rig, "red_cup", 0.30, 0.0)
    result = rig.finish(ear)
    assert result.reason is Reason.EXTERNAL_REMOVAL
    assert result.holding == ""


def test_a_thing_that_falls_on_the_way_has_slipped(rig):
    rig = rig(3)
    assert rig.do("pick", object_id="red_cup").verdict is Verdict.SUCCEEDED
    ear = rig.submit("place", object_id="red_cup", target_id="tray")
    rig.run(0.6)
    put(rig, "red_cup", 0.30, 0.0)
    result = rig.finish(ear)
    assert result.reason is Reason.SLIPPED
    assert result.holding == ""
    assert result.receipt.set_points_discarded > 0


def test_a_thing_taken_from_the_hand_was_taken(rig):
    rig = rig(3)
    assert rig.do("pick", object_id="red_cup").verdict is Verdict.SUCCEEDED
    ear = rig.submit("place", object_id="red_cup", target_id="tray")
    rig.run(0.6)
    put(rig, "red_cup", 2.0, 0.0, -0.5)
    result = rig.finish(ear)
    assert result.reason is Reason.EXTERNAL_REMOVAL
    assert result.holding == ""
