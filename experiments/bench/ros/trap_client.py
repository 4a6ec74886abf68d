"""Cancels the goal of a server that cannot hear it; bare rclpy."""

from __future__ import annotations

import time
from typing import Any

import rclpy
from rclpy.action import ActionClient
from rclpy.executors import SingleThreadedExecutor
from xlerobot_interfaces.action import MoveToRest

from experiments.bench.ros.driver import NoAnswerError, claim_stdout, discover, serve, spin_until
from experiments.bench.ros.trap_server import ACTION, GOAL_SECONDS

PATIENCE = 10.0 * GOAL_SECONDS


def main() -> None:
    """Exchange until standard input ends."""
    answers = claim_stdout()
    rclpy.init()
    node = rclpy.create_node("trap_client")
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    client = ActionClient(node, MoveToRest, ACTION)

    def wait(future: Any) -> Any:
        if not spin_until(executor, future.done, PATIENCE):
            raise NoAnswerError("the server does not answer")
        return future.result()

    def exchange() -> float:
        running: list[Any] = []
        handle = wait(client.send_goal_async(MoveToRest.Goal(), running.append))
        if not spin_until(executor, lambda: bool(running), PATIENCE):
            raise NoAnswerError("the goal does not run")
        began = time.perf_counter()
        handle.cancel_goal_async()
        wait(handle.get_result_async())
        return time.perf_counter() - began

    discover(executor, client.server_is_ready)
    serve(exchange, answers)
    client.destroy()
    executor.shutdown()
    node.destroy_node()
    rclpy.try_shutdown()


if __name__ == "__main__":
    main()
