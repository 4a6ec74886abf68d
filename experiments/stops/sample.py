"""One stop as the wire and the joints tell it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from experiments.faults.judge import MILLI, tool_travel
from experiments.live.stillness import judge_stillness, reading
from xlerobot_agent.contracts.chunk import ChunkState

if TYPE_CHECKING:
    from experiments.faults.field import Field
    from ros_nodes.trial.witness import Witness

WATCHED = 0.5
"""The arm is watched for so long after the cause [s]; twice the longest limit."""


@dataclass(frozen=True)
class StopSample:
    """What one cause came to.

    Attributes:
        set_point_ms: from the cause until the last set-point of the old motion was written; 0
            where the cause came after it.
        still_ms: from the cause until the arm stays within ``MOVED`` of where it ends.
        travel_mm: of the tool point from the cause on.
        strays: set-points of a chunk written after it was discarded.
        speed: of the fastest joint of the arm just before [rad/s].
    """

    set_point_ms: float
    still_ms: float
    travel_mm: float
    strays: int
    speed: float


def watch(field: Field, since: float, goal: str) -> StopSample:
    """Watch an arm that was made to stop.

    Args:
        field: where.
        since: when the cause was, steady [s].
        goal: of the motion that is to end; its chunks carry it.

    Raises:
        ValueError: no joint states came.
    """
    witness = field.witness
    witness.wait_for(lambda: time.monotonic() > since + WATCHED, 2.0 * WATCHED)
    joints = [j for j in list(witness.joints) if j.time >= since - 0.1]
    still = judge_stillness(
        [reading(j.time, j.names, j.positions) for j in joints], since, float("inf")
    )
    before = [j for j in joints if j.time < since]
    if still is None or not before:
        raise ValueError("no joint states came; see whether the arm's node runs")
    chunks = {h.message.chunk_id for h in list(witness.statuses) if h.message.goal_id == goal}
    last = max(
        (h.time for h in list(witness.set_points) if h.message.chunk_id in chunks), default=since
    )
    return StopSample(
        set_point_ms=MILLI * max(0.0, last - since),
        still_ms=MILLI * still.still_after,
        travel_mm=tool_travel(joints, since),
        strays=strays(witness),
        speed=max(abs(v) for v in before[-1].velocities[:-1]),
    )


def strays(witness: Witness) -> int:
    """Set-points that were written for a chunk after it was discarded, of all that was heard."""
    discarded = {
        h.message.chunk_id: h.message.stamp
        for h in list(witness.statuses)
        if h.message.state is ChunkState.DISCARDED
    }
    return sum(
        h.message.stamp > discarded[h.message.chunk_id]
        for h in list(witness.set_points)
        if h.message.chunk_id in discarded
    )
