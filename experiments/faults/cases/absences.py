"""Goals for an arm whose supervisor, driver or eyes are not there yet, and ends that do not match.

Fails when a goal is accepted that nobody can answer for, when anything moves, or when what was
refused is done once the missing part has come.
"""

from __future__ import annotations

import time
from functools import partial

from experiments.faults.fault import Fault, Seen
from experiments.faults.field import Field, FieldError
from experiments.faults.judge import MILLI, UNMOVED, displacement
from ros_nodes.trial.goal_audience import GoalAudience
from ros_nodes.trial.goal_caller import GoalCaller
from ros_nodes.trial.goal_record import Call, GoalRecord
from ros_nodes.trial.malformed import MISMATCHED
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.skills import SkillGoal, SkillName

CONNECT_TIME = 10.0
"""For a new participant to find the graph [s]."""
REFUSED = 5.0
"""A goal that nobody can answer for is refused within [s]."""
WATCHED = 5.0
"""Once the missing part has come nothing moves for [s]."""
NAMED = 5.0
"""Row 32 of the fault table [s]."""
SILENT = 0.5
"""Then its silence has been noticed [s]."""


def _refused(node: str, field: Field) -> Seen:
    """A goal while the node is gone, then the node comes."""
    record = GoalRecord()
    with GoalAudience(record), GoalCaller(record) as caller:
        if not field.witness.wait_for(lambda: caller.connected, CONNECT_TIME):
            raise FieldError(f"the skills were not found after {CONNECT_TIME:.0f} s")
        epoch = field.under_agent().epoch
        field.end(node)
        # Which silences are limits and which are pauses is known only after a while.
        end = time.monotonic() + SILENT
        record.wait_for(lambda: time.monotonic() > end, SILENT)
        since = time.monotonic()
        call = caller.send(
            SkillGoal(
                goal_id="too-early",
                skill=SkillName.PICK,
                object_id="red_cup",
                owner=Owner.AGENT,
                epoch=epoch,
            )
        )
        record.wait_for(lambda: call.accepted is False or call.result is not None, REFUSED)
        took = MILLI * (time.monotonic() - since)
    no = call.accepted is False or (call.result is not None and bool(call.result.reason))
    field.restart(node)
    field.wait_heard()
    start = time.monotonic()
    field.witness.wait_for(lambda: time.monotonic() > start + WATCHED, WATCHED)
    moved = displacement(field.witness.joints, start if node == "simulation" else since)
    return Seen(
        no and moved <= UNMOVED,
        f"{_answer(call)} after {took:.0f} ms (limit {MILLI * REFUSED:.0f}); the arm moved "
        f"{moved:.4f} rad, {WATCHED:.0f} s with {node} back among them",
        took,
    )


def _answer(call: Call) -> str:
    if call.accepted is False:
        return "refused"
    if call.result is None:
        return f"NO ANSWER, accepted: {call.accepted}"
    return f"{call.result.verdict} ({call.result.reason}) {call.result.message}"


def _named(field: Field) -> Seen:
    """A publisher whose QoS nobody hears: whoever should hear it says so, with the topic's name."""
    since = time.monotonic()
    listener = field.console.node

    def said() -> str:
        health = [h for name, h in listener.health.items() if "safety_supervisor" in name]
        return next((h.message for h in health if MISMATCHED.topic in h.message), "")

    field.forger.send(MISMATCHED, field.now)
    listener.wait_for(lambda: bool(said()), NAMED)
    took = MILLI * (time.monotonic() - since)
    words = said()
    moved = displacement(field.witness.joints, since)
    return Seen(
        bool(words) and moved <= UNMOVED,
        f"{words or 'NOTHING was said'} after {took:.0f} ms (limit {MILLI * NAMED:.0f}); the arm "
        f"moved {moved:.4f} rad",
        took,
    )


FAULTS = (
    *(
        Fault(
            f"goal-without-{node.replace('_', '-')}",
            "absences",
            f"refused or failed within {REFUSED:.0f} s; nothing moves, not when it has come either",
            partial(_refused, node),
            spoils=True,
        )
        for node in ("safety_supervisor", "simulation", "perception")
    ),
    Fault(
        "qos-mismatch",
        "absences",
        f"named in the diagnostics of whoever should hear it within {NAMED:.0f} s",
        _named,
        spoils=True,
    ),
)
