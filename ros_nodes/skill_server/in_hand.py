"""Where a thing sits in the hand once both pads touch it: the gripper's angle tells."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ros_nodes.skill_server.grip import Held
from ros_nodes.skill_server.trajectories.obstacles import HeldBox
from xlerobot_agent.contracts.geometry import Pose

if TYPE_CHECKING:
    from ros_nodes.skill_server.cell import Cell
    from ros_nodes.skill_server.trajectories.trajectory import Array
    from xlerobot_agent.contracts.geometry import Vector3
    from xlerobot_agent.robot_model.arm_model import ArmModel
    from xlerobot_agent.robot_model.gripper_geometry import GripperGeometry

_RESOLUTION = 0.0002


def box_in_hand(
    model: ArmModel, joints: Array, pose: Pose, size: tuple[float, float, float]
) -> HeldBox:
    """The outline of a thing in the tool frame.

    Args:
        model: the arm.
        joints: that hold it, shape (6,) [rad].
        pose: of the thing then, in ``base_link``.
        size: of the thing [m].
    """
    tool = model.frame_pose(joints.tolist())
    cos, sin = np.cos(pose.yaw), np.sin(pose.yaw)
    upright = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
    middle = np.array([pose.x, pose.y, pose.z + size[2] / 2.0])
    x, y, z = (tool[:3, :3].T @ (middle - tool[:3, 3])).tolist()
    return HeldBox((x, y, z), size, tool[:3, :3].T @ upright)


def depth_at(
    gripper: GripperGeometry, diameter: float, angle: float, expected: float, reach: float
) -> float:
    """Where the axis of a round thing is along the approach, from the tool point [m].

    The jaws are a wedge: the deeper the thing sits, the wider they stand. Solved by bisection of
    `GripperGeometry.contact_angle`, within reach of the expected depth.

    Args:
        gripper: the jaws.
        diameter: of the thing [m].
        angle: at which the gripper was stopped [rad].
        expected: depth that the grasp was planned with [m].
        reach: how far from that it can be [m].
    """
    deep, shallow = expected - reach, expected + reach
    try:
        while shallow - deep > _RESOLUTION:
            middle = (deep + shallow) / 2.0
            if gripper.contact_angle(diameter, middle) < angle:
                shallow = middle
            else:
                deep = middle
    except ValueError:
        return expected
    return (deep + shallow) / 2.0


def settled_in(
    gripper: GripperGeometry, held: Held, diameter: float, angle: float, reach: float
) -> Held:
    """What is held, where it really sits: against the fixed finger, as deep as the jaws say.

    Args:
        gripper: the jaws.
        held: as the grasp was planned.
        diameter: of the thing [m].
        angle: of the gripper, stopped by it [rad].
        reach: how far from the planned depth it can sit [m].
    """
    tips = gripper.opening(0.0)
    x = tips.middle - tips.width / 2.0 + diameter / 2.0
    z = depth_at(gripper, diameter, angle, held.offset[2], reach)
    offset: Vector3 = (x, held.offset[1], z)
    moved = x - held.offset[0], z - held.offset[2]
    centre = held.box.centre
    box = replace(held.box, centre=(centre[0] + moved[0], centre[1], centre[2] + moved[1]))
    return replace(held, angle=angle, offset=offset, box=box)


def assumed(cell: Cell, object_id: str) -> Held:
    """What is held when nobody here picked it up, as after a restart: the usual grasp of its kind.

    Args:
        cell: the work cell, with a joint reading.
        object_id: what an observation says is in the gripper.
    """
    model = cell.catalogue[object_id]
    settings = cell.settings.grasps[model.shape]
    joints = cell.set_point()
    pose = cell.kinematics.pose_of(joints)
    height = settings.height * model.size.z
    x, y, z = pose.position
    below = Pose(x=x, y=y, z=max(0.0, z - height))
    size = (model.size.x, model.size.y, model.size.z)
    held = Held(
        object_id=object_id,
        angle=0.0,
        pitch=pose.pitch,
        roll=pose.roll,
        height=height,
        offset=(0.0, 0.0, settings.depth),
        origin=below,
        box=box_in_hand(cell.model, joints, below, size),
    )
    diameter = max(model.size.x, model.size.y)
    angle = cell.arm.positions[-1] if cell.arm is not None else float(joints[-1])
    return settled_in(cell.gripper, held, diameter, angle, settings.settle)
