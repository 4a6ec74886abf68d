"""Crumpled things: an ellipsoid fitted to the outline."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from ros_nodes.perception.detection import Detection, measured
from ros_nodes.perception.detectors.contained import detect_contained
from ros_nodes.perception.silhouette import outline_of, refit, scaled
from xlerobot_agent.contracts.catalogue import Shape
from xlerobot_agent.contracts.geometry import Pose, Size

if TYPE_CHECKING:
    from ros_nodes.perception.camera_geometry import Array
    from ros_nodes.perception.look import Look
    from ros_nodes.perception.settings import PerceptionSettings
    from xlerobot_agent.contracts.catalogue import ObjectCatalogue, ObjectModel

SHAPE = Shape.CRUMPLED


def _sphere() -> Array:
    """Points of a unit sphere, their middle at height 1."""
    rings = []
    for polar in np.linspace(0.15, math.pi - 0.15, 9):
        turn = np.arange(16) * (2.0 * math.pi / 16)
        rings.append(
            np.stack(
                [
                    math.sin(polar) * np.cos(turn),
                    math.sin(polar) * np.sin(turn),
                    np.full(16, math.cos(polar)),
                ],
                axis=1,
            )
        )
    points: Array = np.vstack(rings) + np.array([0.0, 0.0, 1.0])
    return points


_SPHERE = _sphere()


def ellipsoid_solid(size: Size) -> Callable[[Array], Array]:
    """Points of an ellipsoid lying on the table, by x, y and the logs of its two scales."""
    half = np.array([size.x, size.y, size.z]) / 2.0

    def solid(parameters: Array) -> Array:
        wide, high = np.exp(parameters[:, 2]), np.exp(parameters[:, 3])
        scale = np.stack([wide, wide, high], axis=1) * half
        points = _SPHERE * scale[:, None, :]
        points[..., :2] += parameters[:, None, :2]
        return points

    return solid


def detect(
    look: Look,
    model: ObjectModel,
    catalogue: ObjectCatalogue,
    found: Mapping[str, Detection],
    settings: PerceptionSettings,
) -> Detection | None:
    """Measure a crumpled thing; see ``Detector.detect``."""
    contained = detect_contained(look, model, catalogue, found, settings)
    if contained is not None:
        return contained
    fitting, size = settings.fit, model.size
    blob = look.blobs[model.object_id]
    outline = outline_of(blob, look.labels, look.hiders(model, catalogue), fitting.edge_offset)
    middle = look.view.on_plane(np.array(blob.centroid), size.z / 2.0)
    if not np.isfinite(middle).all():
        return None
    solid = ellipsoid_solid(size)
    fit = refit(
        look.view,
        solid,
        outline,
        np.array([middle[0], middle[1], 0.0, 0.0]),
        np.array([math.inf, math.inf, fitting.size_deviation, fitting.size_deviation]),
        last=look.last.get(model.object_id),
        tolerated=fitting.tolerated[SHAPE],
    )
    if fit is None:
        return None
    x, y, wide, high = (float(value) for value in fit.parameters)
    return measured(
        look,
        model,
        fit,
        solid(fit.parameters[None])[0],
        Pose(x=x, y=y),
        scaled(size, wide, high),
        fitting,
    )
