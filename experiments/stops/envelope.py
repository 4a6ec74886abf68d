"""How long the supervisor takes to judge one chunk: every check, every link's distances."""

from __future__ import annotations

import itertools
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from experiments.faults.judge import MILLI
from ros_nodes.safety_supervisor.supervisor import Supervisor
from xlerobot_agent.contracts.arm import ArmState
from xlerobot_agent.contracts.chunk import ActionChunk, ChunkState, ChunkStatus
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.safety_limits import SafetyLimits
from xlerobot_agent.robot_model.arm_model import ArmModel
from xlerobot_agent.robot_model.collision_model import CollisionModel

ROWS = 50
DT = 0.01
"""Fifty set-points, as long as a chunk may last [s]."""
HOME = (0.0, -0.5, 0.5, 0.3, 0.0, 0.5)
SPREAD = 0.3
"""Start configurations lie so far around the home one [rad]."""
SWING = 0.2
"""Of each joint within the chunk at the most; what is too fast for the tool is drawn anew [rad]."""


@dataclass
class _Clock:
    time: float = 1000.0

    def now(self) -> float:
        return self.time

    def steady(self) -> float:
        return self.time


def check_times_ms(limits: SafetyLimits, repeats: int, seed: int) -> list[float]:
    """Judge random admissible chunks one after another; wall times [ms].

    Args:
        limits: what holds.
        repeats: chunks that are admitted and timed.
        seed: of starts and swings.
    """
    model, clock = ArmModel(), _Clock()
    supervisor = Supervisor(model, CollisionModel(model, limits.keep_out), limits, clock)
    supervisor.acquire(Owner.AGENT, clock.now())
    random = np.random.default_rng(seed)
    times: list[float] = []
    for number in itertools.count():
        if len(times) == repeats:
            return times
        start = np.array(HOME) + random.uniform(-SPREAD, SPREAD, len(HOME))
        # A second passes, so that the arm may have come there.
        clock.time += 1.0
        supervisor.on_arm_state(_standing(model, start, clock.time))
        supervisor.tick(clock.time, clock.time)
        chunk = _swing(model, start, supervisor.state.epoch, number, clock.time, random)
        began = time.perf_counter()
        admission = supervisor.on_chunk(chunk, clock.time)
        taken = time.perf_counter() - began
        if admission.admitted:
            times.append(MILLI * taken)
            supervisor.on_chunk_status(_discarded(chunk, clock.time))
    return times


def _standing(model: ArmModel, positions: NDArray[np.float64], stamp: float) -> ArmState:
    still = (0.0,) * len(positions)
    return ArmState(stamp, model.joint_names, tuple(positions.tolist()), still, still)


def _swing(
    model: ArmModel,
    start: NDArray[np.float64],
    epoch: int,
    number: int,
    now: float,
    random: np.random.Generator,
) -> ActionChunk:
    share = (1.0 - np.cos(np.pi * np.arange(1, ROWS + 1) / ROWS))[:, None] / 2.0
    rows = start + share * random.uniform(-SWING, SWING, len(start))
    return ActionChunk(
        chunk_id=f"chunk-{number}",
        goal_id=f"goal-{number}",
        index=0,
        owner=Owner.AGENT,
        epoch=epoch,
        joint_names=model.joint_names,
        dt=DT,
        positions=tuple(map(tuple, rows.tolist())),
        observation_id="bench",
        observation_stamp=now,
        stamp=now,
        final=True,
    )


def _discarded(chunk: ActionChunk, now: float) -> ChunkStatus:
    return ChunkStatus(
        chunk_id=chunk.chunk_id,
        goal_id=chunk.goal_id,
        state=ChunkState.DISCARDED,
        played=0,
        discarded=ROWS,
        message="bench",
        stamp=now,
    )
