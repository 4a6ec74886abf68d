"""An arm in memory, chunks and permits, for the player's tests."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import pytest

from ros_nodes.arm.player import ChunkPlayer
from xlerobot_agent.configuration import config_directory, load
from xlerobot_agent.contracts.arm import ArmState, SetPoint
from xlerobot_agent.contracts.chunk import ActionChunk, ChunkState, ChunkStatus
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.ports import DriverFault
from xlerobot_agent.contracts.safety import MotionPermit
from xlerobot_agent.contracts.safety_limits import SafetyLimits
from xlerobot_agent.robot_model.arm_model import ArmModel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PERIOD = 0.01
MODEL = ArmModel()
LIMITS = load(config_directory() / "safety.yaml", SafetyLimits)
HOME = (0.0, -0.5, 0.5, 0.3, 0.0, 0.5)


class MemoryArm:
    """Follows its set-points at once, unless stalled; keeps all of them."""

    joint_names = MODEL.joint_names

    def __init__(self, positions: Sequence[float] = HOME) -> None:
        self.positions = tuple(positions)
        self.written: list[tuple[float, ...]] = []
        self.stalled = False
        self.silent = False
        self.recovered = False
        self.now = 0.0

    def read(self) -> ArmState:
        if self.silent:
            raise DriverFault("no answer on the bus")
        zeros = (0.0,) * len(self.joint_names)
        return ArmState(self.now, self.joint_names, self.positions, zeros, zeros)

    def write(self, set_point: SetPoint) -> None:
        if self.silent:
            raise DriverFault("no answer on the bus")
        self.written.append(set_point.positions)
        if not self.stalled:
            self.positions = set_point.positions

    def hold(self) -> None:
        pass

    def relax(self) -> None:
        pass


@dataclass
class Rig:
    """A player on an arm in memory, with its own clock and its own supervisor's heartbeat."""

    arm: MemoryArm = field(default_factory=MemoryArm)
    limits: SafetyLimits = LIMITS
    now: float = 100.0
    epoch: int = 3
    owner: Owner = Owner.AGENT
    allowed: bool = True
    beating: bool = True
    statuses: list[ChunkStatus] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.player = ChunkPlayer(self.arm, MODEL, self.limits)
        self._sequence = itertools.count()
        self._ids = itertools.count()
        self.tick()

    def permit(self) -> None:
        self.player.on_permit(
            MotionPermit(
                epoch=self.epoch,
                owner=self.owner,
                motion_allowed=self.allowed,
                sequence=next(self._sequence),
                stamp=self.now,
            ),
            self.now,
            self.now,
        )

    def tick(self, count: int = 1) -> list[ChunkStatus]:
        """Let control periods pass; the statuses they brought."""
        told: list[ChunkStatus] = []
        for _ in range(count):
            self.now += PERIOD
            self.arm.now = self.now
            if self.beating:
                self.permit()
            told += self.player.tick(self.now, self.now)
        self.statuses += told
        return told

    def chunk(
        self, positions: np.ndarray | Sequence[Sequence[float]], **more: object
    ) -> ActionChunk:
        fields = {
            "chunk_id": f"chunk-{next(self._ids)}",
            "goal_id": "goal-1",
            "index": 0,
            "owner": Owner.AGENT,
            "epoch": self.epoch,
            "joint_names": MODEL.joint_names,
            "dt": 0.02,
            "positions": tuple(tuple(map(float, row)) for row in positions),
            "observation_id": "scene-1",
            "observation_stamp": self.now,
            "stamp": self.now,
            "final": False,
        }
        return ActionChunk.model_validate(fields | more)

    def accept(self, chunk: ActionChunk) -> ChunkStatus:
        status = self.player.accept(chunk, self.now)
        self.statuses.append(status)
        return status

    def start(self, smooth: Callable[..., np.ndarray], ticks: int = 15) -> ActionChunk:
        """A chunk in the middle of its motion."""
        chunk = self.chunk(smooth(25))
        assert self.accept(chunk).state is ChunkState.ADMITTED
        self.tick(ticks)
        return chunk

    def settle(self, limit: int = 40) -> int:
        """Tick until the set-point rests; how many ticks that took."""
        for ticks in range(limit):
            if self.player.at_rest:
                return ticks
            self.tick()
        raise AssertionError("the arm never came to rest")

    def terminal(self, chunk: ActionChunk) -> ChunkStatus:
        """How a chunk ended; it must have ended once."""
        ends = {ChunkState.DRAINED, ChunkState.DISCARDED, ChunkState.REFUSED}
        found = [s for s in self.statuses if s.chunk_id == chunk.chunk_id and s.state in ends]
        assert len(found) == 1
        return found[0]

    def commanded(self) -> np.ndarray:
        """All set-points written. Shape (ticks, joints)."""
        return np.array(self.arm.written)


def swing(count: int, dt: float = 0.02, amplitude: float = 0.3, period: float = 2.0) -> np.ndarray:
    """A smooth move of all joints from rest at `HOME`. Shape (count, joints)."""
    t = dt * np.arange(1, count + 1)[:, None]
    return np.array(HOME) + amplitude * (1.0 - np.cos(2.0 * np.pi * t / period)) / 2.0


@pytest.fixture
def rig() -> Rig:
    return Rig()


@pytest.fixture
def make_rig() -> type[Rig]:
    return Rig


@pytest.fixture
def smooth():
    return swing


@pytest.fixture(scope="session")
def limits() -> SafetyLimits:
    return LIMITS


@pytest.fixture
def model() -> ArmModel:
    return MODEL
