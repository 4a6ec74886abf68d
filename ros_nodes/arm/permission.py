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


class Permission:
    """Permit, silence of the permit, and the arm's own e-stop latches.

    An e-stop seen directly latches here, one for each source, whatever the supervisor says. It is
    released only when the latch that the supervisor set for that very source was reset by a
    person. What the supervisor missed, and what one that was started anew without its record knows
    nothing of, stays latched until it is asserted again and reset.
    """

    def __init__(self, limits: SafetyLimits) -> None:
        self._deadline = limits.permit_deadline
        self._permit: MotionPermit | None = None
        self._heard = float("-inf")
        self._state: SafetyState | None = None
        self._stops: dict[str, int | None] = {}
        """By source, the number of the supervisor's latch for it; None while it has set none."""

    @property
    def latched(self) -> bool:
        """An e-stop seen directly is not released yet."""
        return bool(self._stops)

    def on_estop(self, source: str) -> None:
        """Latch.

        Args:
            source: as the supervisor's latch names it.
        """
        self._stops[source] = None
        self._acknowledge()

    def on_safety(self, state: SafetyState) -> None:
        """The supervisor's state; one of an earlier epoch changes nothing."""
        if self._state is None or state.epoch >= self._state.epoch:
            self._state = state
            self._acknowledge()

    def on_permit(self, permit: MotionPermit, steady: float) -> None:
        """A heartbeat. One of an earlier epoch, or heard before, is not one."""
        last = self._permit
        if last is not None and (permit.epoch, permit.sequence) <= (last.epoch, last.sequence):
            return
        self._permit, self._heard = permit, steady
        if permit.motion_allowed and self._stops and self._state is not None:
            reset = self._state.cleared_through
            self._stops = {s: i for s, i in self._stops.items() if i is None or i > reset}

    def _acknowledge(self) -> None:
        """Note the supervisor's latch of each e-stop: the one that its source asserts still."""
        for latch in self._state.latches if self._state is not None else ():
            if latch.asserted and self._stops.get(latch.source, latch.latch_id) is None:
                self._stops[latch.source] = latch.latch_id

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
        if self._stops:
            source, latch_id = next(iter(self._stops.items()))
            cure = (
                f"reset latch {latch_id}"
                if latch_id is not None
                else "the supervisor has no latch for it: assert it again, then reset that"
            )
            return Denial(Reason.SAFETY_HOLD, f"e-stop '{source}' is latched here; {cure}")
        state = self._state
        if state is not None and state.epoch >= permit.epoch and not state.mode.moving:
            return Denial(Reason.SAFETY_HOLD, f"safety is {state.mode}: {state.reason}")
        return None


def _mismatch(permit: MotionPermit, chunk: ActionChunk) -> Denial | None:
    if permit.owner is Owner.SAFETY:
        return Denial(
            Reason.SAFETY_HOLD, "the safety supervisor holds control; see safety/state for why"
        )
    if not permit.motion_allowed and permit.owner is chunk.owner:
        return Denial(
            Reason.SAFETY_HOLD, "the supervisor allows no motion; see safety/state for why"
        )
    if permit.epoch > chunk.epoch or permit.owner is not chunk.owner:
        return Denial(
            Reason.LEASE_LOST,
            f"chunk of {chunk.owner} under epoch {chunk.epoch}, control is with {permit.owner} "
            f"under epoch {permit.epoch}; acquire control and draft anew",
        )
    return None
