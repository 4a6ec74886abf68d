"""Every benchmark runs in quick mode and gives a whole result. Covers issue 2, 10.

Nothing here asserts a speed: that is what the benchmarks themselves report.
"""

from __future__ import annotations

import pytest

from experiments.bench.benchmark import run_benchmark
from experiments.bench.result import BenchmarkResult

IN_PROCESS = ("episode", "ik", "perception", "physics", "render")
OVER_ROS = ("cancel", "image", "round-trip")


def run(name):
    shares = []
    result = run_benchmark(name, quick=True, advance=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert BenchmarkResult.model_validate_json(result.model_dump_json()) == result
    assert result.name == name
    assert result.quick
    assert result.command == f"xlerobot bench {name} --quick"
    assert result.n == result.ours.n > 0
    assert result.bare.n > 0
    assert 0.0 < result.ratio.low <= result.ratio.value <= result.ratio.high
    assert result.met == (
        result.goal.met_by(result.ratio.value) and all(c.met for c in result.conditions)
    )
    return result


def value(result, word):
    return next(r.value for r in (*result.conditions, *result.references) if word in r.what)


@pytest.mark.parametrize("name", ["perception", "physics", "render"])
def test_quick(name):
    run(name)


def test_quick_ik_solves_all_and_knows_that_mink_does_not():
    result = run("ik")
    assert value(result, "solved to 1 mm") == 1.0
    assert 0.3 < value(result, "mink solved") < 1.0


def test_quick_episode():
    assert 0.0 <= value(run("episode"), "scorer confirmed") <= 1.0


@pytest.mark.ros
@pytest.mark.parametrize("name", ["image", "round-trip"])
def test_quick_over_ros(name):
    run(name)


@pytest.mark.ros
def test_quick_cancel_and_its_trap():
    """A blocked executor hears of the cancel only when its goal of 1 s is over."""
    result = run("cancel")
    assert value(result, "blocks a single-threaded executor") > 900.0
    assert result.ours.median < 900.0
