"""Silence of a sender, told apart from silence of nobody (B.2 Chunk: heartbeat loss; fault 23)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ros_nodes.safety_supervisor.senders import SenderWatch
from tests.ros_nodes.safety_supervisor.conftest import PERIOD

DEADLINE = 0.2


@given(st.lists(st.tuples(st.sampled_from("abc"), st.floats(0.001, 0.3)), max_size=30))
def test_exactly_those_are_silent_that_were_not_heard_for_longer_than_the_deadline(steps):
    watch = SenderWatch(DEADLINE)
    now, last = 10.0, {}
    watch.silent("abc", now)
    last.update(dict.fromkeys("abc", now))
    for goal, pause in steps:
        now += pause
        expected = {g for g, heard in last.items() if now - heard > DEADLINE}
        assert set(watch.silent("abc", now)) == expected
        watch.heard(goal, now)
        last[goal] = now


def test_a_goal_that_is_over_is_forgotten():
    watch = SenderWatch(DEADLINE)
    watch.heard("a", 1.0)
    assert watch.silent((), 5.0) == ()
    assert watch.silent(("a",), 9.0) == ()


def test_the_supervisor_names_the_goal_whose_sender_died(rig):
    chunk = rig.chunk()
    assert rig.ask(chunk).admitted
    for _ in range(8):
        rig.tick(PERIOD)
        assert rig.supervisor.silent_goals(rig.clock.monotonic) == ()
    rig.tick(0.06)
    assert rig.supervisor.silent_goals(rig.clock.monotonic) == ("goal-1",)
    rig.supervisor.on_heartbeat("goal-1")
    assert rig.supervisor.silent_goals(rig.clock.monotonic) == ()


def test_a_goal_whose_last_chunk_the_arm_turned_away_is_not_held_for_ever(rig):
    """Its refusal looks like the supervisor's own; the chunk counts as over when it is due."""
    chunk = rig.chunk()
    assert rig.ask(chunk).admitted
    rig.tick(chunk.duration)
    assert rig.supervisor.silent_goals(rig.clock.monotonic) == ("goal-1",)
    rig.tick(0.6)
    assert rig.supervisor.silent_goals(rig.clock.monotonic) == ()
