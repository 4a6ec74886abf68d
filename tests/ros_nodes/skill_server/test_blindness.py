"""Eyes that fail while the arm moves: it stops at the first look that shows it (fault 24, 46, 47).

Also S0-09: silence means stop, and a goal ends once, with the reason that is right.
"""

from __future__ import annotations

from itertools import takewhile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ros_nodes.skill_server.cell import Cell
from ros_nodes.skill_server.settings import SkillSettings
from xlerobot_agent.contracts.evidence import Evidence, EvidenceKind
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict
from xlerobot_agent.contracts.scene import SceneObservation, SeenRegion
from xlerobot_agent.contracts.skills import Phase

FAULT = "front camera is black"
STILL = 0.25
"""From the look to rest, as from a cancel [s]."""


def faulty(observation):
    return observation.model_copy(update={"fault": FAULT})


def patient(count):
    """Settings that take so many looks for evidence."""
    plain = SkillSettings()
    return plain.model_copy(update={"look": plain.look.model_copy(update={"untrusted": count})})


def look_badly(rig):
    """What perception says eight times a second, whether anybody wants it or not."""
    rig.server.on_scene(faulty(rig.observe(rig.world.arm.read())))


def moving(rig, seconds, skill="pick", **fields):
    ear = rig.submit(skill, **fields)
    rig.run(seconds)
    assert ear.feedback[-1].phase is Phase.RUNNING
    return ear


def stands(rig, seconds=0.5):
    """No set-point changes for so long."""
    here, count = rig.player.commanded, len(rig.chunks)
    rig.run(seconds)
    return rig.player.commanded == here and len(rig.chunks) == count


@pytest.mark.parametrize("seconds", [0.3, 0.9, 1.7, 2.6, 3.4])
def test_a_look_that_cannot_be_trusted_stops_the_arm_at_once(rig, seconds):
    """In whatever step: the hold goes out in the next control period."""
    rig = rig(1)
    ear = moving(rig, seconds, object_id="red_cup")
    rig.edit, holds = faulty, len(rig.holds)
    look_badly(rig)
    rig.step()
    assert len(rig.holds) == holds + 1
    rig.run(STILL)
    assert stands(rig)
    result = rig.finish(ear)
    assert (result.verdict, result.reason) == (Verdict.FAILED, Reason.PERCEPTION_UNSURE)
    assert FAULT in result.message
    assert stands(rig)


def test_a_fold_needs_its_eyes_as_a_grasp_does(rig):
    rig = rig(1)
    rig.finish(moving(rig, 1.0, object_id="red_cup"))
    ear = moving(rig, 0.4, "move_to_rest")
    rig.edit = faulty
    look_badly(rig)
    rig.run(STILL)
    assert stands(rig)
    assert rig.finish(ear).reason is Reason.PERCEPTION_UNSURE


def test_a_single_bad_look_costs_a_pause_and_not_the_goal(rig):
    rig = rig(1)
    ear = moving(rig, 1.0, object_id="red_cup")
    look_badly(rig)
    result = rig.finish(ear)
    assert result.verdict is Verdict.SUCCEEDED
    assert result.receipt.set_points_discarded > 0
    assert rig.truth.held() == "red_cup"


def test_more_evidence_can_be_asked_for(rig):
    rig = rig(1, patient(2))
    ear = moving(rig, 1.0, object_id="red_cup")
    holds = len(rig.holds)
    look_badly(rig)
    rig.step()
    assert len(rig.holds) == holds
    look_badly(rig)
    rig.step()
    assert len(rig.holds) == holds + 1
    assert rig.finish(ear).verdict is Verdict.SUCCEEDED


@pytest.mark.parametrize("count", [1, 3])
def test_a_perception_that_falls_silent_stops_the_arm_at_once(rig, count):
    """However many looks are asked for otherwise: there will be none."""
    rig = rig(1, patient(count))
    ear = moving(rig, 1.0, object_id="red_cup")
    rig.blind = True
    rig.server.on_scene_silence()
    rig.run(STILL)
    assert stands(rig)
    result = rig.finish(ear)
    assert (result.verdict, result.reason) == (Verdict.FAILED, Reason.PERCEPTION_UNSURE)
    assert "perception fell silent" in result.message


def test_a_silence_refuses_goals_until_the_next_observation(rig):
    """Also right after the last good look, while that is fresh."""
    rig = rig(1)
    assert rig.do("move_to_rest").verdict is Verdict.SUCCEEDED
    rig.blind, asked = True, rig.now()
    rig.server.on_scene_silence()
    refused = rig.do("pick", object_id="red_cup")
    assert (refused.verdict, refused.reason) == (Verdict.REJECTED, Reason.PERCEPTION_UNSURE)
    assert rig.now() - asked <= 0.5
    assert refused.receipt.chunks == 0
    rig.blind = False
    assert rig.do("pick", object_id="red_cup").verdict is Verdict.SUCCEEDED


def observation(number, *, fault):
    proof = Evidence(
        evidence_id=f"e{number}",
        kind=EvidenceKind.CONTACT,
        sha256="0" * 64,
        t_capture=float(number),
        t_received=float(number),
        sensor="joints",
    )
    return SceneObservation(
        observation_id=f"o{number}",
        sequence=number,
        stamp=float(number),
        objects=(),
        seen=SeenRegion(origin_x=0.0, origin_y=0.0, cell=0.1, rows=1, columns=1, seen="1"),
        predicates=(),
        evidence=(proof,),
        arm_moving=True,
        fault=FAULT if fault else "",
    )


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(count=st.integers(1, 3), looks=st.lists(st.sampled_from(("good", "bad", "silence"))))
def test_only_the_newest_looks_blind(model, collisions, catalogue, limits, count, looks):
    """Blinded is: the newest looks are bad, as many as asked for, or none has come since a loss."""
    cell = Cell(model, collisions, catalogue, limits, patient(count))
    for number, kind in enumerate(looks, start=1):
        if kind == "silence":
            cell.on_scene_silence()
        else:
            cell.on_scene(observation(number, fault=kind == "bad"))
        since = list(takewhile(lambda k: k != "good", reversed(looks[:number])))
        assert bool(cell.blinded) == (len(since) >= count or "silence" in since)
        assert bool(cell.blind) == bool(since)
