"""Whoever sends what no node of ours would: see `malformed`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rclpy.node import Node
    from rclpy.publisher import Publisher

    from ros_nodes.trial.malformed import Malformed


class Forger:
    """Publishers of malformed messages, one a topic, made when they are first needed."""

    def __init__(self, node: Node) -> None:
        """Send nothing yet."""
        self._node = node
        self._publishers: dict[str, Publisher] = {}

    def heard(self, forged: Malformed) -> bool:
        """Somebody listens to the topic of a message."""
        return self._publisher(forged).get_subscription_count() > 0

    def send(self, forged: Malformed, now: float) -> None:
        """Send it once, stamped with the node time ``now`` [s]."""
        self._publisher(forged).publish(forged.make(now))

    def _publisher(self, forged: Malformed) -> Publisher:
        if forged.topic not in self._publishers:
            message = type(forged.make(0.0))
            self._publishers[forged.topic] = self._node.create_publisher(
                message, forged.topic, forged.profile
            )
        return self._publishers[forged.topic]
