"""How far the arm's shapes can be from each joint's axis: bounds what a small move displaces."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ros_nodes.safety_supervisor.envelope.proposal import Array
    from xlerobot_agent.robot_model.arm_model import ArmModel


def joint_reaches(model: ArmModel) -> Array:
    """The farthest any shape beyond a joint can be from that joint's origin [m]. Shape (joints,).

    A bound, not a maximum: the offsets of the joints in between are added up as if outstretched.
    So a move by dq displaces no point of the arm by more than ``reaches @ abs(dq)``.
    """
    kinematics = model.pinocchio_model
    reaches = np.zeros(len(model.joint_names))
    for shape in model.primitives:
        frame = kinematics.frames[kinematics.getFrameId(shape.link)]
        corners = shape.corners() @ frame.placement.rotation.T + frame.placement.translation
        distance = float(np.linalg.norm(corners, axis=1).max())
        joint = int(frame.parentJoint)
        while joint > 0:
            reaches[joint - 1] = max(reaches[joint - 1], distance)
            distance += float(np.linalg.norm(kinematics.jointPlacements[joint].translation))
            joint = int(kinematics.parents[joint])
    return reaches
