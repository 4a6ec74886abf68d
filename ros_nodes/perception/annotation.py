"""Pictures for people: what was seen, drawn over the image it was seen in."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import cv2
import numpy as np

from ros_nodes.perception.camera_geometry import View
from xlerobot_agent.contracts.predicates import Truth

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ros_nodes.perception.camera_geometry import Array
    from xlerobot_agent.contracts.camera import Frame
    from xlerobot_agent.contracts.scene import SceneObject, SceneObservation

_FONT = cv2.FONT_HERSHEY_SIMPLEX
_TEXT = 0.4
_LINE = 15
"""Between two lines of text [px]."""
_WHITE = (255, 255, 255)
_BLACK = (0, 0, 0)
_UNSEEN = 0.75
"""Brightness that is left to the part of the table that was not seen."""
_TRUTH_COLOURS = {
    Truth.TRUE: (120, 255, 120),
    Truth.FALSE: (255, 140, 120),
    Truth.UNKNOWN: (255, 230, 120),
}


def annotate(
    observation: SceneObservation, frame: Frame, mount: Array | None = None
) -> NDArray[np.uint8]:
    """A copy of the frame's image (rgb8) with objects, unseen table and predicates drawn in.

    Args:
        observation: what was seen.
        frame: the image to draw over.
        mount: ``base_link`` ← the camera's mount, 4x4; needed for a camera on the arm.

    Raises:
        ValueError: the camera is on the arm and ``mount`` is not given.
    """
    if mount is None and frame.mount != "base_link":
        raise ValueError(
            f"camera '{frame.camera}' is fixed to {frame.mount}; give that link's pose as mount"
        )
    view = View.of(frame, np.eye(4) if mount is None else mount)
    image = frame.image.copy()
    _shade_unseen(image, observation, view)
    for found in observation.objects:
        _draw_object(image, found, view)
    for row, verdict in enumerate(observation.predicates):
        text = f"{verdict.predicate}: {verdict.value}"
        _write(image, text, (6, 14 + row * _LINE), _TRUTH_COLOURS[verdict.value])
    if observation.fault:
        _write(image, observation.fault, (6, image.shape[0] - 10), _TRUTH_COLOURS[Truth.FALSE])
    return image


def corners(found: SceneObject) -> Array:
    """Corners of an object's box in ``base_link`` [m], base first, shape (8, 3)."""
    pose, size = found.pose, found.size
    signs = np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)], dtype=np.float64) / 2.0
    flat = signs * (size.x, size.y)
    local = np.vstack(
        [np.column_stack([flat, np.full(4, z)]) for z in (-size.z / 2.0, size.z / 2.0)]
    )
    tilt, yaw = pose.tilt, pose.yaw
    lean = np.array(
        [
            [math.cos(tilt), 0.0, math.sin(tilt)],
            [0.0, 1.0, 0.0],
            [-math.sin(tilt), 0.0, math.cos(tilt)],
        ]
    )
    turn = np.array(
        [
            [math.cos(yaw), -math.sin(yaw), 0.0],
            [math.sin(yaw), math.cos(yaw), 0.0],
            [0.0, 0.0, 1.0],
        ]
    )
    points = local @ lean.T @ turn.T
    result: Array = points + np.array([pose.x, pose.y, pose.z - points[:, 2].min()])
    return result


def _draw_object(image: NDArray[np.uint8], found: SceneObject, view: View) -> None:
    pixels, depth = view.project(corners(found))
    if float(depth.min()) <= 0.0:
        return
    whole = np.rint(pixels).astype(np.int32)
    for ring in (whole[:4], whole[4:]):
        cv2.polylines(image, [ring], isClosed=True, color=_WHITE, thickness=1)
    for low, high in zip(whole[:4], whole[4:], strict=True):
        cv2.line(image, tuple(map(int, low)), tuple(map(int, high)), _WHITE, 1)
    left, bottom = int(whole[:, 0].min()), int(whole[:, 1].max())
    pose = found.pose
    lines = [
        f"{found.object_id} v{found.version} {found.confidence:.2f}",
        f"{pose.x:.3f} {pose.y:.3f} {pose.z:.3f} m",
    ]
    if pose.tilt > 0.0:
        lines.append(f"tilt {math.degrees(pose.tilt):.0f} deg")
    for row, text in enumerate(lines):
        _write(image, text, (left, bottom + _LINE * (row + 1)), _WHITE)


def _shade_unseen(image: NDArray[np.uint8], observation: SceneObservation, view: View) -> None:
    """Darken the cells of the table that were not seen."""
    seen = observation.seen
    mask = np.zeros(image.shape[:2], dtype=np.uint8)
    for cell, mark in enumerate(seen.seen):
        if mark == "1":
            continue
        row, column = divmod(cell, seen.columns)
        x, y = seen.origin_x + row * seen.cell, seen.origin_y + column * seen.cell
        square = np.array([(x + dx, y + dy, 0.0) for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1))])
        square[:, :2] = (x, y) + (square[:, :2] - (x, y)) * seen.cell
        pixels, depth = view.project(square)
        if float(depth.min()) > 0.0:
            bounded = np.clip(np.rint(pixels), -10_000, 10_000).astype(np.int32)
            cv2.fillConvexPoly(mask, bounded, 255)
    dark = (image * _UNSEEN).astype(np.uint8)
    np.copyto(image, dark, where=mask[..., None] > 0)


def _write(
    image: NDArray[np.uint8], text: str, place: tuple[int, int], colour: tuple[int, int, int]
) -> None:
    cv2.putText(image, text, place, _FONT, _TEXT, _BLACK, 3, cv2.LINE_AA)
    cv2.putText(image, text, place, _FONT, _TEXT, colour, 1, cv2.LINE_AA)
