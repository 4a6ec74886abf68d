"""What a measure says of its samples (issue 3, Numbers)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.stops.measure import StopReport, measure

times = st.lists(st.floats(0.0, 500.0), min_size=1, max_size=50)


@given(times, st.floats(1.0, 500.0))
def test_a_measure_is_kept_exactly_when_its_p99_is(samples, limit):
    found = measure("x", samples, limit)
    assert found.ok == (found.p99_ms <= limit)
    assert found.n == len(samples)
    assert found.median_ms <= found.p95_ms <= found.p99_ms <= found.max_ms == max(samples)


@given(times, st.floats(0.1, 40.0))
def test_one_stop_that_goes_too_far_is_too_many(travels, limit):
    found = measure("x", [1.0], 10.0, travels, limit)
    assert found.travel_mm_max == max(travels)
    assert found.ok == (max(travels) <= limit)


def test_one_set_point_after_a_discard_is_too_many():
    assert measure("x", [1.0], 10.0).ok
    assert not measure("x", [1.0], 10.0, strays=1).ok


def test_no_samples_are_no_measure():
    with pytest.raises(ValueError, match="no samples"):
        measure("x", [], 10.0)


def test_a_repeat_that_told_nothing_spoils_the_report():
    good = (measure("x", [1.0], 10.0),)
    assert StopReport(measures=good, command="", busy_cores=2).ok
    assert not StopReport(measures=good, failures=("x: lost",), command="", busy_cores=2).ok
