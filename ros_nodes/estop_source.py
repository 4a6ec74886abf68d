"""An e-stop source that names itself, ready for whoever needs one: a key, a joystick, a door."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rclpy.duration import Duration
from std_msgs.msg import Bool
from xlerobot_interfaces import msg

from ros_nodes import qos
from ros_nodes.conversions import safety as safety_conversion
from xlerobot_agent.contracts.safety import EmergencyStop

if TYPE_CHECKING:
    from rclpy.node import Node

    from xlerobot_agent.contracts.ports import Clock


class EstopSource:
    """Says on both topics that it asserts, and on ``estop/source`` that it no longer does.

    ``estop/source`` keeps the last word for whoever starts later; ``estop`` reaches those that know
    no message of ours, and carries an assertion that is taken back at once. So one press sets two
    latches at the supervisor, one a topic.
    """

    def __init__(self, node: Node, source: str, clock: Clock) -> None:
        """Advertise; nothing is said yet.

        Args:
            node: whose publishers they are.
            source: its name; one that is in use elsewhere shares that one's latch.
            clock: for the stamps.
        """
        self.source = source
        self._clock = clock
        self._bare = node.create_publisher(Bool, "estop", qos.ESTOP)
        self._named = node.create_publisher(msg.EmergencyStop, "estop/source", qos.ESTOP_STATE)

    def assert_stop(self, reason: str) -> None:
        """Stop the arm; a source that is never heard again stays asserted.

        Args:
            reason: why, for the person who resets the latch.
        """
        self._bare.publish(Bool(data=True))
        self._say(True, reason)

    def release(self) -> None:
        """No longer assert; the latches stay until a person resets them."""
        self._say(False, "")

    def wait_until_heard(self, timeout: float) -> bool:
        """Wait until everybody who is known has what was said; whether they have, in time [s]."""
        limit = Duration(seconds=timeout)
        bare = self._bare.wait_for_all_acked(limit)
        named = self._named.wait_for_all_acked(limit)
        return bool(bare and named)

    def _say(self, asserted: bool, reason: str) -> None:
        stop = EmergencyStop(
            source=self.source, asserted=asserted, reason=reason, stamp=self._clock.now()
        )
        self._named.publish(safety_conversion.emergency_to_msg(stop))
