"""Bare rclpy: sends six doubles back, as an array or as a joint state."""

from __future__ import annotations

import sys

import rclpy
from rclpy.executors import ExternalShutdownException
from rclpy.qos import qos_profile_sensor_data

from experiments.bench.ros.six_doubles import example


def main() -> None:
    """Answer until SIGTERM."""
    rclpy.init()
    node = rclpy.create_node("echo")
    kind = type(example(sys.argv))
    publisher = node.create_publisher(kind, "pong", qos_profile_sensor_data)
    node.create_subscription(kind, "ping", publisher.publish, qos_profile_sensor_data)
    try:
        rclpy.spin(node)
    except (ExternalShutdownException, KeyboardInterrupt):
        pass
    finally:
        node.destroy_node()
        rclpy.try_shutdown()


if __name__ == "__main__":
    main()
