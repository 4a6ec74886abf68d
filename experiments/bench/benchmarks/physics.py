"""A control period of the simulated arm beside the physics alone."""

from __future__ import annotations

import math
import time

import mujoco
import numpy as np
from numpy.typing import NDArray

from experiments.bench.benchmark import Benchmark, Measurement, Run
from experiments.bench.desk import catalogue, settled_world
from experiments.bench.paired import interleave, median_ratio
from experiments.bench.result import Bound, Goal, condition
from sim.world import SimWorld
from xlerobot_agent.contracts.arm import SetPoint

PERIOD = 0.01
"""Control period [s]."""
SWING = 0.1
"""Amplitude of the motion [rad], so that servos and joints have work to do."""
PERIODS_A_ROUND = 200
MICROSECONDS = 1e6


def set_points(world: SimWorld, periods: int) -> NDArray[np.float64]:
    """A smooth swing of all joints about where they are, shape (periods, joints) [rad]."""
    start = np.asarray(world.arm.read().positions)
    phase = np.arange(1, periods + 1) * PERIOD * 2.0 * math.pi
    low, high = world.model.actuator_ctrlrange.T
    path: NDArray[np.float64] = np.clip(start + SWING * np.sin(phase)[:, None], low, high)
    return path


def ours(world: SimWorld, path: NDArray[np.float64]) -> list[float]:
    """Mean duration of a control period [µs]: write a set-point, advance, read the arm."""
    commands = [SetPoint(tuple(row)) for row in path.tolist()]
    began = time.thread_time()
    for command in commands:
        world.arm.write(command)
        world.advance(PERIOD)
        world.arm.read()
    return [(time.thread_time() - began) / len(commands) * MICROSECONDS]


def bare(world: SimWorld, path: NDArray[np.float64]) -> list[float]:
    """Mean duration of the same steps with MuJoCo alone [µs]."""
    model, data = world.model, world.data
    steps = round(PERIOD / model.opt.timestep)
    began = time.thread_time()
    for row in path:
        data.ctrl[:] = row
        mujoco.mj_step(model, data, steps)
    return [(time.thread_time() - began) / len(path) * MICROSECONDS]


def measure(run: Run) -> Measurement:
    """Two equal desks, one moved through our ports, the other by MuJoCo alone."""
    objects = catalogue()
    mine, reference = settled_world(0, objects), settled_world(0, objects)
    path = set_points(mine, PERIODS_A_ROUND)
    paired = interleave(
        lambda: ours(mine, path),
        lambda: bare(reference, path),
        run.amount(200, 5),
        run.advance,
    )
    apart = float(np.abs(mine.data.qpos - reference.data.qpos).max())
    return Measurement(
        paired,
        median_ratio("speed: bare time ÷ our time", [1.0 / q for q in paired.quotients()]),
        conditions=(
            condition(
                "largest difference of the two states at the end [m, rad]",
                apart,
                Goal(bound=Bound.AT_MOST, value=0.0),
            ),
        ),
    )


BENCHMARK = Benchmark(
    measures="One control period of the desk: write a set-point, step the physics, read the arm.",
    unit="µs of one core per control period",
    ours_is="SimWorld.advance with SimArm.write and SimArm.read",
    bare_is="mujoco.mj_step of the same model, as many steps from the same state",
    goal=Goal(bound=Bound.AT_LEAST, value=0.9),
    libraries=("mujoco", "numpy"),
    measure=measure,
)
