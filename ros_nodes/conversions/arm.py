"""ArmState ↔ sensor_msgs/JointState.

A message is filled in place: joint states go out a hundred times a second.
"""

from __future__ import annotations

from array import array

from sensor_msgs.msg import JointState

from ros_nodes.conversions import stamp
from xlerobot_agent.contracts.arm import ArmState


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
