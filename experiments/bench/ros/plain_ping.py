"""Bare rclpy: sends six doubles, waits for them to come back."""

from __future__ import annotations

import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.qos import qos_profile_sensor_data
from std_msgs.msg import Float64MultiArray

from experiments.bench.ros.driver import claim_stdout, connect, serve, timed

PATIENCE = 0.5
"""Before a message counts as lost [s]."""


def main() -> None:
    """Exchange until standard input ends."""
    answers = claim_stdout()
    rclpy.init()
    node = rclpy.create_node("ping")
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    heard: list[Float64MultiArray] = []
    publisher = node.create_publisher(Float64MultiArray, "ping", qos_profile_sensor_data)
    node.create_subscription(Float64MultiArray, "pong", heard.append, qos_profile_sensor_data)
    message = Float64MultiArray(data=[0.1, -1.7, 1.6, 0.9, 0.0, 0.5])

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
