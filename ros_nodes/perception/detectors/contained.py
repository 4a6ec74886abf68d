"""Things that lie in a deep receptacle: seen through its opening, parts hidden by its walls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import cv2
import numpy as np

from ros_nodes.perception.detection import Detection
from ros_nodes.perception.look import LOW
from ros_nodes.perception.receptacle import Room, room_in
from xlerobot_agent.contracts.geometry import Pose

if TYPE_CHECKING:
    from ros_nodes.perception.look import Look
    from ros_nodes.perception.settings import PerceptionSettings
    from xlerobot_agent.contracts.catalogue import ObjectCatalogue, ObjectModel


def share_in_opening(look: Look, object_id: str, room: Room) -> float:
    """Share of an object's pixels that lie in the picture of a receptacle's opening."""
    blob = look.blobs[object_id]
    corners, depth = look.view.project(room.opening())
    if float(depth.min()) <= 0.0:
        return 0.0
    opening = np.zeros_like(blob.mask)
    shifted = corners - blob.window.corner
    cv2.fillConvexPoly(opening, np.rint(shifted).astype(np.int32), 255)
    return cv2.countNonZero(cv2.bitwise_and(opening, blob.mask)) / max(1, blob.area)


def detect_contained(
    look: Look,
    model: ObjectModel,
    catalogue: ObjectCatalogue,
    found: Mapping[str, Detection],
    settings: PerceptionSettings,
) -> Detection | None:
    """The object as it lies in a deep receptacle, or None when it does not.

    Only its place is measured, from the middle of what shows of it; its size is the catalogue's
    and its tilt is not judged. What is held above the opening looks the same to one camera: that
    is for the predicates to tell, from the arm's posture.
    """
    for other in catalogue.objects:
        if other.size.z <= LOW or other.shape not in settings.walls:
            continue
        if other.object_id not in found or other.object_id == model.object_id:
            continue
        room = room_in(found[other.object_id], settings.walls[other.shape])
        if share_in_opening(look, model.object_id, room) >= settings.judgement.contained:
            return _lying_in(look, model, room)
    return None


def _lying_in(look: Look, model: ObjectModel, room: Room) -> Detection | None:
    blob = look.blobs[model.object_id]
    middle = look.view.on_plane(np.array(blob.centroid), room.floor + model.size.z / 2.0)
    if not np.isfinite(middle).all():
        return None
    x, y = room.nearest(float(middle[0]), float(middle[1]), model.size.x / 2.0)
    shown = blob.area / max(1.0, _expected_area(look, model, (x, y, room.floor)))
    visibility = float(min(1.0, shown))
    return Detection(
        object_id=model.object_id,
        pose=Pose(x=x, y=y, z=room.floor),
        size=model.size,
        confidence=0.5 + 0.5 * visibility,
        visibility=visibility,
        camera=look.frame.camera,
        stamp=look.frame.stamp,
        outline=blob.hull().astype(np.float64),
    )


def _expected_area(look: Look, model: ObjectModel, foot: tuple[float, float, float]) -> float:
    """Pixels a ball of the object's size would cover."""
    x, y, z = foot
    middle = np.array([x, y, z + model.size.z / 2.0])
    depth = float(look.view.in_optical(middle)[2])
    focal = look.view.intrinsics.fx
    radius = focal * (model.size.x + model.size.z) / 4.0 / max(depth, 0.01)
    return float(np.pi * radius**2)
