"""The console's node and the calls a command line makes on it. All calls block, with a time limit.

Used from one thread; the node spins in another, which `close` joins.
"""

from __future__ import annotations

import queue
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from rclpy.context import Context
from std_msgs.msg import Bool
from xlerobot_interfaces import srv

from ros_nodes import qos
from ros_nodes.clock import RosClock
from ros_nodes.console.errors import RefusedError, TimedOutError, UnavailableError
from ros_nodes.console.overview import Overview
from ros_nodes.console_listener import ConsoleListener
from ros_nodes.conversions import agent as agent_conversion
from ros_nodes.participant import Participant
from ros_nodes.pending_goals import PendingGoal
from ros_nodes.skill_client import RosSkills
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.instruction import AgentStatus, InstructionReply
from xlerobot_agent.contracts.safety import ResetReply, SafetyState
from xlerobot_agent.contracts.skills import SkillFeedback, SkillGoal, SkillName, SkillResult

LOOK_ONLY = "here"
"""Method of ``verify_state`` that moves nothing."""
ANSWER_TIME = 5.0
"""A service answers within [s]."""
SILENCE = 5.0
"""The agent sends its state once a second; silent for longer it counts as gone [s]."""
ESTOP_REPEATS = 5
ESTOP_GAP = 0.05
"""An e-stop is sent several times [s apart]: one message may be lost."""


class Console(Participant[ConsoleListener]):
    """A terminal's end of the graph; a context manager."""

    def __init__(self, namespace: str = "") -> None:
        """Join the graph.

        Args:
            namespace: of the arm, such as ``left_arm``; empty for none.
        """
        super().__init__(partial(self._make_node, namespace))

    def _make_node(self, namespace: str, context: Context) -> ConsoleListener:
        node = ConsoleListener(namespace, context)
        self._skills = RosSkills(node, RosClock(node))
        self._estops = node.create_publisher(Bool, "estop", qos.ESTOP)
        return node

    @property
    def safety(self) -> SafetyState | None:
        """The supervisor's newest state; None until it was heard."""
        return self.node.safety

    @property
    def agent(self) -> AgentStatus | None:
        """The agent's newest state; None until it was heard."""
        return self.node.agent

    def node_names(self) -> tuple[str, ...]:
        """Full names of all other nodes that discovery has found so far."""
        own = self.node.get_fully_qualified_name()
        found = self.node.get_node_names_and_namespaces()
        names = {f"{space.rstrip('/')}/{name}" for name, space in found}
        return tuple(sorted(names - {own}))

    def wait_ready(self, timeout: float = 30.0, *, agent: bool = True) -> None:
        """Wait until the supervisor, the skills and, if wished, the agent are there.

        Raises:
            UnavailableError: somebody is missing after ``timeout`` [s].
        """
        instruction = self._client(srv.SubmitInstruction, "instruction")
        absent: list[str] = []
        deadline = time.monotonic() + timeout
        while True:
            absent = [
                name
                for name, there in (
                    ("safety_supervisor_node", self.safety is not None),
                    ("skill_server_node", self._skills.ready),
                    ("agent_node", not agent or self.agent is not None),
                    ("agent_node's instruction", not agent or instruction.service_is_ready()),
                )
                if not there
            ]
            left = deadline - time.monotonic()
            if not absent or left <= 0.0:
                break
            self.node.wait_for(lambda: False, min(0.1, left))
        self.node.destroy_client(instruction)
        if absent:
            raise UnavailableError(
                f"after {timeout:.0f} s nothing was heard of {', '.join(absent)}; "
                "see whether it runs, in this ROS_DOMAIN_ID and namespace"
            )

    def instruct(
        self, text: str, source: str = "operator", timeout: float = ANSWER_TIME
    ) -> InstructionReply:
        """Tell the agent what to do; its answer.

        Raises:
            UnavailableError: no agent answers.
        """
        request = srv.SubmitInstruction.Request(text=text, source=source)
        response = self._call(srv.SubmitInstruction, "instruction", request, timeout)
        return agent_conversion.reply_from_response(response)

    def follow(self, intent_id: str, timeout: float) -> Iterator[AgentStatus]:
        """The agent's states from now on, until this intent has ended; the last one says how.

        Raises:
            TimedOutError: it has not ended after ``timeout`` [s].
            UnavailableError: the agent fell silent.
        """
        deadline = time.monotonic() + timeout
        while (left := deadline - time.monotonic()) > 0.0:
            try:
                status = self.node.changes.get(timeout=min(left, SILENCE))
            except queue.Empty:
                if left > SILENCE:
                    raise UnavailableError(
                        f"the agent is silent for {SILENCE:.0f} s; see whether agent_node runs"
                    ) from None
                continue
            if status.intent_id == intent_id:
                yield status
                if status.finished:
                    return
        raise TimedOutError(f"intent '{intent_id}' has not ended after {timeout:.0f} s")

    def observe(self, timeout: float = 10.0) -> SkillResult:
        """A new look at the desk; see `run`."""
        return self.run(self._goal(SkillName.OBSERVE_SCENE, timeout))

    def verify(self, predicates: Sequence[str], timeout: float = 10.0) -> SkillResult:
        """Judge predicates such as ``inside(red_cup, tray)`` on a new look; see `run`.

        The arm stays where it is, so neither a lease is needed nor a running goal disturbed.
        """
        return self.run(
            self._goal(
                SkillName.VERIFY_STATE, timeout, predicates=tuple(predicates), method=LOOK_ONLY
            )
        )

    def pick(
        self,
        object_id: str,
        timeout: float = 60.0,
        on_feedback: Callable[[SkillFeedback], None] | None = None,
    ) -> SkillResult:
        """Grasp and lift, under an operator's lease; see `run`."""
        goal = self._goal(SkillName.PICK, timeout, object_id=object_id)
        return self._run_as_operator(goal, on_feedback)

    def place(
        self,
        object_id: str,
        target_id: str,
        timeout: float = 60.0,
        on_feedback: Callable[[SkillFeedback], None] | None = None,
    ) -> SkillResult:
        """Put what is held somewhere, under an operator's lease; see `run`."""
        goal = self._goal(SkillName.PLACE, timeout, object_id=object_id, target_id=target_id)
        return self._run_as_operator(goal, on_feedback)

    def move_to_rest(
        self,
        timeout: float = 60.0,
        on_feedback: Callable[[SkillFeedback], None] | None = None,
    ) -> SkillResult:
        """To the rest pose, under an operator's lease; see `run`."""
        return self._run_as_operator(self._goal(SkillName.MOVE_TO_REST, timeout), on_feedback)

    def run(
        self, goal: SkillGoal, on_feedback: Callable[[SkillFeedback], None] | None = None
    ) -> SkillResult:
        """Run one skill to its result; whatever interrupts the wait cancels it.

        Raises:
            TimedOutError: there is no result a good while after the goal's own time.
        """
        pending = PendingGoal(goal, on_feedback)
        self.soon(self._skills.submit, goal, pending)
        allowed = goal.timeout + 2.0 * ANSWER_TIME
        try:
            result = pending.wait(allowed)
        except BaseException:
            self.soon(self._skills.cancel, goal.goal_id)
            raise
        if result is None:
            self.soon(self._skills.cancel, goal.goal_id)
            raise TimedOutError(
                f"{goal.skill} has no result after {allowed:.0f} s; it was cancelled"
            )
        return result

    def stop(self, reason: str = "stopped from the console") -> tuple[str, ...]:
        """Hold the arm and end whatever runs; the ids of the goals that ended.

        Raises:
            UnavailableError: no skill server answers; the arm itself was told to hold all the same.
        """
        self._skills.stop(reason)
        response = self._call(
            srv.StopMotion, "stop", srv.StopMotion.Request(reason=reason), ANSWER_TIME
        )
        return tuple(response.goal_ids)

    def estop(self, timeout: float = ANSWER_TIME) -> SafetyState:
        """Protective stop, latched; the supervisor's state that shows the latch.

        Raises:
            UnavailableError: no supervisor shows a latch; the arm holds by itself if it heard.
        """
        deadline = time.monotonic() + timeout
        while self._estops.get_subscription_count() == 0 and time.monotonic() < deadline:
            self.node.wait_for(lambda: False, ESTOP_GAP)
        for _ in range(ESTOP_REPEATS):
            self._estops.publish(Bool(data=True))
            self.node.wait_for(lambda: False, ESTOP_GAP)
        left = max(0.0, deadline - time.monotonic())
        self.node.wait_for(lambda: bool(self.safety and self.safety.latches), left)
        state = self.safety
        if state is None or not state.latches:
            raise UnavailableError(
                "the e-stop was sent, but no supervisor shows a latch; see whether "
                "safety_supervisor_node runs, and cut the arm's power if it moves"
            )
        return state

    def reset(
        self, operator: str, latch_id: int | None = None, timeout: float = ANSWER_TIME
    ) -> tuple[ResetReply, ...]:
        """Reset one latch by its number, or all that are set; the answers.

        Raises:
            UnavailableError: no supervisor answers.
        """
        if latch_id is None:
            if not self.node.wait_for(lambda: self.safety is not None, timeout):
                raise UnavailableError("no supervisor is heard; see whether it runs")
            state = self.safety
            numbers = [latch.latch_id for latch in state.latches] if state is not None else []
        else:
            numbers = [latch_id]
        return tuple(self._reset(number, operator, timeout) for number in numbers)

    def overview(self, seconds: float = 1.5) -> Overview:
        """Listen for a while and tell what was heard."""
        self.node.wait_for(lambda: False, seconds)
        with self.node.heard:
            return Overview(
                nodes=dict(sorted(self.node.health.items())),
                safety=self.safety,
                agent=self.agent,
            )

    def _goal(self, skill: SkillName, timeout: float, **values: Any) -> SkillGoal:
        goal_id = f"console-{uuid.uuid4().hex[:8]}"
        return SkillGoal(
            goal_id=goal_id, skill=skill.value, owner=Owner.OPERATOR, timeout=timeout, **values
        )

    def _run_as_operator(
        self, goal: SkillGoal, on_feedback: Callable[[SkillFeedback], None] | None
    ) -> SkillResult:
        lease = self._call(
            srv.AcquireControl,
            "control/acquire",
            srv.AcquireControl.Request(owner=Owner.OPERATOR.value, client=self.node.get_name()),
            ANSWER_TIME,
        )
        if not lease.accepted:
            raise RefusedError(lease.error_message)
        try:
            return self.run(goal.model_copy(update={"epoch": lease.epoch}), on_feedback)
        finally:
            release = srv.ReleaseControl.Request(lease_id=lease.lease_id)
            self._call(srv.ReleaseControl, "control/release", release, ANSWER_TIME)

    def _reset(self, number: int, operator: str, timeout: float) -> ResetReply:
        request = srv.ResetSafety.Request(latch_id=number, operator_name=operator)
        response = self._call(srv.ResetSafety, "safety/reset", request, timeout)
        return ResetReply(
            accepted=response.accepted,
            message=response.error_message or f"latch {number} was reset",
            remaining=tuple(response.remaining),
        )

    def _client(self, kind: Any, name: str) -> Any:
        return self.node.create_client(kind, name)

    def _call(self, kind: Any, name: str, request: Any, timeout: float) -> Any:
        client = self._client(kind, name)
        try:
            if not client.wait_for_service(timeout_sec=timeout):
                raise UnavailableError(
                    f"nobody offers '{name}' after {timeout:.0f} s; see whether the nodes run, "
                    "in this ROS_DOMAIN_ID and namespace"
                )
            done = threading.Event()
            future = client.call_async(request)
            future.add_done_callback(lambda _: done.set())
            if not done.wait(timeout):
                raise UnavailableError(f"'{name}' did not answer within {timeout:.0f} s")
            return future.result()
        finally:
            self.node.destroy_client(client)
