"""Solids fitted to drawn silhouettes come back as they were drawn."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ros_nodes.perception.camera_geometry import View
from ros_nodes.perception.colour_segmentation import Blob, Window
from ros_nodes.perception.detectors.crumpled import ellipsoid_solid
from ros_nodes.perception.detectors.cup import cylinder_solid, standing_solid
from ros_nodes.perception.detectors.open_box import box_solid
from ros_nodes.perception.silhouette import Outline, fit_solid, outline_of
from xlerobot_agent.contracts.camera import Intrinsics
from xlerobot_agent.contracts.geometry import Size

CUP = Size(x=0.055, y=0.055, z=0.08)
TRAY = Size(x=0.15, y=0.15, z=0.02)
BODY, OWN = 255, 1
PIXEL = 0.0016
"""Width of a pixel on the far side of the table [m]."""


def front() -> View:
    """A camera 0.78 m above the table that looks back at (0.225, 0, 0)."""
    position = np.array([0.555, 0.0, 0.78])
    ahead = np.array([0.225, 0.0, 0.0]) - position
    ahead /= np.linalg.norm(ahead)
    right = np.array([0.0, 1.0, 0.0])
    pose = np.eye(4)
    pose[:3, :3] = np.stack([right, np.cross(ahead, right), ahead], axis=1)
    pose[:3, 3] = position
    return View("front", Intrinsics(640, 480, 552.0, 552.0, 319.5, 239.5), pose)


VIEW = front()


def drawn(points: np.ndarray) -> np.ndarray:
    """Labels with the silhouette of points' convex hull, sampled at pixel centres."""
    pixels, _ = VIEW.project(points)
    hull = cv2.convexHull(pixels.astype(np.float32)).reshape(-1, 2)
    left, top = np.floor(hull.min(axis=0)).astype(int)
    right, bottom = np.ceil(hull.max(axis=0)).astype(int) + 1
    v, u = np.mgrid[top:bottom, left:right]
    edges = list(zip(hull, np.roll(hull, -1, axis=0), strict=True))
    sides = [(x1 - x0) * (v - y0) - (y1 - y0) * (u - x0) for (x0, y0), (x1, y1) in edges]
    inside = np.all([s >= 0.0 for s in sides], axis=0) | np.all([s <= 0.0 for s in sides], axis=0)
    labels = np.zeros((480, 640), np.uint8)
    labels[top:bottom, left:right] = inside * OWN
    return labels


def outline(labels: np.ndarray) -> Outline:
    mask = np.where(labels == OWN, 255, 0).astype(np.uint8)
    blob = Blob.of(Window(0, 0, 640, 480), mask)
    assert blob is not None
    return outline_of(blob, labels, {BODY}, 0.4)


places = st.tuples(st.floats(0.12, 0.34), st.floats(-0.22, 0.22))
scales = st.floats(-0.09, 0.09)


@settings(max_examples=25)
@given(places, scales, scales)
def test_a_cup_is_found_to_a_millimetre(place, wide, high):
    solid = standing_solid(CUP, 0.0)
    true = np.array([*place, wide, high])
    start = np.array([place[0] + 0.015, place[1] - 0.01, 0.0, 0.0])
    fit = fit_solid(
        VIEW,
        solid,
        outline(drawn(solid(true[None])[0])),
        start,
        np.array([np.inf, np.inf, 0.06, 0.06]),
    )
    assert fit is not None
    assert math.dist(fit.parameters[:2], place) < 0.0012
    assert abs(fit.parameters[2] - wide) < 1.5 * PIXEL / CUP.x
    assert fit.residual < 0.5


@settings(max_examples=25)
@given(places, st.floats(-0.7, 0.7), scales)
def test_a_trays_place_and_yaw_are_found(place, yaw, wide):
    solid = box_solid(TRAY)
    true = np.array([*place, yaw, wide, 0.0])
    start = np.array([place[0] - 0.01, place[1] + 0.01, yaw + 0.15, 0.0, 0.0])
    spread = np.array([np.inf, np.inf, np.inf, 0.06, 0.06])
    fit = fit_solid(VIEW, solid, outline(drawn(solid(true[None])[0])), start, spread)
    assert fit is not None
    assert math.dist(fit.parameters[:2], place) < 0.0015
    assert abs(math.remainder(fit.parameters[2] - yaw, math.pi / 2)) < math.radians(0.8)


@settings(max_examples=20)
@given(places)
def test_a_ball_is_found(place):
    solid = ellipsoid_solid(Size(x=0.045, y=0.045, z=0.04))
    true = np.array([*place, 0.0, 0.0])
    fit = fit_solid(
        VIEW,
        solid,
        outline(drawn(solid(true[None])[0])),
        true + np.array([0.008, 0.008, 0.0, 0.0]),
        np.array([np.inf, np.inf, 0.06, 0.06]),
    )
    assert fit is not None
    assert math.dist(fit.parameters[:2], place) < 0.001


def test_what_an_occluder_hides_does_not_pull_the_fit():
    solid = standing_solid(CUP, 0.0)
    true = np.array([0.25, 0.05, 0.0, 0.0])
    labels = drawn(solid(true[None])[0])
    columns = np.nonzero(labels)[1]
    cut = columns.min() + (columns.max() - columns.min()) // 3
    labels[:, :cut] = BODY
    seen = outline(labels)
    assert 10 < seen.closed.sum() < 32
    spread = np.array([np.inf, np.inf, 0.06, 0.06])
    fit = fit_solid(VIEW, solid, seen, true + np.array([0.01, 0.01, 0.0, 0.0]), spread)
    assert fit is not None
    assert math.dist(fit.parameters[:2], true[:2]) < 0.002
    naive = fit_solid(
        VIEW,
        solid,
        Outline(seen.support, np.ones(32, bool), seen.hull),
        true,
        spread,
    )
    assert naive is not None
    assert math.dist(naive.parameters[:2], true[:2]) > 0.004


def test_too_few_own_edges_measure_nothing():
    solid = standing_solid(CUP, 0.0)
    labels = drawn(solid(np.array([[0.25, 0.05, 0.0, 0.0]]))[0])
    labels[labels == 0] = BODY
    assert not outline(labels).closed.any()
    assert (
        fit_solid(
            VIEW,
            solid,
            outline(labels),
            np.array([0.25, 0.05, 0.0, 0.0]),
            np.array([np.inf, np.inf, 0.06, 0.06]),
        )
        is None
    )


@given(st.floats(0.0, 1.5), st.floats(-3.1, 3.1), st.floats(0.0, 0.02))
def test_a_cylinder_rests_on_its_support_whatever_its_lean(tilt, yaw, support):
    lean = (tilt * math.cos(yaw), tilt * math.sin(yaw))
    points = cylinder_solid(CUP, support)(np.array([[0.2, 0.1, 0.0, 0.0, *lean]]))[0]
    assert points[:, 2].min() == pytest.approx(support)
    middle = (points.min(axis=0) + points.max(axis=0)) / 2.0
    assert middle[:2] == pytest.approx((0.2, 0.1), abs=1e-3)


def test_upright_the_general_cylinder_is_the_standing_one():
    parameters = np.array([[0.2, 0.1, 0.05, -0.05]])
    general = cylinder_solid(CUP, 0.0)(np.hstack([parameters, np.zeros((1, 2))]))[0]
    standing = standing_solid(CUP, 0.0)(parameters)[0]
    one, _ = VIEW.project(general)
    other, _ = VIEW.project(standing)
    assert one.min(axis=0) == pytest.approx(other.min(axis=0), abs=0.2)
    assert one.max(axis=0) == pytest.approx(other.max(axis=0), abs=0.2)
