"""What a motion may ask of the joints and of the tool point, and by how much one asks too much."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from ros_nodes.skill_server.trajectories.trajectory import Array
from xlerobot_agent.contracts.safety_limits import SafetyLimits
from xlerobot_agent.robot_model.arm_model import GRIPPER_JOINT, ArmModel
from xlerobot_agent.robot_model.configuration import motion_limits

_TOOL_STRIDE = 3
"""Tool speed is measured over this many samples; it changes little within them."""


@dataclass(frozen=True)
class MotionLimits:
    """Limits of planned motion; each a share of the supervisor's, so that rounding never trips it.

    Attributes:
        velocity, acceleration, jerk: per joint, shape (J,) [rad/s, rad/s², rad/s³].
        lower, upper: joint range less the margin, shape (J,) [rad].
        tool_speed: of the tool point [m/s].
    """

    velocity: Array
    acceleration: Array
    jerk: Array
    lower: Array
    upper: Array
    tool_speed: float

    @classmethod
    def of(cls, model: ArmModel, limits: SafetyLimits, share: float) -> MotionLimits:
        """What the arm's motion.yaml plans with, at most ``share`` (0..1) of safety.yaml's."""
        fastest = np.array(
            [
                limits.gripper_velocity if name == GRIPPER_JOINT else limits.joint_velocity
                for name in model.joint_names
            ]
        )
        planned = motion_limits(model)
        return cls(
            velocity=np.minimum([joint.velocity for joint in planned], share * fastest),
            acceleration=np.minimum(
                [joint.acceleration for joint in planned], share * limits.joint_acceleration
            ),
            jerk=np.minimum([joint.jerk for joint in planned], share * limits.joint_jerk),
            lower=np.array(model.lower) + limits.joint_margin,
            upper=np.array(model.upper) - limits.joint_margin,
            tool_speed=share * limits.tool_speed,
        )

    def scaled(self, factor: float) -> MotionLimits:
        """The limits of the same motion played ``factor`` times as fast (0 < factor <= 1)."""
        return MotionLimits(
            self.velocity * factor,
            self.acceleration * factor**2,
            self.jerk * factor**3,
            self.lower,
            self.upper,
            self.tool_speed * factor,
        )

    def slowed(self, share: float) -> MotionLimits:
        """The same with ``share`` of the speeds (0 < share <= 1); accelerations stay."""
        return replace(self, velocity=self.velocity * share, tool_speed=self.tool_speed * share)


def excess(model: ArmModel, limits: MotionLimits, path: Array, dt: float) -> float:
    """How many times too fast a sampled motion is; at most 1 when it keeps every limit.

    Args:
        model: the arm.
        limits: to compare with.
        path: samples, start included, shape (N, J) [rad].
        dt: their spacing [s].
    """
    acceleration = np.diff(path, 2, axis=0) / dt**2
    jerk = np.diff(acceleration, axis=0) / dt
    return max(
        overspeed(model, limits, path, dt),
        math.sqrt(_ratio(acceleration, limits.acceleration)),
        math.cbrt(_ratio(jerk, limits.jerk)),
    )


def overspeed(model: ArmModel, limits: MotionLimits, path: Array, dt: float) -> float:
    """The same for the speeds of joints and tool point alone.

    Args:
        model: the arm.
        limits: to compare with.
        path: samples, start included, shape (N, J) [rad].
        dt: their spacing [s].
    """
    velocity = np.diff(path, axis=0) / dt
    return max(_ratio(velocity, limits.velocity), _tool_speed(model, path, dt) / limits.tool_speed)


def _ratio(values: Array, limit: Array) -> float:
    ratios: Array = np.abs(values) / limit
    return float(ratios.max(initial=0.0))


def _tool_speed(model: ArmModel, path: Array, dt: float) -> float:
    """Highest mean speed of the tool point over a stride [m/s]."""
    chosen = np.union1d(np.arange(0, len(path), _TOOL_STRIDE), [len(path) - 1])
    if not np.ptp(path[:, :-1], axis=0).any():
        return 0.0
    points = np.array([model.frame_pose(path[i])[:3, 3] for i in chosen])
    distance = np.linalg.norm(np.diff(points, axis=0), axis=1)
    return float((distance / (np.diff(chosen) * dt)).max(initial=0.0))
