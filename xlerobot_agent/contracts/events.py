"""The one envelope of everything that reaches the agent (requirements B.6)."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pydantic import Field

from xlerobot_agent.contracts.model import Contract


class Channel(StrEnum):
    """How an event came in; rights hang on the channel, never on the text (B.9)."""

    ENVIRONMENT = "environment"
    TALK = "talk"
    REQUEST = "request"
    OPERATOR = "operator"
    SYSTEM = "system"
    SAFETY = "safety"
    SKILL = "skill"
    TIMER = "timer"


class Urgency(StrEnum):
    """What the router does with an event (B.11)."""

    REFLEX = "reflex"
    CANCEL = "cancel"
    QUEUE = "queue"
    PARALLEL = "parallel"


class Event(Contract):
    """One thing that happened. ``payload`` is JSON data; its form follows from ``kind``."""

    event_id: str
    seq: int = Field(ge=0)
    t_source: float
    t_received: float
    source: str
    channel: Channel
    kind: str
    urgency: Urgency = Urgency.QUEUE
    payload: dict[str, Any] = Field(default_factory=dict)
    reply_to: str = ""
    task_id: str = ""
    causation_id: str = ""
    evidence_ids: tuple[str, ...] = ()
    schema_version: int = 1
