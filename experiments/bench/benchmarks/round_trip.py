"""Our message path beside bare rclpy."""

from __future__ import annotations

from experiments.bench.benchmark import Benchmark, Measurement, Run
from experiments.bench.paired import median_ratio
from experiments.bench.result import Bound, Goal, Reference
from experiments.bench.ros.graph import Driver, Graph
from experiments.bench.ros.launched import launched_environment
from experiments.bench.ros.sessions import Side, in_sessions

EXCHANGES_A_ROUND = 50


def _ours(graph: Graph) -> Driver:
    return graph.pair(
        ["stack_ping"],
        ["stack_echo"],
        driver_environment=launched_environment("simulation"),
        answerer_environment=launched_environment("safety_supervisor"),
    )


def _joint_state(graph: Graph) -> Driver:
    return graph.pair(["plain_ping", "joint_state"], ["plain_echo", "joint_state"])


def _array(graph: Graph) -> Driver:
    return graph.pair(["plain_ping"], ["plain_echo"])


def measure(run: Run) -> Measurement:
    """Two pairs of processes, in turns; then once more with a message that has no names.

    Raises:
        BenchmarkUnavailableError: there is no rclpy, or a process did not answer.
    """
    ours, bare, array = (Side(start, EXCHANGES_A_ROUND) for start in (_ours, _joint_state, _array))
    paired = in_sessions(ours, bare, run.part(0.0, 0.75), sessions=3, rounds=20)
    nameless = in_sessions(ours, array, run.part(0.75, 1.0), sessions=1, rounds=20)
    return Measurement(
        paired,
        median_ratio("time: ours ÷ bare rclpy", paired.quotients()),
        references=(
            Reference(
                what="ours ÷ bare rclpy where that sends an array without names and stamp",
                unit="1",
                value=median_ratio("", nameless.quotients()).value,
                n=len(nameless.all_ours),
            ),
        ),
    )


BENCHMARK = Benchmark(
    measures="Six joint positions to another process and back.",
    unit="ms for a round trip",
    ours_is="ArmState to JointState and back at both ends, lifecycle nodes, launched as ours are",
    bare_is="rclpy alone: JointState with six names and positions, the same QoS and executor",
    goal=Goal(bound=Bound.AT_MOST, value=1.2),
    libraries=("ros-jazzy-rclpy", "ros-jazzy-rmw-fastrtps-cpp"),
    measure=measure,
)
