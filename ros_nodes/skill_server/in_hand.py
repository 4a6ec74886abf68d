"""Where a thing sits in the hand once both pads touch it: the gripper's angle tells."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ros_nodes.skill_server.grip import Held
    from xlerobot_agent.contracts.geometry import Vector3
    from xlerobot_agent.robot_model.gripper_geometry import GripperGeometry

_REACH = 0.02
"""The thing lies within this of where it was expected along the fingers [m]."""
_RESOLUTION = 0.0002


def depth_at(gripper: GripperGeometry, diameter: float, angle: float, expected: float) -> float:
    """Where the axis of a round thing is along the approach, from the tool point [m].

    The jaws are a wedge: the deeper the thing sits, the wider they stand. Solved by bisection of
    `GripperGeometry.contact_angle`, within reach of the expected depth.

    Args:
        gripper: the jaws.
        diameter: of the thing [m].
        angle: at which the gripper was stopped [rad].
        expected: depth that the grasp was planned with [m].
    """
    deep, shallow = expected - _REACH, expected + _REACH
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


def settled_in(gripper: GripperGeometry, held: Held, diameter: float, angle: float) -> Held:
    """What is held, where it really sits: against the fixed finger, as deep as the jaws say.

    Args:
        gripper: the jaws.
        held: as the grasp was planned.
        diameter: of the thing [m].
        angle: of the gripper, stopped by it [rad].
    """
    tips = gripper.opening(0.0)
    x = tips.middle - tips.width / 2.0 + diameter / 2.0
    z = depth_at(gripper, diameter, angle, held.offset[2])
    offset: Vector3 = (x, held.offset[1], z)
    moved = x - held.offset[0], z - held.offset[2]
    centre = held.box.centre
    box = replace(held.box, centre=(centre[0] + moved[0], centre[1], centre[2] + moved[1]))
    return replace(held, offset=offset, box=box)
