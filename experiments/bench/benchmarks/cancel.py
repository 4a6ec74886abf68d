"""From asking a running goal to end to its result, in plain round trips."""

from __future__ import annotations

import numpy as np

from experiments.bench.benchmark import Benchmark, Measurement, Run
from experiments.bench.paired import median_ratio
from experiments.bench.result import Bound, Goal, Reference
from experiments.bench.ros.graph import Driver, Graph
from experiments.bench.ros.launched import launched_environment
from experiments.bench.ros.sessions import MILLISECONDS, Side, in_sessions

CANCELS_A_ROUND = 5
ROUND_TRIPS_A_ROUND = 50
TRAPS = 3


def _ours(graph: Graph) -> Driver:
    return graph.pair(
        ["cancel_client"],
        ["cancel_server"],
        driver_environment=launched_environment("agent"),
        answerer_environment=launched_environment("skill_server"),
    )


def measure(run: Run) -> Measurement:
    """Two pairs of processes in turns, and a third that shows the trap.

    Raises:
        BenchmarkUnavailableError: there is no rclpy, or a process did not answer.
    """
    paired = in_sessions(
        Side(_ours, CANCELS_A_ROUND),
        Side(lambda graph: graph.pair(["plain_ping"], ["plain_echo"]), ROUND_TRIPS_A_ROUND),
        run,
        sessions=2,
        rounds=20,
    )
    with Graph() as graph:
        trap = graph.pair(["trap_client"], ["trap_server"])
        trapped = trap.exchange(run.amount(TRAPS, 1))
    return Measurement(
        paired,
        median_ratio("time: cancel to result ÷ plain round trip", paired.quotients()),
        references=(
            Reference(
                what="the same cancel where a goal of 1 s blocks a single-threaded executor",
                unit="ms from cancel to result",
                value=float(np.median(trapped)) * MILLISECONDS,
                n=len(trapped),
            ),
        ),
    )


BENCHMARK = Benchmark(
    measures="From the cancel of a running goal to its result, over the skill server's node.",
    unit="ms; ours from cancel to result, bare for a round trip",
    ours_is="RosSkills.cancel to skill_server_node around a server that does not move",
    bare_is="rclpy alone: six doubles to another process and back",
    goal=Goal(bound=Bound.AT_MOST, value=25.0),
    libraries=("ros-jazzy-rclpy", "ros-jazzy-rmw-fastrtps-cpp"),
    measure=measure,
)
