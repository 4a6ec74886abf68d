"""Benchmarks are found by being there. Covers issue 2, 10."""

from __future__ import annotations

import pytest

from experiments.bench.benchmark import (
    Run,
    UnknownBenchmarkError,
    benchmark_names,
    find_benchmark,
)

EXPECTED = ("cancel", "episode", "ik", "image", "perception", "physics", "render", "round-trip")


def test_all_that_the_issue_names_are_there():
    assert benchmark_names() == EXPECTED


@pytest.mark.parametrize("name", EXPECTED)
def test_each_says_what_it_measures_in_one_sentence(name):
    benchmark = find_benchmark(name)
    assert benchmark.measures.endswith(".")
    assert benchmark.measures.count(". ") == 0
    assert benchmark.libraries


def test_an_unknown_name_gets_the_nearest():
    with pytest.raises(UnknownBenchmarkError, match="did you mean 'round-trip'"):
        find_benchmark("round_trip")
    with pytest.raises(UnknownBenchmarkError, match="there are cancel, episode"):
        find_benchmark("../secret")


def test_a_part_of_a_run_advances_within_its_share():
    shares = []
    part = Run(quick=True, advance=shares.append).part(0.5, 0.75)
    part.advance(0.0)
    part.advance(1.0)
    assert shares == [0.5, 0.75]
    assert part.amount(100, 2) == 2
    assert Run(quick=False, advance=shares.append).part(0.0, 1.0).amount(100, 2) == 100
