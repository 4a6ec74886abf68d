"""A stop of one goal by its id, as the service ``stop`` asks for it (B.2, fault 12)."""

from __future__ import annotations

from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict
from xlerobot_agent.contracts.skills import Phase


def test_it_ends_as_stopped_whoever_tells_of_it_first(rig):
    """The arm's discard may come before the server's own turn: both say the same."""
    rig = rig(3)
    ear = rig.submit("pick", object_id="red_cup")
    rig.run(20.0, lambda: len(rig.chunks) >= 3)
    rig.server.stop("trial", ear.goal_id)
    rig.run(6.0, lambda: bool(ear.results))
    assert (ear.result.verdict, ear.result.reason) == (Verdict.PREEMPTED, Reason.STOPPED)
    discarded = [s for s in rig.statuses if s.state is ChunkState.DISCARDED]
    assert discarded
    assert {s.reason for s in discarded} == {Reason.STOPPED}


def test_it_leaves_all_other_goals_alone(rig):
    rig = rig(3)
    ear = rig.submit("pick", object_id="red_cup")
    rig.run(20.0, lambda: len(rig.chunks) >= 2)
    rig.server.stop("trial", "another goal")
    rig.run(0.3)
    assert not ear.results
    assert ear.feedback[-1].phase is Phase.RUNNING
