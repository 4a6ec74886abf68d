"""Our message path: a joint state read into a contract, written into a message, sent back."""

from __future__ import annotations

import sys

from sensor_msgs.msg import JointState

from ros_nodes import qos
from ros_nodes.conversions import arm as arm_conversion
from ros_nodes.lifecycle import ManagedNode
from ros_nodes.parameters import Settings
from ros_nodes.process import run


class EchoNode(ManagedNode[Settings]):
    """A node like every other of the stack."""

    def __init__(self) -> None:
        super().__init__("echo", Settings)

    def configure(self) -> None:
        """Build the two topics."""
        self._message = JointState()
        self._publisher = self.create_publisher(JointState, "pong", qos.SENSOR)
        self.create_subscription(JointState, "ping", self._on_ping, qos.SENSOR)

    def _on_ping(self, message: JointState) -> None:
        state = arm_conversion.from_msg(message)
        self._publisher.publish(arm_conversion.fill(self._message, state))


def main() -> int:
    """Answer until SIGTERM."""
    return run(EchoNode)


if __name__ == "__main__":
    sys.exit(main())
