"""The state of the whole graph at one glance."""

from __future__ import annotations

from pydantic import Field

from xlerobot_agent.contracts.instruction import AgentStatus
from xlerobot_agent.contracts.model import Contract
from xlerobot_agent.contracts.safety import SafetyState


class NodeHealth(Contract):
    """What a node's diagnostics said last."""

    level: str
    """``ok``, ``warn``, ``error``, ``stale``."""
    message: str
    figures: dict[str, str] = Field(default_factory=dict)


class Overview(Contract):
    """Everything heard within the time of one question."""

    nodes: dict[str, NodeHealth]
    """By full name; only nodes that sent diagnostics."""
    safety: SafetyState | None
    """None when no supervisor was heard."""
    agent: AgentStatus | None
    """None when no agent was heard."""


LEVELS = ("ok", "warn", "error", "stale")
"""Words for diagnostic_msgs/DiagnosticStatus levels 0 to 3."""
