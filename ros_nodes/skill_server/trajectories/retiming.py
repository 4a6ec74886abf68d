"""Taking up a motion again that stopped on its way."""

from __future__ import annotations

import numpy as np

from ros_nodes.skill_server.trajectories.trajectory import Trajectory

_RAMP = 12
"""Samples over which the motion comes back to its planned pace."""


def resumed(trajectory: Trajectory, index: int, pace: float = 1.0) -> Trajectory:
    """The rest of a motion after set-point ``index - 1``, started from rest on the same path.

    The pace rises as 3s² − 2s³ (from zero velocity and acceleration), during which half as much of
    the path is covered as at full pace.

    Args:
        trajectory: the whole motion.
        index: of the first set-point that was not played, less than the motion's length.
        pace: how many times as fast as planned the rest is played (0 < pace <= 1).

    Raises:
        IndexError: nothing is left of the motion.
    """
    path = trajectory.path()[index:]
    left = len(path) - 1
    if left < 1:
        raise IndexError(f"set-point {index} is beyond the motion's end; nothing is left to resume")
    ramp = min(_RAMP, 2 * left)
    share = np.arange(1, ramp + 1) / ramp
    eased = pace * ramp * (share**3 - 0.5 * share**4)
    even = int(np.ceil((left - eased[-1]) / pace))
    times = np.concatenate([eased, eased[-1] + pace * np.arange(1, even + 1)])
    times = np.minimum(times, left)
    grid = np.arange(len(path))
    positions = np.column_stack([np.interp(times, grid, column) for column in path.T])
    return Trajectory(trajectory.dt, path[0], positions)
