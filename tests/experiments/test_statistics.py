"""Intervals and percentiles (B.14: small n is shown as such)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.statistics import percentiles, wilson


def test_wilson_agrees_with_published_values() -> None:
    """B.14: n = 384 at 0.5625 gives about +-0.05; 10 of 10 gives 0.722 (Brown et al. 2001)."""
    middle = wilson(216, 384)
    assert middle.high - middle.low == pytest.approx(0.0990, abs=0.0005)
    assert wilson(10, 10).low == pytest.approx(0.7225, abs=0.0005)
    assert wilson(0, 10).high == pytest.approx(0.2775, abs=0.0005)


@given(st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_holds_the_rate_and_stays_in_zero_to_one(case: tuple[int, int]) -> None:
    successes, trials = case
    result = wilson(successes, trials)
    assert 0.0 <= result.low <= result.rate + 1e-12
    assert result.rate - 1e-12 <= result.high <= 1.0


def test_impossible_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="5 successes of 4"):
        wilson(5, 4)
    with pytest.raises(ValueError, match="no samples"):
        percentiles([])


def test_percentiles_of_a_known_series() -> None:
    result = percentiles(list(range(101)))
    assert (result.median, result.p95, result.p99, result.maximum) == (50, 95, 99, 100)
    assert str(result) == "median 50, p95 95, p99 99, max 100 (n = 101)"
