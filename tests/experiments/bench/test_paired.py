"""Measuring in turns, and the ratio with its interval. Covers issue 2, 10."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiments.bench.paired import Paired, interleave, median_ratio, ratio_of_means


def test_who_begins_changes_from_round_to_round():
    order = []

    def measure(name, value):
        order.append(name)
        return [value]

    shares = []
    paired = interleave(
        lambda: measure("ours", 2.0), lambda: measure("bare", 1.0), 3, shares.append
    )
    assert order == ["ours", "bare", "bare", "ours", "ours", "bare"]
    assert shares == [pytest.approx(1 / 3), pytest.approx(2 / 3), 1.0]
    assert paired.all_ours == [2.0, 2.0, 2.0]
    assert paired.all_bare == [1.0, 1.0, 1.0]
    assert paired.quotients() == [2.0, 2.0, 2.0]


def test_a_drift_that_both_share_leaves_the_ratio_alone():
    paired = Paired()
    for slowness in (1.0, 3.0, 10.0):
        paired.add([1.1 * slowness, 1.2 * slowness, 1.3 * slowness], [1.0 * slowness])
    assert median_ratio("time", paired.quotients()).value == pytest.approx(1.2)


@given(st.lists(st.floats(0.01, 100.0), min_size=1, max_size=60))
def test_the_interval_holds_the_median(quotients):
    ratio = median_ratio("time", quotients)
    assert min(quotients) <= ratio.low <= ratio.value <= ratio.high <= max(quotients)
    assert ratio.rounds == len(quotients)


@pytest.mark.parametrize(("n", "low", "high"), [(5, 1, 5), (6, 1, 6), (10, 2, 9), (20, 6, 15)])
def test_the_interval_is_the_sign_tests(n, low, high):
    """Ranks as tabulated for the 95 % interval of a median (Conover, table A3)."""
    ratio = median_ratio("time", [float(k) for k in range(1, n + 1)])
    assert (ratio.low, ratio.high) == (low, high)
    if n >= 6:
        outside = sum(math.comb(n, k) for k in range(low)) * 0.5**n
        assert outside <= 0.025


def test_no_rounds_no_ratio():
    with pytest.raises(ValueError, match="measure at least one"):
        median_ratio("time", [])


def starts(times, block=2):
    """Ours take 1; the other's starts take these."""
    paired = Paired()
    for time in times:
        for _ in range(block):
            paired.add([1.0, 1.0], [time, time])
    return paired


def test_means_weigh_every_start():
    paired = starts([1.0, 1.0, 10.0])
    assert median_ratio("", paired.quotients()).value == 1.0
    assert ratio_of_means("", paired, 2).value == pytest.approx(0.25)


@given(st.lists(st.floats(0.1, 20.0), min_size=1, max_size=12))
def test_the_bootstrap_holds_the_ratio_of_means(times):
    ratio = ratio_of_means("", starts(times), 2)
    assert ratio.low <= ratio.value <= ratio.high
    assert 1.0 / max(times) <= ratio.low + 1e-12
    assert ratio.high <= 1.0 / min(times) + 1e-12


def test_the_bootstrap_is_the_same_every_time():
    paired = starts([1.0, 2.0, 5.0])
    assert ratio_of_means("", paired, 2) == ratio_of_means("", paired, 2)


@pytest.mark.parametrize("rounds", [0, 3])
def test_half_a_start_is_none(rounds):
    paired = Paired()
    for _ in range(rounds):
        paired.add([1.0], [1.0])
    with pytest.raises(ValueError, match="whole number of blocks"):
        ratio_of_means("", paired, 2)
