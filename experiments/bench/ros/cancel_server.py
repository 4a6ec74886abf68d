"""The skill server's node around a server that never moves: goals run until they are cancelled."""

from __future__ import annotations

import sys

from ros_nodes.pending_goals import unfinished_result
from ros_nodes.process import run
from ros_nodes.skill_server.node import THREADS, SkillServerNode
from ros_nodes.skill_server.server import SkillServer
from xlerobot_agent.contracts.ports import Clock, SkillListener
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict
from xlerobot_agent.contracts.skills import Phase, SkillFeedback, SkillGoal


class IdleServer(SkillServer):
    """Says that a goal runs; ends it when it is cancelled."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._goals: dict[str, tuple[SkillGoal, SkillListener]] = {}

    @property
    def holding(self) -> str:
        """Nothing."""
        return ""

    @property
    def moving_goal(self) -> str:
        """None: nothing moves."""
        return ""

    def submit(self, goal: SkillGoal, listener: SkillListener) -> None:
        """Start a goal and say so."""
        self._goals[goal.goal_id] = (goal, listener)
        listener.on_feedback(
            SkillFeedback(
                goal_id=goal.goal_id,
                phase=Phase.RUNNING,
                progress=0.0,
                stamp=self._clock.now(),
            )
        )

    def cancel(self, goal_id: str) -> None:
        """End a goal."""
        entry = self._goals.pop(goal_id, None)
        if entry is None:
            return
        goal, listener = entry
        listener.on_result(
            unfinished_result(
                goal,
                Verdict.PREEMPTED,
                Reason.CANCELLED,
                "cancelled on request",
                self._clock.now(),
            )
        )

    def on_supervision(self, objection: str) -> None:
        """Nothing moves, so nothing needs a supervisor."""

    def tick(self, now: float) -> None:
        """Nothing moves."""


class CancelServerNode(SkillServerNode):
    """The node with all its topics, groups, timers and threads."""

    def configure(self) -> None:
        """As ever, then put the idle server in."""
        super().configure()
        self._server = IdleServer(self.clock)


def main() -> int:
    """Serve until SIGTERM."""
    return run(CancelServerNode, threads=THREADS)


if __name__ == "__main__":
    sys.exit(main())
