"""Receipts: the only form in which a skill's success exists (requirements B.7)."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field, model_validator

from xlerobot_agent.contracts.evidence import Evidence, EvidenceKind
from xlerobot_agent.contracts.model import Contract
from xlerobot_agent.contracts.predicates import PredicateVerdict, Truth
from xlerobot_agent.contracts.reasons import Reason

_PHYSICAL = frozenset({EvidenceKind.CONTACT, EvidenceKind.GEOMETRIC_VISION})


class Verdict(StrEnum):
    """How a skill ended; each goal gets exactly one."""

    SUCCEEDED = "succeeded"
    FAILED = "failed"
    PARTIAL = "partial"
    PREEMPTED = "preempted"
    TIMED_OUT = "timed_out"
    REJECTED = "rejected"


class Contributor(Contract):
    """One thing that helped to bring the outcome about, with what speaks for it."""

    factor: str
    confidence: float = Field(ge=0.0, le=1.0)
    evidence_ids: tuple[str, ...] = ()


class Receipt(Contract):
    """What a skill did and what was seen afterwards.

    A receipt whose verdict is SUCCEEDED cannot be constructed unless every post-condition is
    TRUE on evidence that was captured after the arm had settled and is not the evidence from
    before, at least one piece of it physical.
    """

    goal_id: str
    skill: str
    args: dict[str, str] = Field(default_factory=dict)
    epoch: int = Field(ge=0)
    pre_evidence: tuple[Evidence, ...] = ()
    post_evidence: tuple[Evidence, ...] = ()
    predicates: tuple[PredicateVerdict, ...] = ()
    """The post-conditions as the observation after settling gave them."""
    verdict: Verdict
    reason: Reason | None = None
    message: str = ""
    contributors: tuple[Contributor, ...] = ()
    t_started: float
    t_settled: float
    """When the arm came to rest [s]; post evidence is younger."""
    t_finished: float
    chunks: int = Field(default=0, ge=0)
    set_points_played: int = Field(default=0, ge=0)
    set_points_discarded: int = Field(default=0, ge=0)
    prev_hash: str = ""
    """SHA-256 of the receipt before this one, which chains them."""

    @model_validator(mode="after")
    def _success_needs_the_world(self) -> Receipt:
        if self.verdict is not Verdict.SUCCEEDED:
            return self
        if not self.predicates:
            raise ValueError("a success names at least one post-condition; this receipt has none")
        for verdict in self.predicates:
            if verdict.value is not Truth.TRUE:
                raise ValueError(
                    f"{verdict.predicate} is {verdict.value.value}; a success needs it true"
                )
        before = {e.evidence_id for e in self.pre_evidence} | {
            e.sha256 for e in self.pre_evidence if e.kind is EvidenceKind.GEOMETRIC_VISION
        }
        for evidence in self.post_evidence:
            if evidence.t_capture <= self.t_settled:
                raise ValueError(
                    f"evidence {evidence.evidence_id} was captured at {evidence.t_capture:.3f} s, "
                    f"not after the arm settled at {self.t_settled:.3f} s; observe anew"
                )
            if evidence.evidence_id in before or evidence.sha256 in before:
                raise ValueError(
                    f"evidence {evidence.evidence_id} was known before the skill; observe anew"
                )
        if not any(e.kind in _PHYSICAL for e in self.post_evidence):
            raise ValueError("a success needs a new camera frame or joint reading as evidence")
        return self
