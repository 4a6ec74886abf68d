"""``inside(x, receptacle)``: x stands in the receptacle's room, let go by the gripper."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ros_nodes.perception.grip import Grip
from ros_nodes.perception.look import LOW
from ros_nodes.perception.receptacle import Room, room_in
from ros_nodes.perception.situation import Situation, verdict
from xlerobot_agent.contracts.catalogue import Shape
from xlerobot_agent.contracts.predicates import Predicate, Truth

if TYPE_CHECKING:
    from ros_nodes.perception.detection import Detection
    from ros_nodes.perception.settings import JudgementSettings
    from xlerobot_agent.contracts.predicates import PredicateVerdict

_ABOVE = 0.10
"""A loaded gripper this close above the opening may hold what seems to lie inside [m]."""


def evaluate(predicate: Predicate, situation: Situation) -> PredicateVerdict:
    """True or false only when both were seen; what is held is inside of nothing.

    A cup is inside only while it stands: one that lies in the tray is put away as badly as one
    beside it.
    """
    thing, receptacle = predicate.args
    if situation.fault:
        return verdict(predicate, Truth.UNKNOWN, situation.fault)
    if situation.hand.held == thing:
        evidence = (situation.joints_evidence, *situation.vision())
        return verdict(predicate, Truth.FALSE, f"the gripper holds {thing}", evidence, 0.95)
    seen, target = situation.detections.get(thing), situation.detections.get(receptacle)
    shape = situation.catalogue[receptacle].shape
    for name, found in ((thing, seen), (receptacle, target)):
        if found is None:
            return verdict(predicate, Truth.UNKNOWN, f"{name} was not seen", situation.vision())
    if seen is None or target is None or shape not in situation.settings.walls:
        return verdict(predicate, Truth.UNKNOWN, f"{receptacle} has no inside")
    room = room_in(target, situation.settings.walls[shape])
    value, because = _judge(predicate, situation, seen, room)
    confidence = min(seen.confidence, target.confidence)
    return verdict(
        predicate, value, because, situation.shows(thing, receptacle), max(0.5, confidence)
    )


def _judge(
    predicate: Predicate, situation: Situation, seen: Detection, room: Room
) -> tuple[Truth, str]:
    thing, receptacle = predicate.args
    judgement = situation.settings.judgement
    margin = room.margin(seen.pose.x, seen.pose.y)
    if margin < -judgement.inner_margin:
        return Truth.FALSE, f"{thing} is seen {-margin * 1e3:.0f} mm outside of {receptacle}"
    if margin < judgement.inner_margin:
        return Truth.UNKNOWN, f"{thing} is seen on the brim of {receptacle}"
    if seen.pose.z > room.floor + LOW:
        return Truth.FALSE, f"{thing} is above {receptacle}, not in it"
    if room.brim - room.floor > LOW and _gripper_above(situation, room):
        return Truth.UNKNOWN, f"the loaded gripper is above {receptacle} and may hold {thing}"
    if situation.catalogue[thing].shape is Shape.CUP:
        return _stands(thing, receptacle, seen, margin, judgement)
    return Truth.TRUE, f"{thing} lies in {receptacle}, {margin * 1e3:.0f} mm from its nearest wall"


def _stands(
    thing: str, receptacle: str, seen: Detection, margin: float, judgement: JudgementSettings
) -> tuple[Truth, str]:
    """What is there to stand is inside when it stands, on the floor and not on a wall."""
    if seen.pose.tilt > judgement.upright_tilt:
        degrees = math.degrees(seen.pose.tilt)
        return Truth.FALSE, f"{thing} does not stand in {receptacle}, it tilts {degrees:.0f} deg"
    overlap = seen.size.x / 2.0 - margin
    if overlap > judgement.wall_overlap:
        return Truth.FALSE, f"{thing} stands on a wall of {receptacle}, {overlap * 1e3:.0f} mm over"
    return Truth.TRUE, (
        f"{thing} stands in {receptacle}, {margin * 1e3:.0f} mm from its nearest wall"
    )


def _gripper_above(situation: Situation, room: Room) -> bool:
    """Whether a gripper that may hold something is over the room."""
    if situation.hand.grip not in (Grip.LOADED, Grip.UNDECIDED):
        return False
    x, y, _ = (float(value) for value in situation.hand.fingers.grasp_point)
    return room.margin(x, y) > -_ABOVE
