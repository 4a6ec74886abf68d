"""Moves in joint space: from any state to rest at a target, through blended via-points, to rest."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import ruckig

from ros_nodes.skill_server.trajectories.limits import MotionLimits, excess
from ros_nodes.skill_server.trajectories.profile import PlanningError, UnitProfile, solve
from ros_nodes.skill_server.trajectories.trajectory import Array, Trajectory
from xlerobot_agent.robot_model.arm_model import ArmModel

_ATTEMPTS = 6
_STILL = 1e-6


@dataclass(frozen=True)
class JointState:
    """A planned state: positions, velocities, accelerations, each (J,) [rad, rad/s, rad/s²]."""

    position: Array
    velocity: Array
    acceleration: Array

    @classmethod
    def at_rest(cls, position: Sequence[float] | Array) -> JointState:
        """Standing still at a configuration [rad]."""
        values = np.asarray(position, dtype=np.float64)
        return cls(values, np.zeros_like(values), np.zeros_like(values))


def joint_move(
    model: ArmModel, limits: MotionLimits, state: JointState, target: Array, dt: float
) -> Trajectory:
    """The fastest synchronised move from a state to rest at a target that keeps every limit.

    A tool point too fast is slowed by scaling the limits; a state that already breaks a limit is
    braked first.

    Raises:
        PlanningError: the target is outside the joint range or ruckig finds no motion.
    """
    _inside(model, limits, target)
    factor = 1.0
    for _ in range(_ATTEMPTS):
        path = _sample(_task(state, target, limits.scaled(factor)), dt)
        over = excess(model, limits, path, dt)
        if over <= 1.0:
            break
        factor /= over * 1.01
    return Trajectory(dt, state.position, path[1:])


def ramp_to_rest(limits: MotionLimits, state: JointState, dt: float) -> Trajectory:
    """The shortest jerk-limited way to stand still, wherever that is.

    Raises:
        PlanningError: ruckig finds no motion.
    """
    task = _task(state, state.position, limits)
    task.control_interface = ruckig.ControlInterface.Velocity
    task.target_velocity = [0.0] * len(state.position)
    path = _sample(task, dt)
    return Trajectory(dt, state.position, np.clip(path[1:], limits.lower, limits.upper))


def via_move(
    model: ArmModel, limits: MotionLimits, waypoints: Sequence[Array], dt: float, overlap: float
) -> Trajectory | None:
    """A rest-to-rest move along straight joint-space legs, blended at the corners.

    Each leg is a jerk-limited profile; the next leg's starts while the one before brakes, so that
    their sum rounds the corner. Where the sum breaks a limit the whole is slowed.

    Args:
        model: the arm.
        limits: what the motion keeps.
        dt: spacing of the set-points [s].
        waypoints: at least one configuration, each (J,) [rad]; the first is the start.
        overlap: share of the braking time during which two legs overlap, 0..1.

    Returns:
        None when all waypoints are the same.

    Raises:
        PlanningError: a waypoint is outside the joint range.
    """
    legs = [(a, b - a) for a, b in itertools.pairwise(waypoints) if np.abs(b - a).max() > _STILL]
    if not legs:
        return None
    for point in waypoints[1:]:
        _inside(model, limits, point)
    profiles = [_leg_profile(model, limits, origin, step, dt) for origin, step in legs]
    starts = [0.0]
    for before, after in itertools.pairwise(profiles):
        braking = min(before.duration, after.duration) / 2.0
        starts.append(starts[-1] + before.duration - overlap * braking)
    total = starts[-1] + profiles[-1].duration
    stretch = 1.0
    for _ in range(_ATTEMPTS):
        count = max(1, math.ceil(total * stretch / dt - 1e-9))
        times: Array = np.arange(count + 1, dtype=np.float64) * (total / count)
        path = np.tile(legs[0][0], (count + 1, 1))
        for profile, start, (_, step) in zip(profiles, starts, legs, strict=True):
            path += profile.sample(times - start)[:, None] * step
        over = excess(model, limits, path, dt)
        if over <= 1.0:
            break
        stretch *= over * 1.01
    return Trajectory(dt, path[0], path[1:])


def _leg_profile(
    model: ArmModel, limits: MotionLimits, origin: Array, step: Array, dt: float
) -> UnitProfile:
    """A leg's own profile, slow enough for the tool point by itself."""
    size = np.abs(step)
    moving = size > _STILL
    velocity = float((limits.velocity[moving] / size[moving]).min())
    acceleration = float((limits.acceleration[moving] / size[moving]).min())
    jerk = float((limits.jerk[moving] / size[moving]).min())
    along = np.linspace(0.0, 1.0, 9)[:, None]
    points = np.array([model.frame_pose(row)[:3, 3] for row in origin + along * step])
    rate = float(np.linalg.norm(np.diff(points, axis=0), axis=1).max()) * (len(along) - 1)
    if rate > _STILL:
        velocity = min(velocity, limits.tool_speed / rate)
    return UnitProfile(velocity, acceleration, jerk)


def _task(state: JointState, target: Array, limits: MotionLimits) -> ruckig.InputParameter:
    task = ruckig.InputParameter(len(target))
    task.current_position = state.position.tolist()
    task.current_velocity = state.velocity.tolist()
    task.current_acceleration = np.clip(
        state.acceleration, -limits.acceleration, limits.acceleration
    ).tolist()
    task.target_position = target.tolist()
    task.max_velocity = limits.velocity.tolist()
    task.max_acceleration = limits.acceleration.tolist()
    task.max_jerk = limits.jerk.tolist()
    return task


def _sample(task: ruckig.InputParameter, dt: float) -> Array:
    trajectory = solve(task)
    count = max(1, math.ceil(trajectory.duration / dt - 1e-9))
    last = trajectory.duration
    return np.array([trajectory.at_time(min(i * dt, last))[0] for i in range(count + 1)])


def _inside(model: ArmModel, limits: MotionLimits, target: Array) -> None:
    outside = (target < limits.lower - 1e-9) | (target > limits.upper + 1e-9)
    if outside.any():
        index = int(np.argmax(outside))
        raise PlanningError(
            f"joint '{model.joint_names[index]}' would go to {target[index]:.4f} rad, outside "
            f"{limits.lower[index]:.4f}..{limits.upper[index]:.4f} rad; choose another target"
        )
