"""An agent that dies or hangs in the middle of a motion that it asked for itself.

Fails when the goal of a dead agent goes on, or when the arm moves again without a living one.
"""

from __future__ import annotations

import signal
from functools import partial

from experiments.faults.fault import Fault, Seen
from experiments.faults.field import STEP_TIME, Field, FieldError
from experiments.faults.judge import stopped
from experiments.live.estop_trial import FAST
from xlerobot_agent.contracts.control import Owner
from xlerobot_agent.contracts.instruction import Answer

LIMIT_MS = 1000.0
"""Row 22 of the fault table."""
TRAVEL_MM = 0.25 * LIMIT_MS
"""At the highest speed of the tool point."""
WISH = "put the red cup in the tray"


def agent_moves(field: Field) -> None:
    """Give the agent a wish and wait until the arm moves at speed for it.

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


def _abandoned(number: signal.Signals, field: Field) -> Seen:
    agent_moves(field)
    since = field.signal("agent", number)
    seen = stopped(field, since, LIMIT_MS, TRAVEL_MM)
    state = field.witness.state
    owner = None if state is None else state.owner
    text = f"control is with {'nobody heard' if owner is None else owner.value}; {seen.text}"
    return Seen(seen.passed and owner is Owner.NONE, text, seen.latency_ms, seen.travel_mm)


FAULTS = tuple(
    Fault(
        f"agent-{word}-in-its-own-goal",
        "own goals",
        f"still within {LIMIT_MS:.0f} ms, and control is with nobody",
        partial(_abandoned, number),
        spoils=True,
    )
    for word, number in (("killed", signal.SIGKILL), ("hung", signal.SIGSTOP))
)
