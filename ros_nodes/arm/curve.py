"""One chunk as a smooth curve: cubic Hermite pieces through its set-points."""

from __future__ import annotations

import numpy as np

from ros_nodes.arm.motion import MotionState, Vector


class ChunkCurve:
    """Cubic Hermite interpolation with finite-difference velocities (Catmull and Rom, 1974).

    Knot 0 is where the chunk starts, knot k its k-th set-point, ``dt`` apart. Inner knots take the
    central difference as their velocity, the last one the backward difference of second order, so
    that the curve needs no knowledge of the chunk that follows it; that one starts from `end`, and
    position and velocity are continuous at the seam. Where the second differences of the
    set-points stay below a, the curve's acceleration stays below 3 a, and near a when they vary
    slowly.
    """

    def __init__(
        self, start: MotionState, positions: Vector, dt: float, *, ends_at_rest: bool
    ) -> None:
        """Lay the curve.

        Args:
            start: the motion at knot 0.
            positions: the set-points [rad]. Shape (set-points, joints).
            dt: between set-points [s].
            ends_at_rest: the last set-point is a resting one.
        """
        self._dt = dt
        self._knots = np.vstack([start.position, positions])
        self._velocities = np.empty_like(self._knots)
        self._velocities[0] = start.velocity
        self._velocities[1:-1] = (self._knots[2:] - self._knots[:-2]) / (2.0 * dt)
        self._velocities[-1] = 0.0 if ends_at_rest else self._final_velocity()

    @property
    def duration(self) -> float:
        """How long it takes [s]."""
        return self._dt * (len(self._knots) - 1)

    @property
    def end(self) -> MotionState:
        """The motion at the last set-point; its acceleration is not carried over a seam."""
        return MotionState(
            self._knots[-1], self._velocities[-1], np.zeros_like(self._velocities[-1])
        )

    def at(self, elapsed: float) -> MotionState:
        """The motion ``elapsed`` seconds after knot 0, held to the ends of the curve."""
        dt = self._dt
        position = min(max(elapsed, 0.0), self.duration) / dt
        k = min(int(position), len(self._knots) - 2)
        u = position - k
        p0, p1 = self._knots[k], self._knots[k + 1]
        m0, m1 = self._velocities[k] * dt, self._velocities[k + 1] * dt
        # p(u) = p0 + m0 u + b u² + c u³ on 0..1
        b = 3.0 * (p1 - p0) - 2.0 * m0 - m1
        c = 2.0 * (p0 - p1) + m0 + m1
        return MotionState(
            p0 + u * (m0 + u * (b + u * c)),
            (m0 + u * (2.0 * b + 3.0 * u * c)) / dt,
            (2.0 * b + 6.0 * u * c) / dt**2,
        )

    def _final_velocity(self) -> Vector:
        knots = self._knots
        if len(knots) < 3:
            last: Vector = (knots[-1] - knots[-2]) / self._dt
            return last
        backward: Vector = (3.0 * knots[-1] - 4.0 * knots[-2] + knots[-3]) / (2.0 * self._dt)
        return backward
