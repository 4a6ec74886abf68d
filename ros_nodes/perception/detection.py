"""What a detector found of one object in one image."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from ros_nodes.perception.camera_geometry import Array
    from ros_nodes.perception.look import Look
    from ros_nodes.perception.settings import FitSettings
    from ros_nodes.perception.silhouette import Fit
    from xlerobot_agent.contracts.catalogue import ObjectModel
    from xlerobot_agent.contracts.geometry import Pose, Size

_INSET = 2.0
"""The outline is probed so far [px] inside its edge, where the thing itself must show."""


@dataclass(frozen=True)
class Detection:
    """One object, measured.

    Attributes:
        object_id: which.
        pose: in ``base_link``.
        size: measured outer size along its own axes [m].
        confidence: 0..1, falls with what the fit leaves unexplained.
        visibility: share of its expected outline that shows it, 0..1.
        camera: whose image.
        stamp: of the image [s].
        outline: expected outline in the image [px], shape (N, 2), convex.
        symmetry: turn after which it looks the same [rad]; None when yaw means nothing.
    """

    object_id: str
    pose: Pose
    size: Size
    confidence: float
    visibility: float
    camera: str
    stamp: float
    outline: Array
    symmetry: float | None = None


def measured(
    look: Look,
    model: ObjectModel,
    fit: Fit,
    points: Array,
    pose: Pose,
    size: Size,
    settings: FitSettings,
    symmetry: float | None = None,
) -> Detection | None:
    """A detection out of a fit; None when the fit is poor or too little of the object shows.

    Args:
        look: the image.
        model: which object.
        fit: how its outline was explained.
        points: of the fitted solid in ``base_link`` [m], shape (M, 3).
        pose: what the fit's parameters mean.
        size: the same.
        settings: thresholds.
        symmetry: see ``Detection``.
    """
    pixels, _ = look.view.project(points)
    outline = cv2.convexHull(pixels.astype(np.float32)).reshape(-1, 2).astype(np.float64)
    visibility = visible_share(look, model.object_id, outline)
    tolerated = settings.tolerated[model.shape]
    ratios = (size.x / model.size.x, size.y / model.size.y, size.z / model.size.z)
    if (
        visibility < settings.least_visibility
        or fit.residual > settings.refused * tolerated
        or max(abs(ratio - 1.0) for ratio in ratios) > settings.size_limit[model.shape]
    ):
        return None
    return Detection(
        object_id=model.object_id,
        pose=pose,
        size=size,
        confidence=confidence_of(fit.residual, tolerated, visibility),
        visibility=visibility,
        camera=look.frame.camera,
        stamp=look.frame.stamp,
        outline=outline,
        symmetry=symmetry,
    )


def visible_share(look: Look, object_id: str, outline: Array) -> float:
    """Share of points just inside an expected outline (N, 2) [px] that show the object."""
    points = _along(outline)
    middle = outline.mean(axis=0)
    inward = middle - points
    length = np.linalg.norm(inward, axis=1, keepdims=True)
    points = points + inward * np.minimum(1.0, _INSET / np.maximum(length, 1e-9))
    inside = look.view.contains(points)
    whole = np.rint(np.where(inside[:, None], points, 0.0)).astype(np.int64)
    shows = look.labels[whole[:, 1], whole[:, 0]] == look.label_of[object_id]
    return float(np.mean(shows & inside))


def _along(outline: Array, count: int = 48) -> Array:
    """Points evenly spread along a closed polygon."""
    ring = np.vstack([outline, outline[:1]])
    reach = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(ring, axis=0), axis=1))])
    at = np.arange(count) * (reach[-1] / count)
    result: Array = np.stack([np.interp(at, reach, ring[:, axis]) for axis in (0, 1)], axis=1)
    return result


def confidence_of(residual: float, tolerated: float, visibility: float) -> float:
    """Trust that the object is there and as measured, 0..1.

    0.8 at the tolerated residual [px]; a thing of which half is hidden loses a quarter.
    """
    return float((0.5 + 0.5 * visibility) / (1.0 + 0.25 * (residual / tolerated) ** 2))
