"""Closed-form inverse kinematics beside mink's optimisation on the same targets."""

from __future__ import annotations

import importlib
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from experiments.bench.benchmark import (
    Benchmark,
    BenchmarkUnavailableError,
    Measurement,
    Run,
)
from experiments.bench.paired import Paired, median_ratio
from experiments.bench.result import Bound, Goal, Reference, condition
from sim.arm_builder import arm_spec
from xlerobot_agent.robot_model.arm_model import TOOL_FRAME, ArmModel
from xlerobot_agent.robot_model.arm_solution import ArmSolution
from xlerobot_agent.robot_model.configuration import servo_model
from xlerobot_agent.robot_model.inverse_kinematics import InverseKinematics

POSITION_TOLERANCE = 1e-3
"""[m]"""
PITCH_TOLERANCE = math.radians(1.0)
"""[rad]"""
ITERATIONS = 100
"""After which mink gives up; it needs seven on the median target."""
TARGETS_A_ROUND = 20
MICROSECONDS = 1e6


@dataclass(frozen=True)
class Target:
    """What to reach, drawn as a configuration inside the limits, so that it can be reached."""

    pose: NDArray[np.float64]
    """Of the tool in ``base_link``, shape (4, 4)."""
    pitch: float
    """Of the approach axis below the horizontal [rad]."""
    roll: float
    """Of the jaws [rad]."""


def draw_target(arm: ArmModel, roll_zero: float, random: np.random.Generator) -> Target:
    """A reachable target."""
    joints: list[float] = random.uniform(arm.lower, arm.upper).tolist()
    return Target(arm.frame_pose(joints), sum(joints[1:4]), joints[4] - roll_zero)


def reached(arm: ArmModel, joints: Sequence[float], target: Target) -> bool:
    """Whether joints bring the tool to a target, by forward kinematics and inside the limits."""
    pose = arm.frame_pose(joints)
    apart = np.linalg.norm(pose[:3, 3] - target.pose[:3, 3])
    turned = math.remainder(_pitch(pose) - _pitch(target.pose), 2.0 * math.pi)
    inside = not arm.limit_violations(joints, margin=-1e-6)
    return bool(apart <= POSITION_TOLERANCE) and abs(turned) <= PITCH_TOLERANCE and inside


def _pitch(pose: NDArray[np.float64]) -> float:
    x, y, z = pose[:3, 2]
    return math.atan2(-z, math.hypot(x, y))


class ClosedForm:
    """Our solver, timed."""

    def __init__(self, arm: ArmModel) -> None:
        self.solver = InverseKinematics(arm)

    def solve(self, target: Target) -> tuple[float, tuple[float, ...]]:
        """Duration [µs] and six joint positions; none where there is no solution."""
        x, y, z = (float(v) for v in target.pose[:3, 3])
        began = time.thread_time()
        answer = self.solver.solve((x, y, z), target.pitch, target.roll)
        took = (time.thread_time() - began) * MICROSECONDS
        if isinstance(answer, ArmSolution):
            return took, answer.with_gripper(0.0)
        return took, ()


class Mink:
    """mink's differential inverse kinematics, iterated from the home pose until it is there.

    The settings are the fastest that were found: a whole Gauss-Newton step each time, next to no
    damping, daqp as the solver, joint limits as its only constraint.
    """

    def __init__(self, *, orientation_cost: float) -> None:
        """Prepare; orientation cost 0 asks for the position alone.

        Raises:
            BenchmarkUnavailableError: mink is not installed.
        """
        try:
            self._mink: Any = importlib.import_module("mink")
        except ImportError as error:
            raise BenchmarkUnavailableError(
                "mink is not installed; `make test` brings it, or pip install mink daqp"
            ) from error
        model = arm_spec(servo_model()).compile()
        self._position_only = orientation_cost == 0.0
        self._configuration = self._mink.Configuration(model)
        self._home = np.zeros(model.nq)
        self._limits = [self._mink.ConfigurationLimit(model)]
        self._task = self._mink.FrameTask(
            TOOL_FRAME, "body", position_cost=1.0, orientation_cost=orientation_cost
        )

    def solve(self, target: Target) -> tuple[float, tuple[float, ...]]:
        """Duration [µs] and six joint positions, the last ones where it gave up."""
        configuration, task = self._configuration, self._task
        pose = self._mink.SE3.from_matrix(target.pose)
        began = time.thread_time()
        configuration.update(self._home)
        task.set_target(pose)
        for _ in range(ITERATIONS):
            if self._there(target):
                break
            velocity = self._mink.solve_ik(
                configuration, [task], 1.0, "daqp", damping=1e-3, limits=self._limits
            )
            configuration.integrate_inplace(velocity, 1.0)
        took = (time.thread_time() - began) * MICROSECONDS
        return took, tuple(configuration.q.tolist())

    def _there(self, target: Target) -> bool:
        error = self._task.compute_error(self._configuration)
        if float(np.linalg.norm(error[:3])) > POSITION_TOLERANCE:
            return False
        if self._position_only:
            return True
        pose = self._configuration.get_transform_frame_to_world(TOOL_FRAME, "body").as_matrix()
        return abs(_pitch(pose) - _pitch(target.pose)) <= PITCH_TOLERANCE


def measure(run: Run) -> Measurement:
    """Every solver on every target, in turns."""
    arm = ArmModel()
    ours, bare, loose = ClosedForm(arm), Mink(orientation_cost=0.1), Mink(orientation_cost=0.0)
    random = np.random.default_rng(20)
    paired, alone = Paired(), []
    solved = {"ours": 0, "mink": 0}
    rounds = run.amount(100, 3)
    for index in range(rounds):
        targets = [
            draw_target(arm, ours.solver.chain.roll_zero, random) for _ in range(TARGETS_A_ROUND)
        ]
        mine = [ours.solve(target) for target in targets]
        theirs = [bare.solve(target) for target in targets]
        alone += [loose.solve(target)[0] for target in targets]
        paired.add([took for took, _ in mine], [took for took, _ in theirs])
        for name, answers in (("ours", mine), ("mink", theirs)):
            solved[name] += sum(
                bool(joints) and reached(arm, joints, target)
                for (_, joints), target in zip(answers, targets, strict=True)
            )
        run.advance((index + 1) / rounds)
    total = rounds * TARGETS_A_ROUND
    return Measurement(
        paired,
        median_ratio("time: ours ÷ mink", paired.quotients()),
        conditions=(
            condition(
                "share solved to 1 mm and 1° of pitch",
                solved["ours"] / total,
                Goal(bound=Bound.AT_LEAST, value=0.99),
            ),
        ),
        references=(
            Reference(
                what="mink for the position alone, pitch free",
                unit="µs of one core per target",
                value=float(np.median(alone)),
                n=len(alone),
            ),
            Reference(
                what="share of targets that mink solved",
                unit="1",
                value=solved["mink"] / total,
                n=total,
            ),
        ),
    )


BENCHMARK = Benchmark(
    measures="Joint positions for a reachable target, to 1 mm and 1° of pitch, inside the limits.",
    unit="µs of one core per target",
    ours_is="InverseKinematics.solve, closed form",
    bare_is="mink.solve_ik with daqp, iterated from the home pose, at most 100 steps",
    goal=Goal(bound=Bound.AT_MOST, value=0.2),
    libraries=("daqp", "mink", "mujoco", "pin"),
    measure=measure,
)
