"""``scene_observed``: the cameras showed the desk, and can be believed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ros_nodes.perception.situation import Situation, verdict
from xlerobot_agent.contracts.predicates import Predicate, Truth

if TYPE_CHECKING:
    from xlerobot_agent.contracts.predicates import PredicateVerdict


def evaluate(predicate: Predicate, situation: Situation) -> PredicateVerdict:
    """True as far as the table was seen, false when the cameras are at fault."""
    if situation.fault:
        return verdict(predicate, Truth.FALSE, situation.fault, (situation.joints_evidence,))
    coverage = situation.table.coverage
    because = f"{len(situation.detections)} objects, {coverage:.0%} of the table seen"
    return verdict(predicate, Truth.TRUE, because, situation.vision(), coverage)
