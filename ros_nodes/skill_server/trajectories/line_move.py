"""Straight motion of the grasp point, with pitch and roll changing evenly along the line."""

from __future__ import annotations

import math

import numpy as np

from ros_nodes.skill_server.trajectories.limits import MotionLimits, excess
from ros_nodes.skill_server.trajectories.profile import PlanningError, UnitProfile
from ros_nodes.skill_server.trajectories.tool_pose import Kinematics, ToolPose
from ros_nodes.skill_server.trajectories.trajectory import Array, Trajectory

_SPACING = 0.008
"""Of the first look along the line [m]; half of it in radians for turning on the spot."""
_LARGEST_STEP = 0.35
"""More than this between neighbouring samples is another branch of the inverse [rad]."""
_ATTEMPTS = 6
_STILL = 1e-6


def line_move(
    kinematics: Kinematics,
    limits: MotionLimits,
    start: Array,
    goal: ToolPose,
    dt: float,
    speed: float,
) -> Trajectory | None:
    """Move the goal's grasp point on a straight line from where it is to the goal, rest to rest.

    Args:
        kinematics: the arm's.
        limits: what the motion keeps.
        dt: spacing of the set-points [s].
        start: configuration at the beginning, shape (6,) [rad]; the gripper keeps its position.
        goal: where to; the line is of its grasp point (``goal.offset``).
        speed: of the grasp point, at most [m/s].

    Returns:
        None when the arm is already there.

    Raises:
        PlanningError: a point of the line is out of reach, or two neighbouring points need the arm
            to change its branch.
    """
    origin = kinematics.pose_of(start, goal.offset)
    length = math.dist(origin.position, goal.position)
    turn = max(abs(goal.pitch - origin.pitch), abs(goal.roll - origin.roll))
    if length < _STILL and turn < _STILL:
        return None
    count = max(4, math.ceil(max(length, 0.5 * turn) / _SPACING))
    coarse = _joints(
        kinematics, origin, goal, start, np.arange(count + 1, dtype=np.float64) / count
    )
    profile = _profile(limits, coarse, length, speed)
    stretch = 1.0
    for _ in range(_ATTEMPTS):
        samples = max(1, math.ceil(profile.duration * stretch / dt - 1e-9))
        shares = profile.sample(
            np.arange(samples + 1, dtype=np.float64) * (profile.duration / samples)
        )
        path = _joints(kinematics, origin, goal, start, shares)
        over = excess(kinematics.model, limits, path, dt)
        if over <= 1.0:
            break
        stretch *= over * 1.01
    return Trajectory(dt, path[0], path[1:])


def _profile(limits: MotionLimits, coarse: Array, length: float, speed: float) -> UnitProfile:
    """A profile of the line's parameter, slow enough for its steepest joint."""
    slope = np.abs(np.diff(coarse, axis=0)).max(axis=0) * (len(coarse) - 1)
    moving = slope > _STILL
    if not moving.any():
        raise PlanningError("the line moves no joint; give a goal the arm is not already at")
    velocity = float((limits.velocity[moving] / slope[moving]).min())
    if length > _STILL:
        velocity = min(velocity, min(speed, limits.tool_speed) / length)
    return UnitProfile(
        velocity,
        float((limits.acceleration[moving] / slope[moving]).min()),
        float((limits.jerk[moving] / slope[moving]).min()),
    )


def _joints(
    kinematics: Kinematics, origin: ToolPose, goal: ToolPose, start: Array, shares: Array
) -> Array:
    """Configurations along the line at shares of it, shape (N, 6) [rad], all of one branch."""
    rows = [start]
    for share in shares.tolist()[1:]:
        seed = rows[-1]
        joints = kinematics.solve(origin.towards(goal, share), float(start[-1]), seed)
        step = float(np.abs(joints - seed).max())
        if step > _LARGEST_STEP:
            raise PlanningError(
                f"the straight line jumps by {step:.2f} rad in one joint at {share:.0%} of its "
                "way; approach with another pitch"
            )
        rows.append(joints)
    return np.array(rows)
