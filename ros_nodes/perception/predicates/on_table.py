"""``on_table(x)``: x lies or stands on the bare table, in nothing and held by nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ros_nodes.perception.look import LOW
from ros_nodes.perception.receptacle import room_in
from ros_nodes.perception.situation import Situation, verdict
from xlerobot_agent.contracts.predicates import Predicate, Truth

if TYPE_CHECKING:
    from ros_nodes.perception.detection import Detection
    from xlerobot_agent.contracts.predicates import PredicateVerdict


def evaluate(predicate: Predicate, situation: Situation) -> PredicateVerdict:
    """True or false for what was seen; what was not seen may be anywhere."""
    thing = predicate.args[0]
    if situation.fault:
        return verdict(predicate, Truth.UNKNOWN, situation.fault)
    if situation.hand.held == thing:
        evidence = (situation.joints_evidence, *situation.vision())
        return verdict(predicate, Truth.FALSE, f"the gripper holds {thing}", evidence, 0.95)
    seen = situation.detections.get(thing)
    if seen is None:
        return verdict(predicate, Truth.UNKNOWN, f"{thing} was not seen", situation.vision())
    evidence, confidence = situation.shows(thing), max(0.5, seen.confidence)
    carrier = _carrier(seen, situation)
    if carrier:
        return verdict(predicate, Truth.FALSE, f"{thing} is in {carrier}", evidence, confidence)
    if seen.pose.z > LOW:
        because = f"{thing} is {seen.pose.z * 1e3:.0f} mm above the table"
        return verdict(predicate, Truth.FALSE, because, evidence, confidence)
    because = f"{thing} is seen at x {seen.pose.x:.2f}, y {seen.pose.y:.2f} m"
    return verdict(predicate, Truth.TRUE, because, evidence, confidence)


def _carrier(seen: Detection, situation: Situation) -> str:
    """The receptacle over whose room a thing is, empty for none."""
    walls = situation.settings.walls
    for name, other in situation.detections.items():
        shape = situation.catalogue[name].shape
        if name == seen.object_id or shape not in walls:
            continue
        if room_in(other, walls[shape]).margin(seen.pose.x, seen.pose.y) > 0.0:
            return name
    return ""
