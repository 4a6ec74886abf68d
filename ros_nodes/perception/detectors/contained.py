"""Things that lie in a deep receptacle: seen through its opening, parts hidden by its walls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import cv2
import numpy as np

from ros_nodes.perception.colour_segmentation import Blob, Window, in_colour
from ros_nodes.perception.detection import Detection
from ros_nodes.perception.look import LOW
from ros_nodes.perception.receptacle import Room, room_in
from xlerobot_agent.contracts.geometry import Pose

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ros_nodes.perception.camera_geometry import View
    from ros_nodes.perception.look import Look
    from ros_nodes.perception.settings import FitSettings, PerceptionSettings
    from xlerobot_agent.contracts.catalogue import ObjectCatalogue, ObjectModel

_SHOWN = 0.95
"""Confidence in a thing of which a patch shows inside a deep receptacle."""
_GLIMPSED = 0.8
"""And when only a few pixels do: its colour shows nowhere else."""


def deep_rooms(
    catalogue: ObjectCatalogue, found: Mapping[str, Detection], settings: PerceptionSettings
) -> dict[str, tuple[Room, float]]:
    """Rooms of the deep receptacles that were found, with their walls' thickness [m], by id."""
    return {
        other.object_id: (
            room_in(found[other.object_id], settings.walls[other.shape]),
            settings.walls[other.shape].wall,
        )
        for other in catalogue.objects
        if other.object_id in found and other.size.z > LOW and other.shape in settings.walls
    }


def opening_in(view: View, room: Room, wall: float) -> NDArray[np.int32] | None:
    """Corners of the picture of an opening [px], shape (4, 2); None when it is behind the camera.

    The opening reaches to the middle of the walls, ``wall`` [m] thick: nothing but the wall itself
    can show there, and so a pixel's width does not decide.
    """
    corners, depth = view.project(room.opening(wall / 2.0))
    if float(depth.min()) <= 0.0:
        return None
    return np.rint(corners).astype(np.int32)


def glimpse(
    look: Look,
    model: ObjectModel,
    catalogue: ObjectCatalogue,
    found: Mapping[str, Detection],
    settings: PerceptionSettings,
) -> Blob | None:
    """The few pixels of a thing that show in a deep receptacle, too few to be found elsewhere."""
    width, height = look.view.size
    for room, wall in deep_rooms(catalogue, found, settings).values():
        opening = opening_in(look.view, room, wall)
        if opening is None:
            continue
        left, top = np.clip(opening.min(axis=0), 0, (width, height)).tolist()
        right, bottom = np.clip(opening.max(axis=0) + 1, 0, (width, height)).tolist()
        if right <= left or bottom <= top:
            continue
        window = Window(left, top, right, bottom)
        hsv = cv2.cvtColor(look.frame.image[window.slices], cv2.COLOR_RGB2HSV)
        mask = in_colour(np.asarray(hsv, dtype=np.uint8), model.colour)
        inner = np.zeros_like(mask)
        cv2.fillConvexPoly(inner, opening - window.corner, 255)
        blob = Blob.of(window, np.asarray(cv2.bitwise_and(mask, inner), dtype=np.uint8))
        if blob is not None and blob.area >= settings.fit.least_glimpse:
            return blob
    return None


def share_in_opening(look: Look, object_id: str, room: Room, wall: float) -> float:
    """Share of an object's pixels that lie in the picture of a receptacle's opening."""
    blob = look.blobs[object_id]
    corners = opening_in(look.view, room, wall)
    if corners is None or not _within(blob.centroid, corners):
        return 0.0
    opening = np.zeros_like(blob.mask)
    cv2.fillConvexPoly(opening, corners - blob.window.corner, 255)
    return cv2.countNonZero(cv2.bitwise_and(opening, blob.mask)) / max(1, blob.area)


def _within(pixel: tuple[float, float], corners: NDArray[np.int32]) -> bool:
    """Whether a pixel lies in a convex polygon."""
    return cv2.pointPolygonTest(corners, pixel, measureDist=False) >= 0.0


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
    for name, (room, wall) in deep_rooms(catalogue, found, settings).items():
        if name != model.object_id and (
            share_in_opening(look, model.object_id, room, wall) >= settings.judgement.contained
        ):
            return _lying_in(look, model, room, settings.fit)
    return None


def _lying_in(
    look: Look, model: ObjectModel, room: Room, settings: FitSettings
) -> Detection | None:
    blob = look.blobs[model.object_id]
    middle = look.view.on_plane(np.array(blob.centroid), room.floor + model.size.z / 2.0)
    if not np.isfinite(middle).all():
        return None
    x, y = room.nearest(float(middle[0]), float(middle[1]), model.size.x / 2.0)
    shown = blob.area / max(1.0, _expected_area(look, model, (x, y, room.floor)))
    visibility = float(min(1.0, shown))
    much = blob.area >= settings.least_area
    return Detection(
        object_id=model.object_id,
        pose=Pose(x=x, y=y, z=room.floor),
        size=model.size,
        confidence=_SHOWN if much else _GLIMPSED,
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
