"""A camera's picture to another process: our transport beside the default one."""

from __future__ import annotations

from experiments.bench.benchmark import Benchmark, Measurement, Run
from experiments.bench.paired import interleave, median_ratio
from experiments.bench.result import Bound, Goal
from experiments.bench.ros.graph import Graph
from xlerobot_agent.configuration import config_directory

IMAGES_A_ROUND = 10
MILLISECONDS = 1e3


def measure(run: Run) -> Measurement:
    """Two pairs of processes, in turns.

    Raises:
        BenchmarkUnavailableError: there is no rclpy, or a process did not answer.
    """
    profile = config_directory() / "fastdds_images.xml"
    with Graph() as graph:
        ours = graph.pair(
            ["image_ping"],
            ["image_ack"],
            driver_environment={"FASTRTPS_DEFAULT_PROFILES_FILE": str(profile)},
        )
        bare = graph.pair(["image_ping", "reliable"], ["image_ack", "reliable"])
        for driver in (ours, bare):
            driver.exchange(IMAGES_A_ROUND)
        paired = interleave(
            lambda: [s * MILLISECONDS for s in ours.exchange(IMAGES_A_ROUND)],
            lambda: [s * MILLISECONDS for s in bare.exchange(IMAGES_A_ROUND)],
            run.amount(40, 2),
            run.advance,
        )
    return Measurement(paired, median_ratio("time: ours ÷ default transport", paired.quotients()))


BENCHMARK = Benchmark(
    measures="A message with a 640x480 rgb8 picture to another process, and its acknowledgement.",
    unit="ms from message to acknowledgement",
    ours_is="config/fastdds_images.xml at the sender (16 MB of shared memory), our image QoS",
    bare_is="the same nodes with Fast DDS's default transport and rclpy's default QoS",
    goal=Goal(bound=Bound.AT_MOST, value=0.25),
    libraries=("ros-jazzy-rclpy", "ros-jazzy-rmw-fastrtps-cpp"),
    measure=measure,
)
