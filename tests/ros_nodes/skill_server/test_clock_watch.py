"""A clock that stands still while goals wait (fault 35)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ros_nodes.skill_server.clock_watch import SILENCE, ClockWatch


def test_a_standing_clock_is_noticed_after_its_time_and_not_before():
    watch = ClockWatch(50.0)
    assert not watch.stands(7.0, 50.0, waited_for=True)
    assert not watch.stands(7.0, 50.0 + SILENCE, waited_for=True)
    assert watch.stands(7.0, 50.1 + SILENCE, waited_for=True)


def test_the_time_before_anybody_waited_does_not_count():
    watch = ClockWatch(50.0)
    watch.stands(7.0, 50.0, waited_for=True)
    assert not watch.stands(7.0, 90.0, waited_for=False)
    assert not watch.stands(7.0, 90.0 + SILENCE, waited_for=True)


@given(st.lists(st.floats(0.01, 5.0), max_size=30))
def test_a_clock_that_moves_either_way_never_stands(gaps):
    watch, steady = ClockWatch(0.0), 0.0
    for index, gap in enumerate(gaps):
        steady += gap
        assert not watch.stands(float(-index - 1), steady, waited_for=True)
