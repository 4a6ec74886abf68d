"""Jerk-limited rest-to-rest motion in one dimension (ruckig, Berscheid and Kröger, RSS 2021)."""

from __future__ import annotations

import numpy as np
import ruckig

from ros_nodes.skill_server.trajectories.trajectory import Array


class PlanningError(ValueError):
    """A motion cannot be planned from these values; the message names them."""


class UnitProfile:
    """Runs from 0 to 1, at rest at both ends, within velocity, acceleration and jerk limits."""

    def __init__(self, velocity: float, acceleration: float, jerk: float) -> None:
        """Plan.

        Args:
            velocity: limit, positive [1/s].
            acceleration: limit, positive [1/s²].
            jerk: limit, positive [1/s³].

        Raises:
            PlanningError: a limit is not positive or not finite.
        """
        task = ruckig.InputParameter(1)
        task.current_position = [0.0]
        task.target_position = [1.0]
        task.max_velocity = [velocity]
        task.max_acceleration = [acceleration]
        task.max_jerk = [jerk]
        self._trajectory = solve(task)
        self.duration: float = self._trajectory.duration
        """[s]"""

    def sample(self, times: Array) -> Array:
        """Positions at times [s], shape as given; 0 before the start and 1 after the end."""
        at = self._trajectory.at_time
        last = self.duration
        return np.array([at(min(max(t, 0.0), last))[0][0] for t in times.tolist()])


def solve(task: ruckig.InputParameter) -> ruckig.Trajectory:
    """Ruckig's time-optimal trajectory for a task.

    Raises:
        PlanningError: ruckig refuses the task.
    """
    trajectory = ruckig.Trajectory(task.degrees_of_freedom)
    try:
        result = ruckig.Ruckig(task.degrees_of_freedom).calculate(task, trajectory)
    except ruckig.RuckigError as error:
        raise PlanningError(f"no jerk-limited motion: {error}") from error
    if result not in (ruckig.Result.Working, ruckig.Result.Finished):
        raise PlanningError(f"no jerk-limited motion: ruckig says {result}; check the limits")
    return trajectory
