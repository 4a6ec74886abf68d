"""Whether the arm may move: the supervisor's heartbeat, its epoch, and e-stops seen directly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.safety import MotionPermit, SafetyState

if TYPE_CHECKING:
    from xlerobot_agent.contracts.chunk import ActionChunk
    from xlerobot_agent.contracts.safety_limits import SafetyLimits


@dataclass(frozen=True, slots=True)
class Denial:
    """Why a chunk may not move the arm."""

    reason: Reason
    message: str


@dataclass(slots=True)
class _Stop:
    """An e-stop this arm saw with its own eyes."""

    source: str
    acknowledged: int | None = None
    """Epoch under which the supervisor had a stop latched after this one was seen."""


class Permission:
    """Permit, silence of the permit, and the arm's own e-stop latch.

    An e-stop seen directly latches here, whatever the supervisor says. It is released only by a
    permit that allows motion under a higher epoch than one under which, after the e-stop, the
    supervisor had a stop latched: so a human has reset a latch since. A supervisor that missed the
    e-stop while it had nothing latched, or was started anew after it, never releases it.
    """

    def __init__(self, limits: SafetyLimits) -> None:
        self._deadline = limits.permit_deadline
        self._permit: MotionPermit | None = None
        self._heard = float("-inf")
        self._state: SafetyState | None = None
        self._stop: _Stop | None = None

    @property
    def latched(self) -> bool:
        """An e-stop seen directly is not released yet."""
        return self._stop is not None

    def on_estop(self, source: str) -> None:
        """Latch."""
        self._stop = _Stop(source)

    def on_safety(self, state: SafetyState) -> None:
        """The supervisor's state; one of an earlier epoch changes nothing."""
        if self._state is None or state.epoch >= self._state.epoch:
            self._state = state

    def on_permit(self, permit: MotionPermit, steady: float) -> None:
        """A heartbeat. One of an earlier epoch, or heard before, is not one."""
        last = self._permit
        if last is not None and (permit.epoch, permit.sequence) <= (last.epoch, last.sequence):
            return
        self._permit, self._heard = permit, steady
        stop = self._stop
        if stop is None:
            return
        acknowledged = stop.acknowledged
        if self._latched_under(permit):
            stop.acknowledged = permit.epoch
        elif permit.motion_allowed and acknowledged is not None and permit.epoch > acknowledged:
            self._stop = None

    def _latched_under(self, permit: MotionPermit) -> bool:
        """Whether the supervisor waits for a human; evacuating and recovery end by themselves."""
        state = self._state
        latched = state is not None and state.epoch == permit.epoch and bool(state.latches)
        return latched and not permit.motion_allowed and permit.owner is Owner.SAFETY

    def covers(self, chunk: ActionChunk) -> bool:
        """The permit in force is the one this chunk was admitted under, not an earlier one."""
        return self._permit is not None and self._permit.epoch >= chunk.epoch

    def denial(self, chunk: ActionChunk, steady: float) -> Denial | None:
        """Why the chunk may not play, None when it may or when its permit is still on its way."""
        permit = self._permit
        if permit is None:
            return Denial(
                Reason.HEARTBEAT_LOST,
                "no motion permit was ever heard; start the safety supervisor",
            )
        silence = steady - self._heard
        if silence > self._deadline:
            return Denial(
                Reason.HEARTBEAT_LOST,
                f"the motion permit is silent for {silence * 1e3:.0f} ms, the limit is "
                f"{self._deadline * 1e3:.0f} ms; see whether the safety supervisor runs",
            )
        if permit.epoch < chunk.epoch:
            return None
        return self._stopped(permit) or _mismatch(permit, chunk)

    def _stopped(self, permit: MotionPermit) -> Denial | None:
        if self._stop is not None:
            return Denial(
                Reason.SAFETY_HOLD,
                f"e-stop from '{self._stop.source}' is latched; reset it at the supervisor",
            )
        state = self._state
        if state is not None and state.epoch >= permit.epoch and not state.mode.moving:
            return Denial(Reason.SAFETY_HOLD, f"safety is {state.mode}: {state.reason}")
        return None


def _mismatch(permit: MotionPermit, chunk: ActionChunk) -> Denial | None:
    if permit.owner is Owner.SAFETY:
        return Denial(
            Reason.SAFETY_HOLD, "the safety supervisor holds control; see safety/state for why"
        )
    if permit.epoch > chunk.epoch or permit.owner is not chunk.owner:
        return Denial(
            Reason.LEASE_LOST,
            f"chunk of {chunk.owner} under epoch {chunk.epoch}, control is with {permit.owner} "
            f"under epoch {permit.epoch}; acquire control and draft anew",
        )
    if not permit.motion_allowed:
        return Denial(
            Reason.SAFETY_HOLD, "the supervisor allows no motion; see safety/state for why"
        )
    return None
