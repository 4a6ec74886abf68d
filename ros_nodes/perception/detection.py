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
_LARGEST = 4
"""An outline more than so many times the image's size is of a thing at the lens."""


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
        parameters: of the fit, to begin the next one from; None when nothing was fitted.
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
    parameters: Array | None = None


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
    pixels = look.view.project_ahead(points)
    if pixels is None:
        return None
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
        parameters=fit.parameters,
    )


def visible_share(look: Look, object_id: str, outline: Array) -> float:
    """Share of a line just inside an expected outline (N, 2) [px] that shows the object."""
    inward = outline.mean(axis=0) - outline
    length = np.maximum(np.hypot(inward[:, 0], inward[:, 1]), 1e-9)
    inset = outline + inward * np.minimum(1.0, _INSET / length)[:, None]
    line = np.rint(inset).astype(np.int32)
    left, top, width, height = cv2.boundingRect(line)
    if max(width, height) > _LARGEST * max(look.view.size):
        return 0.0
    drawn = np.zeros((height, width), dtype=np.uint8)
    cv2.polylines(drawn, [line - (left, top)], isClosed=True, color=1)
    total = cv2.countNonZero(drawn)
    rows = slice(max(0, -top), max(0, look.labels.shape[0] - top))
    columns = slice(max(0, -left), max(0, look.labels.shape[1] - left))
    part = drawn[rows, columns]
    corner_v, corner_u = max(0, top), max(0, left)
    labels = look.labels[corner_v : corner_v + part.shape[0], corner_u : corner_u + part.shape[1]]
    shown = np.count_nonzero(labels[part > 0] == look.label_of[object_id])
    return shown / max(1, total)


def confidence_of(residual: float, tolerated: float, visibility: float) -> float:
    """Trust that the object is there and as measured, 0..1.

    0.8 at the tolerated residual [px]; a thing of which half is hidden loses a quarter.
    """
    return float((0.5 + 0.5 * visibility) / (1.0 + 0.25 * (residual / tolerated) ** 2))
