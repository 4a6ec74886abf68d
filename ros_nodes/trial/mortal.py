"""A client that asks for a goal, asks for its cancel and is dead at once: a process of its own.

``python -m ros_nodes.trial.mortal [NAMESPACE]`` says ``ready``, reads one order (JSON) from its
standard input, says when it cancelled (steady time, s) and kills itself.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from typing import Any

import rclpy
from action_msgs.msg import GoalInfo
from action_msgs.srv import CancelGoal
from unique_identifier_msgs.msg import UUID

from ros_nodes.conversions import skill as skill_conversion
from ros_nodes.trial.last_will import LastWill

FOUND_TIME = 20.0
"""Discovery finds the actions within [s]."""
ANSWER_TIME = 5.0
"""A goal is answered within [s]."""


def main() -> None:
    """Do as the module says."""
    rclpy.init()
    node = rclpy.create_node(
        f"mortal_{os.getpid()}", namespace=sys.argv[1] if len(sys.argv) > 1 else ""
    )
    clients: dict[str, tuple[Any, Any]] = {
        skill: (
            node.create_client(kind.Impl.SendGoalService, f"{skill}/_action/send_goal"),
            node.create_client(CancelGoal, f"{skill}/_action/cancel_goal"),
        )
        for skill, kind in skill_conversion.ACTIONS.items()
    }
    for pair in clients.values():
        for client in pair:
            if not client.wait_for_service(FOUND_TIME):
                sys.exit(f"nobody offers {client.srv_name} after {FOUND_TIME:.0f} s")
    _say("ready")
    will = LastWill.model_validate_json(sys.stdin.readline())
    goals, cancels = clients[will.goal.skill]
    number = UUID(uuid=list(bytes.fromhex(will.uuid)))
    kind = skill_conversion.ACTIONS[will.goal.skill]
    answer = goals.call_async(
        kind.Impl.SendGoalService.Request(
            goal_id=number, goal=skill_conversion.fill_goal(kind.Goal(), will.goal)
        )
    )
    if will.delay is not None:
        rclpy.spin_until_future_complete(node, answer, timeout_sec=ANSWER_TIME)
        until = time.monotonic() + will.delay
        while (left := until - time.monotonic()) > 0.0:
            rclpy.spin_once(node, timeout_sec=left)
    _say(f"{time.monotonic()}")
    cancels.call_async(CancelGoal.Request(goal_info=GoalInfo(goal_id=number)))
    os.kill(os.getpid(), signal.SIGKILL)


def _say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
