"""What is known of the arm beyond its URDF: servo gains, limits of planned motion, named poses."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import yaml
from pydantic import Field

from xlerobot_agent.contracts.geometry import Positive
from xlerobot_agent.contracts.model import Contract
from xlerobot_agent.robot_model.description import resource_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xlerobot_agent.robot_model.arm_model import ArmModel

REST = "rest"

ContractT = TypeVar("ContractT", bound=Contract)


class ServoModel(Contract):
    """A position servo, as MuJoCo has it.

    Its torque is position_gain · error − velocity_gain · velocity, clipped to the URDF's effort.
    """

    position_gain: Positive
    """[N·m/rad]"""
    velocity_gain: Positive
    """[N·m·s/rad]"""
    armature: Positive
    """Rotor inertia seen through the gears [kg·m²]."""


class JointMotionLimits(Contract):
    """What planned motion of one joint keeps."""

    velocity: Positive
    """[rad/s]"""
    acceleration: Positive
    """[rad/s²]"""
    jerk: Positive
    """[rad/s³]"""


class MotionLimits(Contract):
    """``motion.yaml``: limits of planned motion, by joint."""

    joints: dict[str, JointMotionLimits] = Field(min_length=1)


class NamedPoses(Contract):
    """``poses.yaml``: joint positions [rad], by name of the pose and of the joint."""

    poses: dict[str, dict[str, float]] = Field(min_length=1)


def servo_model() -> ServoModel:
    """The servo of every joint."""
    return _read(ServoModel, "servo.yaml")


def motion_limits(arm: ArmModel) -> tuple[JointMotionLimits, ...]:
    """Limits of planned motion in the order of ``arm.joint_names``.

    Raises:
        ValueError: a joint is missing, unknown or faster than its motor.
    """
    joints = _read(MotionLimits, "motion.yaml").joints
    _require_joints("motion.yaml", joints, arm)
    for name, fastest in zip(arm.joint_names, arm.velocity_limit, strict=True):
        if joints[name].velocity > fastest:
            raise ValueError(
                f"motion.yaml: velocity {joints[name].velocity} rad/s of '{name}' is above the "
                f"motor's {fastest} rad/s; lower it"
            )
    return tuple(joints[name] for name in arm.joint_names)


def named_pose(arm: ArmModel, name: str = REST) -> tuple[float, ...]:
    """A named configuration [rad] in the order of ``arm.joint_names``.

    Raises:
        KeyError: no such pose.
        ValueError: a joint is missing, unknown or outside its range.
    """
    poses = _read(NamedPoses, "poses.yaml").poses
    if name not in poses:
        raise KeyError(f"no pose '{name}'; poses.yaml has {', '.join(poses)}")
    _require_joints(f"poses.yaml: pose '{name}'", poses[name], arm)
    joints = tuple(poses[name][joint] for joint in arm.joint_names)
    outside = arm.limit_violations(joints)
    if outside:
        raise ValueError(f"poses.yaml: pose '{name}': {outside[0]}; correct it")
    return joints


def _require_joints(where: str, given: Iterable[str], arm: ArmModel) -> None:
    missing = sorted(set(arm.joint_names) - set(given))
    unknown = sorted(set(given) - set(arm.joint_names))
    if missing or unknown:
        raise ValueError(
            f"{where}: joints missing: {missing}, unknown: {unknown}; "
            f"name each of {', '.join(arm.joint_names)}"
        )


def _read[ContractT: Contract](kind: type[ContractT], name: str) -> ContractT:
    return kind.model_validate(yaml.safe_load(resource_text(name)))
