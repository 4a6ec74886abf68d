"""One chunk while it plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ros_nodes.arm.blend import SeamBlend
from ros_nodes.arm.curve import ChunkCurve
from ros_nodes.arm.motion import MotionState, Vector

if TYPE_CHECKING:
    from xlerobot_agent.contracts.chunk import ActionChunk

_RATE_SLOPE = 5.0
"""How fast a chunk that joins a slower arm is brought to its own pace [1/s]."""
_INSTANT = 1e-9
"""[s]"""


class Playback:
    """A chunk's curve, how far it is played, and at what pace.

    The pace is 1 but for a chunk that joins an arm which already eases to rest: its curve is then
    followed from the arm's pace up to its own, so that no velocity is ever above the chunk's.
    """

    def __init__(
        self,
        chunk: ActionChunk,
        nominal: MotionState,
        commanded: MotionState,
        velocity_limit: Vector,
        acceleration_limit: float,
    ) -> None:
        """Lay the curve and the seam.

        Args:
            chunk: what is played.
            nominal: the motion the chunk was drafted to start from.
            commanded: the motion it really starts from.
            velocity_limit: [rad/s]. Shape (joints,).
            acceleration_limit: [rad/s²].
        """
        self.chunk = chunk
        positions = np.array(chunk.positions)
        before = positions[-2] if len(positions) > 1 else nominal.position
        slow = np.abs(positions[-1] - before).max() <= acceleration_limit * chunk.dt**2
        self.ends_at_rest = chunk.final and bool(slow)
        """Its last set-point is a resting one, as it says and as it looks."""
        self._curve = ChunkCurve(nominal, positions, chunk.dt, ends_at_rest=self.ends_at_rest)
        self._elapsed = 0.0
        self._rate = _pace(commanded.velocity, nominal.velocity)
        self._blend = SeamBlend(
            commanded.position - nominal.position,
            commanded.velocity - self._rate * nominal.velocity,
            velocity_limit,
            acceleration_limit,
        )

    @property
    def elapsed(self) -> float:
        """Time into the chunk [s]."""
        return self._elapsed

    @property
    def played(self) -> int:
        """Set-points that were due and are written."""
        due = int((self._elapsed + _INSTANT) / self.chunk.dt)
        return min(due, len(self.chunk.positions))

    @property
    def total(self) -> int:
        """Set-points of the chunk."""
        return len(self.chunk.positions)

    @property
    def done(self) -> bool:
        """All set-points are played."""
        return self._elapsed >= self._curve.duration - _INSTANT

    @property
    def end(self) -> MotionState:
        """The motion a chunk that follows starts from."""
        return self._curve.end

    def advance(self, step: float) -> float:
        """Let ``step`` seconds pass; what is left of them after the chunk's end is returned."""
        rate = min(1.0, self._rate + _RATE_SLOPE * step)
        self._elapsed += step * (self._rate + rate) / 2.0
        self._rate = rate
        left = max(0.0, self._elapsed - self._curve.duration) / rate
        self._blend.advance(step - left)
        return left if left > _INSTANT else 0.0

    def follow(self, other: Playback) -> None:
        """Carry over the pace and the unfinished blend of the chunk before."""
        self._rate = other._rate
        self._blend = other._blend

    @property
    def state(self) -> MotionState:
        """The commanded motion now."""
        own, rate = self._curve.at(self._elapsed), self._rate
        speeding_up = _RATE_SLOPE * own.velocity if rate < 1.0 else 0.0
        velocity = rate * own.velocity
        acceleration = rate**2 * own.acceleration + speeding_up
        if self._blend.done:
            return MotionState(own.position, velocity, acceleration)
        fade = self._blend.state
        return MotionState(
            own.position + fade.position,
            velocity + fade.velocity,
            acceleration + fade.acceleration,
        )


def _pace(actual: Vector, nominal: Vector) -> float:
    """The part of a nominal velocity that is there already, 0..1."""
    square = float(nominal @ nominal)
    if square == 0.0:
        return 1.0
    return min(1.0, max(0.0, float(actual @ nominal) / square))
