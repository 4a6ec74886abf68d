"""Simulated time follows real time, and lateness is made up for or counted (fault 34)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ros_nodes.simulation.pacer import MAXIMUM_CATCH_UP, Pacer, RateMeter

PERIOD = 0.01


def run(pacer: Pacer, steady: float) -> int:
    """Do all that is due; how many periods that were."""
    due = pacer.due(steady)
    for _ in range(due):
        pacer.count()
    return due


@given(
    factor=st.sampled_from([0.25, 0.5, 1.0, 2.0]),
    gaps=st.lists(st.floats(0.0005, 0.04), min_size=1, max_size=200),
)
def test_no_period_is_lost_while_lateness_stays_small(factor: float, gaps: list[float]) -> None:
    pacer = Pacer(factor, PERIOD)
    interval = PERIOD / factor
    now, done = 100.0, run(pacer, 100.0)
    for gap in gaps:
        now += gap * min(1.0, interval / PERIOD)
        done += run(pacer, now)
        elapsed = (now - 100.0) / interval
        if pacer.lost == 0:
            assert elapsed - 1.0 <= done <= elapsed + 0.2


def test_a_stall_is_not_replayed_in_a_rush() -> None:
    pacer = Pacer(1.0, PERIOD)
    run(pacer, 0.0)
    assert run(pacer, 1.0) == MAXIMUM_CATCH_UP
    assert pacer.lost == 100 - MAXIMUM_CATCH_UP
    assert run(pacer, 1.01) == 1


def test_what_is_due_stays_due_until_it_was_done() -> None:
    pacer = Pacer(1.0, PERIOD)
    run(pacer, 0.0)
    assert [pacer.due(0.021), pacer.due(0.021)] == [2, 2]
    pacer.count()
    assert pacer.due(0.021) == 1


def test_without_a_factor_every_call_is_due() -> None:
    pacer = Pacer(0.0, PERIOD)
    assert [pacer.due(5.0) for _ in range(3)] == [1, 1, 1]
    assert pacer.interval == 0.0


def test_the_measured_factor() -> None:
    meter = RateMeter()
    assert meter.measure(0.0, 10.0) == 0.0
    assert meter.measure(0.9, 11.0) == pytest.approx(0.9)
