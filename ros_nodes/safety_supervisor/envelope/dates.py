"""Dated: neither old nor from the future, and resting on a young enough observation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ros_nodes.safety_supervisor.refusal import Refusal
from xlerobot_agent.contracts.reasons import Reason

if TYPE_CHECKING:
    from xlerobot_agent.contracts.chunk import ActionChunk
    from xlerobot_agent.contracts.safety_limits import SafetyLimits


def check_dates(
    chunk: ActionChunk, limits: SafetyLimits, now: float, observed_after: float
) -> Refusal | None:
    """Compare the chunk's stamps with the clock.

    Args:
        chunk: what is asked.
        limits: ``chunk_age``, ``observation_age`` and ``future_tolerance`` hold.
        now: node clock [s].
        observed_after: observations from before are void, since a stop came between [s].
    """
    for what, stamp in (("chunk", chunk.stamp), ("observation", chunk.observation_stamp)):
        if stamp - now > limits.future_tolerance:
            return Refusal(
                Reason.INVALID_GOAL,
                f"{what} is stamped {stamp - now:.3f} s ahead of the clock, the limit is "
                f"{limits.future_tolerance} s; synchronise the clocks",
            )
    age = now - chunk.stamp
    if age > limits.chunk_age:
        return Refusal(
            Reason.TIMEOUT,
            f"chunk was drafted {age:.3f} s ago, the limit is {limits.chunk_age} s; draft anew",
        )
    seen = now - chunk.observation_stamp
    if seen > limits.observation_age:
        return Refusal(
            Reason.PERCEPTION_UNSURE,
            f"the observation '{chunk.observation_id}' is {seen:.2f} s old, the limit is "
            f"{limits.observation_age} s; observe anew",
        )
    if chunk.observation_stamp < observed_after:
        return Refusal(
            Reason.PERCEPTION_UNSURE,
            f"the observation '{chunk.observation_id}' is from "
            f"{observed_after - chunk.observation_stamp:.2f} s before the last stop was over; "
            "observe anew",
        )
    return None
