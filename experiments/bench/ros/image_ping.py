"""Sends a 640x480 picture, waits until the other process has it."""

from __future__ import annotations

import sys

import numpy as np
import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.qos import QoSProfile
from sensor_msgs.msg import Image
from std_msgs.msg import Header

from experiments.bench.ros.driver import claim_stdout, connect, serve, timed
from ros_nodes import qos
from ros_nodes.conversions import camera as camera_conversion
from ros_nodes.lifecycle import ManagedNode
from ros_nodes.parameters import Settings
from xlerobot_agent.contracts.camera import Frame, Intrinsics

WIDTH, HEIGHT = 640, 480
PATIENCE = 1.0
"""Before an image counts as lost [s]."""
DEFAULT_DEPTH = 10


def profile(*, reliable: bool) -> QoSProfile:
    """Of the image topic: rclpy's default where it is to be reliable, else our own."""
    return QoSProfile(depth=DEFAULT_DEPTH) if reliable else qos.NEWEST


class ImageNode(ManagedNode[Settings]):
    """A node like the simulation's."""

    def __init__(self, reliable: bool) -> None:
        super().__init__("image", Settings)
        self._profile = profile(reliable=reliable)

    def configure(self) -> None:
        """Build the two topics."""
        self.acknowledged: Header | None = None
        self._publisher = self.create_publisher(Image, "image", self._profile)
        self.create_subscription(Header, "acknowledge", self._on_acknowledge, qos.STATUS)

    def send(self, message: Image) -> None:
        """Send an image."""
        self._publisher.publish(message)

    def has_acknowledged(self, stamp: float) -> bool:
        """The other node has the image of a stamp [s]."""
        heard = self.acknowledged
        return heard is not None and heard.stamp.sec == int(stamp)

    def _on_acknowledge(self, message: Header) -> None:
        self.acknowledged = message


class Exchange:
    """Sends one picture after another, each with a stamp of its own."""

    def __init__(self, node: ImageNode, executor: SingleThreadedExecutor) -> None:
        """Draw noise once."""
        self._node = node
        self._executor = executor
        self._sequence = 0
        random = np.random.default_rng(0)
        self._image = random.integers(0, 256, (HEIGHT, WIDTH, 3), dtype=np.uint8)

    def __call__(self) -> float:
        """Duration from having a message to knowing that the other process has read it [s].

        Raises:
            NoAnswerError: several in a row were lost.
        """
        message = self._next()
        return timed(self._executor, lambda: self._node.send(message), self.arrived, PATIENCE)

    def send(self) -> None:
        """Send one more picture."""
        self._node.send(self._next())

    def arrived(self) -> bool:
        """The other process has the last picture."""
        return self._node.has_acknowledged(float(self._sequence))

    def _next(self) -> Image:
        self._sequence += 1
        return camera_conversion.image_to_msg(
            Frame(
                camera="front",
                sequence=self._sequence,
                stamp=float(self._sequence),
                image=self._image,
                intrinsics=Intrinsics(WIDTH, HEIGHT, 500.0, 500.0, 319.5, 239.5),
                extrinsics=np.eye(4),
            )
        )


def main() -> None:
    """Exchange until standard input ends."""
    answers = claim_stdout()
    rclpy.init(args=[])
    node = ImageNode("reliable" in sys.argv[1:])
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    node.start()
    exchange = Exchange(node, executor)
    connect(executor, exchange.send, lambda: node.acknowledged is not None)
    serve(exchange, answers)
    node.end()
    executor.shutdown()
    node.destroy_node()
    rclpy.try_shutdown()


if __name__ == "__main__":
    main()
