"""Fits a known solid to the convex outline of what a camera shows of it.

The outline is described by its support function: how far it reaches along each of a fan of image
directions. The solid's own support along the same directions follows from projecting its points,
so pose and size come out of a small Gauss-Newton problem. A direction in which the thing runs into
an occluder says only that it reaches *at least* so far.

Source of the support function: Schneider, *Convex Bodies: The Brunn-Minkowski Theory*, 1.7.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ros_nodes.perception.camera_geometry import Array, View
from ros_nodes.perception.colour_segmentation import Blob, Mask
from xlerobot_agent.contracts.geometry import Size

_FAN = 32
_ANGLES = np.arange(_FAN) * (2.0 * math.pi / _FAN)
DIRECTIONS: Array = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=1)
"""Unit image directions, shape (32, 2)."""

_FAN_ACROSS = np.ascontiguousarray(DIRECTIONS.T)
_REACH = 3.0
"""An occluder this close [px] beyond the outline may hide more of the thing."""

_NUDGE = 1e-4
"""Step of the numeric derivatives [m, rad or log of a scale]."""
_SETTLED = 1e-3
"""The fit ends after a step this small: the next one would be smaller by orders."""

_NEARBY = 0.03
"""A thing that seems farther than this from where it was [m] is measured from scratch."""

_AROUND = np.array([(u, v) for u in (-3, 3) for v in (-3, 3)]).T

ANYTHING = range(1, 256)
"""All labels but that of what is unexplained."""

Solid = Callable[[Array], Array]
"""Parameters (B, n) → points in ``base_link`` whose convex hull is the thing, (B, M, 3)."""


@dataclass(frozen=True)
class Outline:
    """How far the seen part of a thing reaches.

    Attributes:
        support: along each of ``DIRECTIONS`` [px], shape (32,).
        closed: where that is the thing's own edge, not an occluder's or the image's, shape (32,).
        hull: corners of the outline [px], shape (N, 2).
    """

    support: Array
    closed: NDArray[np.bool_]
    hull: Array


@dataclass(frozen=True)
class Fit:
    """Parameters that explain an outline.

    Attributes:
        parameters: shape (n,).
        residual: root mean square of what they leave unexplained [px].
    """

    parameters: Array
    residual: float


def outline_of(blob: Blob, labels: Mask, occluders: Collection[int], edge_offset: float) -> Outline:
    """The outline of a blob.

    Args:
        blob: the pixels of the thing.
        labels: who owns each pixel of the whole image.
        occluders: labels of what may hide parts of the thing.
        edge_offset: the true edge lies so far [px] outside the outermost pixel centres.
    """
    hull = blob.hull().astype(np.float64)
    along = hull @ DIRECTIONS.T
    touching = hull[np.argmax(along, axis=0)]
    height, width = labels.shape
    probe = np.rint(touching + _REACH * DIRECTIONS).astype(np.int64)
    at_border = (
        (probe[:, 0] < 0) | (probe[:, 1] < 0) | (probe[:, 0] >= width) | (probe[:, 1] >= height)
    )
    probe = np.clip(probe, 0, [width - 1, height - 1])
    hidden = near_any(labels, occluders, probe)
    return Outline(np.max(along, axis=0) + edge_offset, ~(at_border | hidden), hull)


def near_any(labels: Mask, wanted: Collection[int], points: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether a wanted label stands ``_REACH`` diagonally beside a pixel, per point."""
    height, width = labels.shape
    u = np.minimum(np.maximum(points[:, :1] + _AROUND[0], 0), width - 1)
    v = np.minimum(np.maximum(points[:, 1:] + _AROUND[1], 0), height - 1)
    table = np.zeros(256, dtype=bool)
    table[list(wanted)] = True
    result: NDArray[np.bool_] = table[labels[v, u]].any(axis=1)
    return result


def fit_solid(
    view: View,
    solid: Solid,
    outline: Outline,
    start: Array,
    spread: Array,
    *,
    guess: Array | None = None,
    steps: int = 6,
) -> Fit | None:
    """The parameters that explain an outline best (Gauss-Newton).

    Args:
        view: the camera.
        solid: the shape by its parameters.
        outline: what was seen.
        start: middle of the prior, shape (n,).
        spread: standard deviation of the prior, inf for a free parameter, shape (n,).
        guess: where to begin, shape (n,); ``start`` by default.
        steps: at most so many.

    Returns:
        The fit, or None when the solid leaves the camera's view on the way or fewer edges are
        visible than there are free parameters.
    """
    free = int(np.sum(~np.isfinite(spread)))
    if int(outline.closed.sum()) < free + 1:
        return None
    start = np.asarray(start, dtype=np.float64)
    stiffness = np.where(np.isfinite(spread), 1.0 / np.square(spread), 0.0)
    nudges = np.vstack([np.zeros(len(start)), np.diag(np.full(len(start), _NUDGE))])
    current = start.copy() if guess is None else guess.copy()
    error: Array = np.zeros(_FAN)
    weight: Array = np.zeros(_FAN)
    for step in range(steps + 1):
        reach = _support(view, solid(current + nudges))
        if reach is None:
            return None
        error = outline.support - reach[0]
        weight = (outline.closed | (error > 0.0)).astype(np.float64)
        if step == steps:
            break
        slope = (reach[1:] - reach[0]).T / _NUDGE
        normal = (slope * weight[:, None]).T @ slope + np.diag(stiffness + 1e-9)
        pull = slope.T @ (weight * error) + stiffness * (start - current)
        change = np.linalg.solve(normal, pull)
        current = current + np.clip(change, -0.2, 0.2)
        if float(np.max(np.abs(change))) < _SETTLED:
            break
    used = error[weight > 0.0]
    return Fit(current, math.sqrt(float(used @ used) / max(1, len(used))))


def refit(
    view: View,
    solid: Solid,
    outline: Outline,
    start: Array,
    spread: Array,
    *,
    last: Array | None,
    tolerated: float,
) -> Fit | None:
    """``fit_solid``, begun from where the thing was last, if it is still about there.

    Args:
        view: the camera.
        solid: the shape by its parameters, x and y [m] first.
        outline: what was seen.
        start: middle of the prior, shape (n,).
        spread: of the prior, shape (n,).
        last: parameters of the last fit of this thing, shape (n,), or None.
        tolerated: a fit from ``last`` that leaves more than this [px] is not trusted.
    """
    if last is not None and float(np.abs(last[:2] - start[:2]).max()) < _NEARBY:
        fit = fit_solid(view, solid, outline, start, spread, guess=last)
        if fit is not None and fit.residual <= tolerated:
            return fit
    return fit_solid(view, solid, outline, start, spread)


def _support(view: View, points: Array) -> Array | None:
    """Support of projected points (B, M, 3) along ``DIRECTIONS``: (B, 32), None when behind."""
    pixels = view.project_ahead(points)
    if pixels is None:
        return None
    result: Array = (pixels @ _FAN_ACROSS).max(axis=1)
    return result


def scaled(size: Size, wide: float, high: float) -> Size:
    """A size whose horizontal and vertical extents are scaled by exp(wide) and exp(high)."""
    return Size(x=size.x * math.exp(wide), y=size.y * math.exp(wide), z=size.z * math.exp(high))
