"""Opening of the jaws against the gripper joint's angle.

Everything lies in the plane the jaws move in: x towards the moving jaw and z along the approach,
both of the tool frame, with the tool point as origin.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from xlerobot_agent.robot_model.arm_model import GRIPPER_JOINT, TOOL_FRAME, ArmModel

if TYPE_CHECKING:
    import pinocchio as pin

    from xlerobot_agent.robot_model.primitives import Matrix, Primitive

FIXED_PAD = "fixed_finger_pad"
MOVING_PAD = "moving_finger_pad"


@dataclass(frozen=True, slots=True)
class Opening:
    """The free way between the fingertips.

    Attributes:
        width: between the tips, along the tool's x [m].
        middle: where its middle is, along the tool's x from the tool point (positive: towards
            the moving jaw) [m].
    """

    width: float
    middle: float


class GripperGeometry:
    """Angles and widths of the jaws, measured on the URDF's finger pads."""

    def __init__(self, arm: ArmModel) -> None:
        """Measure the arm."""
        tool_in_hand = _placement(arm, TOOL_FRAME)
        joint = arm.pinocchio_model.jointPlacements[arm.pinocchio_model.getJointId(GRIPPER_JOINT)]
        hinge = tool_in_hand.inverse() * joint
        pads = {shape.name: shape for shape in arm.primitives}
        fixed = _pad_in(tool_in_hand.inverse().homogeneous, pads[FIXED_PAD])
        self._fixed_tip = fixed[np.argmax(fixed[:, 1])]
        self._fixed_root = fixed[np.argmin(fixed[:, 1])]
        self._hinge = np.array([hinge.translation[0], hinge.translation[2]])
        moving = _pad_in(hinge.homogeneous, pads[MOVING_PAD], towards=-1.0) - self._hinge
        self._tip = moving[np.argmax(moving[:, 1])]
        self._root = moving[np.argmin(moving[:, 1])]
        index = arm.joint_names.index(GRIPPER_JOINT)
        self.lower, self.upper = arm.lower[index], arm.upper[index]

    def opening(self, angle: float) -> Opening:
        """Free way between the fingertips at a gripper angle [rad]."""
        across, along = self._tip
        tip = self._hinge[0] + across * math.cos(angle) + along * math.sin(angle)
        fixed = float(self._fixed_tip[0])
        return Opening(width=float(tip) - fixed, middle=(float(tip) + fixed) / 2.0)

    def angle_for_width(self, width: float) -> float:
        """Gripper angle [rad] at which the fingertips are ``width`` [m] apart.

        Raises:
            ValueError: wider than the jaws open, or narrower than they close.
        """
        least, most = self.opening(self.lower).width, self.opening(self._widest()).width
        if not least <= width <= most:
            raise ValueError(
                f"opening of {width:.4f} m is outside the jaws' {least:.4f}..{most:.4f} m; "
                "choose another grasp"
            )
        across, along = self._tip
        sine = (width + self._fixed_tip[0] - self._hinge[0]) / math.hypot(across, along)
        return math.asin(min(1.0, sine)) - math.atan2(across, along)

    def contact_angle(self, diameter: float, depth: float = 0.0) -> float:
        """Gripper angle [rad] at which a round thing is held between both pads.

        The thing's axis stands across the jaws' plane, ``depth`` [m] along the approach from the
        tool point (negative: towards the palm), and it leans on the fixed pad.

        Raises:
            ValueError: a diameter that is not positive, or too large for the jaws.
        """
        if not diameter > 0.0:
            raise ValueError(f"diameter is {diameter} m; give a positive one")
        radius = diameter / 2.0
        face = self._fixed_tip - self._fixed_root
        lean = math.atan2(face[0], face[1])
        on_face = self._fixed_tip[0] + (depth - self._fixed_tip[1]) * math.tan(lean)
        centre = np.array([on_face + radius / math.cos(lean), depth]) - self._hinge
        slope = self._tip - self._root
        tilt = math.atan2(slope[0], slope[1])
        # Distance of the moving face from the hinge; the thing's centre is a radius inside it.
        face_distance = self._tip[0] * math.cos(tilt) - self._tip[1] * math.sin(tilt)
        reach = math.hypot(*centre)
        sine = (radius - face_distance) / reach
        if sine > 1.0:
            raise ValueError(f"diameter {diameter:.4f} m does not fit the jaws; choose another")
        return math.asin(sine) + math.atan2(centre[0], centre[1]) - tilt

    def _widest(self) -> float:
        across, along = self._tip
        return min(self.upper, math.pi / 2.0 - math.atan2(across, along))


def _placement(arm: ArmModel, frame: str) -> pin.SE3:
    model = arm.pinocchio_model
    return model.frames[model.getFrameId(frame)].placement


def _pad_in(frame: Matrix, pad: Primitive, towards: float = 1.0) -> Matrix:
    """Inner edge of a pad, two points (x, z), in the frame that ``frame`` maps its link to."""
    half = np.array(pad.size) / 2.0
    long_axis = int(np.argmax(pad.size))
    ends = np.zeros((2, 4))
    ends[:, 3] = 1.0
    ends[:, 0] = towards * half[0]
    ends[:, long_axis] = (-half[long_axis], half[long_axis])
    placed: Matrix = (ends @ pad.pose.T @ frame.T)[:, [0, 2]]
    return placed
