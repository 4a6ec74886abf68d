"""Bare rclpy: sends six doubles, as an array or a joint state; waits for them to come back."""

from __future__ import annotations

import sys

import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.qos import qos_profile_sensor_data

from experiments.bench.ros.driver import claim_stdout, connect, serve, timed
from experiments.bench.ros.six_doubles import example

PATIENCE = 0.5
"""Before a message counts as lost [s]."""


def main() -> None:
    """Exchange until standard input ends."""
    answers = claim_stdout()
    rclpy.init()
    node = rclpy.create_node("ping")
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    message = example(sys.argv)
    heard: list[object] = []
    publisher = node.create_publisher(type(message), "ping", qos_profile_sensor_data)
    node.create_subscription(type(message), "pong", heard.append, qos_profile_sensor_data)

    def exchange() -> float:
        heard.clear()
        return timed(executor, lambda: publisher.publish(message), lambda: bool(heard), PATIENCE)

    connect(executor, lambda: publisher.publish(message), lambda: bool(heard))
    serve(exchange, answers)
    executor.shutdown()
    node.destroy_node()
    rclpy.try_shutdown()


if __name__ == "__main__":
    main()
