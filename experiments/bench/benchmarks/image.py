"""A camera's picture to another process: our transport beside the default one."""

from __future__ import annotations

import numpy as np

from experiments.bench.benchmark import Benchmark, Measurement, Run
from experiments.bench.paired import median_ratio
from experiments.bench.result import Bound, Goal, Reference
from experiments.bench.ros.graph import Driver, Graph
from experiments.bench.ros.launched import launched_environment
from experiments.bench.ros.sessions import Side, in_sessions

SENDER, RECEIVER = "simulation", "perception"
"""Whose environments in ``sim.launch.yaml`` are ours."""
IMAGES_A_ROUND = 10


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
    paired = in_sessions(
        Side(_ours, IMAGES_A_ROUND), Side(_bare, IMAGES_A_ROUND), run, sessions=6, rounds=10
    )
    return Measurement(
        paired,
        median_ratio("time: ours ÷ default transport", paired.quotients()),
        references=(
            Reference(
                what="quotient of the means, which the default's lost and resent pieces move",
                unit="1",
                value=float(np.mean(paired.all_ours) / np.mean(paired.all_bare)),
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
