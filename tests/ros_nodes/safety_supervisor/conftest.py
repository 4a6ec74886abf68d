"""A supervisor with a clock of its own, joint states and chunks, for its tests."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import pytest

from ros_nodes.safety_supervisor.enabling import HoldToRunRule
from ros_nodes.safety_supervisor.supervisor import Supervisor
from xlerobot_agent.configuration import config_directory, load
from xlerobot_agent.contracts.arm import ArmState
from xlerobot_agent.contracts.chunk import ActionChunk, ChunkState, ChunkStatus
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.safety_limits import SafetyLimits
from xlerobot_agent.robot_model.arm_model import ArmModel
from xlerobot_agent.robot_model.collision_model import CollisionModel

if TYPE_CHECKING:
    from pathlib import Path

    from ros_nodes.safety_supervisor.audit import AuditLog
    from ros_nodes.safety_supervisor.refusal import Admission
    from xlerobot_agent.contracts.safety import MotionPermit

MODEL = ArmModel()
LIMITS = load(config_directory() / "safety.yaml", SafetyLimits)
COLLISIONS = CollisionModel(MODEL)
HOME = (0.0, -0.5, 0.5, 0.3, 0.0, 0.5)
PERIOD = 0.02


@dataclass
class SteppedClock:
    """Node time and steady time, moved by hand."""

    node: float = 1000.0
    monotonic: float = 50.0

    def now(self) -> float:
        return self.node

    def steady(self) -> float:
        return self.monotonic


@dataclass
class Rig:
    """A supervisor of an arm that stands still, with an agent in control."""

    audit: AuditLog | None = None
    limits: SafetyLimits = LIMITS
    leased: bool = True
    hold_to_run: HoldToRunRule = HoldToRunRule.NEVER
    clock: SteppedClock = field(default_factory=SteppedClock)
    positions: tuple[float, ...] = HOME
    velocities: tuple[float, ...] = (0.0,) * 6
    delivering: bool = True

    def __post_init__(self) -> None:
        self.supervisor = Supervisor(
            MODEL,
            COLLISIONS,
            self.limits,
            self.clock,
            audit=self.audit,
            hold_to_run=self.hold_to_run,
        )
        self._ids = itertools.count()
        if self.leased:
            self.lease = self.supervisor.acquire(Owner.AGENT, self.now)
        self.tick()

    @property
    def now(self) -> float:
        return self.clock.node

    @property
    def state(self):
        return self.supervisor.state

    def tick(self, seconds: float = PERIOD) -> MotionPermit:
        """Let time pass; the last permit."""
        for _ in range(max(1, round(seconds / PERIOD))):
            self.clock.node += PERIOD
            self.clock.monotonic += PERIOD
            if self.delivering:
                self.supervisor.on_arm_state(self.reading())
            permit = self.supervisor.tick(self.now, self.clock.monotonic)
            if not permit.motion_allowed:
                self.supervisor.write_audit()
        return permit

    def reading(self, **more: object) -> ArmState:
        fields = {
            "stamp": self.now,
            "names": MODEL.joint_names,
            "positions": self.positions,
            "velocities": self.velocities,
            "efforts": (0.0,) * 6,
        }
        return ArmState(**(fields | more))

    def chunk(self, positions: np.ndarray | None = None, **more: object) -> ActionChunk:
        number = next(self._ids)
        rows = self.swing(15) if positions is None else positions
        fields = {
            "chunk_id": f"chunk-{number}",
            "goal_id": "goal-1",
            "index": number,
            "owner": Owner.AGENT,
            "epoch": self.state.epoch,
            "joint_names": MODEL.joint_names,
            "dt": 0.02,
            "positions": tuple(tuple(map(float, row)) for row in rows),
            "observation_id": "scene-1",
            "observation_stamp": self.now,
            "stamp": self.now,
        }
        return ActionChunk.model_validate(fields | more)

    def swing(self, count: int, amplitude: float = 0.1, period: float = 1.2) -> np.ndarray:
        """A smooth pan from rest where the arm stands. Shape (count, 6)."""
        t = 0.02 * np.arange(1, count + 1)[:, None]
        pan = np.array([1.0, 0.0, 0.0, 0.0, 0.0, 0.0])
        return np.array(self.positions) + amplitude * (1 - np.cos(2 * np.pi * t / period)) / 2 * pan

    def ask(self, chunk: ActionChunk) -> Admission:
        return self.supervisor.on_chunk(chunk, self.now)

    def tell(self, chunk: ActionChunk, state: ChunkState, **more: object) -> None:
        """What the player says of a chunk."""
        count = len(chunk.positions)
        played = count if state is ChunkState.DRAINED else 0
        status = ChunkStatus(
            chunk_id=chunk.chunk_id,
            goal_id=chunk.goal_id,
            state=state,
            played=played,
            discarded=count - played,
            stamp=self.now,
            **more,
        )
        self.supervisor.on_chunk_status(status)


@pytest.fixture
def rig() -> Rig:
    return Rig()


@pytest.fixture
def make_rig() -> type[Rig]:
    return Rig


@pytest.fixture
def limits() -> SafetyLimits:
    return LIMITS


@pytest.fixture
def model() -> ArmModel:
    return MODEL


@pytest.fixture
def log_path(tmp_path: Path) -> Path:
    return tmp_path / "audit" / "stops.jsonl"
