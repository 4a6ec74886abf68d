"""The default planner: a fixed order of purposes, then the order of the goals. No model needed."""

from __future__ import annotations

from agent_core.planning.proposal import Candidate, PlanningRequest, Proposal
from agent_core.state import Purpose

ORDER: tuple[Purpose, ...] = (
    Purpose.DELIVER,
    Purpose.PUT_DOWN,
    Purpose.FETCH,
    Purpose.REST,
    Purpose.LOOK,
    Purpose.VERIFY,
)
"""What is in the hand goes first; what can be fetched comes before a search; the check is last."""

BECAUSE: dict[Purpose, str] = {
    Purpose.DELIVER: "it is in the hand and its place is known",
    Purpose.PUT_DOWN: "it is in the hand and nothing is to be done with it",
    Purpose.FETCH: "it is in view and not where it belongs",
    Purpose.REST: "the arm must leave the view",
    Purpose.LOOK: "the desk must be seen before the next step",
    Purpose.VERIFY: "all is believed done; only a receipt can tell",
}


def in_order(candidates: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """The candidates, the one to take first; the order of equals is kept."""
    return tuple(sorted(candidates, key=lambda c: ORDER.index(c.purpose)))


class RulePlanner:
    """Implements ``Planner``; finishes the desk task alone."""

    def propose(self, request: PlanningRequest) -> Proposal:
        """Choose the first candidate in order."""
        first, *rest = in_order(request.candidates)
        return Proposal(
            proposal_id=f"{request.request_id}:rules",
            request_id=request.request_id,
            based_on_version=request.version,
            candidate_id=first.candidate_id,
            steps=tuple(candidate.candidate_id for candidate in rest[:4]),
            because=BECAUSE[first.purpose],
        )
