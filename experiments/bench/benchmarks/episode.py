"""A whole episode in process beside the physics alone for as long."""

from __future__ import annotations

import multiprocessing
import os
import time
from concurrent.futures import ProcessPoolExecutor

import mujoco
import numpy as np

from experiments.bench.benchmark import Benchmark, BenchmarkUnavailableError, Measurement, Run
from experiments.bench.desk import catalogue, settled_world
from experiments.bench.paired import Paired, median_ratio
from experiments.bench.result import Bound, Goal, Reference
from experiments.episode import EpisodeRecord, run_episode
from experiments.rig import StackSettings
from sim.faults import FaultSettings
from sim.rendering import NoRendererError

FIRST_SEED = 500
"""Neither tuned on (0–199) nor reported by the evaluation (1000–1199)."""


def one_core() -> None:
    """Keep the software renderer to the thread that draws; read when OpenGL starts."""
    os.environ["LP_NUM_THREADS"] = "0"


def ours(seed: int) -> tuple[float, EpisodeRecord]:
    """Simulated seconds per second of one core, set-up and cameras included; and the episode."""
    settings = StackSettings.read()
    began = time.process_time()
    record = run_episode(seed, settings, FaultSettings())
    return record.sim_seconds / (time.process_time() - began), record


def bare(seed: int, seconds: float) -> float:
    """Simulated seconds per second of one core with MuJoCo alone on the same desk."""
    world = settled_world(seed, catalogue())
    steps = round(seconds / world.model.opt.timestep)
    began = time.process_time()
    mujoco.mj_step(world.model, world.data, steps)
    took = time.process_time() - began
    world.close()
    return seconds / took


def measure(run: Run) -> Measurement:
    """One desk a round, in a process of its own as the evaluation's workers are.

    Raises:
        BenchmarkUnavailableError: there is no OpenGL here.
    """
    paired, records = Paired(), list[EpisodeRecord]()
    rounds = run.amount(10, 1)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context, initializer=one_core) as worker:
        for index in range(rounds):
            seed = FIRST_SEED + index
            try:
                speed, record = worker.submit(ours, seed).result()
            except NoRendererError as error:
                raise BenchmarkUnavailableError(str(error)) from error
            paired.add([speed], [worker.submit(bare, seed, record.sim_seconds).result()])
            records.append(record)
            run.advance((index + 1) / rounds)
    wall = [record.sim_seconds / record.wall_seconds for record in records]
    return Measurement(
        paired,
        median_ratio("simulated seconds of an episode ÷ seconds of one core", paired.all_ours),
        references=(
            Reference(
                what="by the clock on the wall, which others' work slows",
                unit="simulated s per s",
                value=float(np.median(wall)),
                n=rounds,
            ),
            Reference(
                what="share of the episodes that the agent claimed and the scorer confirmed",
                unit="1",
                value=sum(record.success for record in records) / rounds,
                n=rounds,
            ),
        ),
    )


BENCHMARK = Benchmark(
    measures="A whole desk episode in process, cameras rendered as the agent needs them.",
    unit="simulated seconds per second of one core",
    ours_is="run_episode: physics, player, supervisor, skills, agent, cameras and perception",
    bare_is="mujoco.mj_step of the same desk for as long, the arm at rest",
    goal=Goal(bound=Bound.AT_LEAST, value=10.0),
    libraries=("mujoco", "numpy", "opencv-python-headless", "pin", "pydantic"),
    measure=measure,
)
