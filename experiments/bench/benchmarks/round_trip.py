"""Our message path beside bare rclpy."""

from __future__ import annotations

from experiments.bench.benchmark import Benchmark, Measurement, Run
from experiments.bench.paired import median_ratio
from experiments.bench.result import Bound, Goal
from experiments.bench.ros.sessions import Side, in_sessions

EXCHANGES_A_ROUND = 50


def measure(run: Run) -> Measurement:
    """Two pairs of processes, in turns.

    Raises:
        BenchmarkUnavailableError: there is no rclpy, or a process did not answer.
    """
    paired = in_sessions(
        Side(lambda graph: graph.pair(["stack_ping"], ["stack_echo"]), EXCHANGES_A_ROUND),
        Side(lambda graph: graph.pair(["plain_ping"], ["plain_echo"]), EXCHANGES_A_ROUND),
        run,
        sessions=3,
        rounds=20,
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
