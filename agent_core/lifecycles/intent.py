"""Intent: PLANNED → ACTIVE → {COMPLETED | SUSPENDED | ABANDONED} (requirements B.2, S0-04)."""

from __future__ import annotations

from enum import StrEnum

from agent_core.lifecycles.machine import Machine


class IntentState(StrEnum):
    """Where a stage intent is in its life."""

    PLANNED = "planned"
    ACTIVE = "active"
    SUSPENDED = "suspended"
    COMPLETED = "completed"
    ABANDONED = "abandoned"


class IntentTrigger(StrEnum):
    """What moves it on."""

    START = "start"
    SUSPEND = "suspend"
    RESUME = "resume"
    COMPLETE = "complete"
    ABANDON = "abandon"


INTENT: Machine[IntentState, IntentTrigger] = Machine(
    name="intent",
    initial=IntentState.PLANNED,
    table={
        (IntentState.PLANNED, IntentTrigger.START): IntentState.ACTIVE,
        (IntentState.PLANNED, IntentTrigger.ABANDON): IntentState.ABANDONED,
        (IntentState.ACTIVE, IntentTrigger.COMPLETE): IntentState.COMPLETED,
        (IntentState.ACTIVE, IntentTrigger.SUSPEND): IntentState.SUSPENDED,
        (IntentState.ACTIVE, IntentTrigger.ABANDON): IntentState.ABANDONED,
        (IntentState.SUSPENDED, IntentTrigger.RESUME): IntentState.ACTIVE,
        (IntentState.SUSPENDED, IntentTrigger.ABANDON): IntentState.ABANDONED,
    },
)
