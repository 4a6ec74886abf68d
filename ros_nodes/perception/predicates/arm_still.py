"""``arm_still``: no joint moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ros_nodes.perception.situation import Situation, verdict
from xlerobot_agent.contracts.predicates import Predicate, Truth

if TYPE_CHECKING:
    from xlerobot_agent.contracts.predicates import PredicateVerdict


def evaluate(predicate: Predicate, situation: Situation) -> PredicateVerdict:
    """True or false by the joints alone."""
    arm, limit = situation.arm, situation.settings.moving_speed
    evidence = (situation.joints_evidence,)
    for name, velocity in zip(arm.names, arm.velocities, strict=True):
        if abs(velocity) > limit:
            because = f"{name} moves at {abs(velocity):.2f} rad/s"
            return verdict(predicate, Truth.FALSE, because, evidence)
    return verdict(predicate, Truth.TRUE, f"no joint moves faster than {limit} rad/s", evidence)
