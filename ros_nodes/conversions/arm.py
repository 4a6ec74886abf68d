"""ArmState ↔ sensor_msgs/JointState, and written set-points.

A message is filled in place: joint states go out a hundred times a second.
"""

from __future__ import annotations

from array import array
from math import isfinite

from sensor_msgs.msg import JointState
from xlerobot_interfaces import msg

from ros_nodes.conversions import stamp
from xlerobot_agent.contracts.arm import ArmState, WrittenSetPoint


def fill(message: JointState, state: ArmState) -> JointState:
    """Write a state into a message, which is returned; names are written when they differ."""
    message.header.stamp = stamp.to_msg(state.stamp)
    if len(message.name) != len(state.names) or tuple(message.name) != state.names:
        message.name = list(state.names)
    message.position = array("d", state.positions)
    message.velocity = array("d", state.velocities)
    message.effort = array("d", state.efforts)
    return message


def from_msg(message: JointState) -> ArmState:
    """A message as a state; velocities and efforts are empty where the message has none."""
    return ArmState(
        stamp=stamp.from_msg(message.header.stamp),
        names=tuple(message.name),
        positions=tuple(message.position),
        velocities=tuple(message.velocity),
        efforts=tuple(message.effort),
    )


def sound_from_msg(message: JointState, joint_names: tuple[str, ...]) -> ArmState:
    """A message as a state that can be reckoned with.

    The supervisor takes every reading, to judge those that are none.

    Args:
        message: from whatever publishes joint states.
        joint_names: of the arm, in its order.

    Raises:
        ValueError: they are another robot's, or values are missing or no numbers.
    """
    state = from_msg(message)
    if state.names != joint_names:
        raise ValueError(f"joints {state.names}, the arm has {joint_names}; start the right driver")
    for label, values in (("positions", state.positions), ("velocities", state.velocities)):
        if len(values) != len(state.names) or not all(map(isfinite, values)):
            raise ValueError(
                f"{label} {values} of joints {state.names}; the driver must give one number each"
            )
    return state


def fill_set_point(
    message: msg.SetPoint, written: WrittenSetPoint, names: tuple[str, ...]
) -> msg.SetPoint:
    """Write a set-point into a message, which is returned; names are written when they differ."""
    message.stamp = stamp.to_msg(written.stamp)
    message.sequence = written.sequence
    message.chunk_id = written.chunk_id
    message.chunk_time = written.chunk_time
    if tuple(message.joint_names) != names:
        message.joint_names = list(names)
    message.positions = array("d", written.positions)
    return message


def set_point_from_msg(message: msg.SetPoint) -> WrittenSetPoint:
    """A message as a written set-point."""
    return WrittenSetPoint(
        stamp=stamp.from_msg(message.stamp),
        sequence=message.sequence,
        chunk_id=message.chunk_id,
        chunk_time=message.chunk_time,
        positions=tuple(message.positions),
    )
