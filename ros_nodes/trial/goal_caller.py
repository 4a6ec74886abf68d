"""Asks for goals, cancels, stops and control as any client may, straight on an action's services.

An action client of rclpy knows no goal before its answer and cancels no other's; the services
beneath it take every request at every instant.
"""

from __future__ import annotations

import time
import uuid
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from action_msgs.msg import GoalInfo
from action_msgs.srv import CancelGoal
from rclpy.node import Node
from rclpy.qos import QoSProfile
from unique_identifier_msgs.msg import UUID
from xlerobot_interfaces import srv

from ros_nodes.conversions import skill as skill_conversion
from ros_nodes.participant import Participant
from ros_nodes.trial.goal_history import (
    Cancel,
    CancelAnswer,
    CancelCode,
    GoalState,
    ResultHeard,
    Stop,
)
from ros_nodes.trial.goal_record import Call, GoalRecord
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.skills import SkillGoal

if TYPE_CHECKING:
    from rclpy.context import Context
    from rclpy.task import Future

_REQUESTS = QoSProfile(depth=1000)
"""Answers to a burst of requests must not push each other out."""
ANSWER_TIME = 5.0
"""A service answers within [s]."""


class GoalCaller(Participant[Node]):
    """One client of the skills; writes into a record what it asked and what it was answered."""

    def __init__(self, record: GoalRecord, namespace: str = "", name: str = "caller") -> None:
        """Join the graph.

        Args:
            record: where asking and answers are noted.
            namespace: of the arm; empty for none.
            name: of the node.
        """
        self._record = record
        self._name = name

        def make_node(context: Context) -> Node:
            node = Node(name, context=context, namespace=namespace, start_parameter_services=False)
            self._make_clients(node)
            return node

        super().__init__(make_node)

    def _make_clients(self, node: Node) -> None:
        make = partial(node.create_client, qos_profile=_REQUESTS)
        kinds = skill_conversion.ACTIONS.items()
        self._goals = {s: make(k.Impl.SendGoalService, f"{s}/_action/send_goal") for s, k in kinds}
        self._results = {
            s: make(k.Impl.GetResultService, f"{s}/_action/get_result") for s, k in kinds
        }
        self._cancels = {s: make(CancelGoal, f"{s}/_action/cancel_goal") for s, _ in kinds}
        self._stop = make(srv.StopMotion, "stop")
        self._acquire = make(srv.AcquireControl, "control/acquire")

    @property
    def connected(self) -> bool:
        """All services were found."""
        actions = (*self._goals.values(), *self._results.values(), *self._cancels.values())
        return all(c.service_is_ready() for c in (*actions, self._stop, self._acquire))

    def send(self, goal: SkillGoal) -> Call:
        """Ask for a goal; its result is asked for as soon as it is accepted."""
        kind = skill_conversion.ACTIONS[goal.skill]
        number = uuid.uuid4().bytes
        request = kind.Impl.SendGoalService.Request(
            goal_id=_uuid(number), goal=skill_conversion.fill_goal(kind.Goal(), goal)
        )
        call = Call(goal.goal_id, number.hex(), goal.skill, time.monotonic())
        with self._record.news:
            self._record.calls[call.uuid] = call
            future = self._goals[goal.skill].call_async(request)
        future.add_done_callback(partial(self._on_goal_answer, call))
        return call

    def _on_goal_answer(self, call: Call, future: Future) -> None:
        answer = future.result()
        with self._record.news:
            call.answered = time.monotonic()
            call.accepted = bool(answer is not None and answer.accepted)
            self._record.news.notify_all()
        if call.accepted:
            self.ask_result(call)

    def ask_result(self, call: Call) -> None:
        """Ask for a goal's result, whoever sent it."""
        kind = skill_conversion.ACTIONS[call.skill].Impl.GetResultService
        request = kind.Request(goal_id=_uuid(bytes.fromhex(call.uuid)))
        result = self._results[call.skill].call_async(request)
        result.add_done_callback(partial(self._on_result, call))

    def _on_result(self, call: Call, future: Future) -> None:
        answer = future.result()
        if answer is None:
            return
        result = answer.result
        with self._record.news:
            call.result = ResultHeard(
                time=time.monotonic(),
                state=GoalState(answer.status),
                error=_constant(result),
                verdict=result.verdict,
                reason=result.reason,
                message=result.error_message,
                holding=result.holding,
                played=result.set_points_played,
                discarded=result.set_points_discarded,
            )
            self._record.news.notify_all()

    def cancel(self, skill: str, target: str = "") -> None:
        """Ask an action to cancel one goal, by UUID in hexadecimal; empty for all of them."""
        number = bytes.fromhex(target) if target else bytes(16)
        request = CancelGoal.Request(goal_info=GoalInfo(goal_id=_uuid(number)))
        with self._record.news:
            index = len(self._record.cancels)
            self._record.cancels.append(Cancel(time.monotonic(), skill, target))
            future = self._cancels[skill].call_async(request)
        future.add_done_callback(partial(self._on_cancel_answer, self._record.cancels, index))

    def _on_cancel_answer(self, cancels: list[Cancel], index: int, future: Future) -> None:
        answer = future.result()
        if answer is None:
            return
        heard = CancelAnswer(
            time=time.monotonic(),
            code=CancelCode(answer.return_code),
            goals=tuple(bytes(g.goal_id.uuid).hex() for g in answer.goals_canceling),
        )
        with self._record.news:
            cancels[index] = replace(cancels[index], answer=heard)
            self._record.news.notify_all()

    def stop(self, target: str = "") -> None:
        """Call ``stop`` for one goal, by its goal id; empty for whatever runs."""
        with self._record.news:
            index = len(self._record.stops)
            self._record.stops.append(Stop(time.monotonic(), target))
            future = self._stop.call_async(srv.StopMotion.Request(goal_id=target, reason="trial"))
        future.add_done_callback(partial(self._on_stop_answer, self._record.stops, index))

    def _on_stop_answer(self, stops: list[Stop], index: int, future: Future) -> None:
        answer = future.result()
        if answer is None:
            return
        with self._record.news:
            stops[index] = replace(
                stops[index],
                answered=time.monotonic(),
                known=answer.error_code == answer.NONE,
                goals=tuple(answer.goal_ids),
            )
            self._record.news.notify_all()

    def acquire(self, owner: Owner = Owner.OPERATOR) -> int:
        """Take control, from equals too; the lease's epoch.

        Raises:
            TimeoutError: no answer came, or control was refused.
        """
        answers: list[Any] = []
        request = srv.AcquireControl.Request(owner=owner.value, client=self._name)

        def on_answer(future: Future) -> None:
            with self._record.news:
                answers.append(future.result())
                self._record.news.notify_all()

        self._acquire.call_async(request).add_done_callback(on_answer)
        self._record.wait_for(lambda: bool(answers), ANSWER_TIME)
        if not answers or not answers[0].accepted:
            why = answers[0].error_message if answers else f"no answer within {ANSWER_TIME:.0f} s"
            raise TimeoutError(f"no control for '{owner.value}': {why}; see safety/state")
        return int(answers[0].epoch)


def _uuid(number: bytes) -> UUID:
    return UUID(uuid=list(number))


def _constant(result: Any) -> str:
    """Name of the result's constant with its error code; empty when there is none."""
    names = ("NONE", *(reason.name for reason in Reason))
    return next((n for n in names if getattr(result, n) == result.error_code), "")
