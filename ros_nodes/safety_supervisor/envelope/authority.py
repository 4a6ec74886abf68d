"""Authorised: motion is allowed, and to this owner under this epoch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ros_nodes.safety_supervisor.refusal import Refusal
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.reasons import Reason

if TYPE_CHECKING:
    from xlerobot_agent.contracts.chunk import ActionChunk
    from xlerobot_agent.contracts.safety import SafetyState


def check_authority(chunk: ActionChunk, state: SafetyState) -> Refusal | None:
    """Compare the chunk's owner and epoch with those in force."""
    if state.latches:
        open_latches = ", ".join(f"{latch.latch_id} ({latch.cause})" for latch in state.latches)
        return Refusal(Reason.SAFETY_HOLD, f"stopped; reset latch {open_latches}")
    if state.owner is Owner.SAFETY:
        return Refusal(
            Reason.SAFETY_HOLD, f"safety is {state.mode}: {state.reason}; wait until it is clear"
        )
    if chunk.owner is not state.owner:
        return Refusal(
            Reason.LEASE_LOST,
            f"chunk is of '{chunk.owner}', control is with '{state.owner}'; acquire it first",
        )
    if chunk.epoch != state.epoch:
        return Refusal(
            Reason.LEASE_LOST,
            f"chunk is of epoch {chunk.epoch}, now is epoch {state.epoch}; start a new goal",
        )
    if not state.motion_allowed:
        return Refusal(Reason.SAFETY_HOLD, f"no motion is allowed: {state.reason}")
    return None
