"""To rest, as fast as the limits of a stop allow and along the path the arm is on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from ruckig import ControlInterface, InputParameter, Result, Ruckig, Synchronization, Trajectory

from ros_nodes.arm.motion import MotionState, Vector

if TYPE_CHECKING:
    from xlerobot_agent.contracts.safety_limits import SafetyLimits


class Ramp:
    """A jerk-limited ramp to rest, all joints stopping together.

    Without a target the velocity falls to zero in the direction the arm moves in (ruckig's
    velocity interface, in phase where the accelerations allow it). With one, the set-point comes
    to rest there: used to stop pushing against whatever keeps the arm from following.
    """

    def __init__(
        self,
        start: MotionState,
        limits: SafetyLimits,
        velocity_limit: Vector,
        target: Vector | None = None,
    ) -> None:
        """Plan it.

        Args:
            start: the commanded motion now.
            limits: their ``stop_acceleration`` and ``stop_jerk`` hold.
            velocity_limit: on the way to a target [rad/s]. Shape (joints,).
            target: where to come to rest [rad], shape (joints,); None for wherever it ends.
        """
        joints = len(start.position)
        request = InputParameter(joints)
        request.current_position = start.position.tolist()
        request.current_velocity = start.velocity.tolist()
        request.current_acceleration = start.acceleration.tolist()
        request.target_velocity = [0.0] * joints
        request.target_acceleration = [0.0] * joints
        request.max_velocity = np.maximum(velocity_limit, np.abs(start.velocity)).tolist()
        request.max_acceleration = [limits.stop_acceleration] * joints
        request.max_jerk = [limits.stop_jerk] * joints
        request.synchronization = Synchronization.Phase
        if target is None:
            request.control_interface = ControlInterface.Velocity
        else:
            request.target_position = target.tolist()
        self._trajectory = Trajectory(joints)
        result = Ruckig(joints).calculate(request, self._trajectory)
        # A stop must never fail: without a plan the set-point rests where it is, at once.
        self._planned = result in (Result.Working, Result.Finished)
        self._start = start
        self._elapsed = 0.0

    @property
    def duration(self) -> float:
        """How long it takes [s]."""
        return float(self._trajectory.duration) if self._planned else 0.0

    @property
    def done(self) -> bool:
        """The set-point rests."""
        return self._elapsed >= self.duration

    def advance(self, step: float) -> None:
        """Let ``step`` seconds pass."""
        self._elapsed += step

    @property
    def state(self) -> MotionState:
        """The commanded motion now."""
        if not self._planned:
            return MotionState.at_rest(self._start.position)
        position, velocity, acceleration = self._trajectory.at_time(
            min(self._elapsed, self.duration)
        )
        if self.done:
            return MotionState.at_rest(np.array(position))
        return MotionState(np.array(position), np.array(velocity), np.array(acceleration))
