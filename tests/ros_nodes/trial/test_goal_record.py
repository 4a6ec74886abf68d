"""What a record makes of what callers and witnesses heard (B.4: every goal ends once)."""

from __future__ import annotations

import pytest

from ros_nodes.trial.goal_history import (
    Cancel,
    GoalState,
    ResultHeard,
    Stop,
    WordHeard,
)
from ros_nodes.trial.goal_record import Call, GoalRecord
from xlerobot_agent.contracts.chunk import ChunkState


@pytest.fixture
def record():
    """Two goals of two actions, one after the other."""
    record = GoalRecord()
    for number, skill in enumerate(("pick", "move_to_rest")):
        call = Call(f"goal-{number}", f"uuid-{number}", skill, asked=float(number))
        record.calls[call.uuid] = call
        record.on_status(call.uuid, GoalState.ACCEPTED, number + 0.1)
    return record


def test_only_changes_of_known_goals_are_kept(record):
    for time in (0.2, 0.3):
        record.on_status("uuid-0", GoalState.EXECUTING, time)
        record.on_status("of another run", GoalState.EXECUTING, time)
    history = record.history(record.calls["uuid-0"])
    assert [s.state for s in history.statuses] == [GoalState.ACCEPTED, GoalState.EXECUTING]
    assert history.statuses[-1].time == 0.2
    assert set(record.statuses) == {"uuid-0", "uuid-1"}


def test_a_goal_is_over_with_its_status_and_its_result(record):
    call = record.calls["uuid-0"]
    record.on_status(call.uuid, GoalState.ABORTED, 0.5)
    assert not record.over(call)
    call.result = ResultHeard(0.6, GoalState.ABORTED, "SLIPPED", "failed", "slipped")
    assert record.over(call)
    refused = Call("goal-2", "uuid-2", "pick", 2.0, accepted=False)
    assert record.over(refused)


def test_a_history_has_what_concerns_its_goal_alone(record):
    record.cancels += [
        Cancel(0.3, "pick", "uuid-0"),
        Cancel(0.4, "pick", ""),
        Cancel(0.5, "move_to_rest", ""),
    ]
    record.stops += [Stop(0.6, ""), Stop(0.7, "goal-1")]
    record.words += [
        WordHeard(0.8, f"chunk-{goal}", goal, ChunkState.PLAYING, 0, 0)
        for goal in ("goal-0", "goal-1", "of another run")
    ]
    old, new = (record.history(record.calls[uuid]) for uuid in ("uuid-0", "uuid-1"))
    assert [c.asked for c in old.cancels] == [0.3, 0.4]
    assert [s.asked for s in old.stops] == [0.6]
    assert [w.chunk_id for w in old.words] == ["chunk-goal-0"]
    assert (old.superseded, new.superseded) == ((1.0,), ())
    assert [c.asked for c in new.cancels] == [0.5]
    assert [s.asked for s in new.stops] == [0.6, 0.7]


def test_a_refused_goal_supersedes_nobody(record):
    record.calls["uuid-1"].accepted = False
    assert record.history(record.calls["uuid-0"]).superseded == ()


def test_after_a_new_beginning_nothing_is_known(record):
    record.stops.append(Stop(0.6, ""))
    record.clear()
    assert not record.calls
    assert not record.stops
    assert not record.statuses
