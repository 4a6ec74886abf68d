"""Bare rclpy: sends six doubles back."""

from __future__ import annotations

import rclpy
from rclpy.executors import ExternalShutdownException
from rclpy.qos import qos_profile_sensor_data
from std_msgs.msg import Float64MultiArray


def main() -> None:
    """Answer until SIGTERM."""
    rclpy.init()
    node = rclpy.create_node("echo")
    publisher = node.create_publisher(Float64MultiArray, "pong", qos_profile_sensor_data)
    node.create_subscription(Float64MultiArray, "ping", publisher.publish, qos_profile_sensor_data)
    try:
        rclpy.spin(node)
    except (ExternalShutdownException, KeyboardInterrupt):
        pass
    finally:
        node.destroy_node()
        rclpy.try_shutdown()


if __name__ == "__main__":
    main()
