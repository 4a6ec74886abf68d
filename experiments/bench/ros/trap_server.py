"""What not to do: a goal that blocks the one thread which would have to hear of its cancel."""

from __future__ import annotations

import time

import rclpy
from rclpy.action import ActionServer, CancelResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.executors import ExternalShutdownException
from xlerobot_interfaces.action import MoveToRest

GOAL_SECONDS = 1.0
"""How long a goal takes that nobody cancels."""
POLL_SECONDS = 0.002
ACTION = "move_to_rest"


def execute(handle: ServerGoalHandle) -> MoveToRest.Result:
    """Run until the end, or until the cancel is heard of."""
    handle.publish_feedback(MoveToRest.Feedback())
    deadline = time.monotonic() + GOAL_SECONDS
    while time.monotonic() < deadline:
        if handle.is_cancel_requested:
            handle.canceled()
            return MoveToRest.Result()
        time.sleep(POLL_SECONDS)
    handle.succeed()
    return MoveToRest.Result()


def main() -> None:
    """Serve until SIGTERM."""
    rclpy.init()
    node = rclpy.create_node("trap")
    server = ActionServer(
        node, MoveToRest, ACTION, execute, cancel_callback=lambda _: CancelResponse.ACCEPT
    )
    try:
        rclpy.spin(node)
    except (ExternalShutdownException, KeyboardInterrupt):
        pass
    finally:
        server.destroy()
        node.destroy_node()
        rclpy.try_shutdown()


if __name__ == "__main__":
    main()
