"""A claimed success is one in the world's truth, or the fault case fails."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from experiments.faults.honesty import arm_displacement, contradiction, honest
from sim.truth_record import ObjectRecord, TruthRecord
from xlerobot_agent.contracts.geometry import Pose
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict

FINISHED = 20.0


def result(skill="pick", verdict=Verdict.SUCCEEDED, **args):
    """As much of a result as is looked at."""
    receipt = SimpleNamespace(args={"object_id": "red_cup", **args}, t_finished=FINISHED)
    reason = None if verdict is Verdict.SUCCEEDED else Reason.SLIPPED
    return SimpleNamespace(
        skill=skill, verdict=verdict, reason=reason, message="said so", receipt=receipt
    )


def truth(held=None, rests_in=()):
    cup = ObjectRecord(
        object_id="red_cup",
        pose=Pose(x=0.2, y=0.1),
        still=True,
        rests_in=rests_in,
        last_held=held,
        last_hand=None,
    )
    return TruthRecord(
        seed=0,
        sim_seconds=21.0,
        objects=(cup,),
        contacts=(),
        joint_names=(),
        joint_positions=(),
        joint_velocities=(),
        tool_outside_since=None,
        events=(),
    )


@pytest.mark.parametrize(
    ("held", "lie"),
    [
        (None, "red_cup was never between the jaws"),
        (19.0, "red_cup was last at 19.00 s between the jaws"),
        (19.95, ""),
        (21.0, ""),
    ],
)
def test_a_pick_needs_the_thing_between_the_jaws_as_it_ends(held, lie):
    assert contradiction(result(), truth(held)).endswith(lie)
    assert bool(contradiction(result(), truth(held))) == bool(lie)


def test_a_place_needs_the_thing_in_its_place():
    put = result("place", target_id="tray")
    assert not contradiction(put, truth(12.0, ("tray",)))
    assert "rests in bin" in contradiction(put, truth(12.0, ("bin",)))
    assert "rests in nowhere" in contradiction(put, truth(12.0))


def test_a_thing_that_is_not_there_cannot_be_held():
    other = result(object_id="spoon")
    assert "no spoon" in contradiction(other, truth())


def test_a_failure_claims_nothing():
    assert not contradiction(result(verdict=Verdict.FAILED), truth())


class Field:
    """A field whose arm stands, or creeps on."""

    def __init__(self, record, creeps=0.0):
        self._record = record
        self.witness = SimpleNamespace(joints=[], wait_for=self._pass)
        self._creeps = creeps

    def truth(self):
        return self._record

    def _pass(self, condition, timeout):
        last = (self._creeps,) * 5
        self.witness.joints += [
            SimpleNamespace(time=float("inf"), positions=(*p, 0.5)) for p in ((0.0,) * 5, last)
        ]
        return True


@pytest.mark.parametrize(
    ("held", "creeps", "passed", "said"),
    [
        (20.0, 0.0, True, "succeeded"),
        (None, 0.0, False, "FALSE SUCCESS"),
        (20.0, 0.1, False, "the arm moved 0.1000 rad"),
    ],
)
def test_an_honest_end_is_no_lie_and_a_standing_arm(held, creeps, passed, said):
    motion = SimpleNamespace(result=result(), error=None)
    seen = honest(Field(truth(held), creeps), motion)
    assert seen.passed is passed
    assert said in seen.text


def test_a_goal_without_a_result_fails():
    motion = SimpleNamespace(result=None, error="nobody answered")
    assert not honest(Field(truth()), motion).passed


def test_the_gripper_may_settle():
    joints = [SimpleNamespace(time=1.0, positions=(0.0, grip)) for grip in (0.2, 0.9)]
    assert arm_displacement(joints, 0.0) == 0.0
