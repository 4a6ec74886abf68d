"""Motion to be stopped: the outstretched arm swings sideways at nearly the allowed tool speed."""

from __future__ import annotations

import math
import time
import uuid
from typing import TYPE_CHECKING

import numpy as np

from experiments.faults.field import FieldError
from ros_nodes.trial.hands import Draft
from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.robot_model.arm_model import ArmModel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from experiments.faults.field import Field
    from ros_nodes.trial.witness import Heard
    from xlerobot_agent.contracts.chunk import ChunkStatus
    from xlerobot_agent.contracts.safety_limits import SafetyLimits

POSTURE = (0.0, -1.0, 0.6, 0.9, 0.0, 0.3)
"""Joints while swinging; the first is the one that swings [rad]. The tool point is 0.26 m from
the base's axis and 0.19 m above the table, over everything that lies on it."""
SHARE = 0.99
"""Of the allowed tool speed that is commanded."""
DT = 0.02
ROWS = 15
"""A chunk of 0.3 s, as skills send them."""
RISE = 0.4
"""From rest to full speed, and back [s]."""
SWING = 0.6
"""From the middle to where a swing ends [rad]."""
_BEGUN = (ChunkState.PLAYING, ChunkState.DRAINED)
"""The next chunk may be sent then: one plays, one waits."""
CLOSE = 0.05
"""Nearer than this to a posture counts as there [rad]."""


class Sweep:
    """One motion, sent in chunks as the arm plays them. Begins with the first `pump`."""

    def __init__(self, field: Field, path: NDArray[np.float64]) -> None:
        """Prepare.

        Args:
            field: where; the agent has to have control.
            path: set-points ``DT`` apart, ending at rest [rad]. Shape (rows, joints).
        """
        self._field = field
        self._path = path
        self._sent = 0
        self._count = math.ceil(len(path) / ROWS)
        self._epoch = field.under_agent().epoch
        self._heard = len(field.witness.statuses)
        self.goal = f"sweep-{uuid.uuid4().hex[:8]}"

    def chunk_id(self, index: int) -> str:
        """Of one of its chunks."""
        return f"{self.goal}/{index}"

    def pump(self) -> bool:
        """Send what may be under way now; whether all of it was played.

        Raises:
            FieldError: a chunk was not admitted.
        """
        states = self._states()
        refused = [s for s in states if s.message.state is ChunkState.REFUSED]
        if refused:
            raise FieldError(f"the sweep is refused: {refused[0].message.message}")
        begun = {s.message.chunk_id for s in states if s.message.state in _BEGUN}
        if self._sent < self._count and self._sent <= len(begun):
            self._send(self._sent)
            self._sent += 1
        return sum(s.message.state is ChunkState.DRAINED for s in states) == self._count

    def play(self, timeout: float) -> None:
        """Play all of it.

        Raises:
            FieldError: it takes too long, or is refused.
        """
        if not self._field.witness.wait_for(self.pump, timeout):
            raise FieldError(f"the sweep was not played within {timeout:.0f} s")

    def play_until_fast(self, speed: float, timeout: float = 5.0) -> None:
        """Play until the swinging joint is measured this fast [rad/s].

        Raises:
            FieldError: it does not become so.
        """
        witness = self._field.witness

        def fast() -> bool:
            self.pump()
            return abs(witness.joints[-1].velocities[0]) >= speed

        if not witness.wait_for(fast, timeout):
            raise FieldError(f"the arm does not swing at {speed:.2f} rad/s")

    def _states(self) -> list[Heard[ChunkStatus]]:
        heard = self._field.witness.statuses[self._heard :]
        return [h for h in heard if h.message.goal_id == self.goal]

    def _send(self, index: int) -> None:
        rows = self._path[index * ROWS : (index + 1) * ROWS]
        now = self._field.witness.joints[-1]
        self._field.hands.request(
            Draft(
                chunk_id=self.chunk_id(index),
                goal_id=self.goal,
                index=index,
                joint_names=now.names,
                rows=tuple(map(tuple, rows.tolist())),
                epoch=self._epoch,
                dt=DT,
                stamp=now.stamp,
                observation_stamp=now.stamp,
                final=index == self._count - 1,
            )
        )


def swing(field: Field, limits: SafetyLimits) -> tuple[Sweep, float]:
    """A swing from where the arm is to the other side; and its joint speed at the most [rad/s]."""
    start = np.array(field.witness.joints[-1].positions)
    reach = float(np.linalg.norm(ArmModel().frame_pose(start.tolist())[:2, 3]))
    speed = SHARE * limits.tool_speed / reach
    turn = -math.copysign(SWING, start[0]) - start[0]
    time_of = RISE + abs(turn) / speed
    at = DT * np.arange(1, math.ceil(time_of / DT) + 1)
    path = np.tile(start, (len(at), 1))
    path[:, 0] += math.copysign(1.0, turn) * ramped(at, time_of, speed)
    return Sweep(field, path), speed


def ramped(at: NDArray[np.float64], whole: float, speed: float) -> NDArray[np.float64]:
    """Way made [rad]: sine-shaped up to ``speed`` [rad/s], and down to rest at ``whole`` [s]."""

    def rising(t: NDArray[np.float64]) -> NDArray[np.float64]:
        t = np.clip(t, 0.0, RISE)
        return np.asarray(speed * (t / 2 - RISE / (2 * np.pi) * np.sin(np.pi * t / RISE)))

    steady = speed * np.clip(at - RISE, 0.0, whole - 2 * RISE)
    falling = rising(np.full_like(at, RISE)) - rising(np.clip(whole - at, 0.0, RISE))
    return np.asarray(rising(at) + steady + np.where(at > whole - RISE, falling, 0.0))


def take_posture(field: Field, limits: SafetyLimits) -> None:
    """Stretch the arm out, slowly, unless it is.

    Raises:
        FieldError: it does not come there.
    """
    goal = np.array(POSTURE)
    start = np.array(field.witness.joints[-1].positions)
    goal[0] = start[0]
    if np.abs(goal - start)[:-1].max() <= CLOSE:
        return
    # Of the quintic the middle is the fastest, 15/8 of the mean.
    span = float(np.abs(goal - start).max())
    duration = max(1.0, 15 / 8 * span / (0.4 * limits.joint_velocity))
    s = np.arange(1, math.ceil(duration / DT) + 1) / math.ceil(duration / DT)
    share = (10 * s**3 - 15 * s**4 + 6 * s**5)[:, None]
    Sweep(field, start + share * (goal - start)).play(duration + 5.0)
    began = time.monotonic()
    field.witness.wait_for(lambda: time.monotonic() > began and field.witness.speed < CLOSE, 2.0)
