"""Where a node's chunks and holds go: the supervisor's gate, and the arm itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlerobot_interfaces import msg

from ros_nodes import qos
from ros_nodes.conversions import chunk as chunk_conversion

if TYPE_CHECKING:
    from rclpy.node import Node

    from xlerobot_agent.contracts.chunk import ActionChunk, HoldRequest


class TopicSink:
    """``ChunkSink`` on topics; publishing is safe from any thread."""

    def __init__(self, node: Node) -> None:
        """Publish in a node's name."""
        self._chunks = node.create_publisher(msg.ActionChunk, "chunk_request", qos.CHUNK)
        self._holds = node.create_publisher(msg.HoldRequest, "hold", qos.HOLD)

    def request(self, chunk: ActionChunk) -> None:
        """Ask the supervisor's gate."""
        self._chunks.publish(chunk_conversion.to_msg(chunk))

    def hold(self, request: HoldRequest) -> None:
        """Ask the arm itself."""
        self._holds.publish(chunk_conversion.hold_to_msg(request))
