"""The built interfaces travel over a live graph (architecture, ROS graph)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import rclpy
from rclpy.context import Context
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from rclpy.task import Future
from tf2_msgs.msg import TFMessage
from xlerobot_interfaces.msg import ActionChunk

from xlerobot_agent.middleware import stay_on_this_machine
from xlerobot_agent.ros_domain import reserve_any_domain

pytestmark = pytest.mark.ros


@pytest.fixture
def node() -> Iterator[Node]:
    stay_on_this_machine()
    context = Context()
    with reserve_any_domain() as domain:
        rclpy.init(context=context, domain_id=domain.number)
        node = Node("interfaces", context=context)
        yield node
        node.destroy_node()
        context.shutdown()


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (ActionChunk, ActionChunk(chunk_id="chunk-1", dt=0.01, positions=[0.1, 0.2])),
        (TFMessage, TFMessage()),
    ],
)
def test_message_arrives_as_sent(node: Node, kind: type, message: object) -> None:
    """The wheels' Fast DDS takes the type support that this tree builds."""
    arrived: Future[object] = Future()
    node.create_subscription(kind, "sent", arrived.set_result, 1)
    publisher = node.create_publisher(kind, "sent", 1)
    timer = node.create_timer(0.05, lambda: publisher.publish(message))
    executor = SingleThreadedExecutor(context=node.context)
    executor.add_node(node)
    executor.spin_until_future_complete(arrived, timeout_sec=20.0)
    timer.cancel()
    executor.shutdown()
    assert arrived.result() == message
