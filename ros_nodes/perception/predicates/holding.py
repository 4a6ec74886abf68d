"""``holding(x)``: the gripper stopped on something, and the camera shows that it is x."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ros_nodes.perception.grip import Grip
from ros_nodes.perception.situation import Situation, verdict
from xlerobot_agent.contracts.predicates import Predicate, Truth

if TYPE_CHECKING:
    from xlerobot_agent.contracts.predicates import PredicateVerdict

_EMPTY_HANDED = {
    Grip.EMPTY: "the gripper closed on nothing",
    Grip.OPEN: "the gripper stands open without load",
}


def evaluate(predicate: Predicate, situation: Situation) -> PredicateVerdict:
    """True needs joint and camera to agree; a gripper that feels nothing makes it false."""
    thing = predicate.args[0]
    joints = (situation.joints_evidence,)
    if situation.hand.grip in _EMPTY_HANDED:
        return verdict(predicate, Truth.FALSE, _EMPTY_HANDED[situation.hand.grip], joints)
    if situation.fault:
        return verdict(predicate, Truth.UNKNOWN, situation.fault, joints)
    value, because, confidence = _judge(thing, situation)
    return verdict(predicate, value, because, (*joints, *situation.vision()), confidence)


def _judge(thing: str, situation: Situation) -> tuple[Truth, str, float]:
    """By what the cameras show of a gripper that may hold something."""
    elsewhere = _elsewhere(thing, situation)
    if elsewhere:
        return Truth.FALSE, elsewhere, 0.9
    if situation.hand.grip is Grip.UNDECIDED:
        return Truth.UNKNOWN, "the gripper moves", 0.0
    share = (situation.hand.between or {}).get(thing, 0.0)
    if situation.hand.held == thing:
        because = f"the gripper stopped under load and {share:.0%} of its gap shows {thing}"
        return Truth.TRUE, because, 0.95
    if situation.hand.held:
        return Truth.FALSE, f"the gripper holds {situation.hand.held}", 0.9
    because = f"the gripper stopped on something, but its gap does not show {thing} ({share:.0%})"
    return Truth.UNKNOWN, because, 0.0


def _elsewhere(thing: str, situation: Situation) -> str:
    """Where the thing was seen away from the fingers, as a sentence; empty when it was not."""
    detection = situation.detections.get(thing)
    if detection is None or thing in situation.hand.in_line:
        return ""
    pose = detection.pose
    return f"{thing} is seen at x {pose.x:.2f}, y {pose.y:.2f} m, away from the gripper"
