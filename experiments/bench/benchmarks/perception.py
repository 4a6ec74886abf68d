"""A whole look at the desk, as a share of the time between two frames."""

from __future__ import annotations

import time
from collections.abc import Sequence

import cv2
import numpy as np

from experiments.bench.benchmark import Benchmark, BenchmarkUnavailableError, Measurement, Run
from experiments.bench.desk import catalogue, settled_world
from experiments.bench.looking import pipeline
from experiments.bench.paired import Paired, interleave, median_ratio
from experiments.bench.result import Bound, Goal
from ros_nodes.perception.pipeline import PerceptionPipeline
from sim.rendering import NoRendererError
from sim.world import SimWorld
from xlerobot_agent.contracts.camera import Frame
from xlerobot_agent.contracts.catalogue import ObjectCatalogue, ObjectModel

FRAME_PERIOD = 1000.0 / 30.0
"""[ms]"""
LOOKS_A_ROUND = 5
COLOURS = 3
MILLISECONDS = 1e3


def frames_of(world: SimWorld, looks: int) -> list[list[Frame]]:
    """Fresh frames of all cameras, stamped a frame period apart."""
    taken = []
    for _ in range(looks):
        world.advance(FRAME_PERIOD / MILLISECONDS)
        taken.append([camera.capture() for camera in world.cameras.values()])
    return taken


def look(
    perception: PerceptionPipeline, world: SimWorld, taken: Sequence[Sequence[Frame]]
) -> list[float]:
    """Duration of each whole look [ms]."""
    samples = []
    arm = world.arm.read()
    for frames in taken:
        began = time.thread_time()
        perception.process(frames, arm, frames[0].stamp)
        samples.append((time.thread_time() - began) * MILLISECONDS)
    return samples


def threshold(objects: Sequence[ObjectModel], taken: Sequence[Sequence[Frame]]) -> list[float]:
    """Duration of a colour threshold of both images, without a measurement in them [ms]."""
    ranges = [
        (
            np.array((c.hue_low, c.saturation_low, c.value_low)),
            np.array((c.hue_high, c.saturation_high, c.value_high)),
        )
        for c in (model.colour for model in objects)
    ]
    samples = []
    for frames in taken:
        began = time.thread_time()
        for frame in frames:
            hsv = cv2.cvtColor(frame.image, cv2.COLOR_RGB2HSV)
            for low, high in ranges:
                cv2.inRange(hsv, low, high)
        samples.append((time.thread_time() - began) * MILLISECONDS)
    return samples


def _desk(seed: int, objects: ObjectCatalogue) -> Paired:
    world = settled_world(seed, objects)
    try:
        taken = frames_of(world, LOOKS_A_ROUND)
        perception = pipeline(objects)
        look(perception, world, taken[:1])
        return interleave(
            lambda: look(perception, world, taken[1:]),
            lambda: threshold(objects.objects[:COLOURS], taken[1:]),
            1,
            lambda _: None,
        )
    except NoRendererError as error:
        raise BenchmarkUnavailableError(str(error)) from error
    finally:
        world.close()


def measure(run: Run) -> Measurement:
    """One desk a round.

    Raises:
        BenchmarkUnavailableError: there is no OpenGL here to render what is to be seen.
    """
    objects = catalogue()
    paired = Paired()
    seeds = run.amount(40, 2)
    for seed in range(seeds):
        here = _desk(seed, objects)
        paired.add(here.all_ours, here.all_bare)
        run.advance((seed + 1) / seeds)
    shares = [float(sorted(took)[len(took) // 2]) / FRAME_PERIOD for took in paired.ours]
    return Measurement(paired, median_ratio("our time ÷ frame period at 30 Hz", shares))


BENCHMARK = Benchmark(
    measures="From both cameras' frames and the joint state to one SceneObservation.",
    unit="ms of one core for two pictures",
    ours_is="PerceptionPipeline.process",
    bare_is="OpenCV's HSV conversion and three colour ranges, which measures nothing",
    goal=Goal(bound=Bound.AT_MOST, value=0.2),
    libraries=("numpy", "opencv-python-headless"),
    measure=measure,
)
