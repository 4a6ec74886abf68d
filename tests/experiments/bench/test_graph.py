"""Processes of a benchmark start, answer and end; one that dies says why. Covers issue 2, 10."""

from __future__ import annotations

import pytest

from experiments.bench.benchmark import BenchmarkUnavailableError
from experiments.bench.ros.graph import Graph

pytestmark = pytest.mark.ros


@pytest.mark.parametrize("kind", [[], ["joint_state"]])
def test_a_pair_answers_and_ends(kind):
    with Graph() as graph:
        driver = graph.pair(["plain_ping", *kind], ["plain_echo", *kind])
        samples = driver.exchange(5)
        processes = list(graph._processes)
    assert len(samples) == 5
    assert all(0.0 < sample < 2.0 for sample in samples)
    assert all(process.returncode is not None for process in processes)


def test_a_driver_that_dies_is_quoted():
    with Graph() as graph:
        driver = graph.pair(["no_such_module"], ["plain_echo"])
        with pytest.raises(BenchmarkUnavailableError, match=r"no_such_module said: .*No module"):
            driver.exchange(1)
