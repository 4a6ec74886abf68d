"""``workspace_clear``: nothing lies on or reaches over the table that nobody knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ros_nodes.perception.situation import Situation, verdict
from xlerobot_agent.contracts.predicates import Predicate, Truth

if TYPE_CHECKING:
    from xlerobot_agent.contracts.predicates import PredicateVerdict


def evaluate(predicate: Predicate, situation: Situation) -> PredicateVerdict:
    """False for a stranger on the table, unknown when too little of the table was seen."""
    if situation.fault:
        return verdict(predicate, Truth.UNKNOWN, situation.fault)
    judgement, table = situation.settings.judgement, situation.table
    evidence = situation.vision()
    if table.strange >= judgement.strange_cells:
        x, y = table.where
        because = f"something unknown is around x {x:.2f}, y {y:.2f} m"
        return verdict(predicate, Truth.FALSE, because, evidence, 0.9)
    if table.coverage < judgement.clear_coverage:
        because = (
            f"only {table.coverage:.0%} of the table was seen, "
            f"{judgement.clear_coverage:.0%} are needed"
        )
        return verdict(predicate, Truth.UNKNOWN, because, evidence)
    because = f"{table.coverage:.0%} of the table seen, all of it bare or known"
    return verdict(predicate, Truth.TRUE, because, evidence, 0.9)
