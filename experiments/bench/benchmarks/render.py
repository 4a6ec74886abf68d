"""A camera's picture beside MuJoCo's own renderer, and whether perception sees the same in both."""

from __future__ import annotations

import copy
import time
from dataclasses import dataclass, replace

import mujoco

from experiments.bench.benchmark import Benchmark, BenchmarkUnavailableError, Measurement, Run
from experiments.bench.desk import catalogue, settled_world
from experiments.bench.looking import pipeline
from experiments.bench.paired import Paired, median_ratio
from experiments.bench.result import Bound, Goal, Reference, condition
from sim.rendering import NoRendererError
from sim.world import SimWorld
from xlerobot_agent.contracts.camera import Frame
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.contracts.scene import SceneObservation

SAME_PLACE = 0.005
"""Positions of one object in both pictures differ by no more [m]."""
OURS_A_SEED, BARE_A_SEED = 8, 3
MILLISECONDS = 1e3


class DefaultRenderer:
    """``mujoco.Renderer`` of a world, with the shadows and the multisampling that are its default.

    Our model is compiled without either; a copy gets MuJoCo's own values back.
    """

    def __init__(self, world: SimWorld) -> None:
        """Make a context for the world's pictures."""
        defaults = mujoco.MjSpec()
        model = copy.copy(world.model)
        model.vis.quality.shadowsize = defaults.visual.quality.shadowsize
        model.vis.quality.offsamples = defaults.visual.quality.offsamples
        model.light_castshadow[:] = True
        self._data = world.data
        placement = world.scene.cameras[0]
        self._renderer = mujoco.Renderer(model, placement.height, placement.width)

    def draw(self, frame: Frame) -> Frame:
        """The same camera's picture in place of our own."""
        self._renderer.update_scene(self._data, camera=frame.camera)
        return replace(frame, image=self._renderer.render())

    def close(self) -> None:
        """Free the context."""
        self._renderer.close()


def agreements(
    ours: SceneObservation, bare: SceneObservation, objects: ObjectCatalogue
) -> list[bool]:
    """For each kind of object whether both saw it in the same place, or neither did."""
    answers = []
    for model in objects.objects:
        mine, theirs = ours.find(model.object_id), bare.find(model.object_id)
        if mine is None or theirs is None:
            answers.append(mine is theirs)
        else:
            answers.append(mine.pose.distance_to(theirs.pose) <= SAME_PLACE)
    return answers


@dataclass(frozen=True)
class _Desk:
    """Times of both [ms for one picture of each camera] and what was seen, on one desk."""

    ours: list[float]
    bare: list[float]
    agreements: list[bool]
    seen: int


def _desk(seed: int, objects: ObjectCatalogue) -> _Desk:
    world = settled_world(seed, objects)
    cameras = list(world.cameras.values())
    renderer = DefaultRenderer(world)
    try:
        frames = [camera.capture() for camera in cameras]
        others = [renderer.draw(frame) for frame in frames]
        ours, bare = [], []
        for _ in range(OURS_A_SEED):
            began = time.perf_counter()
            for camera in cameras:
                camera.capture()
            ours.append((time.perf_counter() - began) * MILLISECONDS)
        for _ in range(BARE_A_SEED):
            began = time.perf_counter()
            for frame in frames:
                renderer.draw(frame)
            bare.append((time.perf_counter() - began) * MILLISECONDS)
    finally:
        renderer.close()
        world.close()
    arm = world.arm.read()
    seen = [pipeline(objects).process(views, arm, world.now) for views in (frames, others)]
    return _Desk(ours, bare, agreements(seen[0], seen[1], objects), len(seen[0].objects))


def measure(run: Run) -> Measurement:
    """One desk a round.

    Raises:
        BenchmarkUnavailableError: there is no OpenGL here.
    """
    objects = catalogue()
    paired, agreed, found = Paired(), list[bool](), 0
    seeds = run.amount(50, 2)
    for seed in range(seeds):
        try:
            desk = _desk(seed, objects)
        except NoRendererError as error:
            raise BenchmarkUnavailableError(str(error)) from error
        paired.add(desk.ours, desk.bare)
        agreed += desk.agreements
        found += desk.seen
        run.advance((seed + 1) / seeds)
    return Measurement(
        paired,
        median_ratio("speed: bare time ÷ our time", [1.0 / q for q in paired.quotients()]),
        conditions=(
            condition(
                f"share of {len(agreed)} objects seen by perception in both pictures, at most "
                f"{SAME_PLACE * 1e3:g} mm apart, or in neither",
                sum(agreed) / len(agreed),
                Goal(bound=Bound.AT_LEAST, value=0.99),
            ),
        ),
        references=(
            Reference(
                what="share of objects on the desk that perception saw in our pictures",
                unit="1",
                value=found / len(agreed),
                n=len(agreed),
            ),
        ),
    )


BENCHMARK = Benchmark(
    measures="One 640x480 picture of each of both cameras, the pixels in NumPy's hands.",
    unit="ms for two pictures",
    ours_is="SimCamera.capture",
    bare_is="mujoco.Renderer with default settings: shadows, multisampling, reflections, sky",
    goal=Goal(bound=Bound.AT_LEAST, value=5.0),
    libraries=("mujoco", "numpy", "pyopengl"),
    measure=measure,
)
