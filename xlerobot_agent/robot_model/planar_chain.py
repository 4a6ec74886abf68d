"""The arm as the inverse kinematics sees it: a pan axis and a planar chain of two bars and a hand.

All figures are measured once on the URDF's own zero pose; none is typed here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pinocchio as pin

from xlerobot_agent.robot_model.arm_model import TOOL_FRAME, ArmModel

if TYPE_CHECKING:
    from xlerobot_agent.robot_model.primitives import Matrix

ARM_JOINTS = ("shoulder_pan", "shoulder_lift", "elbow_flex", "wrist_flex", "wrist_roll")
_TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class PlanarChain:
    """Constants of the chain.

    The plane holds the pan axis' direction (z) and the direction in which the arm reaches (u);
    v points to the left of u. Angles in it count downward from u, like pitch.

    Attributes:
        pan_x, pan_y: the pan axis in ``base_link`` [m].
        pan_sign: +1 when a positive pan turns left, −1 when right.
        lift_u, lift_z: the lift axis in the plane [m].
        upper_length, upper_angle: lift axis to elbow axis at zero [m, rad].
        fore_length, fore_angle: elbow axis to wrist axis at zero [m, rad].
        hand_length: wrist axis to tool point along the roll axis [m].
        axis_perpendicular: of the roll axis from the wrist axis, upward in the plane [m].
        axis_lateral: v of the roll axis [m].
        tool_x, tool_y: the tool point from the roll axis, in the tool's own axes [m].
        roll_zero: the wrist_roll joint at which the jaws open straight up [rad].
        lower, upper: limits of the five joints [rad].
    """

    pan_x: float
    pan_y: float
    pan_sign: float
    lift_u: float
    lift_z: float
    upper_length: float
    upper_angle: float
    fore_length: float
    fore_angle: float
    hand_length: float
    axis_perpendicular: float
    axis_lateral: float
    tool_x: float
    tool_y: float
    roll_zero: float
    lower: tuple[float, ...]
    upper: tuple[float, ...]


def measure_chain(arm: ArmModel) -> PlanarChain:
    """Measure the chain on the arm's zero pose.

    Raises:
        ValueError: the arm is no pan axis with three parallel axes and a roll axis across them.
    """
    model = arm.pinocchio_model
    data = model.createData()
    pin.framesForwardKinematics(model, data, pin.neutral(model))
    pan, lift, elbow, wrist, roll = (data.oMi[model.getJointId(name)] for name in ARM_JOINTS)
    tool = data.oMf[model.getFrameId(TOOL_FRAME)]
    _check_axes(pan, lift, elbow, wrist, roll, tool)
    origin = pan.translation
    upper = elbow.translation - lift.translation
    fore = wrist.translation - elbow.translation
    hand = tool.translation - wrist.translation
    axis = roll.translation - wrist.translation
    from_axis = tool.rotation.T @ (tool.translation - roll.translation)
    opening = tool.rotation[:, 0]
    indices = [model.joints[model.getJointId(name)].idx_q for name in ARM_JOINTS]
    return PlanarChain(
        pan_x=float(origin[0]),
        pan_y=float(origin[1]),
        pan_sign=float(np.sign(pan.rotation[2, 2])),
        lift_u=float(lift.translation[0] - origin[0]),
        lift_z=float(lift.translation[2]),
        upper_length=math.hypot(upper[0], upper[2]),
        upper_angle=math.atan2(-upper[2], upper[0]),
        fore_length=math.hypot(fore[0], fore[2]),
        fore_angle=math.atan2(-fore[2], fore[0]),
        hand_length=float(hand[0]),
        axis_perpendicular=float(axis[2]),
        axis_lateral=float(roll.translation[1] - origin[1]),
        tool_x=float(from_axis[0]),
        tool_y=float(from_axis[1]),
        roll_zero=math.atan2(-opening[1], opening[2]),
        lower=tuple(arm.lower[i] for i in indices),
        upper=tuple(arm.upper[i] for i in indices),
    )


def _check_axes(pan: pin.SE3, *rest: pin.SE3) -> None:
    """The closed form below holds for this layout alone, so that another URDF is refused."""
    lift, elbow, wrist, roll, tool = (placement.rotation for placement in rest)
    left = np.array([0.0, 1.0, 0.0])
    forward = np.array([1.0, 0.0, 0.0])
    expected: list[tuple[str, Matrix, Matrix]] = [
        ("shoulder_lift", lift[:, 2], left),
        ("elbow_flex", elbow[:, 2], left),
        ("wrist_flex", wrist[:, 2], left),
        ("wrist_roll", roll[:, 2], -forward),
        ("tool", tool[:, 2], forward),
        ("shoulder_pan", np.abs(pan.rotation[:, 2]), np.array([0.0, 0.0, 1.0])),
    ]
    for name, axis, wanted in expected:
        if np.abs(axis - wanted).max() > _TOLERANCE:
            raise ValueError(
                f"axis of '{name}' at zero is {axis.round(9).tolist()}, the closed form needs "
                f"{wanted.tolist()}; correct the URDF's rpy"
            )
