"""``holding(x)``: the gripper stopped on something, and the camera shows that it is x."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ros_nodes.perception.grip import Grip
from ros_nodes.perception.situation import Situation, verdict
from xlerobot_agent.contracts.predicates import Predicate, Truth

if TYPE_CHECKING:
    from xlerobot_agent.contracts.predicates import PredicateVerdict


def evaluate(predicate: Predicate, situation: Situation) -> PredicateVerdict:
    """True needs joint and camera to agree; a gripper that feels nothing makes it false."""
    thing = predicate.args[0]
    joints = (situation.joints_evidence,)
    if situation.grip is Grip.EMPTY:
        return verdict(predicate, Truth.FALSE, "the gripper closed on nothing", joints)
    if situation.grip is Grip.OPEN:
        return verdict(predicate, Truth.FALSE, "the gripper stands open without load", joints)
    if situation.fault:
        return verdict(predicate, Truth.UNKNOWN, situation.fault, joints)
    evidence = (*joints, *situation.vision())
    elsewhere = _elsewhere(thing, situation)
    if elsewhere:
        return verdict(predicate, Truth.FALSE, elsewhere, evidence)
    if situation.grip is Grip.UNDECIDED:
        return verdict(predicate, Truth.UNKNOWN, "the gripper moves", joints)
    share = situation.between.get(thing, 0.0)
    if situation.held == thing:
        because = f"the gripper stopped under load and {share:.0%} of its gap shows {thing}"
        return verdict(predicate, Truth.TRUE, because, evidence, 0.95)
    if situation.held:
        because = f"the gripper holds {situation.held}"
        return verdict(predicate, Truth.FALSE, because, evidence, 0.9)
    because = f"the gripper stopped on something, but its gap does not show {thing} ({share:.0%})"
    return verdict(predicate, Truth.UNKNOWN, because, evidence)


def _elsewhere(thing: str, situation: Situation) -> str:
    """Where the thing was seen away from the fingers, as a sentence; empty when it was not."""
    detection = situation.detections.get(thing)
    if detection is None or thing in situation.in_line:
        return ""
    pose = detection.pose
    return f"{thing} is seen at x {pose.x:.2f}, y {pose.y:.2f} m, away from the gripper"
