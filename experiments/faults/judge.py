"""What the joints and the wire say of a stop, a refusal, a motion that must not be."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from experiments.faults.fault import Seen
from experiments.live.stillness import MOVED, judge_stillness, reading
from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.robot_model.arm_model import ArmModel

if TYPE_CHECKING:
    from experiments.faults.field import Field
    from ros_nodes.trial.hands import Draft
    from ros_nodes.trial.readings import Joints
    from ros_nodes.trial.witness import Heard
    from xlerobot_agent.contracts.safety import MotionPermit

WATCHED = 1.0
"""After the limit of a stop the arm is watched for so long [s]."""
UNMOVED = 0.003
"""Less than this is the noise of an arm that stands [rad]."""
ANSWER = 0.5
"""A chunk is answered within [s]."""
STANDS_BY = 0.3
"""After its permit was denied the arm stands within [s]."""
SPEED_SPAN = 0.1
"""A speed is measured over so long [s]: shorter, and the joints' noise is counted."""
MILLI = 1000.0


def stopped(field: Field, since: float, limit_ms: float, travel_mm: float) -> Seen:
    """Watch the arm for a while after a stop was asked for, and judge; see `judge_stop`."""
    field.note("watching whether the arm stands")
    end = since + limit_ms / MILLI + WATCHED
    field.witness.wait_for(lambda: time.monotonic() > end, end - time.monotonic())
    return judge_stop(list(field.witness.joints), since, limit_ms, travel_mm)


def judge_stop(joints: Sequence[Joints], since: float, limit_ms: float, travel_mm: float) -> Seen:
    """Whether the arm came to rest in time and stayed there.

    Args:
        joints: all that was heard, until long after the limit.
        since: when the stop was asked for, steady [s].
        limit_ms: until every joint stays within ``MOVED`` of where it ends.
        travel_mm: most that the tool point may travel meanwhile.
    """
    readings = [reading(j.time, j.names, j.positions) for j in joints]
    still = judge_stillness(readings, since, float("inf"), limit_ms / MILLI)
    before = [j for j in joints if since - 0.1 <= j.time < since]
    if still is None or not before:
        return Seen(False, "no joint states came: nothing can be said of the arm")
    travel = tool_travel(joints, since)
    latency = MILLI * still.still_after
    speed = max(max(map(abs, j.velocities[:-1])) for j in before)
    text = (
        f"moved at {speed:.2f} rad/s, still after {latency:.0f} ms (limit {limit_ms:.0f}), "
        f"travelled {travel:.1f} mm (limit {travel_mm:.0f}), then moved {still.moved:.4f} rad"
    )
    in_time = latency <= limit_ms and travel <= travel_mm
    kept = max(still.moved, still.gripper_opened) <= MOVED
    return Seen(in_time and kept, text, latency, travel)


def tool_travel(joints: Sequence[Joints], since: float) -> float:
    """Length of the tool point's path from a moment on [mm]."""
    model = ArmModel()
    points = [model.frame_pose(j.positions)[:3, 3] for j in joints if j.time >= since]
    if not points:
        return 0.0
    # Steps below the noise of an arm that stands would add up.
    path, last = 0.0, points[0]
    for point in points[1:]:
        step = float(np.linalg.norm(point - last))
        if step > 2e-4:
            path, last = path + step, point
    return path * MILLI


def refused(field: Field, draft: Draft, because: str) -> Seen:
    """Send a chunk; whether it is refused for the right reason and nothing of it moves the arm.

    Args:
        field: of the trial.
        draft: the chunk.
        because: words of the reason that fits; another one would hide that this check is absent.
    """
    witness = field.witness
    sent = time.monotonic()
    field.hands.request(draft)

    def answered() -> bool:
        return any(h.message.chunk_id == draft.chunk_id for h in list(witness.statuses))

    witness.wait_for(answered, ANSWER)
    witness.wait_for(lambda: time.monotonic() > sent + ANSWER, ANSWER)
    answers = [h for h in list(witness.statuses) if h.message.chunk_id == draft.chunk_id]
    passed_on = any(h.message.chunk_id == draft.chunk_id for h in list(witness.chunks))
    moved = displacement(witness.joints, sent)
    if not answers:
        return Seen(False, f"no answer within {ANSWER} s; the arm moved {moved:.4f} rad")
    first = answers[0]
    latency = MILLI * (first.time - sent)
    right = first.message.state is ChunkState.REFUSED and because in first.message.message
    kept = right and not passed_on and moved <= UNMOVED
    return Seen(
        kept,
        f"{first.message.state.value}: {first.message.message}; "
        f"{'PASSED ON; ' if passed_on else ''}the arm moved {moved:.4f} rad",
        latency,
        tool_travel(witness.joints, sent),
    )


def permit_gap_ms(permits: Sequence[Heard[MotionPermit]], since: float) -> float:
    """Longest silence of the permit between those heard from a moment on [ms]."""
    times = [h.time for h in list(permits) if h.time >= since]
    return MILLI * max((b - a for a, b in pairwise(times)), default=float("inf"))


def moved_without_leave(
    joints: Sequence[Joints], permits: Sequence[Heard[MotionPermit]], since: float
) -> float:
    """Largest change of a joint while motion had been denied for long enough to stand [rad].

    Args:
        joints: all that was heard.
        permits: all that were heard.
        since: permits from before count for nothing, steady [s].
    """
    denied: float | None = None
    spans: list[tuple[float, float]] = []
    for heard in permits:
        if heard.time < since:
            continue
        if heard.message.motion_allowed:
            spans += [] if denied is None else [(denied, heard.time)]
            denied = None
        elif denied is None:
            denied = heard.time + STANDS_BY
    if denied is not None:
        spans.append((denied, float("inf")))
    moved = [[j.positions for j in joints if a <= j.time < b] for a, b in spans]
    return max((float(np.ptp(np.array(m), axis=0).max()) for m in moved if m), default=0.0)


def tool_speed(joints: Sequence[Joints], since: float) -> float:
    """Highest speed of the tool point from a moment on, over a tenth of a second [m/s]."""
    later = [j for j in joints if j.time >= since]
    model = ArmModel()
    points = [model.frame_pose(j.positions)[:3, 3] for j in later]
    stamps = [j.stamp for j in later]
    fastest, first = 0.0, 0
    for last in range(len(later)):
        while stamps[last] - stamps[first] > SPEED_SPAN:
            first += 1
        passed = stamps[last] - stamps[first]
        if passed > SPEED_SPAN / 2.0:
            distance = float(np.linalg.norm(points[last] - points[first]))
            fastest = max(fastest, distance / passed)
    return fastest


def displacement(joints: Sequence[Joints], since: float) -> float:
    """Largest change of any joint from a moment on [rad]."""
    later = [j.positions for j in list(joints) if j.time >= since]
    if not later:
        return 0.0
    return float(np.ptp(np.array(later), axis=0).max())
