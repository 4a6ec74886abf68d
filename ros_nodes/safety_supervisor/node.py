"""safety_supervisor_node: the gate for chunks, the latches, and the heartbeat of motion."""

from __future__ import annotations

import sys
import time
from functools import partial
from pathlib import Path

from rclpy.event_handler import QoSLivelinessChangedInfo, SubscriptionEventCallbacks
from sensor_msgs.msg import JointState
from std_msgs.msg import Bool, String
from xlerobot_interfaces import msg, srv

from ros_nodes import qos
from ros_nodes.conversions import arm as arm_conversion
from ros_nodes.conversions import chunk as chunk_conversion
from ros_nodes.conversions import safety as safety_conversion
from ros_nodes.conversions import servo_health as servo_conversion
from ros_nodes.conversions import stamp
from ros_nodes.lifecycle import ERROR, OK, Diagnosis, ManagedNode
from ros_nodes.parameters import Settings
from ros_nodes.process import run
from ros_nodes.safety_supervisor.audit import AuditLog
from ros_nodes.safety_supervisor.enabling import HoldToRunRule
from ros_nodes.safety_supervisor.refusal import Refusal
from ros_nodes.safety_supervisor.supervisor import Supervisor
from ros_nodes.scheduling import Urgency
from xlerobot_agent.configuration import config_directory, fingerprint, load
from xlerobot_agent.contracts.chunk import ChunkState, ChunkStatus, HoldRequest
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.safety import SafetyState
from xlerobot_agent.contracts.safety_limits import SafetyLimits
from xlerobot_agent.robot_model.arm_model import ArmModel
from xlerobot_agent.robot_model.collision_model import CollisionModel

_MILLISECOND = 1_000_000
"""[ns]"""


class SafetySupervisorSettings(Settings):
    """Parameters of safety_supervisor_node."""

    limits_file: str = ""
    """Safety limits; empty for the installed config/safety.yaml."""
    audit_file: str = ""
    """Where every stop and reset is recorded, and latches outlive a restart; empty for nowhere."""
    hold_to_run: HoldToRunRule = HoldToRunRule.NEVER
    """Whose motion needs a hold-to-run switch: never, operator (teleoperation) or always."""


class SafetySupervisorNode(ManagedNode[SafetySupervisorSettings]):
    """One thread, one timer: what hangs the checks silences the heartbeat too."""

    def __init__(self) -> None:
        super().__init__("safety_supervisor", SafetySupervisorSettings)

    def configure(self) -> None:
        """Build the supervisor and its topics."""
        given, config = self.settings, config_directory()
        limits_file = Path(given.limits_file or config / "safety.yaml")
        self._limits = load(limits_file, SafetyLimits)
        self._fingerprint = fingerprint(limits_file)
        model = ArmModel()
        self._supervisor = Supervisor(
            model,
            CollisionModel(model, self._limits.keep_out),
            self._limits,
            self.clock,
            audit=AuditLog(Path(given.audit_file)) if given.audit_file else None,
            # Higher than any epoch of a supervisor that ran here before, without a record of it.
            first_epoch=time.time_ns() // _MILLISECOND,
            hold_to_run=given.hold_to_run,
        )
        self._published: SafetyState | None = None
        self._worst_tick = 0.0
        self._advertise()
        self._subscribe()

    def activate(self) -> None:
        """Start the heartbeat."""
        self._timer = self.create_timer(
            self._limits.permit_period, self._tick, clock=self.steady_clock
        )

    def deactivate(self) -> None:
        """Fall silent: every arm holds by itself."""
        self.destroy_timer(self._timer)
        self._supervisor.write_audit()

    def diagnose(self) -> Diagnosis:
        """ERROR while a stop is latched."""
        state = self._supervisor.state
        worst, self._worst_tick = self._worst_tick, 0.0
        figures: dict[str, object] = {
            "mode": state.mode.value,
            "motion_allowed": state.motion_allowed,
            "owner": state.owner.value,
            "epoch": state.epoch,
            "latches": ", ".join(f"{x.latch_id} ({x.source})" for x in state.latches),
            "worst_tick_ms": round(worst * 1e3, 2),
            # In every recording, so that it can be told under which limits it was made.
            "limits_sha256": self._fingerprint,
        }
        if state.latches:
            return ERROR, f"latched: {state.latches[0].cause}; reset it by its number", figures
        return OK, state.reason or "motion is allowed", figures

    def _advertise(self) -> None:
        publish = self.create_publisher
        self._permits = publish(
            msg.MotionPermit, "safety/permit", qos.permit(self._limits.permit_deadline)
        )
        self._states = publish(msg.SafetyState, "safety/state", qos.LATCHED)
        self._chunks = publish(msg.ActionChunk, "chunk", qos.CHUNK)
        self._statuses = publish(msg.ChunkStatus, "chunk/status", qos.STATUS)
        self._holds = publish(msg.HoldRequest, "hold", qos.HOLD)

    def _subscribe(self) -> None:
        listen = self.create_subscription
        listen(JointState, "joint_states", self._on_joint_state, qos.SENSOR)
        listen(msg.ActionChunk, "chunk_request", self._on_chunk, qos.CHUNK_READER)
        self.listen(
            msg.ChunkStatus,
            "chunk/status",
            chunk_conversion.status_from_msg,
            self._on_status,
            qos.STATUS,
        )
        self.listen(
            msg.ServoHealth,
            "servo_health",
            servo_conversion.from_msg,
            self._supervisor.on_servo_health,
            qos.SENSOR,
        )
        listen(String, "chunk/heartbeat", self._on_heartbeat, qos.HEARTBEAT)
        listen(Bool, "estop", self._on_estop, qos.ESTOP)
        listen(Bool, "estop", self._on_estop, qos.ESTOP_BEST_EFFORT)
        listen(msg.EmergencyStop, "estop/source", self._on_estop_source, qos.ESTOP_SOURCE)
        listen(msg.HoldToRun, "hold_to_run", self._on_hold_to_run, qos.HOLD_TO_RUN)
        listen(
            msg.AgentState,
            "agent/state",
            lambda _: None,
            qos.AGENT_STATE,
            event_callbacks=SubscriptionEventCallbacks(
                liveliness=self._on_agent_alive, use_default_callbacks=False
            ),
        )
        serve = partial(self.create_service, qos_profile=qos.REQUESTS)
        serve(srv.ResetSafety, "safety/reset", self._on_reset)
        serve(srv.AcquireControl, "control/acquire", self._on_acquire)
        serve(srv.ReleaseControl, "control/release", self._on_release)

    def _tick(self) -> None:
        """Checks and heartbeat, in this order and nowhere else."""
        started = time.monotonic()
        permit = self._supervisor.tick(self.clock.now(), started)
        self._permits.publish(safety_conversion.permit_to_msg(permit))
        for goal_id in self._supervisor.silent_goals(started):
            self._hold(goal_id)
        if not permit.motion_allowed:
            # A disk that stalls may silence the heartbeat now: nothing moves.
            self._supervisor.write_audit()
        self._publish_state()
        self._worst_tick = max(self._worst_tick, time.monotonic() - started)

    def _hold(self, goal_id: str) -> None:
        """Again at each tick until the arm says that the chunks are discarded."""
        request = HoldRequest(goal_id=goal_id, reason=Reason.HEARTBEAT_LOST, source=self.get_name())
        self._holds.publish(chunk_conversion.hold_to_msg(request))
        self.get_logger().warning(
            f"the sender of goal '{goal_id}' is silent for more than "
            f"{self._limits.sender_deadline * 1e3:.0f} ms; the arm is told to hold",
            throttle_duration_sec=1.0,
        )

    def _publish_state(self) -> None:
        state = self._supervisor.state
        before = self._published
        if before is not None and state == before.model_copy(update={"stamp": state.stamp}):
            return
        self._published = state
        self._states.publish(safety_conversion.state_to_msg(state))
        if before is None or (state.mode, state.latches) != (before.mode, before.latches):
            self.get_logger().info(f"{state.mode.value}: {state.reason or 'motion is allowed'}")

    def _on_joint_state(self, message: JointState) -> None:
        self._supervisor.on_arm_state(arm_conversion.from_msg(message))

    def _on_chunk(self, message: msg.ActionChunk) -> None:
        if not self.active:
            return
        try:
            chunk = chunk_conversion.from_msg(message)
        except ValueError as error:
            self._refuse(message, Reason.INVALID_GOAL, str(error))
            return
        admission = self._supervisor.on_chunk(chunk, self.clock.now())
        if admission.admitted:
            self._chunks.publish(message)
        else:
            self._refuse(message, admission.reason or Reason.UNKNOWN, admission.message)

    def _refuse(self, message: msg.ActionChunk, reason: Reason, why: str) -> None:
        self.get_logger().warning(f"chunk '{message.chunk_id}' refused: {why}")
        rows = len(message.positions) // max(1, len(message.joint_names))
        status = ChunkStatus(
            chunk_id=message.chunk_id,
            goal_id=message.goal_id,
            state=ChunkState.REFUSED,
            played=0,
            discarded=rows,
            reason=reason,
            message=why,
            stamp=self.clock.now(),
        )
        self._statuses.publish(chunk_conversion.status_to_msg(status))

    def _on_heartbeat(self, message: String) -> None:
        self._supervisor.on_heartbeat(message.data)

    def _on_status(self, status: ChunkStatus) -> None:
        # Refusals are this node's own words.
        if status.state is not ChunkState.REFUSED:
            self._supervisor.on_chunk_status(status)

    def _on_estop(self, message: Bool) -> None:
        self._supervisor.on_estop(message.data, self.clock.now())
        self._publish_state()

    def _on_estop_source(self, message: msg.EmergencyStop) -> None:
        stop = safety_conversion.emergency_from_msg(message)
        self._supervisor.on_estop_source(stop, self.clock.now())
        self._publish_state()

    def _on_hold_to_run(self, message: msg.HoldToRun) -> None:
        word = safety_conversion.hold_to_run_from_msg(message)
        if self._supervisor.on_hold_to_run(word) and self.active:
            # The arm does not have to wait for the next beat.
            self._tick()

    def _on_agent_alive(self, change: QoSLivelinessChangedInfo) -> None:
        if change.alive_count == 0 and self._supervisor.on_owner_gone(Owner.AGENT):
            self.get_logger().warning("the agent is gone or hangs; it has no control any more")
            self._publish_state()

    def _on_reset(
        self, request: srv.ResetSafety.Request, response: srv.ResetSafety.Response
    ) -> srv.ResetSafety.Response:
        asserted = {x.latch_id: x.asserted for x in self._supervisor.state.latches}
        reply = self._supervisor.reset(request.latch_id, request.operator_name, self.clock.now())
        response.accepted = reply.accepted
        response.remaining = list(reply.remaining)
        response.error_message = "" if reply.accepted else reply.message
        if not reply.accepted:
            response.error_code = _reset_code(request, asserted)
        self.get_logger().info(f"reset of latch {request.latch_id}: {reply.message}")
        self._publish_state()
        return response

    def _on_acquire(
        self, request: srv.AcquireControl.Request, response: srv.AcquireControl.Response
    ) -> srv.AcquireControl.Response:
        now = self.clock.now()
        try:
            owner = Owner(request.owner)
        except ValueError:
            response.error_code = response.INVALID_OWNER
            response.error_message = (
                f"no owner '{request.owner}'; there are policy, agent and operator"
            )
            return response
        renewing = bool(request.lease_id)
        granted = (
            self._supervisor.renew(request.lease_id, now)
            if renewing
            else self._supervisor.acquire(owner, now)
        )
        if isinstance(granted, Refusal):
            held = response.UNKNOWN_LEASE if renewing else response.HELD_BY_OTHER
            invalid = granted.reason is Reason.INVALID_GOAL
            response.error_code = response.INVALID_OWNER if invalid else held
            response.error_message = granted.message
            return response
        response.accepted = True
        response.lease_id = granted.lease_id
        response.epoch = granted.epoch
        response.granted_at = stamp.to_msg(granted.granted_at)
        response.ttl = granted.ttl
        if not renewing:
            self.get_logger().info(f"control to {owner.value} '{request.client}'")
        self._publish_state()
        return response

    def _on_release(
        self, request: srv.ReleaseControl.Request, response: srv.ReleaseControl.Response
    ) -> srv.ReleaseControl.Response:
        refusal = self._supervisor.release(request.lease_id, self.clock.now())
        response.accepted = refusal is None
        response.epoch = self._supervisor.state.epoch
        if refusal is not None:
            response.error_code = response.UNKNOWN_LEASE
            response.error_message = refusal.message
        self._publish_state()
        return response


def _reset_code(request: srv.ResetSafety.Request, asserted: dict[int, bool]) -> int:
    """Which of the refusals of the service a refused reset is."""
    codes = srv.ResetSafety.Response
    if request.latch_id not in asserted:
        return int(codes.UNKNOWN_LATCH)
    if not request.operator_name.strip() and not asserted[request.latch_id]:
        return int(codes.OPERATOR_MISSING)
    return int(codes.STILL_ASSERTED)


def main() -> int:
    """Entry point of the executable ``safety_supervisor_node``."""
    return run(SafetySupervisorNode, urgency=Urgency.SAFETY)


if __name__ == "__main__":
    sys.exit(main())
