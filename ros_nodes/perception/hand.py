"""What the hand holds, judged before anything is measured: what is held stands nowhere.

A thing on the ray past a loaded gripper is not reported as standing where that ray meets the
table. When the camera that looks between the fingers shows it there, it is held, and reported at
the fingers: the middle of the gap between them, its lowest point half its height below. When that
camera cannot say, the thing is not reported at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ros_nodes.perception.detection import Detection
from ros_nodes.perception.grip import Fingers, Grip, share_between
from xlerobot_agent.contracts.catalogue import Affordance
from xlerobot_agent.contracts.geometry import Pose

if TYPE_CHECKING:
    from ros_nodes.perception.look import Look
    from ros_nodes.perception.settings import GripSettings
    from xlerobot_agent.contracts.catalogue import ObjectCatalogue, ObjectModel

EMPTY_HANDED = frozenset({Grip.EMPTY, Grip.OPEN})
"""Grips that hold nothing."""
_CONFIDENCE = 0.8


@dataclass(frozen=True)
class Hand:
    """The gripper and what is in it.

    Attributes:
        grip: what its joint says.
        fingers: where they are.
        in_line: pickables that show on a ray past the gripper.
        between: object id → share of the gap's picture that shows it; empty when no camera
            that looks between the fingers can be believed.
        held: what is held, empty for nothing that is known.

    The last three are empty while the gripper feels nothing.
    """

    grip: Grip
    fingers: Fingers
    in_line: frozenset[str] = frozenset()
    between: Mapping[str, float] | None = None
    held: str = ""

    @property
    def doubtful(self) -> frozenset[str]:
        """Pickables that are not to be reported as standing on the table."""
        return self.in_line if self.grip is Grip.LOADED else frozenset()


def judge_hand(
    grip: Grip,
    fingers: Fingers,
    outer: Iterable[Look],
    inner: Look | None,
    catalogue: ObjectCatalogue,
    settings: GripSettings,
) -> Hand:
    """Join what the joint feels and what the cameras show.

    Args:
        grip: what the gripper's joint says.
        fingers: where the fingers are.
        outer: images of the cameras that stand still.
        inner: the image of the camera that looks between the fingers, None without one.
        catalogue: all objects.
        settings: thresholds.
    """
    if grip in EMPTY_HANDED:
        return Hand(grip, fingers)
    pickables = [o.object_id for o in catalogue.with_affordance(Affordance.PICKABLE)]
    shown = [(look, name) for look in outer for name in pickables if name in look.blobs]
    near = {name for look, name in shown if _passes(look, name, fingers, settings.reach)}
    apart = {name for _, name in shown} - near
    between = None
    held = ""
    if inner is not None:
        between = {name: share_between(inner, fingers, name) for name in pickables}
        likely = max(between, key=lambda name: between[name]) if between else ""
        if (
            grip is Grip.LOADED
            and likely not in apart
            and between.get(likely, 0.0) >= settings.colour_share
        ):
            held = likely
    return Hand(grip, fingers, frozenset(near), between, held)


def _passes(look: Look, name: str, fingers: Fingers, reach: float) -> bool:
    """Whether the ray to a blob passes within ``reach`` [m] of the grasp point."""
    ray = look.view.rays(np.array(look.blobs[name].centroid))
    to_grasp = fingers.grasp_point - look.view.position
    return float(np.linalg.norm(np.cross(ray, to_grasp))) <= reach


def at_fingers(hand: Hand, inner: Look, model: ObjectModel) -> Detection:
    """The held thing as it is reported."""
    x, y, z = (float(value) for value in hand.fingers.grasp_point)
    pixels, _ = inner.view.project(hand.fingers.gap)
    return Detection(
        object_id=model.object_id,
        pose=Pose(x=x, y=y, z=max(0.0, z - model.size.z / 2.0)),
        size=model.size,
        confidence=_CONFIDENCE,
        visibility=min(1.0, (hand.between or {}).get(model.object_id, 0.0)),
        camera=inner.frame.camera,
        stamp=inner.frame.stamp,
        outline=pixels,
    )
