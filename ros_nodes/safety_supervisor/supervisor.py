"""The supervisor: gate, latches, control, modes and the heartbeat, in one stepped object."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from ros_nodes.safety_supervisor.admitted import AdmittedChunks
from ros_nodes.safety_supervisor.control import Arbiter
from ros_nodes.safety_supervisor.enabling import EnablingSwitch, HoldToRunRule
from ros_nodes.safety_supervisor.envelope.authority import check_authority
from ros_nodes.safety_supervisor.envelope.dates import check_dates
from ros_nodes.safety_supervisor.envelope.form import check_form
from ros_nodes.safety_supervisor.envelope.gate import MotionGate
from ros_nodes.safety_supervisor.envelope.plausible import require_plausible
from ros_nodes.safety_supervisor.envelope.proposal import Proposal
from ros_nodes.safety_supervisor.latches import Latches
from ros_nodes.safety_supervisor.measured import Hazard, Level, MeasuredState
from ros_nodes.safety_supervisor.modes import ModeMachine, Trigger
from ros_nodes.safety_supervisor.record import StopRecord
from ros_nodes.safety_supervisor.refusal import Admission, Refusal
from ros_nodes.safety_supervisor.senders import SenderWatch
from ros_nodes.safety_supervisor.servos import ServoWatch
from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.control import Lease, Owner
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.safety import (
    ESTOP,
    MotionPermit,
    ResetReply,
    SafetyMode,
    SafetyState,
)

if TYPE_CHECKING:
    from ros_nodes.safety_supervisor.audit import AuditLog
    from xlerobot_agent.contracts.arm import ArmState
    from xlerobot_agent.contracts.chunk import ActionChunk, ChunkStatus
    from xlerobot_agent.contracts.ports import Clock
    from xlerobot_agent.contracts.safety import EmergencyStop, HoldToRun
    from xlerobot_agent.contracts.safety_limits import SafetyLimits
    from xlerobot_agent.contracts.servo_health import ServoHealth
    from xlerobot_agent.robot_model.arm_model import ArmModel
    from xlerobot_agent.robot_model.collision_model import CollisionModel

_LOG = logging.getLogger(__name__)
SERVOS = "servo_health"
"""The source of latches set because a servo reports a fault of its own."""
JOINT_STATES = "joint_states"
"""The source of latches set because the measured state cannot be true."""


class Supervisor:
    """Decides whether the arm may move, and which motion it may make.

    Stepped by its caller from one thread; never blocks but in `write_audit` and for the record of a
    reset, which is on disk before it is granted. Everything that stops takes effect at once, in
    the call that brings it; `tick` sends the heartbeat.
    """

    def __init__(
        self,
        model: ArmModel,
        collisions: CollisionModel,
        limits: SafetyLimits,
        clock: Clock,
        *,
        audit: AuditLog | None = None,
        first_epoch: int = 1,
        hold_to_run: HoldToRunRule = HoldToRunRule.NEVER,
    ) -> None:
        """Start with no lease, so that nothing moves.

        Args:
            model: the arm.
            collisions: its distances, keep-out boxes of ``limits`` included.
            limits: the one set of limits.
            clock: node time and steady time.
            audit: where stops are recorded; latches that are open there are open here.
            first_epoch: higher than any epoch of an earlier process on this graph.
            hold_to_run: whose motion needs an enabling switch that is held.

        Raises:
            ImplausibleLimitsError: a limit is wider than what the arm can do.
        """
        require_plausible(limits, model)
        self._model = model
        self._gate = MotionGate(model, collisions)
        self._limits = limits
        self._clock = clock
        self._record = StopRecord(audit, model)
        self._latches = Latches(limits.estop_quiet, self._record.next_latch_id())
        self._arbiter = Arbiter(limits.lease_ttl, first_epoch)
        self._modes = ModeMachine(limits.clear_time)
        self._measured = MeasuredState(model, limits)
        self._servos = ServoWatch(limits)
        self._admitted = AdmittedChunks()
        self._senders = SenderWatch(limits.sender_deadline)
        self._enabling = EnablingSwitch(hold_to_run, limits.hold_deadline)
        self._blocked: str | None = None
        self._observed_after = float("-inf")
        self._alert_since = float("-inf")
        self._ticked: float | None = None
        self._sequence = 0
        for latch in self._record.open_latches():
            self._latches.restore(latch)
            self._modes.apply(Trigger.LATCH, f"latch {latch.latch_id} is open since the last run")

    @property
    def owner(self) -> Owner:
        """Who has control: SAFETY while it is taken from everybody."""
        return self._arbiter.owner if self._modes.mode.moving else Owner.SAFETY

    @property
    def state(self) -> SafetyState:
        """The state to publish; it changes when anything but its stamp does."""
        denial = self._denial(self._clock.steady())
        return SafetyState(
            mode=self._modes.mode,
            motion_allowed=denial is None,
            owner=self.owner,
            epoch=self._arbiter.epoch,
            latches=self._latches.open(self._clock.steady()),
            cleared_through=self._latches.cleared_through,
            reason=self._modes.reason or denial or "",
            stamp=self._clock.now(),
        )

    def on_arm_state(self, state: ArmState) -> None:
        """Take a reading of the joints; one that cannot be true latches."""
        steady = self._clock.steady()
        self._measured.on_state(state, steady)
        if self._measured.state is state:
            self._record.on_state(state, steady)
        hazard = self._measured.hazard(steady)
        if hazard.level is Level.FAULT:
            self._trip(JOINT_STATES, hazard.cause, held=True)
        else:
            self._latches.release(JOINT_STATES, steady)

    def on_servo_health(self, health: ServoHealth) -> None:
        """What the servos say of themselves; a fault that one reports latches."""
        steady = self._clock.steady()
        self._servos.on_health(health, steady, self._measured.state)
        hazard = self._servos.hazard(steady)
        if hazard.level is Level.FAULT:
            self._trip(SERVOS, hazard.cause, held=True)
        else:
            self._latches.release(SERVOS, steady)

    def on_chunk(self, chunk: ActionChunk, now: float) -> Admission:
        """Judge one chunk; an admitted one may be passed on to the arm as it is."""
        refusal = (
            check_form(chunk, self._model.joint_names)
            or check_authority(chunk, self.state)
            or check_dates(chunk, self._limits, now, self._observed_after)
            or self._admitted.objection(chunk, now)
            or self._check_motion(chunk, now)
        )
        if refusal is None:
            self.on_heartbeat(chunk.goal_id)
            return Admission(admitted=True)
        return Admission(admitted=False, reason=refusal.reason, message=refusal.message)

    def on_heartbeat(self, goal_id: str) -> None:
        """The sender of a goal's chunks is alive."""
        self._senders.heard(goal_id, self._clock.steady())

    def silent_goals(self, steady: float) -> tuple[str, ...]:
        """Goals under way whose sender fell silent; the arm has to be told to hold them."""
        return self._senders.silent(self._admitted.goals(self._clock.now()), steady)

    def on_chunk_status(self, status: ChunkStatus) -> None:
        """The player tells of a chunk; an arm that does not follow is a breach."""
        self._admitted.on_status(status)
        self._record.on_status(status)
        if status.state is ChunkState.DISCARDED and status.reason is Reason.BLOCKED:
            self._blocked = status.message

    def on_estop(self, asserted: bool, now: float) -> None:
        """The ``estop`` topic: true latches, false clears nothing."""
        if asserted:
            self._trip(ESTOP, "e-stop asserted", now=now)

    def on_estop_source(self, stop: EmergencyStop, now: float) -> None:
        """An observer that names itself: true latches until it says false, and then a reset."""
        source = stop.latch_source
        if stop.asserted:
            self._trip(source, stop.reason or "e-stop asserted", now=now, held=True)
        else:
            self._latches.release(source, self._clock.steady())

    def on_hold_to_run(self, word: HoldToRun) -> bool:
        """An enabling switch speaks; whether motion has just ceased to be enabled."""
        steady = self._clock.steady()
        self._enabling.on_word(word, steady)
        return self._end_unheld(steady)

    def reset(self, latch_id: int, operator: str, now: float) -> ResetReply:
        """A human resets one latch by its number."""
        steady = self._clock.steady()
        objection = self._latches.objection(latch_id, steady)
        if objection is None and not operator.strip():
            objection = "a reset needs the name of a human; give operator"
        if objection is None:
            self._record.close(now, steady)
            objection = self._record.reset(latch_id, operator, now)
        if objection is None:
            self._latches.reset(latch_id)
            self._after_reset(latch_id, now)
        return ResetReply(
            accepted=objection is None,
            message=objection or f"latch {latch_id} reset by {operator}",
            remaining=tuple(latch.latch_id for latch in self._latches.open(steady)),
        )

    def acquire(self, owner: Owner, now: float) -> Lease | Refusal:
        """Ask for control; a granted lease has a higher epoch than all before."""
        granted = self._arbiter.acquire(owner, now, self._clock.steady())
        if isinstance(granted, Lease):
            self._admitted.clear()
        return granted

    def renew(self, lease_id: str, now: float) -> Lease | Refusal:
        """Prolong a lease; it comes back with the epoch in force."""
        return self._arbiter.renew(lease_id, now, self._clock.steady())

    def release(self, lease_id: str, now: float) -> Refusal | None:
        """Give control back; None when it was held."""
        del now
        refusal = self._arbiter.release(lease_id)
        if refusal is None:
            self._admitted.clear()
        return refusal

    def on_owner_gone(self, owner: Owner) -> bool:
        """Who owns control died or hangs; whether that ended its lease."""
        gone = self._arbiter.abandon(owner)
        if gone:
            self._admitted.clear()
        return gone

    def tick(self, now: float, steady: float) -> MotionPermit:
        """The heartbeat, every ``permit_period``: look at everything, then say yes or no."""
        self._notice_sleep(steady)
        if self._arbiter.expire(steady) is not None:
            self._admitted.clear()
        self._end_unheld(steady)
        self._step_modes(now, steady)
        self._record.tick(now, steady)
        self._sequence += 1
        return MotionPermit(
            epoch=self._arbiter.epoch,
            owner=self.owner,
            motion_allowed=self._denial(steady) is None,
            sequence=self._sequence,
            stamp=now,
        )

    def write_audit(self) -> None:
        """Put on disk what is to be recorded; may block as long as the disk stalls.

        To be called while no motion is allowed, after the permit that says so has left.
        """
        self._record.flush()

    def _denial(self, steady: float) -> str | None:
        if self._latches.any:
            return "a stop is latched"
        if not self._modes.mode.moving:
            return f"safety is {self._modes.mode}"
        if self._arbiter.owner is Owner.NONE:
            return "nobody holds control; acquire it"
        if not self._measured.fresh(steady):
            return "no joint states come; see whether the arm's driver runs"
        return self._enabling.denial(self._arbiter.owner, steady)

    def _notice_sleep(self, steady: float) -> None:
        """This process was kept from running until every arm held by itself.

        What was under way is void. The joint states of the meantime are still to be read, so their
        silence says nothing of the arm.
        """
        last, self._ticked = self._ticked, steady
        if last is None or steady - last <= self._limits.permit_deadline:
            return
        _LOG.warning("did not run for %.0f ms; what was under way is void", 1e3 * (steady - last))
        self._measured.excuse(steady)
        self._advance_epoch()

    def _end_unheld(self, steady: float) -> bool:
        """No latch: what was under way is void, and motion is for new goals after a new press."""
        lost = self._enabling.lost(self._arbiter.owner, steady)
        if lost:
            self._advance_epoch()
        return lost

    def _check_motion(self, chunk: ActionChunk, now: float) -> Refusal | None:
        measured = self._measured.state
        if measured is None:
            return Refusal(Reason.SAFETY_HOLD, "no joint states come; start the arm's driver")
        speed = self._speed_share(chunk)
        refusal: Refusal | None = None
        for start in self._admitted.starts(chunk, measured):
            proposal = Proposal(chunk, start, self._model, self._limits, speed)
            objection = self._gate.objection(proposal)
            if objection is None:
                self._admitted.add(chunk, proposal.positions, proposal.velocities[-1], now)
                return None
            refusal = refusal or objection
        return refusal

    def _speed_share(self, chunk: ActionChunk) -> float:
        """The share of the speed limits that holds for a chunk."""
        if self._modes.mode is not SafetyMode.ALERT:
            return 1.0
        drafted_unaware = chunk.stamp <= self._alert_since + self._limits.alert_grace
        return 1.0 if drafted_unaware else self._limits.alert_speed

    def _trip(
        self, source: str, cause: str, *, now: float | None = None, held: bool = False
    ) -> None:
        now = self._clock.now() if now is None else now
        latch = self._latches.trip(source, cause, now, self._clock.steady(), held=held)
        if latch is None:
            return
        if not self._change_mode(Trigger.LATCH, f"{source}: {cause}", now):
            self._advance_epoch()
        self._record.latch(latch, self._measured.state, now)
        self._follow(latch.latch_id, f"{source}: {cause}")

    def _after_reset(self, latch_id: int, now: float) -> None:
        cleared = not self._latches.any
        if not (cleared and self._change_mode(Trigger.RESET, f"latch {latch_id} reset", now)):
            self._advance_epoch()

    def _step_modes(self, now: float, steady: float) -> None:
        hazard = self._hazard(steady)
        if hazard.level is Level.CAUTION:
            self._change_mode(Trigger.CAUTION, hazard.cause, now)
        elif hazard.level is Level.BREACH:
            self._change_mode(Trigger.BREACH, hazard.cause, now)
        before = self._modes.mode
        if self._modes.observe_clear(self._clear(hazard), steady):
            self._entered(before, now)
        self._blocked = None

    def _hazard(self, steady: float) -> Hazard:
        hazards = [self._measured.hazard(steady), self._servos.hazard(steady)]
        if self._blocked is not None:
            hazards.append(Hazard(Level.BREACH, self._blocked))
        return max(hazards, key=lambda hazard: hazard.level)

    def _clear(self, hazard: Hazard) -> bool:
        """The clear condition of the current mode."""
        if self._modes.mode is SafetyMode.EVACUATING:
            return hazard.level < Level.BREACH and self._measured.at_rest
        return hazard.level is Level.NONE

    def _change_mode(self, trigger: Trigger, reason: str, now: float) -> bool:
        before = self._modes.mode
        if not self._modes.apply(trigger, reason):
            return False
        self._entered(before, now)
        return True

    def _entered(self, before: SafetyMode, now: float) -> None:
        """A mode that takes control or gives it back voids what was under way."""
        mode = self._modes.mode
        if not (before.moving and mode.moving):
            self._advance_epoch()
        if mode is SafetyMode.RECOVERY:
            self._observed_after = now
        elif mode is SafetyMode.ALERT:
            self._alert_since = now
        self._record.mode(before, mode, self._modes.reason, now)
        if mode is SafetyMode.EVACUATING:
            self._follow(0, self._modes.reason)

    def _follow(self, latch_id: int, cause: str) -> None:
        self._record.follow(latch_id, cause, self._measured.state, self._clock.steady())

    def _advance_epoch(self) -> None:
        self._arbiter.advance_epoch()
        self._admitted.clear()
