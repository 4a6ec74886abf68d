"""An agent that dies, hangs or gets no processor in the middle of a motion that it asked for.

Fails when the goal of a dead agent goes on, when the arm moves again without a living one, or when
a living one is taken for dead.
"""

from __future__ import annotations

import signal
import time
from functools import partial

from experiments.faults.fault import Fault, Seen
from experiments.faults.field import STEP_TIME, Field, FieldError
from experiments.faults.judge import stopped
from experiments.live.estop_trial import FAST
from experiments.stops.load import busy_cores
from ros_nodes.console.errors import TimedOutError
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.instruction import Answer

LIMIT_MS = 1000.0
"""Row 22 of the fault table."""
TRAVEL_MM = 0.25 * LIMIT_MS
"""At the highest speed of the tool point."""
BUSY = 8
"""Processes that compute all the while."""
ENDS = 90.0
"""A wish has ended by then [s]."""
WISH = "put the red cup in the tray"


def agent_moves(field: Field) -> str:
    """Give the agent a wish and wait until the arm moves at speed for it; the intent's id.

    Raises:
        FieldError: it does not come to that.
    """
    field.under_agent()
    reply = field.console.instruct(WISH)
    if reply.answer is not Answer.ACCEPT:
        raise FieldError(f"the agent did not accept '{WISH}': {reply.message}")
    field.note("waiting for the agent to move the arm")
    witness = field.witness

    def moves() -> bool:
        permit = witness.permits[-1].message
        return permit.owner is Owner.AGENT and permit.motion_allowed and witness.speed > FAST

    if not witness.wait_for(moves, STEP_TIME):
        raise FieldError(f"the agent does not move the arm within {STEP_TIME:.0f} s")
    return reply.intent_id


def _abandoned(number: signal.Signals, field: Field) -> Seen:
    agent_moves(field)
    since = field.signal("agent", number)
    seen = stopped(field, since, LIMIT_MS, TRAVEL_MM)
    state = field.witness.state
    owner = None if state is None else state.owner
    text = f"control is with {'nobody heard' if owner is None else owner.value}; {seen.text}"
    return Seen(seen.passed and owner is Owner.NONE, text, seen.latency_ms, seen.travel_mm)


def _starved(field: Field) -> Seen:
    """The agent waits for a processor and is alive: nobody takes its control."""
    with busy_cores(BUSY):
        intent = agent_moves(field)
        since = time.monotonic()
        last = "nothing was heard of it"
        try:
            for status in field.console.follow(intent, ENDS):
                last = f"{status.intent_state} {status.last_outcome}".strip()
        except TimedOutError as error:
            return Seen(False, str(error))
        states = [h.message for h in list(field.witness.states) if h.time >= since]
    lost = [state for state in states if state.owner is not Owner.AGENT]
    took = time.monotonic() - since
    return Seen(not lost, f"control was lost {len(lost)} times in {took:.0f} s of work; {last}")


FAULTS = (
    *(
        Fault(
            f"agent-{word}-in-its-own-goal",
            "own goals",
            f"still within {LIMIT_MS:.0f} ms, and control is with nobody",
            partial(_abandoned, number),
            spoils=True,
        )
        for word, number in (("killed", signal.SIGKILL), ("hung", signal.SIGSTOP))
    ),
    Fault(
        "agent-starved-in-its-own-goal",
        "own goals",
        f"beside {BUSY} busy processes it keeps control until its wish has ended",
        _starved,
        spoils=True,
    ),
)
