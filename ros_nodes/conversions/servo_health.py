"""ServoHealth ↔ its message."""

from __future__ import annotations

from array import array

from xlerobot_interfaces import msg

from ros_nodes.conversions import stamp
from xlerobot_agent.contracts.servo_health import ServoHealth


def to_msg(health: ServoHealth) -> msg.ServoHealth:
    """A reading as a message."""
    return msg.ServoHealth(
        stamp=stamp.to_msg(health.stamp),
        joint_names=list(health.joint_names),
        temperatures=array("d", health.temperatures),
        voltages=array("d", health.voltages),
        loads=array("d", health.loads),
        faults=list(health.faults),
    )


def from_msg(message: msg.ServoHealth) -> ServoHealth:
    """A message as a reading.

    Raises:
        ValueError: values are missing or no numbers.
    """
    return ServoHealth(
        joint_names=tuple(message.joint_names),
        temperatures=tuple(message.temperatures),
        voltages=tuple(message.voltages),
        loads=tuple(message.loads),
        faults=tuple(message.faults),
        stamp=stamp.from_msg(message.stamp),
    )
