"""Bad input costs a clear message, never motion (issue 'Bad input')."""

from __future__ import annotations

import pytest

from xlerobot_agent.contracts.predicates import Predicate, PredicateVerdict, Truth
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict

BAD = [
    ("dance", {}, Reason.INVALID_GOAL, "no skill 'dance'"),
    ("pick", {"object_id": "red_elephant"}, Reason.INVALID_GOAL, "the arm can pick red_cup"),
    ("pick", {"object_id": "tray"}, Reason.INVALID_GOAL, "nothing to pick up"),
    ("pick", {"object_id": ""}, Reason.INVALID_GOAL, "no object ''"),
    ("pick", {"object_id": "red_cup", "method": "magic"}, Reason.INVALID_GOAL, "mirrored"),
    ("place", {"object_id": "red_cup", "target_id": "moon"}, Reason.INVALID_GOAL, "tray, bin"),
    ("place", {"object_id": "bin", "target_id": "tray"}, Reason.INVALID_GOAL, "nothing to place"),
    ("place", {"object_id": "red_cup", "target_id": "tray"}, Reason.GRASP_EMPTY, "pick it"),
    ("verify_state", {}, Reason.INVALID_GOAL, "nothing to verify"),
    ("verify_state", {"predicates": ("on fire",)}, Reason.INVALID_GOAL, "is not a predicate"),
    ("verify_state", {"predicates": ("holding(x)",)}, Reason.INVALID_GOAL, "no object 'x'"),
    ("pick", {"object_id": "red_cup", "epoch": 7}, Reason.LEASE_LOST, "epoch 7"),
]


@pytest.mark.parametrize(("skill", "fields", "reason", "words"), BAD)
def test_refused_with_a_reason_and_words(rig, skill, fields, reason, words):
    rig = rig(2)
    result = rig.do(skill, **fields)
    assert result.verdict is Verdict.REJECTED
    assert result.reason is reason
    assert "gate '" in result.message
    assert words in result.message
    assert not rig.chunks
    assert result.receipt.chunks == 0


def test_an_object_out_of_reach_is_refused_before_motion(rig):
    rig = rig(2)
    rig.edit = lambda o: moved(o, "red_cup", 0.62, 0.0)
    result = rig.do("pick", object_id="red_cup")
    assert result.verdict is Verdict.REJECTED
    assert result.reason is Reason.UNREACHABLE
    assert "gate 'reachability'" in result.message
    assert not rig.chunks


def test_an_object_walled_in_is_blocked(rig):
    rig = rig(2)
    cup = rig.truth.object("red_cup").pose
    rig.edit = lambda o: moved(o, "bin", cup.x, cup.y)
    result = rig.do("pick", object_id="red_cup")
    assert result.verdict is Verdict.REJECTED
    assert result.reason is Reason.BLOCKED
    assert "'bin'" in result.message


def test_a_heavy_object_is_refused(rig, catalogue):
    rig = rig(2)
    heavy = catalogue["red_cup"].model_copy(update={"mass": 0.6})
    others = tuple(o for o in catalogue.objects if o.object_id != "red_cup")
    rig.server._cell.catalogue = catalogue.model_copy(update={"objects": (heavy, *others)})
    result = rig.do("pick", object_id="red_cup")
    assert result.reason is Reason.TOO_HEAVY
    assert "0.600 kg" in result.message


def test_a_full_target_is_refused(rig):
    rig = rig(2)
    assert rig.do("pick", object_id="red_cup").verdict is Verdict.SUCCEEDED
    rig.run(1.0)
    rig.edit = lambda o: said(o, "inside", ("yellow_paper", "tray"), Truth.TRUE)
    result = rig.do("place", object_id="red_cup", target_id="tray")
    assert result.reason is Reason.TARGET_OCCUPIED
    assert result.holding == "red_cup"
    assert "yellow_paper" in result.message


def test_place_needs_a_grasp_confirmed_by_the_newest_view(rig):
    """S3-74."""
    rig = rig(2)
    assert rig.do("pick", object_id="red_cup").verdict is Verdict.SUCCEEDED
    rig.run(1.0)
    rig.edit = lambda o: said(o, "holding", ("red_cup",), Truth.UNKNOWN)
    result = rig.do("place", object_id="red_cup", target_id="tray")
    assert result.verdict is Verdict.REJECTED
    assert result.reason is Reason.GRASP_EMPTY


def test_a_full_hand_picks_nothing_else(rig):
    rig = rig(2)
    assert rig.do("pick", object_id="red_cup").verdict is Verdict.SUCCEEDED
    result = rig.do("pick", object_id="yellow_paper")
    assert result.verdict is Verdict.REJECTED
    assert result.reason is Reason.BLOCKED
    assert "'red_cup'" in result.message
    assert rig.do("pick", object_id="red_cup").verdict is Verdict.SUCCEEDED


def test_an_absent_object_is_missing_and_nothing_moves(rig):
    rig = rig(2)
    rig.edit = lambda o: o.model_copy(
        update={"objects": tuple(x for x in o.objects if x.object_id != "red_cup")}
    )
    result = rig.do("pick", object_id="red_cup")
    assert result.reason is Reason.TARGET_MISSING
    assert not rig.chunks


def test_a_goal_id_in_use_is_refused(rig):
    rig = rig(2)
    first = rig.submit("pick", goal_id="same", object_id="red_cup")
    second = rig.submit("pick", goal_id="same", object_id="red_cup")
    assert second.result.verdict is Verdict.REJECTED
    assert rig.finish(first).verdict is Verdict.SUCCEEDED


def test_what_cannot_be_told_is_never_a_success(rig):
    rig = rig(2)
    rig.edit = lambda o: said(o, "inside", ("red_cup", "tray"), Truth.UNKNOWN)
    result = rig.do("verify_state", predicates=("inside(red_cup, tray)", "at_rest_pose"))
    assert result.verdict is Verdict.FAILED
    assert result.reason is Reason.PERCEPTION_UNSURE
    rig.edit = lambda o: o
    rig.run(0.7)
    result = rig.do("verify_state", predicates=("inside(red_cup, tray)", "at_rest_pose"))
    assert result.reason is Reason.TARGET_MISSING
    assert "inside(red_cup, tray) is false" in result.message
    assert len(result.receipt.predicates) == 2


def moved(observation, object_id, x, y):
    """The same observation with one object elsewhere."""
    objects = tuple(
        o.model_copy(update={"pose": o.pose.model_copy(update={"x": x, "y": y})})
        if o.object_id == object_id
        else o
        for o in observation.objects
    )
    return observation.model_copy(update={"objects": objects})


def said(observation, name, args, value):
    """The same observation with one predicate judged otherwise."""
    wanted = Predicate(name=name, args=args)
    others = tuple(v for v in observation.predicates if v.predicate != wanted)
    verdict = PredicateVerdict(predicate=wanted, value=value, confidence=0.5, because="the test")
    return observation.model_copy(update={"predicates": (*others, verdict)})


def test_a_goal_that_overtakes_the_word_of_its_lease_waits_for_it(rig):
    rig = rig(2)
    rig.run(1.0)
    goal = rig.submit("pick", object_id="red_cup", epoch=2)
    rig.run(0.5)
    assert not goal.results
    assert not rig.chunks
    rig.epoch = 2
    assert rig.finish(goal).verdict is Verdict.SUCCEEDED


def test_a_known_blindness_refuses_at_once_and_silence_a_little_later(rig):
    rig = rig(2)
    rig.run(1.0)
    rig.edit = lambda o: o.model_copy(update={"fault": "front camera is black"})
    rig.run(1.0)
    asked = rig.now()
    result = rig.do("pick", object_id="red_cup")
    assert result.reason is Reason.PERCEPTION_UNSURE
    assert "front camera is black" in result.message
    assert rig.now() - asked <= 0.5
    rig.edit = lambda o: o
    rig.run(1.0)
    assert rig.do("observe_scene").verdict is Verdict.SUCCEEDED
    rig.blind = True
    rig.run(1.0)
    asked = rig.now()
    assert rig.do("pick", object_id="red_cup").reason is Reason.PERCEPTION_UNSURE
    assert rig.now() - asked <= rig.settings.look.timeout + 0.1
