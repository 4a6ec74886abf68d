"""The player: one set-point every control period, from admitted chunks or on the way to rest."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from ros_nodes.arm.course import Course
from ros_nodes.arm.intake import Intake
from ros_nodes.arm.ledger import ChunkLedger
from ros_nodes.arm.permission import Denial, Permission
from ros_nodes.arm.phases import Phase
from ros_nodes.arm.pressing import PressingMonitor
from ros_nodes.arm.tracking import TrackingMonitor
from xlerobot_agent.contracts.arm import ArmState, SetPoint, WrittenSetPoint
from xlerobot_agent.contracts.ports import ArmPort, DriverFault
from xlerobot_agent.contracts.reasons import Reason

if TYPE_CHECKING:
    from ros_nodes.arm.motion import MotionState, Vector
    from ros_nodes.arm.playback import Playback
    from xlerobot_agent.contracts.chunk import ActionChunk, ChunkStatus, HoldRequest
    from xlerobot_agent.contracts.safety import MotionPermit, SafetyState
    from xlerobot_agent.contracts.safety_limits import SafetyLimits
    from xlerobot_agent.robot_model.arm_model import ArmModel

LONGEST_STEP = 0.02
"""Most that one tick advances the motion [s]: a jump of the clock moves nothing far."""
_REPORT_PERIOD = 0.1
"""A chunk that plays is reported every so often [s]."""


class ChunkPlayer:
    """Plays at most one chunk while at most one waits; discards, never finishes, on any stop.

    Every `tick` writes exactly one set-point, unless the driver is at fault. The player starts
    from the measured position, so that enabling it never moves the arm. Not thread-safe: one
    thread calls it.
    """

    def __init__(self, arm: ArmPort, model: ArmModel, limits: SafetyLimits) -> None:
        """Attach to an arm.

        Args:
            arm: where set-points go.
            model: its joint limits, the last line before the driver's own.
            limits: of motion, of stops, of the permit's silence.

        Raises:
            ValueError: the arm's joints are not the model's.
        """
        if arm.joint_names != model.joint_names:
            raise ValueError(
                f"the arm has joints {arm.joint_names}, the model {model.joint_names}; "
                "give the model of this arm"
            )
        self._arm = arm
        self._names = arm.joint_names
        self._lower, self._upper = np.array(model.lower), np.array(model.upper)
        self._limits = limits
        velocities = np.array([limits.velocity_of(name) for name in self._names])
        self._course = Course(velocities, limits)
        self._permission = Permission(limits)
        self._tracking = TrackingMonitor(self._names, limits)
        self._pressing = PressingMonitor(self._names, limits)
        self._intake = Intake(self._names)
        self._ledger = ChunkLedger()
        self._waiting: ActionChunk | None = None
        self._waiting_since = 0.0
        self._now: float | None = None
        self._steady = -math.inf
        self._reported = -math.inf
        self.written: WrittenSetPoint | None = None
        """The last set-point that the driver took; None before the first."""

    @property
    def phase(self) -> Phase:
        """What the player does."""
        return self._course.phase

    @property
    def at_rest(self) -> bool:
        """The set-point does not move."""
        return self._course.at_rest

    @property
    def commanded(self) -> tuple[float, ...]:
        """The last set-point written [rad], in the arm's order; zeros before the first."""
        return tuple(map(float, self._course.motion.position))

    def accept(self, chunk: ActionChunk, now: float) -> ChunkStatus:
        """Take a chunk that the supervisor admitted.

        Returns:
            ADMITTED, or REFUSED with a reason; for a chunk delivered before, its last status.
        """
        known = self._ledger.known(chunk.chunk_id)
        if known is not None:
            return known
        denial = (
            self._intake.denial(chunk, now)
            or self._unable()
            or self._permission.denial(chunk, self._steady)
        )
        if denial is not None:
            return self._ledger.refuse(
                chunk, denial.reason, denial.message, now=now, at_rest=self.at_rest
            )
        self._waiting, self._waiting_since = chunk, now
        return self._ledger.admit(chunk, now)

    def hold(self, request: HoldRequest, now: float) -> None:
        """Ramp to rest: the chunks of one goal are discarded, or all of them; never refused.

        Chunks of that goal that arrive later are refused, and after a hold of all those that
        were drafted before it.
        """
        self._intake.on_hold(request, now)
        denial = Denial(request.reason, f"held by {request.source}")
        moving = self._course.playback or self._course.last
        if moving is not None and request.goal_id in ("", moving.chunk.goal_id):
            self._stop(denial, now)
        waiting = self._waiting
        if waiting is not None and request.goal_id in ("", waiting.goal_id):
            self._discard_waiting(denial, now)

    def on_estop(self, asserted: bool, source: str, now: float) -> None:
        """An e-stop seen directly. True latches and stops at once; false clears nothing."""
        if not asserted:
            return
        self._permission.on_estop(source)
        denial = Denial(Reason.SAFETY_HOLD, f"e-stop from '{source}'")
        self._stop(denial, now)
        self._discard_waiting(denial, now)

    def on_permit(self, permit: MotionPermit, now: float, steady: float) -> None:
        """The supervisor's heartbeat; a denial stops at once."""
        self._steady = max(self._steady, steady)
        self._permission.on_permit(permit, steady)
        self._enforce_permission(now)

    def on_safety(self, state: SafetyState) -> None:
        """The supervisor's state; any mode but CLEAR and ALERT stops at the next tick."""
        self._permission.on_safety(state)

    def tick(self, now: float, steady: float, state: ArmState | None = None) -> list[ChunkStatus]:
        """One control period: look, decide, write one set-point.

        Args:
            now: node clock [s].
            steady: monotonic time [s].
            state: the newest reading; the arm is read where it is None.

        Returns:
            What became of chunks since the last tick, in order.
        """
        step = 0.0 if self._now is None else min(max(now - self._now, 0.0), LONGEST_STEP)
        self._now = now
        self._steady = max(self._steady, steady)
        measured = self._measure(state, now)
        if measured is not None:
            self._enforce_permission(now)
            self._enforce_tracking(measured, now)
            self._expire_waiting(now)
            self._relieve(measured, now)
            self._advance(step, now)
            self._write(now)
            self._report(now)
        return self._ledger.take()

    def _unable(self) -> Denial | None:
        if self.phase is Phase.FAULTED:
            return Denial(Reason.DRIVER_FAULT, "the arm's driver does not answer; see its fault")
        if self._waiting is not None:
            return Denial(
                Reason.INVALID_GOAL,
                f"chunk '{self._waiting.chunk_id}' waits already; send one after it started",
            )
        return None

    def _measure(self, state: ArmState | None, now: float) -> Vector | None:
        """The measured positions, None while the arm cannot be read."""
        try:
            reading = self._arm.read() if state is None else state
        except DriverFault as fault:
            self._fault(str(fault), now)
            return None
        measured = np.asarray(reading.positions, dtype=np.float64)
        if measured.shape != self._lower.shape or not np.isfinite(measured).all():
            self._fault(f"the driver reads {reading.positions}", now)
            return None
        if self.phase is Phase.FAULTED:
            self._course.settle(np.clip(measured, self._lower, self._upper))
        return measured

    def _fault(self, message: str, now: float) -> None:
        denial = Denial(Reason.DRIVER_FAULT, f"{message}; the arm holds")
        self._stop(denial, now)
        self._discard_waiting(denial, now)
        self._course.fault()

    def _enforce_permission(self, now: float) -> None:
        playback = self._course.playback
        if playback is not None:
            denial = self._permission.denial(playback.chunk, self._steady)
            if denial is not None:
                self._stop(denial, now)
        if self._waiting is not None:
            denial = self._permission.denial(self._waiting, self._steady)
            if denial is not None:
                self._discard_waiting(denial, now)

    def _enforce_tracking(self, measured: Vector, now: float) -> None:
        if self._course.playback is None:
            self._tracking.restart()
            return
        breach = self._tracking.breach(self._course.motion.position, measured, now)
        if breach is not None:
            denial = Denial(Reason.BLOCKED, breach)
            self._stop(denial, now)
            self._discard_waiting(denial, now)

    def _relieve(self, measured: Vector, now: float) -> None:
        if self.phase is not Phase.RESTING:
            return
        relief = self._pressing.relief(self._course.motion.position, measured, now)
        if relief is not None:
            self._course.give_way(np.clip(relief, self._lower, self._upper))

    def _stop(self, denial: Denial, now: float) -> None:
        """Ramp to rest and discard what plays; what waits is the caller's to judge."""
        self._pressing.watch()
        cut = self._course.stop()
        if cut is not None:
            self._ledger.discarded(
                cut.chunk,
                cut.played,
                denial.reason,
                denial.message,
                now=now,
                at_rest=self.at_rest,
            )

    def _discard_waiting(self, denial: Denial, now: float) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._ledger.discarded(
                waiting, 0, denial.reason, denial.message, now=now, at_rest=self.at_rest
            )

    def _expire_waiting(self, now: float) -> None:
        if self._waiting is None or self._permission.covers(self._waiting):
            return
        waited = now - self._waiting_since
        if waited > self._limits.chunk_age:
            message = (
                f"no permit of epoch {self._waiting.epoch} came within {waited:.2f} s; "
                "draft anew under the current epoch"
            )
            self._discard_waiting(Denial(Reason.TIMEOUT, message), now)

    def _advance(self, step: float, now: float) -> None:
        if self.phase in (Phase.EASING, Phase.RESTING):
            self._start_waiting(now)
        left, ended = self._course.advance(step)
        while ended is not None:
            following = self._following(ended)
            rests = following is None and self._course.still
            self._ledger.drained(ended.chunk, now, at_rest=rests)
            if following is None:
                self._course.run_dry(ended)
            else:
                self._course.follow(ended, following)
                self._report_start(following, now)
            left, ended = self._course.advance(left)

    def _following(self, ended: Playback) -> ActionChunk | None:
        """Take the chunk that waits, if its permit is there and it goes on from the end."""
        waiting = self._waiting
        if waiting is None or not self._permission.covers(waiting):
            return None
        if not self._course.fits(ended, waiting):
            return None
        self._waiting = None
        return waiting

    def _start_waiting(self, now: float) -> None:
        chunk = self._waiting
        if chunk is None or not self._permission.covers(chunk):
            return
        nominal = self._course.nominal_start(chunk)
        if nominal is None:
            return
        self._waiting = None
        distant = self._distant(nominal)
        if distant is not None:
            self._ledger.discarded(
                chunk, 0, distant.reason, distant.message, now=now, at_rest=self.at_rest
            )
            return
        self._pressing.forget()
        self._course.begin(chunk, nominal)
        self._report_start(chunk, now)

    def _distant(self, nominal: MotionState) -> Denial | None:
        gap = np.abs(self._course.motion.position - nominal.position)[:-1]
        worst = int(np.argmax(gap))
        if gap[worst] <= self._limits.start_tolerance:
            return None
        return Denial(
            Reason.INVALID_GOAL,
            f"chunk starts {gap[worst]:.3f} rad from the set-point of joint "
            f"'{self._names[worst]}', the limit is {self._limits.start_tolerance} rad; "
            "draft anew from the state at rest",
        )

    def _write(self, now: float) -> None:
        clipped = np.clip(self._course.motion.position, self._lower, self._upper)
        position = tuple(map(float, clipped))
        try:
            self._arm.write(SetPoint(position))
        except DriverFault as fault:
            self._fault(str(fault), now)
            return
        playback = self._course.playback
        self.written = WrittenSetPoint(
            stamp=now,
            sequence=self.written.sequence + 1 if self.written is not None else 0,
            chunk_id=playback.chunk.chunk_id if playback is not None else "",
            chunk_time=playback.elapsed if playback is not None else 0.0,
            positions=position,
        )

    def _report_start(self, chunk: ActionChunk, now: float) -> None:
        self._ledger.playing(chunk, 0, now)
        self._reported = now

    def _report(self, now: float) -> None:
        playback = self._course.playback
        if playback is not None and not 0.0 <= now - self._reported < _REPORT_PERIOD:
            self._ledger.playing(playback.chunk, playback.played, now)
            self._reported = now
