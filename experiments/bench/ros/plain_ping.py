"""Bare rclpy: sends six doubles, waits for them to come back."""

from __future__ import annotations

import time

import rclpy
from rclpy.executors import SingleThreadedExecutor
from std_msgs.msg import Float64MultiArray

from experiments.bench.ros.driver import NoAnswerError, discover, serve, spin_until
from experiments.bench.ros.plain_echo import DEPTH

PATIENCE = 2.0
"""[s]"""


def main() -> None:
    """Exchange until standard input ends."""
    rclpy.init()
    node = rclpy.create_node("ping")
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    heard: list[Float64MultiArray] = []
    publisher = node.create_publisher(Float64MultiArray, "ping", DEPTH)
    node.create_subscription(Float64MultiArray, "pong", heard.append, DEPTH)
    values = [0.1, -1.7, 1.6, 0.9, 0.0, 0.5]

    def exchange() -> float:
        heard.clear()
        began = time.perf_counter()
        publisher.publish(Float64MultiArray(data=values))
        if not spin_until(executor, lambda: bool(heard), PATIENCE):
            raise NoAnswerError("six doubles did not come back")
        return time.perf_counter() - began

    discover(
        executor,
        lambda: publisher.get_subscription_count() > 0 and node.count_publishers("pong") > 0,
    )
    serve(exchange)
    executor.shutdown()
    node.destroy_node()
    rclpy.try_shutdown()


if __name__ == "__main__":
    main()
