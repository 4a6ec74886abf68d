"""Cancels one running goal after another over ``RosSkills``, as the agent does."""

from __future__ import annotations

import random
import time

import rclpy
from rclpy.executors import SingleThreadedExecutor

from experiments.bench.ros.driver import NoAnswerError, claim_stdout, discover, serve, spin_until
from ros_nodes.identifiers import RunIdentifiers
from ros_nodes.lifecycle import ManagedNode
from ros_nodes.parameters import Settings
from ros_nodes.skill_client import RosSkills
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.skills import SkillFeedback, SkillGoal, SkillName, SkillResult

PATIENCE = 10.0
"""[s]"""
LONGEST_RUN = 0.02
"""Goals run for a random time up to this [s]: two of the server's periods."""


class Heard:
    """``SkillListener`` of one goal."""

    def __init__(self) -> None:
        self.running = False
        self.results: list[SkillResult] = []

    def on_feedback(self, _feedback: SkillFeedback) -> None:
        """The goal runs."""
        self.running = True

    def on_result(self, result: SkillResult) -> None:
        """The goal's end."""
        self.results.append(result)


class CancelNode(ManagedNode[Settings]):
    """A node like the agent's."""

    def __init__(self) -> None:
        super().__init__("cancel_client", Settings)

    def configure(self) -> None:
        """Build the skill client."""
        self.skills = RosSkills(self, self.clock)


def main() -> None:
    """Exchange until standard input ends."""
    answers = claim_stdout()
    rclpy.init()
    node = CancelNode()
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    node.start()
    ids, moments = RunIdentifiers(), random.Random(0)

    def exchange() -> float:
        goal = SkillGoal(goal_id=ids.new("goal"), skill=SkillName.MOVE_TO_REST)
        heard = Heard()
        node.skills.submit(goal, heard)
        if not spin_until(executor, lambda: heard.running, PATIENCE):
            raise NoAnswerError("the goal does not run")
        # The server steps every 10 ms and has just done so: a cancel comes at any time in between.
        spin_until(executor, lambda: False, moments.uniform(0.0, LONGEST_RUN))
        began = time.perf_counter()
        node.skills.cancel(goal.goal_id)
        if not spin_until(executor, lambda: bool(heard.results), PATIENCE):
            raise NoAnswerError("the cancelled goal has no result")
        took = time.perf_counter() - began
        result = heard.results[0]
        if result.reason is not Reason.CANCELLED:
            raise NoAnswerError(f"the cancelled goal ended otherwise: {result.message}")
        return took

    discover(executor, lambda: node.skills.ready)
    serve(exchange, answers)
    node.end()
    executor.shutdown()
    node.destroy_node()
    rclpy.try_shutdown()


if __name__ == "__main__":
    main()
