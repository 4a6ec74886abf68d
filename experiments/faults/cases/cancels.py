"""Cancels at every phase of a goal, by every kind of client."""

from __future__ import annotations

import time
from functools import partial

from experiments.cancels.chunks import latency, one_mover
from experiments.cancels.specification import violations
from experiments.faults.fault import Fault, Seen
from experiments.faults.field import STEP_TIME, Field, FieldError
from experiments.faults.judge import MILLI, stopped
from ros_nodes.trial.goal_audience import GoalAudience
from ros_nodes.trial.goal_caller import GoalCaller
from ros_nodes.trial.goal_record import Call, GoalRecord
from xlerobot_agent.contracts.chunk import ChunkState
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.reasons import Reason
from xlerobot_agent.contracts.skills import SkillGoal, SkillName

LIMIT_MS = 250.0
TRAVEL_MM = 25.0
CONNECT_TIME = 10.0
"""For a new participant to find the graph [s]."""


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
    """A newer goal of the same lease: the older one ends once, superseded, and only one moves."""
    record = GoalRecord()
    with GoalAudience(record), GoalCaller(record) as caller:
        # The field's witness hears joints all the time, so that the condition is looked at.
        if not field.witness.wait_for(lambda: caller.connected, CONNECT_TIME):
            raise FieldError(f"the skills were not found after {CONNECT_TIME:.0f} s")
        epoch = caller.acquire()
        record.wait_for(lambda: record.epoch == epoch and record.motion_allowed, CONNECT_TIME)
        old = caller.send(_pick("red_cup", epoch))
        if not record.wait_for(lambda: _plays(record, old), STEP_TIME):
            raise FieldError("the first goal does not move the arm")
        new = caller.send(_pick("yellow_paper", epoch))
        record.wait_for(lambda: record.over(old) and record.over(new), 2.0 * STEP_TIME)
        history = record.history(old)
        wrong = [*violations(history), *violations(record.history(new)), *one_mover(record.words)]
    late = latency(history)
    ends = [call.result.reason if call.result is not None else "no result" for call in (old, new)]
    return Seen(
        not wrong and ends == [Reason.SUPERSEDED, ""],
        "; ".join([f"old: {ends[0]}; new: {ends[1] or 'succeeded'}", *wrong]),
        None if late is None else MILLI * late,
    )


def _pick(object_id: str, epoch: int) -> SkillGoal:
    return SkillGoal(
        goal_id=f"trial-{object_id}",
        skill=SkillName.PICK,
        object_id=object_id,
        owner=Owner.OPERATOR,
        epoch=epoch,
    )


def _plays(record: GoalRecord, call: Call) -> bool:
    return any(w.goal_id == call.goal_id and w.state is ChunkState.PLAYING for w in record.words)


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
        "within one lease the old goal ends once, superseded, and the new one succeeds",
        _superseded,
        spoils=True,
    ),
    Fault("stop-after-the-end", "cancels", "nothing is ended twice", _after_the_end),
)
