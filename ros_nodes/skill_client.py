"""``SkillPort`` over ROS: the skills of a skill server, by actions and services."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from action_msgs.msg import GoalStatus
from rclpy.action import ActionClient
from xlerobot_interfaces import msg, srv

from ros_nodes import qos
from ros_nodes.conversions import chunk as chunk_conversion
from ros_nodes.conversions import skill as skill_conversion
from ros_nodes.pending_goals import unfinished_result
from xlerobot_agent.contracts.chunk import HoldRequest
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict

if TYPE_CHECKING:
    from rclpy.task import Future

    from xlerobot_agent.contracts.ports import Clock, SkillListener
    from xlerobot_agent.contracts.skills import SkillGoal, SkillResult

ANSWER_TIME = 3.0
"""Real time in which a goal is accepted or refused [s]."""
SILENCE = 3.0
"""Real time without feedback after which a moving goal's server counts as dead [s]."""
WATCH_PERIOD = 0.25
"""[s]"""


@dataclass
class _Running:
    """One goal that has no result yet."""

    goal: SkillGoal
    listener: SkillListener
    heard: float
    """When the server last gave a sign of life, monotonic [s]."""
    patience: float
    """How long it may be silent [s]."""
    sent: bool = False
    handle: Any = None
    cancelled: bool = False


class RosSkills:
    """Implements ``SkillPort``; all its callbacks run in the node's default group.

    A server that does not answer, or falls silent, ends the goal with reason ``heartbeat_lost``.
    A cancel or stop is also sent to the arm itself as a hold, which waits for nobody.
    """

    def __init__(self, node: Any, clock: Clock) -> None:
        """Make the clients.

        Args:
            node: the node that spins; relative names, so its namespace is the arm's.
            clock: for stamps of results that no server made.
        """
        self._node = node
        self._clock = clock
        self._source = node.get_name()
        self._running: dict[str, _Running] = {}
        self._actions = {
            skill: ActionClient(node, kind, skill)
            for skill, kind in skill_conversion.ACTIONS.items()
        }
        self._looks = {
            skill: node.create_client(kind, skill)
            for skill, kind in skill_conversion.SERVICES.items()
        }
        self._stop = node.create_client(srv.StopMotion, "stop")
        self._holds = node.create_publisher(msg.HoldRequest, "hold", qos.HOLD)
        node.create_timer(WATCH_PERIOD, self._watch, clock=node.steady_clock)

    @property
    def ready(self) -> bool:
        """The skill server's actions and services are there."""
        return not self.missing

    @property
    def missing(self) -> tuple[str, ...]:
        """Actions and services that discovery has not found."""
        return tuple(skill for skill in [*self._actions, *self._looks] if not self._offered(skill))

    def submit(self, goal: SkillGoal, listener: SkillListener) -> None:
        """Start a goal; a refusal is a result with verdict REJECTED."""
        running = _Running(goal, listener, time.monotonic(), ANSWER_TIME)
        self._running[goal.goal_id] = running
        if goal.skill not in self._actions and goal.skill not in self._looks:
            self._fail(running, Verdict.REJECTED, Reason.INVALID_GOAL, self._unknown(goal))
        elif self._offered(goal.skill):
            self._send(running)

    def cancel(self, goal_id: str) -> None:
        """Ask a goal to end; always accepted, unknown goals are already ended."""
        running = self._running.get(goal_id)
        if running is None or running.cancelled:
            return
        running.cancelled = True
        self._hold(goal_id, Reason.CANCELLED)
        if not running.sent:
            self._fail(running, Verdict.PREEMPTED, Reason.CANCELLED, "cancelled before it was sent")
            return
        if running.goal.skill in self._looks:
            self._stop.call_async(srv.StopMotion.Request(goal_id=goal_id, reason="cancelled"))
        elif running.handle is not None:
            running.handle.cancel_goal_async()

    def stop(self, reason: str) -> None:
        """Hold the arm and end whatever runs."""
        self._hold("", Reason.STOPPED)
        self._stop.call_async(srv.StopMotion.Request(reason=reason))

    def _hold(self, goal_id: str, reason: Reason) -> None:
        request = HoldRequest(goal_id=goal_id, reason=reason, source=self._source)
        self._holds.publish(chunk_conversion.hold_to_msg(request))

    def _unknown(self, goal: SkillGoal) -> str:
        known = ", ".join(sorted([*self._actions, *self._looks]))
        return f"no skill '{goal.skill}' goes over ROS; there are {known}"

    def _offered(self, skill: str) -> bool:
        if skill in self._actions:
            return bool(self._actions[skill].server_is_ready())
        return bool(self._looks[skill].service_is_ready())

    def _send(self, running: _Running) -> None:
        running.sent = True
        running.heard = time.monotonic()
        if running.goal.skill in self._actions:
            self._send_goal(running)
        else:
            self._ask(running)

    # Skills that move

    def _send_goal(self, running: _Running) -> None:
        goal = running.goal
        message = skill_conversion.fill_goal(skill_conversion.ACTIONS[goal.skill].Goal(), goal)
        future = self._actions[goal.skill].send_goal_async(
            message, partial(self._on_feedback, running)
        )
        future.add_done_callback(partial(self._on_answer, running))

    def _on_answer(self, running: _Running, future: Future) -> None:
        handle = future.result()
        if handle is None or not handle.accepted:
            self._fail(
                running,
                Verdict.REJECTED,
                Reason.BLOCKED,
                "the skill server takes no goal now; see its diagnostics",
            )
            return
        running.handle = handle
        running.heard, running.patience = time.monotonic(), SILENCE
        handle.get_result_async().add_done_callback(partial(self._on_result, running))
        if running.cancelled:
            handle.cancel_goal_async()

    def _on_feedback(self, running: _Running, message: Any) -> None:
        running.heard = time.monotonic()
        if running.goal.goal_id in self._running:
            running.listener.on_feedback(skill_conversion.feedback_from_msg(message.feedback))

    def _on_result(self, running: _Running, future: Future) -> None:
        answer = future.result()
        if answer is None or answer.status == GoalStatus.STATUS_UNKNOWN:
            self._fail(
                running,
                Verdict.FAILED,
                Reason.HEARTBEAT_LOST,
                "the skill server does not know this goal; it was started anew",
            )
            return
        self._read(running, answer.result)

    # Skills that look

    def _ask(self, running: _Running) -> None:
        goal = running.goal
        running.patience = goal.timeout + ANSWER_TIME
        kind = skill_conversion.SERVICES[goal.skill]
        request = skill_conversion.fill_goal(kind.Request(), goal)
        future = self._looks[goal.skill].call_async(request)
        future.add_done_callback(lambda done: self._read(running, done.result()))

    # The end

    def _read(self, running: _Running, message: Any) -> None:
        try:
            result = skill_conversion.result_from_msg(running.goal.skill, message)
        except ValueError as error:
            self._fail(
                running, Verdict.FAILED, Reason.UNKNOWN, f"the result cannot be read: {error}"
            )
            return
        self._finish(running, result)

    def _fail(self, running: _Running, verdict: Verdict, reason: Reason, message: str) -> None:
        now = self._clock.now()
        self._finish(running, unfinished_result(running.goal, verdict, reason, message, now))

    def _finish(self, running: _Running, result: SkillResult) -> None:
        """Exactly one result a goal: a late one finds the goal gone."""
        if self._running.get(running.goal.goal_id) is running:
            del self._running[running.goal.goal_id]
            running.listener.on_result(result)

    def _watch(self) -> None:
        steady = time.monotonic()
        for running in list(self._running.values()):
            if not running.sent and self._offered(running.goal.skill):
                self._send(running)
            elif steady - running.heard > running.patience:
                self._give_up(running, steady - running.heard)

    def _give_up(self, running: _Running, silence: float) -> None:
        if not running.sent:
            self._fail(
                running,
                Verdict.REJECTED,
                Reason.HEARTBEAT_LOST,
                f"nobody offers '{running.goal.skill}' after {silence:.1f} s; "
                "see whether skill_server_node runs",
            )
            return
        self._hold(running.goal.goal_id, Reason.HEARTBEAT_LOST)
        self._fail(
            running,
            Verdict.FAILED,
            Reason.HEARTBEAT_LOST,
            f"the skill server is silent for {silence:.1f} s, "
            f"the limit is {running.patience:.1f} s; see whether it runs",
        )
