"""One believed predicate, confirmed and given up at different confidences (requirements B.7)."""

from __future__ import annotations

from pydantic import Field

from agent_core.settings import BeliefSettings
from xlerobot_agent.contracts.model import Contract
from xlerobot_agent.contracts.predicates import PredicateVerdict, Truth

_EVEN = 0.5


class Belief(Contract):
    """A predicate as believed now.

    ``confidence`` is that of the predicate being true: 1 − c for a verdict FALSE of confidence c.
    """

    predicate: str
    value: Truth
    confidence: float = Field(ge=0.0, le=1.0)
    evidence_ids: tuple[str, ...] = ()
    first_seen: float
    last_seen: float
    """Of the newest verdict that was not UNKNOWN [s]."""
    version: int


def held_value(before: Truth, confidence: float, settings: BeliefSettings) -> Truth:
    """TRUE from ``confirm`` up until it falls to ``retract``; FALSE the same, mirrored.

    Between the two thresholds a value is kept, so noise at an edge of occlusion flips nothing.
    """
    if confidence >= settings.confirm:
        return Truth.TRUE
    if confidence <= 1.0 - settings.confirm:
        return Truth.FALSE
    if before is Truth.TRUE and confidence > settings.retract:
        return Truth.TRUE
    if before is Truth.FALSE and confidence < 1.0 - settings.retract:
        return Truth.FALSE
    return Truth.UNKNOWN


def revised(
    before: Belief | None,
    verdict: PredicateVerdict,
    stamp: float,
    version: int,
    settings: BeliefSettings,
) -> Belief:
    """The belief after one verdict; UNKNOWN leaves what was believed, with its old date."""
    name = str(verdict.predicate)
    if verdict.value is Truth.UNKNOWN:
        if before is not None:
            return before
        return Belief(
            predicate=name,
            value=Truth.UNKNOWN,
            confidence=_EVEN,
            first_seen=stamp,
            last_seen=stamp,
            version=version,
        )
    confidence = verdict.confidence if verdict.value is Truth.TRUE else 1.0 - verdict.confidence
    return Belief(
        predicate=name,
        value=held_value(
            before.value if before is not None else Truth.UNKNOWN, confidence, settings
        ),
        confidence=confidence,
        evidence_ids=verdict.evidence_ids,
        first_seen=before.first_seen if before is not None else stamp,
        last_seen=stamp,
        version=version,
    )
