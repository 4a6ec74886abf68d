"""The seam where a planner is swapped: rules, a script, later a model."""

from __future__ import annotations

from typing import Protocol

from agent_core.planning.proposal import PlanningRequest, Proposal


class Planner(Protocol):
    """Proposes; the core disposes."""

    def propose(self, request: PlanningRequest) -> Proposal | None:
        """Choose one of ``request.candidates``, or None for no opinion."""
