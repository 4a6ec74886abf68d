"""What people say to the agent, and its five answers (requirement S0-38)."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from xlerobot_agent.contracts.model import Contract

MAXIMUM_LENGTH = 2000
"""Characters in one instruction."""


class Answer(StrEnum):
    """Every request that is not about safety gets one of these."""

    ACCEPT = "accept"
    REFUSE = "refuse"
    NEGOTIATE = "negotiate"
    POSTPONE = "postpone"
    END = "end"


class Instruction(Contract):
    """One wish, in English or Chinese."""

    instruction_id: str
    text: str
    source: str = "operator"
    stamp: float


class InstructionReply(Contract):
    """The answer, in words and in what was understood."""

    instruction_id: str
    answer: Answer
    message: str
    intent_id: str = ""
    understood: tuple[str, ...] = ()
    """Goal predicates, e.g. ``inside(red_cup, tray)``; empty when nothing was accepted."""


class Activity(StrEnum):
    """What the agent is doing, in one word (requirement S1-06)."""

    IDLE = "idle"
    DOING = "doing"
    WAITING = "waiting"
    BLOCKED = "blocked"
    UNSAFE = "unsafe"
    RECOVERING = "recovering"


class AgentStatus(Contract):
    """The agent's state for people: beliefs and decisions, never world truth (S0-43, S0-44)."""

    activity: Activity
    intent_id: str = ""
    intent: str = ""
    """What it pursues, in words."""
    intent_state: str = ""
    task: str = ""
    skill: str = ""
    step: str = ""
    progress: float = Field(default=0.0, ge=0.0, le=1.0)
    """Of the intent: share of its goal predicates that are confirmed, plus the running skill's."""
    attention: str = ""
    """What it looks at: an object id or empty."""
    holding: str = ""
    reason: str = ""
    """Main cause of the last change of mind, short."""
    last_outcome: str = ""
    verified: tuple[str, ...] = ()
    """Goal predicates confirmed by an observation, with the receipt's word for it."""
    finished: bool = False
    """The last intent reached a terminal state."""
    succeeded: bool = False
    """It did so COMPLETED, on receipts."""
    stamp: float
