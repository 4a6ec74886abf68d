"""A camera's picture to another process: our transport beside the default one."""

from __future__ import annotations

from experiments.bench.benchmark import Benchmark, Measurement, Run
from experiments.bench.paired import median_ratio, ratio_of_means
from experiments.bench.result import Bound, Goal, Reference
from experiments.bench.ros.graph import Driver, Graph
from experiments.bench.ros.launched import launched_environment
from experiments.bench.ros.sessions import Side, in_sessions

SENDER, RECEIVER = "simulation", "perception"
"""Whose environments in ``sim.launch.yaml`` are ours."""
IMAGES_A_ROUND = 10
ROUNDS = 5
STARTS = 20
"""The default transport takes 1.6, 3 or 12 ms an image, as it happened to start; of ours all
starts are alike. So many starts are measured, and their means compared."""


def _ours(graph: Graph) -> Driver:
    return graph.pair(
        ["image_ping"],
        ["image_ack"],
        driver_environment=launched_environment(SENDER),
        answerer_environment=launched_environment(RECEIVER),
    )


def _bare(graph: Graph) -> Driver:
    return graph.pair(["image_ping", "reliable"], ["image_ack", "reliable"])


def measure(run: Run) -> Measurement:
    """Two pairs of processes, in turns.

    Raises:
        BenchmarkUnavailableError: there is no rclpy, or a process did not answer.
    """
    sessions, rounds = run.amount(STARTS, 1), run.amount(ROUNDS, 2)
    paired = in_sessions(
        Side(_ours, IMAGES_A_ROUND),
        Side(_bare, IMAGES_A_ROUND),
        run,
        sessions=sessions,
        rounds=rounds,
    )
    return Measurement(
        paired,
        ratio_of_means("time: ours ÷ default transport, means over all starts", paired, rounds),
        references=(
            Reference(
                what="median of the rounds' quotients, which knows only the commonest start",
                unit="1",
                value=median_ratio("", paired.quotients()).value,
                n=len(paired.all_ours),
            ),
        ),
    )


BENCHMARK = Benchmark(
    measures="A message with a 640x480 rgb8 picture to another process, and its acknowledgement.",
    unit="ms from message to acknowledgement",
    ours_is="environment of sim.launch.yaml (16 MB of shared memory, memory kept), our image QoS",
    bare_is="the same nodes with Fast DDS's default transport and rclpy's default QoS",
    goal=Goal(bound=Bound.AT_MOST, value=0.25),
    libraries=("ros-jazzy-rclpy", "ros-jazzy-rmw-fastrtps-cpp"),
    measure=measure,
)
