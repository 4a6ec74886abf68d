"""Cancels at every phase of a goal, by every kind of client."""

from __future__ import annotations

import time
from functools import partial

from experiments.faults.fault import Fault, Seen
from experiments.faults.field import Field, FieldError
from experiments.faults.judge import MILLI, stopped
from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.reasons import Reason

LIMIT_MS = 250.0
TRAVEL_MM = 25.0


def _stop_skill(step: str, field: Field) -> Seen:
    """The stop skill in the middle of a motion; nothing of the old chunk is written afterwards."""
    if step == "close":
        motion = field.move("pick", "red_cup")
        motion.wait_step(step)
    else:
        motion = field.in_motion(step)
    since = time.monotonic()
    field.console.stop("trial")
    seen = stopped(field, since, LIMIT_MS, TRAVEL_MM)
    result = motion.join()
    late = _played_after_discard(field, since)
    right = result is not None and result.reason is Reason.STOPPED
    ended = result.reason if result is not None else motion.error
    return Seen(
        seen.passed and right and not late,
        f"goal: {ended}; {late} chunks played after a discard; {seen.text}",
        seen.latency_ms,
        seen.travel_mm,
    )


def _hold_by_anybody(field: Field) -> Seen:
    """A hold straight to the arm, past every node."""
    motion = field.in_motion("reach")
    since = time.monotonic()
    field.hands.hold()
    discarded = field.witness.wait_for(
        lambda: any(
            h.time >= since and h.message.state is ChunkState.DISCARDED
            for h in list(field.witness.statuses)
        ),
        1.0,
    )
    times = [
        h.time
        for h in list(field.witness.statuses)
        if h.time >= since and h.message.state is ChunkState.DISCARDED
    ]
    latency = MILLI * (times[0] - since) if times else None
    motion.join(40.0)
    return Seen(
        discarded and latency is not None and latency <= 50.0,
        f"discarded after {latency} ms (limit 50)",
        latency,
    )


def _superseded(field: Field) -> Seen:
    """A newer goal: the older one ends once, superseded, and only one moves."""
    first = field.in_motion("reach")
    second = field.move("pick", "yellow_paper")
    old = first.join(20.0)
    new = second.join(60.0)
    if old is None or new is None:
        raise FieldError(f"no result: {first.error or second.error}")
    right = old.reason in (Reason.SUPERSEDED, Reason.LEASE_LOST)
    return Seen(right and new.reason is None, f"old: {old.reason}; new: {new.verdict.value}")


def _after_the_end(field: Field) -> Seen:
    """Stopping what has ended changes nothing about how it ended."""
    result = field.move("move_to_rest").join(30.0)
    ended = field.console.stop("trial")
    passed = result is not None and result.reason is None and not ended
    return Seen(passed, f"ended by the stop: {ended or 'nothing'}")


def _played_after_discard(field: Field, since: float) -> int:
    """Chunks that said they play after they were discarded."""
    discarded: set[str] = set()
    late = 0
    for heard in list(field.witness.statuses):
        if heard.time < since:
            continue
        chunk = heard.message.chunk_id
        if heard.message.state is ChunkState.DISCARDED:
            discarded.add(chunk)
        elif chunk in discarded:
            late += 1
    return late


_STOPS = f"still within {LIMIT_MS:.0f} ms, goal ends stopped, nothing plays after its discard"

FAULTS = (
    *(
        Fault(
            f"stop-{name}",
            "cancels",
            _STOPS,
            partial(_stop_skill, step),
            spoils=name in ("closing", "lift"),
        )
        for name, step in (
            ("reach", "reach"),
            ("approach", "approach"),
            ("closing", "close"),
            ("lift", "lift"),
        )
    ),
    Fault(
        "hold-by-anybody", "cancels", "the playing chunk is discarded in 50 ms", _hold_by_anybody
    ),
    Fault(
        "superseded",
        "cancels",
        "the old goal ends once, the new one succeeds",
        _superseded,
        spoils=True,
    ),
    Fault("stop-after-the-end", "cancels", "nothing is ended twice", _after_the_end),
)
