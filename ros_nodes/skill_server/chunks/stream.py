"""One motion as a stream of chunks: what to request next, when, and whether it is all played."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ros_nodes.skill_server.chunks.ledger import Ledger
from ros_nodes.skill_server.settings import ChunkSettings
from ros_nodes.skill_server.trajectories.joint_move import JointState, ramp_to_rest
from ros_nodes.skill_server.trajectories.limits import MotionLimits
from ros_nodes.skill_server.trajectories.retiming import resumed
from ros_nodes.skill_server.trajectories.trajectory import Array, Trajectory


@dataclass(frozen=True, slots=True)
class Piece:
    """Set-points for one chunk, shape (H, J) [rad]; ``last`` when the motion ends with them."""

    positions: Array
    last: bool


class ChunkStream:
    """Cuts one trajectory: a chunk plays, the next is drafted while it does, never a third."""

    def __init__(
        self,
        trajectory: Trajectory,
        settings: ChunkSettings,
        limits: MotionLimits,
        guarded: bool = False,
    ) -> None:
        """Args: the motion, how to cut it, the limits, and whether it may end early."""
        self._trajectory = trajectory
        self._settings = settings
        self._limits = limits
        self._size = settings.guarded_set_points if guarded else settings.set_points
        self._cursor = 0
        self._resumptions = settings.resumptions
        self._slower: float | None = None
        self.truncated = False
        """The motion was ended early."""

    @property
    def drafted_end(self) -> Array:
        """The last set-point drafted so far, shape (J,) [rad]."""
        if self._cursor == 0:
            return self._trajectory.start
        end: Array = self._trajectory.positions[self._cursor - 1]
        return end

    @property
    def exhausted(self) -> bool:
        """Everything was drafted."""
        return self._cursor >= len(self._trajectory.positions)

    def finished(self, ledger: Ledger) -> bool:
        """Everything was drafted and nothing plays or waits any more."""
        return self.exhausted and not ledger.outstanding

    def starved(self, ledger: Ledger) -> bool:
        """The arm has played all it was given, and more is to come."""
        begun = self._cursor > 0 or self._slower is not None
        return begun and not self.exhausted and not ledger.outstanding

    def due(self, ledger: Ledger, now: float) -> bool:
        """Whether the next chunk is to be requested now."""
        if self.exhausted or self._slower is not None:
            return False
        outstanding = ledger.outstanding
        if not outstanding:
            return True
        current = outstanding[0]
        if len(outstanding) > 1 or current.started is None:
            return False
        remaining = current.started + current.duration - now
        return remaining <= self._settings.draft_at * current.duration + 1e-9

    def draft(self) -> Piece:
        """The next piece. A remainder too short for a chunk of its own goes with this one."""
        left = len(self._trajectory.positions) - self._cursor
        size = left if left < self._size + self._size // 2 else self._size
        piece = self._trajectory.positions[self._cursor : self._cursor + size]
        self._cursor += size
        return Piece(piece, self.exhausted)

    def truncate(self) -> None:
        """End early: what was not drafted gives way to a ramp to rest along the motion."""
        self.truncated = True
        drafted = self._cursor
        if drafted == 0 or self.exhausted:
            self._cursor = len(self._trajectory.positions)
            return
        state = JointState(
            self.drafted_end,
            self._trajectory.velocity_after(drafted - 1),
            self._trajectory.acceleration_after(drafted - 1),
        )
        ramp = ramp_to_rest(self._limits, state, self._trajectory.dt)
        self._trajectory = Trajectory(
            self._trajectory.dt,
            self._trajectory.start,
            np.vstack([self._trajectory.positions[:drafted], ramp.positions]),
        )

    @property
    def left(self) -> Array:
        """Where the last set-point drafted is and what follows it, shape (N + 1, J) [rad]."""
        return self._trajectory.path()[self._cursor :]

    def slow_down(self, pace: float) -> None:
        """Draft nothing until the arm ran dry, and then the rest so many times as fast (< 1)."""
        if not self.exhausted:
            self._slower = pace

    def resume(self) -> bool:
        """Go on from rest at the last set-point drafted, after the arm ran dry; False: no more."""
        if self._slower is None:
            if self._resumptions == 0:
                return False
            self._resumptions -= 1
        self._trajectory = resumed(self._trajectory, self._cursor, self._slower or 1.0)
        self._cursor, self._slower = 0, None
        return True
