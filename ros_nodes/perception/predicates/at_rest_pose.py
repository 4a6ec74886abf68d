"""``at_rest_pose``: the arm stands still where it waits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ros_nodes.perception.situation import Situation, verdict
from xlerobot_agent.contracts.predicates import Predicate, Truth

if TYPE_CHECKING:
    from xlerobot_agent.contracts.predicates import PredicateVerdict


def evaluate(predicate: Predicate, situation: Situation) -> PredicateVerdict:
    """True or false by the joints alone; how far the gripper is open does not matter."""
    arm, judgement = situation.arm, situation.settings.judgement
    evidence = (situation.joints_evidence,)
    for joint, rest in enumerate(situation.rest):
        off = abs(arm.positions[joint] - rest)
        if off > judgement.rest_tolerance:
            because = f"{arm.names[joint]} is {off:.2f} rad from its rest position"
            return verdict(predicate, Truth.FALSE, because, evidence)
    for joint in range(len(situation.rest)):
        speed = abs(arm.velocities[joint])
        if speed > judgement.rest_speed:
            because = f"{arm.names[joint]} still moves at {speed:.2f} rad/s"
            return verdict(predicate, Truth.FALSE, because, evidence)
    return verdict(
        predicate,
        Truth.TRUE,
        f"every joint is within {judgement.rest_tolerance} rad of the rest pose and still",
        evidence,
    )
