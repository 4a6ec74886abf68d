"""The gate every proposal passes before anything happens; each refusal has its own code (B.10)."""

from __future__ import annotations

from enum import StrEnum

from agent_core.planning.candidates import offered_hash
from agent_core.planning.proposal import Candidate, Proposal
from agent_core.state import CoreState


class GateCode(StrEnum):
    """Why a proposal was refused, or that it was not. In the order in which they are checked."""

    CANCELLED = "cancelled"
    EXPIRED = "expired"
    STALE_VERSION = "stale_version"
    UNKNOWN_CANDIDATE = "unknown_candidate"
    SAFETY = "safety"
    BUSY = "busy"
    COMMITTED = "committed"


def judge(
    proposal: Proposal, state: CoreState, candidates: tuple[Candidate, ...], motion_free: bool
) -> tuple[GateCode, Candidate | None]:
    """Whether a proposal may be committed now, and which candidate it names.

    Args:
        proposal: the answer to a request.
        state: as it is now, which need not be as it was when the planner was asked.
        candidates: what is offered now; empty when nothing is.
        motion_free: safety is clear and the lease is ours.
    """
    request = state.request
    chosen = next((c for c in candidates if c.candidate_id == proposal.candidate_id), None)
    if request is None or request.request_id != proposal.request_id:
        return GateCode.CANCELLED, None
    checks = (
        (state.now <= request.deadline, GateCode.EXPIRED),
        (
            proposal.based_on_version == request.version
            and offered_hash(candidates) == request.offered_hash,
            GateCode.STALE_VERSION,
        ),
        (chosen is not None, GateCode.UNKNOWN_CANDIDATE),
        (motion_free, GateCode.SAFETY),
        (state.run is None and state.now >= state.not_before, GateCode.BUSY),
    )
    refused = next((code for passed, code in checks if not passed), None)
    return (GateCode.COMMITTED, chosen) if refused is None else (refused, None)
