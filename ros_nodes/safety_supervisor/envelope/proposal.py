"""A chunk under examination, with what the checks need to know."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from xlerobot_agent.contracts.chunk import ActionChunk
    from xlerobot_agent.contracts.safety_limits import SafetyLimits
    from xlerobot_agent.robot_model.arm_model import ArmModel

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class StartState:
    """Where and how fast the chunk's motion begins.

    Attributes:
        position: [rad]. Shape (joints,).
        velocity: mean over the last set-point interval before it [rad/s]; zero at rest.
        interval: that interval [s]; 0 at rest.
        measured: the position is the measured one, with the servos' sag in it.
    """

    position: Array
    velocity: Array
    interval: float
    measured: bool

    @classmethod
    def at_rest(cls, position: Array, *, measured: bool) -> StartState:
        """Standing still at a position [rad]."""
        return cls(position, np.zeros_like(position), 0.0, measured)


@dataclass(frozen=True)
class Proposal:
    """A well-formed chunk and the start it is judged from.

    Attributes:
        chunk: what is asked.
        start: where it begins.
        model: the arm.
        limits: what holds.
        speed: the share of the speed limits that is allowed now, 0..1.
    """

    chunk: ActionChunk
    start: StartState
    model: ArmModel
    limits: SafetyLimits
    speed: float

    @cached_property
    def positions(self) -> Array:
        """The set-points [rad]. Shape (set-points, joints)."""
        return np.array(self.chunk.positions)

    @cached_property
    def origin(self) -> Array:
        """The position the first set-point is reached from [rad]. Shape (joints,).

        From rest the player fades out what the set-point differs from the chunk's own start, at
        most the start tolerance; so the chunk is judged from the nearest point from which its
        first set-point can be reached within the acceleration limit.
        """
        if self.start.interval > 0.0:
            return self.start.position
        reach = self.limits.joint_acceleration * self.chunk.dt**2 / 2.0
        first = self.positions[0]
        return np.clip(self.start.position, first - reach, first + reach)

    @cached_property
    def path(self) -> Array:
        """Origin and set-points [rad]. Shape (set-points + 1, joints)."""
        return np.vstack([self.origin, self.positions])

    @cached_property
    def velocities(self) -> Array:
        """Mean joint velocity in each interval [rad/s]. Shape (set-points, joints)."""
        velocities: Array = np.diff(self.path, axis=0) / self.chunk.dt
        return velocities

    @cached_property
    def tool_points(self) -> Array:
        """The tool point along the path [m]. Shape (set-points + 1, 3)."""
        return np.array([self.model.frame_pose(row)[:3, 3] for row in self.path])
