"""Acknowledges images: reads each as an array, answers with its stamp."""

from __future__ import annotations

import sys

from sensor_msgs.msg import Image
from std_msgs.msg import Header

from experiments.bench.ros.image_ping import profile
from ros_nodes import qos
from ros_nodes.conversions import camera as camera_conversion
from ros_nodes.lifecycle import ManagedNode
from ros_nodes.parameters import Settings
from ros_nodes.process import run


class AcknowledgeNode(ManagedNode[Settings]):
    """A node like perception's."""

    def __init__(self, reliable: bool) -> None:
        super().__init__("acknowledge", Settings)
        self._profile = profile(reliable=reliable)

    def configure(self) -> None:
        """Build the two topics."""
        self._acknowledge = self.create_publisher(Header, "acknowledge", qos.STATUS)
        self.create_subscription(Image, "image", self._on_image, self._profile)

    def _on_image(self, message: Image) -> None:
        camera_conversion.image_from_msg(message)
        self._acknowledge.publish(message.header)


def main() -> int:
    """Answer until SIGTERM."""
    reliable = "reliable" in sys.argv[1:]
    return run(lambda: AcknowledgeNode(reliable), arguments=[])


if __name__ == "__main__":
    sys.exit(main())
