"""A gripper that jams pulls as if it held something; it must not pass for a grasp."""

from __future__ import annotations

import pytest

from sim.faults.joint_stalled import JAM, TOUGHNESS
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict


def jam_gripper(rig):
    model = rig.world.model
    dof = int(model.joint("gripper").dofadr[0])
    model.dof_frictionloss[dof] = JAM
    model.dof_damping[dof] = TOUGHNESS


def test_jaws_that_do_not_open_are_named_before_the_approach(rig):
    rig = rig(3)
    here = rig.truth.object("red_cup").pose
    ear = rig.submit("pick", object_id="red_cup")
    rig.run(1.0)
    jam_gripper(rig)
    result = rig.finish(ear)
    assert result.reason is Reason.DRIVER_FAULT
    assert "the gripper stands at" in result.message
    assert {f.step for f in ear.feedback} <= {"", "reach"}
    assert rig.truth.object("red_cup").pose.distance_to(here) < 0.001


@pytest.mark.parametrize("after", [0.05, 0.15, 0.3])
def test_jaws_that_stick_while_closing_are_no_grasp(rig, after):
    """Seen with the real cameras: what stands behind an empty gap is not between the jaws."""
    rig = rig(3).perceive()
    ear = rig.submit("pick", object_id="red_cup")
    rig.run(20.0, lambda: bool(ear.feedback) and ear.feedback[-1].step == "close")
    rig.run(after)
    jam_gripper(rig)
    result = rig.finish(ear)
    held = rig.truth.held() == "red_cup"
    assert held or result.verdict is not Verdict.SUCCEEDED, result.message
