"""skill_server_node: the skills as actions and services.

One thread owns the plain server: joint states, scenes, statuses and the control timer share a
callback group. Actions and services have groups of their own; they leave notes in the server's
inbox, and whatever stops motion publishes the hold itself first, so that no planning delays it.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import Field
from rclpy.action import CancelResponse, GoalResponse
from rclpy.action.server import ServerGoalHandle
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup
from sensor_msgs.msg import JointState
from std_msgs.msg import String
from xlerobot_interfaces import msg, srv

from ros_nodes import qos
from ros_nodes.action_server import CancellingActionServer
from ros_nodes.conversions import arm as arm_conversion
from ros_nodes.conversions import chunk as chunk_conversion
from ros_nodes.conversions import safety as safety_conversion
from ros_nodes.conversions import scene as scene_conversion
from ros_nodes.conversions import skill as skill_conversion
from ros_nodes.identifiers import RunIdentifiers
from ros_nodes.lifecycle import OK, Diagnosis, ManagedNode
from ros_nodes.liveliness_watch import LivelinessWatch
from ros_nodes.parameters import Settings
from ros_nodes.pending_goals import PendingGoal, unfinished_result
from ros_nodes.process import run
from ros_nodes.scheduling import Urgency
from ros_nodes.skill_server.clock_watch import SILENCE, ClockWatch
from ros_nodes.skill_server.server import SkillServer
from ros_nodes.skill_server.settings import SkillSettings
from ros_nodes.skill_server.supervision import Supervision
from ros_nodes.topic_sink import TopicSink
from xlerobot_agent.configuration import config_directory, load
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.contracts.chunk import HoldRequest
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.receipt import Verdict
from xlerobot_agent.contracts.safety_limits import SafetyLimits
from xlerobot_agent.contracts.skills import SkillGoal, SkillResult
from xlerobot_agent.robot_model.arm_model import ArmModel
from xlerobot_agent.robot_model.collision_model import CollisionModel

CONTROL_PERIOD = 0.01
"""Between two steps of the server [s]."""
HEARTBEAT_PERIOD = 0.03
"""Between two signs of life while the arm plays a goal's chunks [s]."""
MAXIMUM_PENDING = 6
"""Goals that may wait for their result at once; each holds a thread."""
THREADS = MAXIMUM_PENDING + 3
RESULT_KEPT = 10.0
"""After its end a goal's result can be asked for so long [s], and so long it stays in the status
array. rclpy's own 900 s make each array of a server that gets many goals longer and longer."""
SOURCE = "skill_server"


class SkillServerSettings(Settings):
    """Parameters of skill_server_node."""

    goal_timeout: float = Field(default=60.0, gt=0.0, le=600.0)
    """Time allowed for a goal that names none [s]."""
    objects_file: str = ""
    """Object catalogue; empty for the installed config/objects.yaml."""
    limits_file: str = ""
    """Safety limits; empty for the installed config/safety.yaml."""
    skills_file: str = ""
    """How skills move; empty for the installed config/skills.yaml."""


class SkillServerNode(ManagedNode[SkillServerSettings]):
    """Serves cancels and stops while a goal runs, plans or waits."""

    def __init__(self) -> None:
        super().__init__("skill_server", SkillServerSettings)
        self._stepping = MutuallyExclusiveCallbackGroup()
        self._cancelled = self.create_guard_condition(
            self._on_cancelled, callback_group=self._stepping
        )

    def configure(self) -> None:
        """Build the server and its topics."""
        given, config = self.settings, config_directory()
        limits = load(Path(given.limits_file or config / "safety.yaml"), SafetyLimits)
        catalogue = load(Path(given.objects_file or config / "objects.yaml"), ObjectCatalogue)
        skills = load(Path(given.skills_file or config / "skills.yaml"), SkillSettings)
        model = ArmModel()
        self._ids = RunIdentifiers()
        self._sink = TopicSink(self)
        self._server = SkillServer(
            model,
            CollisionModel(model, limits.keep_out),
            catalogue,
            limits,
            skills,
            self._sink,
            self.clock,
            self._ids,
        )
        self._joint_names = model.joint_names
        self._inbox: deque[Callable[[], None]] = deque()
        self._pending: list[PendingGoal] = []
        self._handles: dict[bytes, tuple[PendingGoal, ServerGoalHandle]] = {}
        self._asked: list[ServerGoalHandle] = []
        self._clock_watch = ClockWatch(time.monotonic())
        self._worst_tick = 0.0
        self._beaten = 0.0
        self._supervision = Supervision()
        self._heartbeats = self.create_publisher(String, "chunk/heartbeat", qos.HEARTBEAT)
        self._subscribe()
        self._serve()

    def activate(self) -> None:
        """Start to step the server."""
        self._timer = self.create_timer(
            CONTROL_PERIOD, self._tick, callback_group=self._stepping, clock=self.steady_clock
        )
        self._watch = LivelinessWatch(
            self, msg.SceneObservation, "scene", qos.SCENE_READER, self._on_perception
        )

    def deactivate(self) -> None:
        """Hold the arm and give up what runs."""
        self._watch.close()
        self.destroy_timer(self._timer)
        self._sink.hold(HoldRequest(reason=Reason.STOPPED, source=SOURCE))
        self._give_up(Reason.STOPPED, "the skill server ends")

    def diagnose(self) -> Diagnosis:
        """How many goals wait, and how long the slowest step took."""
        worst, self._worst_tick = self._worst_tick, 0.0
        figures: dict[str, object] = {
            "goals_pending": len(self._pending),
            "holding": self._server.holding,
            "worst_tick_ms": round(worst * 1e3, 2),
        }
        return OK, "busy" if self._pending else "idle", figures

    # What is heard, in the server's group

    def _subscribe(self) -> None:
        listen = partial(self.listen, callback_group=self._stepping)
        server = self._server
        listen(
            JointState,
            "joint_states",
            partial(arm_conversion.sound_from_msg, joint_names=self._joint_names),
            server.on_arm_state,
            qos.NEWEST,
        )
        listen(
            msg.SceneObservation, "scene", scene_conversion.from_msg, server.on_scene, qos.LATCHED
        )
        listen(
            msg.ChunkStatus,
            "chunk/status",
            chunk_conversion.status_from_msg,
            server.on_chunk_status,
            qos.STATUS,
        )
        listen(
            msg.SafetyState,
            "safety/state",
            safety_conversion.state_from_msg,
            server.on_safety,
            qos.LATCHED,
        )
        listen(
            msg.MotionPermit,
            "safety/permit",
            safety_conversion.permit_from_msg,
            lambda _: self._supervision.on_permit(time.monotonic()),
            qos.NEWEST,
        )

    def _on_perception(self, alive: bool) -> None:
        """The middleware noticed that a perception came, or that the last one died or hangs."""
        if alive:
            self.get_logger().info("perception is alive")
        else:
            self.get_logger().warning("perception fell silent")
            self._inbox.append(self._server.on_scene_silence)

    def _tick(self) -> None:
        started = time.monotonic()
        while self._inbox:
            self._inbox.popleft()()
        self._pass_cancels()
        self._beat(started)
        now = self.clock.now()
        self._server.on_supervision(self._supervision.objection(started))
        self._server.tick(now)
        for pending in [p for p in self._pending if p.done]:
            self._pending.remove(pending)
        if self._clock_watch.stands(now, started, bool(self._pending)):
            self._give_up(
                Reason.HEARTBEAT_LOST,
                f"the clock stands still for {SILENCE} s; see whether the arm's node runs",
            )
        self._worst_tick = max(self._worst_tick, time.monotonic() - started)

    def _beat(self, steady: float) -> None:
        """From the loop that drafts chunks: what hangs it silences the heartbeat too."""
        moving = self._server.moving_goal
        if moving and steady - self._beaten >= HEARTBEAT_PERIOD:
            self._beaten = steady
            self._heartbeats.publish(String(data=moving))

    def _pass_cancels(self) -> None:
        for pending, handle in list(self._handles.values()):
            # Only now: the goal's state says that the cancel was accepted.
            if handle.is_cancel_requested and not pending.done:
                self._server.cancel(pending.goal.goal_id)

    def _on_cancelled(self) -> None:
        """A cancel came: the server hears of it now, not at its next step."""
        self._pass_cancels()
        self._asked = [h for h in self._asked if h.is_active and not h.is_cancel_requested]
        if self._asked:
            # rclpy writes that into a goal's state only after `_on_cancel` has returned.
            self._cancelled.trigger()

    def _give_up(self, reason: Reason, message: str) -> None:
        now = self.clock.now()
        for pending in list(self._pending):
            pending.on_result(unfinished_result(pending.goal, Verdict.FAILED, reason, message, now))

    # What is asked, in groups of its own

    def _serve(self) -> None:
        self._actions = [
            CancellingActionServer(
                self,
                kind,
                skill,
                execute_callback=partial(self._finish, kind),
                callback_group=MutuallyExclusiveCallbackGroup(),
                goal_callback=self._on_goal,
                handle_accepted_callback=partial(self._on_accepted, skill, kind),
                cancel_callback=self._on_cancel,
                goal_service_qos_profile=qos.REQUESTS,
                cancel_service_qos_profile=qos.REQUESTS,
                result_service_qos_profile=qos.REQUESTS,
                status_pub_qos_profile=qos.GOAL_STATUS,
                result_timeout=RESULT_KEPT,
            )
            for skill, kind in skill_conversion.ACTIONS.items()
        ]
        waiting = ReentrantCallbackGroup()
        for skill, kind in skill_conversion.SERVICES.items():
            self.create_service(kind, skill, partial(self._on_look, skill), callback_group=waiting)
        self.create_service(
            srv.StopMotion,
            "stop",
            self._on_stop,
            qos_profile=qos.REQUESTS,
            callback_group=MutuallyExclusiveCallbackGroup(),
        )

    def _on_goal(self, _request: Any) -> GoalResponse:
        if self._takes_goals:
            return GoalResponse.ACCEPT
        self.get_logger().warning(f"goal refused: {self._why_not}")
        return GoalResponse.REJECT

    @property
    def _takes_goals(self) -> bool:
        return self.active and len(self._pending) < MAXIMUM_PENDING

    @property
    def _why_not(self) -> str:
        if not self.active:
            return "the skill server is not active; activate it"
        return f"{MAXIMUM_PENDING} goals wait already; send one when they have ended"

    def _on_accepted(self, skill: str, kind: Any, handle: ServerGoalHandle) -> None:
        key = bytes(handle.goal_id.uuid)

        def publish(feedback: Any) -> None:
            handle.publish_feedback(skill_conversion.fill_feedback(kind.Feedback(), feedback))

        try:
            goal = skill_conversion.goal_from_msg(
                skill, handle.request, f"{skill}-{key.hex()[:12]}", self.settings.goal_timeout
            )
        except ValueError as error:
            goal = SkillGoal(goal_id=handle.request.goal_id or key.hex(), skill=skill)
            pending = PendingGoal(goal)
            pending.on_result(self._invalid(goal, error))
        else:
            pending = PendingGoal(goal, publish)
            self._submit(pending)
        self._handles[key] = (pending, handle)
        handle.execute()

    def _submit(self, pending: PendingGoal) -> None:
        self._pending.append(pending)
        self._inbox.append(partial(self._server.submit, pending.goal, pending))

    def _invalid(self, goal: SkillGoal, error: ValueError) -> SkillResult:
        return unfinished_result(
            goal,
            Verdict.REJECTED,
            Reason.INVALID_GOAL,
            f"the goal cannot be read: {error}",
            self.clock.now(),
        )

    def _finish(self, kind: Any, handle: ServerGoalHandle) -> Any:
        """Waits, in a thread of its own, for the goal's one result."""
        key = bytes(handle.goal_id.uuid)
        pending, _ = self._handles[key]
        result = self._await(pending)
        del self._handles[key]
        if result.verdict is Verdict.SUCCEEDED:
            handle.succeed()
        elif result.reason is Reason.CANCELLED and handle.is_cancel_requested:
            handle.canceled()
        else:
            handle.abort()
        return skill_conversion.fill_result(kind.Result(), result)

    def _on_cancel(self, handle: ServerGoalHandle) -> CancelResponse:
        """Always accepted; the arm is told at once, the server right after."""
        entry = self._handles.get(bytes(handle.goal_id.uuid))
        if entry is not None:
            goal_id = entry[0].goal.goal_id
            self._sink.hold(HoldRequest(goal_id=goal_id, reason=Reason.CANCELLED, source=SOURCE))
        self._asked.append(handle)
        self._cancelled.trigger()
        return CancelResponse.ACCEPT

    def _on_look(self, skill: str, request: Any, response: Any) -> Any:
        goal_id = request.goal_id or self._ids.new(skill)
        try:
            goal = skill_conversion.goal_from_msg(
                skill, request, goal_id, self.settings.goal_timeout
            )
        except ValueError as error:
            invalid = SkillGoal(goal_id=goal_id, skill=skill)
            return skill_conversion.fill_result(response, self._invalid(invalid, error))
        if not self._takes_goals:
            busy = unfinished_result(
                goal, Verdict.REJECTED, Reason.BLOCKED, self._why_not, self.clock.now()
            )
            return skill_conversion.fill_result(response, busy)
        pending = PendingGoal(goal)
        self._submit(pending)
        return skill_conversion.fill_result(response, self._await(pending))

    def _await(self, pending: PendingGoal) -> SkillResult:
        return pending.wait() or unfinished_result(
            pending.goal, Verdict.FAILED, Reason.UNKNOWN, "no result came", self.clock.now()
        )

    def _on_stop(
        self, request: srv.StopMotion.Request, response: srv.StopMotion.Response
    ) -> srv.StopMotion.Response:
        self._sink.hold(HoldRequest(goal_id=request.goal_id, reason=Reason.STOPPED, source=SOURCE))
        stopped = [
            p for p in list(self._pending) if not p.done and request.goal_id in ("", p.goal.goal_id)
        ]
        if request.goal_id and not stopped:
            response.error_code = srv.StopMotion.Response.UNKNOWN_GOAL
            response.error_message = f"no goal '{request.goal_id}' runs; nothing was to be stopped"
            return response
        if request.reason == Reason.CANCELLED and _only_looks(stopped):
            # A service has no cancel of its own.
            self._inbox.extend(partial(self._server.cancel, p.goal.goal_id) for p in stopped)
        else:
            self._inbox.append(partial(self._server.stop, request.reason, request.goal_id))
        response.goal_ids = [p.goal.goal_id for p in stopped]
        seen = [p.feedback for p in stopped if p.feedback is not None]
        response.set_points_played = sum(f.set_points_played for f in seen)
        response.set_points_discarded = sum(f.set_points_discarded for f in seen)
        return response


def _only_looks(goals: Sequence[PendingGoal]) -> bool:
    return bool(goals) and all(p.goal.skill in skill_conversion.SERVICES for p in goals)


def main() -> int:
    """Entry point of the executable ``skill_server_node``."""
    return run(SkillServerNode, threads=THREADS, urgency=Urgency.SKILLS)


if __name__ == "__main__":
    sys.exit(main())
