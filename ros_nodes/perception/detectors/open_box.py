"""Trays and bins: an upright box fitted to its outline, its yaw to that of the outline's sides."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

import cv2
import numpy as np

from ros_nodes.perception.detection import Detection, measured
from ros_nodes.perception.silhouette import outline_of, refit, scaled
from xlerobot_agent.contracts.geometry import Pose, Size

if TYPE_CHECKING:
    from ros_nodes.perception.camera_geometry import Array
    from ros_nodes.perception.look import Look
    from ros_nodes.perception.settings import PerceptionSettings
    from xlerobot_agent.contracts.catalogue import ObjectModel

_SIGNS = np.array([(x, y) for x in (-0.5, 0.5) for y in (-0.5, 0.5)])


def box_solid(size: Size) -> Callable[[Array], Array]:
    """Corners of a box standing on the table, by x, y, yaw, log width scale, log height scale."""

    def solid(parameters: Array) -> Array:
        x, y, yaw, wide, high = parameters.T
        c, s = np.cos(yaw), np.sin(yaw)
        turn = np.stack([np.stack([c, -s], axis=-1), np.stack([s, c], axis=-1)], axis=-2)
        local = _SIGNS * (size.x, size.y) * np.exp(wide)[:, None, None]
        flat = local @ turn.transpose(0, 2, 1) + np.stack([x, y], axis=-1)[:, None, :]
        low = np.concatenate([flat, np.zeros((*flat.shape[:2], 1))], axis=2)
        top = np.broadcast_to((size.z * np.exp(high))[:, None, None], (*flat.shape[:2], 1))
        return np.concatenate([low, np.concatenate([flat, top], axis=2)], axis=1)

    return solid


def detect_open_box(
    look: Look,
    model: ObjectModel,
    occluders: Collection[int],
    settings: PerceptionSettings,
) -> Detection | None:
    """Measure a box.

    Args:
        look: the prepared image.
        model: the object.
        occluders: labels of what may hide it.
        settings: thresholds.
    """
    fitting = settings.fit
    outline = outline_of(look.blobs[model.object_id], look.labels, occluders, fitting.edge_offset)
    size = model.size
    top = look.view.on_plane(outline.hull, size.z)[:, :2]
    if not np.isfinite(top).all():
        return None
    (x, y), (width, height), angle = cv2.minAreaRect(top.astype(np.float32))
    if (width < height) != (size.x < size.y):
        angle += 90.0
    symmetry = math.pi / 2.0 if math.isclose(size.x, size.y, rel_tol=0.02) else math.pi
    solid = box_solid(size)
    deviation = fitting.size_deviation
    fit = refit(
        look.view,
        solid,
        outline,
        np.array([x, y, math.radians(angle), 0.0, 0.0]),
        np.array([math.inf, math.inf, math.inf, deviation, deviation]),
        last=look.last.get(model.object_id),
        tolerated=fitting.tolerated[model.shape],
    )
    if fit is None:
        return None
    x, y, yaw, wide, high = (float(value) for value in fit.parameters)
    return measured(
        look,
        model,
        fit,
        solid(fit.parameters[None])[0],
        Pose(x=x, y=y, yaw=math.remainder(yaw, symmetry)),
        scaled(size, wide, high),
        fitting,
        symmetry,
    )
