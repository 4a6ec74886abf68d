"""Our message path beside bare rclpy."""

from __future__ import annotations

from experiments.bench.benchmark import Benchmark, Measurement, Run
from experiments.bench.paired import interleave, median_ratio
from experiments.bench.result import Bound, Goal
from experiments.bench.ros.graph import Graph

EXCHANGES_A_ROUND = 50
MILLISECONDS = 1e3


def measure(run: Run) -> Measurement:
    """Two pairs of processes, in turns.

    Raises:
        BenchmarkUnavailableError: there is no rclpy, or a process did not answer.
    """
    with Graph() as graph:
        ours = graph.pair(["stack_ping"], ["stack_echo"])
        bare = graph.pair(["plain_ping"], ["plain_echo"])
        for driver in (ours, bare):
            driver.exchange(EXCHANGES_A_ROUND)
        paired = interleave(
            lambda: [s * MILLISECONDS for s in ours.exchange(EXCHANGES_A_ROUND)],
            lambda: [s * MILLISECONDS for s in bare.exchange(EXCHANGES_A_ROUND)],
            run.amount(60, 3),
            run.advance,
        )
    return Measurement(paired, median_ratio("time: ours ÷ bare rclpy", paired.quotients()))


BENCHMARK = Benchmark(
    measures="Six joint positions to another process and back.",
    unit="ms for a round trip",
    ours_is="ArmState to JointState and back at both ends, lifecycle nodes, our QoS profiles",
    bare_is="rclpy alone: Float64MultiArray of six, sensor-data QoS, the same executor",
    goal=Goal(bound=Bound.AT_MOST, value=1.2),
    libraries=("ros-jazzy-rclpy", "ros-jazzy-rmw-fastrtps-cpp"),
    measure=measure,
)
