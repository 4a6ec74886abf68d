"""Cups: a cylinder fitted to the outline, standing first, then lying or leaning."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from ros_nodes.perception.detection import Detection, measured
from ros_nodes.perception.detectors.contained import detect_contained
from ros_nodes.perception.look import LOW
from ros_nodes.perception.receptacle import room_in
from ros_nodes.perception.silhouette import Fit, Outline, fit_solid, outline_of, refit, scaled
from xlerobot_agent.contracts.catalogue import Shape
from xlerobot_agent.contracts.geometry import Pose, Size

if TYPE_CHECKING:
    from ros_nodes.perception.camera_geometry import Array, View
    from ros_nodes.perception.look import Look
    from ros_nodes.perception.settings import PerceptionSettings
    from xlerobot_agent.contracts.catalogue import ObjectCatalogue, ObjectModel

SHAPE = Shape.CUP

_CORNERS = 24
_TURN = np.arange(_CORNERS) * (2.0 * math.pi / _CORNERS)
_SWELL = 2.0 / (1.0 + math.cos(math.pi / _CORNERS))
"""The polygon reaches as far outside the circle as inside it, so that its reach is unbiased."""
_RING = np.stack([np.cos(_TURN), np.sin(_TURN)], axis=1) * _SWELL
_LYING = [
    (math.pi / 2.0) * np.array([math.cos(a), math.sin(a)]) for a in _TURN[: _CORNERS // 2 : 3]
]
"""Leans at which fits of a cup that lies begin; the other way round it looks the same."""

_CERTAIN = 0.4
"""A fit that leaves less than this share of the tolerated residual needs no rival."""

_BETTER = 0.6
"""A lean explains an outline that standing explains, too, only when it leaves this share of it."""
_USUAL = 0.1
"""Scales beyond this, as logs, speak against a fit."""
_STRAIN = 10.0
"""So many px for each unit beyond."""


def cylinder_solid(size: Size, support: float) -> Callable[[Array], Array]:
    """Points of both rims of a cylinder whose lowest point is at height ``support`` [m].

    Parameters: x, y of its axis' middle, logs of its width and height scales, and the lean of its
    axis: a vector in the table's plane along which it leans, as long as its tilt [rad].
    """

    def solid(parameters: Array) -> Array:
        points: Array
        x, y, wide, high, lean_x, lean_y = parameters.T
        radius, half = size.x / 2.0 * np.exp(wide), size.z / 2.0 * np.exp(high)
        tilt, yaw = np.hypot(lean_x, lean_y), np.arctan2(lean_y, lean_x)
        cy, sy, ct, st = np.cos(yaw), np.sin(yaw), np.cos(tilt), np.sin(tilt)
        axis = np.stack([st * cy, st * sy, ct], axis=1)
        down = np.stack([ct * cy, ct * sy, -st], axis=1)
        side = np.stack([-sy, cy, np.zeros_like(cy)], axis=1)
        ring = radius[:, None, None] * (
            _RING[None, :, :1] * down[:, None, :] + _RING[None, :, 1:] * side[:, None, :]
        )
        along = (half[:, None] * axis)[:, None, :]
        points = np.concatenate([ring - along, ring + along], axis=1)
        lowest = points[..., 2].min(axis=1)
        points += np.stack([x, y, support - lowest], axis=1)[:, None, :]
        return points

    return solid


def standing_solid(size: Size, support: float) -> Callable[[Array], Array]:
    """The same cylinder upright, by the first four of its parameters."""

    def solid(parameters: Array) -> Array:
        radius, height = size.x / 2.0 * np.exp(parameters[:, 2]), size.z * np.exp(parameters[:, 3])
        points = np.empty((len(parameters), 2 * _CORNERS, 3))
        ring = parameters[:, None, :2] + radius[:, None, None] * _RING
        points[:, :_CORNERS, :2] = points[:, _CORNERS:, :2] = ring
        points[:, :_CORNERS, 2] = support
        points[:, _CORNERS:, 2] = support + height[:, None]
        return points

    return solid


def detect(
    look: Look,
    model: ObjectModel,
    catalogue: ObjectCatalogue,
    found: Mapping[str, Detection],
    settings: PerceptionSettings,
) -> Detection | None:
    """Measure a cup; see ``Detector.detect``."""
    contained = detect_contained(look, model, catalogue, found, settings)
    if contained is not None:
        return contained
    outline = outline_of(
        look.blobs[model.object_id],
        look.labels,
        look.hiders(model, catalogue),
        settings.fit.edge_offset,
    )
    middle = look.view.on_plane(np.array(look.blobs[model.object_id].centroid), model.size.z / 2.0)
    if not np.isfinite(middle).all():
        return None
    support = _support_height(float(middle[0]), float(middle[1]), catalogue, found, settings)
    solid = cylinder_solid(model.size, support)
    last = look.last.get(model.object_id)
    fit = _fit_standing(
        look.view, standing_solid(model.size, support), outline, middle, last, settings
    )
    if fit is None or _misfit(fit) > _CERTAIN * settings.fit.tolerated[SHAPE]:
        fit = _fit_any(look.view, solid, outline, middle, settings, fit)
    if fit is None:
        return None
    x, y, wide, high, lean_x, lean_y = (float(value) for value in fit.parameters)
    tilt, yaw = _upright_side(math.hypot(lean_x, lean_y), math.atan2(lean_y, lean_x))
    return measured(
        look,
        model,
        fit,
        solid(fit.parameters[None])[0],
        Pose(x=x, y=y, z=support, yaw=yaw, tilt=tilt),
        scaled(model.size, wide, high),
        settings.fit,
    )


def _support_height(
    x: float,
    y: float,
    catalogue: ObjectCatalogue,
    found: Mapping[str, Detection],
    settings: PerceptionSettings,
) -> float:
    """Height [m] of what a thing at x, y [m] stands on: a low receptacle's floor, or the table."""
    for other in catalogue.objects:
        if other.object_id in found and other.size.z <= LOW and other.shape in settings.walls:
            room = room_in(found[other.object_id], settings.walls[other.shape])
            if room.margin(x, y) > 0.0:
                return room.floor
    return 0.0


def _fit_standing(
    view: View,
    solid: Callable[[Array], Array],
    outline: Outline,
    middle: Array,
    last: Array | None,
    settings: PerceptionSettings,
) -> Fit | None:
    deviation = settings.fit.size_deviation
    fit = refit(
        view,
        solid,
        outline,
        np.array([middle[0], middle[1], 0.0, 0.0]),
        np.array([math.inf, math.inf, deviation, deviation]),
        last=None if last is None else last[:4],
        tolerated=settings.fit.tolerated[SHAPE],
    )
    return fit and Fit(np.append(fit.parameters, (0.0, 0.0)), fit.residual)


def _misfit(fit: Fit) -> float:
    """Residual [px], made worse by sizes that no cup of the catalogue has."""
    excess = float(np.abs(fit.parameters[2:4]).max()) - _USUAL
    return fit.residual + max(0.0, excess) * _STRAIN


def _fit_any(
    view: View,
    solid: Callable[[Array], Array],
    outline: Outline,
    middle: Array,
    settings: PerceptionSettings,
    standing: Fit | None,
) -> Fit | None:
    """The best of standing, leaning and lying; the first that explains the outline."""
    deviation = settings.fit.size_deviation
    spread = np.array([math.inf, math.inf, deviation, deviation, math.inf, math.inf])
    upright = np.array([middle[0], middle[1], 0.0, 0.0, 0.0, 0.0])
    guess = upright if standing is None else standing.parameters
    leaning = fit_solid(view, solid, outline, upright, spread, guess=guess, steps=12)
    if leaning is not None and _misfit(leaning) <= _CERTAIN * settings.fit.tolerated[SHAPE]:
        return _preferred(standing, leaning, settings)
    fits = [fit for fit in (standing, leaning) if fit is not None]
    for lean in _LYING:
        start = np.concatenate([upright[:4], lean])
        fit = fit_solid(view, solid, outline, start, spread, steps=10)
        if fit is not None:
            fits.append(fit)
            if _misfit(fit) <= _CERTAIN * settings.fit.tolerated[SHAPE]:
                break
    return _preferred(standing, min(fits, key=_misfit), settings) if fits else None


def _preferred(standing: Fit | None, best: Fit, settings: PerceptionSettings) -> Fit:
    """Standing, unless that is out of the question or another fit is clearly better."""
    if standing is None or _misfit(standing) > settings.fit.tolerated[SHAPE]:
        return best
    return best if _misfit(best) < _BETTER * _misfit(standing) else standing


def _upright_side(tilt: float, yaw: float) -> tuple[float, float]:
    """The same outline with the tilt in 0..90 degrees: upside down a cylinder looks the same."""
    tilt = math.remainder(tilt, math.pi)
    return abs(tilt), yaw if tilt >= 0.0 else math.remainder(yaw + math.pi, math.tau)
