"""Goals while the safety supervisor is silent (fault 31)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ros_nodes.skill_server.supervision import SILENCE, Supervision
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict

SILENT = "the safety supervisor is silent for 0.6 s"


@given(
    gaps=st.lists(st.floats(0.0, 2.0), min_size=1, max_size=20),
    waited=st.floats(0.0, 2.0),
)
def test_only_the_time_since_the_last_permit_counts(gaps, waited):
    supervision = Supervision()
    now = 100.0
    for gap in gaps:
        now += gap
        supervision.on_permit(now)
    later = now + waited
    assert bool(supervision.objection(later)) is (later - now > SILENCE)


def test_one_that_was_never_heard_is_told_of_by_the_missing_state():
    assert not Supervision().objection(1e6)


def test_the_objection_says_how_long_and_what_to_do():
    supervision = Supervision()
    supervision.on_permit(10.0)
    words = supervision.objection(11.25)
    assert "1.2 s" in words
    assert f"{SILENCE} s" in words
    assert "start it again" in words


def test_nothing_is_begun_and_then_it_is(rig):
    rig = rig(1)
    rig.server.on_supervision(SILENT)
    refused = rig.do("pick", object_id="red_cup")
    assert (refused.verdict, refused.reason) == (Verdict.REJECTED, Reason.HEARTBEAT_LOST)
    assert SILENT in refused.message
    assert refused.receipt.chunks == 0
    rig.server.on_supervision("")
    assert rig.do("move_to_rest").verdict is Verdict.SUCCEEDED


@pytest.mark.parametrize("step", ["approach", "close"])
def test_what_runs_ends(rig, step):
    rig = rig(1)
    pick = rig.submit("pick", object_id="red_cup")
    rig.run(30.0, lambda: bool(pick.feedback) and pick.feedback[-1].step == step)
    rig.server.on_supervision(SILENT)
    rig.finish(pick)
    assert (pick.result.verdict, pick.result.reason) == (Verdict.TIMED_OUT, Reason.HEARTBEAT_LOST)


def test_looking_needs_no_supervisor(rig):
    rig = rig(1)
    rig.server.on_supervision(SILENT)
    assert rig.do("observe_scene").verdict is Verdict.SUCCEEDED
