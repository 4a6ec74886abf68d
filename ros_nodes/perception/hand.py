"""What the hand holds, and which detections that leaves to be believed.

A held thing is not reported as standing where the ray to it meets the table. It is reported at the
fingers: the middle of the gap between them, its lowest point half its height below. When the
gripper is loaded but the wrist camera cannot say with what, a thing on the ray past the gripper is
not reported at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ros_nodes.perception.detection import Detection
from ros_nodes.perception.grip import Fingers, Grip, share_between
from xlerobot_agent.contracts.catalogue import Affordance
from xlerobot_agent.contracts.geometry import Pose

if TYPE_CHECKING:
    from ros_nodes.perception.camera_geometry import View
    from ros_nodes.perception.look import Look
    from ros_nodes.perception.settings import PerceptionSettings
    from xlerobot_agent.contracts.catalogue import ObjectCatalogue, ObjectModel

_HELD_CONFIDENCE = 0.8


@dataclass(frozen=True)
class Hand:
    """The gripper and what is in it.

    Attributes:
        grip: what its joint says.
        fingers: where they are.
        in_line: detected objects to which the ray passes the gripper.
        between: object id → share of the gap's picture that shows it; empty when no camera
            that looks between the fingers can be believed. Both are empty while the gripper
            feels nothing.
        held: what is held, empty for nothing that is known.
    """

    grip: Grip
    fingers: Fingers
    in_line: frozenset[str]
    between: Mapping[str, float]
    held: str


def judge_hand(
    grip: Grip,
    fingers: Fingers,
    inner: Look | None,
    views: Mapping[str, View],
    detections: Mapping[str, Detection],
    catalogue: ObjectCatalogue,
    settings: PerceptionSettings,
) -> Hand:
    """Join what the joint feels and what the cameras show.

    Args:
        grip: what the gripper's joint says.
        fingers: where the fingers are.
        inner: the image of the camera that looks between the fingers, None without one.
        views: the cameras by name.
        detections: what was measured.
        catalogue: all objects.
        settings: thresholds.
    """
    if grip in (Grip.EMPTY, Grip.OPEN):
        return Hand(grip, fingers, frozenset(), {}, "")
    in_line = frozenset(
        name
        for name, detection in detections.items()
        if _passes(views[detection.camera], detection, fingers, settings.grip.reach)
    )
    between: dict[str, float] = {}
    if inner is not None:
        for model in catalogue.with_affordance(Affordance.PICKABLE):
            between[model.object_id] = share_between(inner, fingers, model.object_id)
    held = ""
    if grip is Grip.LOADED and between:
        likely = max(between, key=lambda name: between[name])
        elsewhere = likely in detections and likely not in in_line
        if between[likely] >= settings.grip.colour_share and not elsewhere:
            held = likely
    return Hand(grip, fingers, in_line, between, held)


def _passes(view: View, detection: Detection, fingers: Fingers, reach: float) -> bool:
    """Whether the ray to a detection's picture passes within ``reach`` [m] of the grasp point."""
    ray = view.rays(detection.outline.mean(axis=0))
    to_grasp = fingers.grasp_point - view.position
    return float(np.linalg.norm(np.cross(ray, to_grasp))) <= reach


def believed(
    hand: Hand,
    inner: Look | None,
    detections: Mapping[str, Detection],
    catalogue: ObjectCatalogue,
) -> tuple[dict[str, Detection], Detection | None]:
    """Detections of what is not held, and the held thing at the fingers (or None)."""
    kept = {name: found for name, found in detections.items() if name != hand.held}
    if hand.grip is Grip.LOADED and not hand.held and not hand.between:
        for model in catalogue.with_affordance(Affordance.PICKABLE):
            if model.object_id in hand.in_line:
                kept.pop(model.object_id, None)
    if not hand.held or inner is None:
        return kept, None
    return kept, _at_fingers(hand, inner, catalogue[hand.held], detections.get(hand.held))


def _at_fingers(
    hand: Hand, inner: Look, model: ObjectModel, measured: Detection | None
) -> Detection:
    x, y, z = (float(value) for value in hand.fingers.grasp_point)
    pose = Pose(x=x, y=y, z=max(0.0, z - model.size.z / 2.0))
    if measured is not None:
        return replace(measured, pose=pose, size=model.size, confidence=_HELD_CONFIDENCE)
    pixels, _ = inner.view.project(hand.fingers.gap)
    return Detection(
        object_id=model.object_id,
        pose=pose,
        size=model.size,
        confidence=_HELD_CONFIDENCE,
        visibility=min(1.0, hand.between[model.object_id]),
        camera=inner.frame.camera,
        stamp=inner.frame.stamp,
        outline=pixels,
    )
