"""Our message path: an arm state with six positions out as a joint state, and back as one."""

from __future__ import annotations

import time

import rclpy
from rclpy.executors import SingleThreadedExecutor
from sensor_msgs.msg import JointState

from experiments.bench.ros.driver import claim_stdout, connect, serve, timed
from experiments.bench.ros.six_doubles import JOINTS, POSITIONS
from ros_nodes import qos
from ros_nodes.conversions import arm as arm_conversion
from ros_nodes.lifecycle import ManagedNode
from ros_nodes.parameters import Settings
from xlerobot_agent.contracts.arm import ArmState

PATIENCE = 0.5
"""Before a message counts as lost [s]."""


class PingNode(ManagedNode[Settings]):
    """A node like every other of the stack."""

    def __init__(self) -> None:
        super().__init__("ping", Settings)

    def configure(self) -> None:
        """Build the two topics."""
        self.heard: list[ArmState] = []
        self._message = JointState()
        self._publisher = self.create_publisher(JointState, "ping", qos.SENSOR)
        self.create_subscription(JointState, "pong", self._on_pong, qos.SENSOR)

    def send(self, state: ArmState) -> None:
        """Send a state."""
        self._publisher.publish(arm_conversion.fill(self._message, state))

    def _on_pong(self, message: JointState) -> None:
        self.heard.append(arm_conversion.from_msg(message))


def arm_state() -> ArmState:
    """Six positions, as of now."""
    return ArmState(
        stamp=time.time(),
        names=JOINTS,
        positions=POSITIONS,
        velocities=(),
        efforts=(),
    )


def main() -> None:
    """Exchange until standard input ends."""
    answers = claim_stdout()
    rclpy.init()
    node = PingNode()
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    node.start()

    def exchange() -> float:
        state = arm_state()
        node.heard.clear()
        return timed(executor, lambda: node.send(state), lambda: bool(node.heard), PATIENCE)

    connect(executor, lambda: node.send(arm_state()), lambda: bool(node.heard))
    serve(exchange, answers)
    node.end()
    executor.shutdown()
    node.destroy_node()
    rclpy.try_shutdown()


if __name__ == "__main__":
    main()
