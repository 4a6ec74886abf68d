"""The arm's own picture: which pixels show its links, computed from joint state and URDF."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from ros_nodes.perception.camera_geometry import Array, View
from ros_nodes.perception.colour_segmentation import Mask

if TYPE_CHECKING:
    from xlerobot_agent.robot_model.arm_model import ArmModel

_NEAR = 0.002
"""Parts nearer to the camera's plane than this [m] are cut off."""
_HOUSING = 0.01
"""What ends within this of the camera's plane is the camera itself [m]."""
_STILL = 2e-4
"""Corners that moved less than this in the camera's frame need no new picture [m]."""
_PAIRS = np.array(list(itertools.combinations(range(8), 2)))


class BodyMask:
    """Projects the primitives of the arm's links."""

    def __init__(self, model: ArmModel, margin: float) -> None:
        """Prepare the links' shapes.

        Args:
            model: the arm.
            margin: every shape is drawn larger by this on all sides [m], for calibration errors.
        """
        self._links = tuple(dict.fromkeys(p.link for p in model.primitives))
        self._of_link = np.array([self._links.index(p.link) for p in model.primitives])
        corners = np.stack([p.corners() for p in model.primitives])
        middle = corners.mean(axis=1, keepdims=True)
        axes = np.stack([p.pose[:3, :3] for p in model.primitives])
        outward = np.sign(np.einsum("pci,pij->pcj", corners - middle, axes))
        self._drawn: dict[str, tuple[Array, Mask]] = {}
        self._corners = corners + margin * np.einsum("pcj,pij->pci", outward, axes)

    def corners(self, link_poses: Mapping[str, Array]) -> Array:
        """Corners of all shapes in ``base_link`` [m], shape (shapes, 8, 3)."""
        poses = np.stack([link_poses[name] for name in self._links])[self._of_link]
        result: Array = (
            np.einsum("pij,pcj->pci", poses[:, :3, :3], self._corners) + poses[:, None, :3, 3]
        )
        return result

    def draw(self, view: View, link_poses: Mapping[str, Array]) -> Mask:
        """The mask of the whole image: 255 where the arm is, or may be within the margin.

        Not to be written to: while neither camera nor arm moves it is the same array.
        """
        corners = self.corners(link_poses)
        seen = view.in_optical(corners)
        drawn = self._drawn.get(view.camera)
        if drawn is None or float(np.abs(drawn[0] - seen).max()) > _STILL:
            drawn = self._drawn[view.camera] = (seen, self._draw(view, corners))
        return drawn[1]

    @staticmethod
    def _draw(view: View, corners: Array) -> Mask:
        width, height = view.size
        mask = np.zeros((height, width), dtype=np.uint8)
        pixels, depth = view.project(corners)
        ahead = depth.max(axis=1) > _HOUSING
        whole = depth.min(axis=1) > _NEAR
        drawable = _whole_pixels(pixels[whole], width)
        for outline in drawable:
            cv2.fillConvexPoly(mask, cv2.convexHull(outline), 255)
        for shape in np.flatnonzero(ahead & ~whole):
            outline = view.project(_cut(corners[shape], depth[shape]))[0]
            cv2.fillConvexPoly(mask, cv2.convexHull(_whole_pixels(outline, width)), 255)
        return mask


def _whole_pixels(pixels: Array, width: int) -> NDArray[np.int32]:
    """Pixels as OpenCV draws them; what is far outside is brought near enough to be a number."""
    return np.rint(np.clip(pixels, -8.0 * width, 8.0 * width)).astype(np.int32)


def _cut(corners: Array, depth: Array) -> Array:
    """Points whose hull is the part of the hull of ``corners`` in front of the near plane."""
    first, second = _PAIRS[:, 0], _PAIRS[:, 1]
    across = (depth[first] > _NEAR) != (depth[second] > _NEAR)
    first, second = first[across], second[across]
    share = (_NEAR * 1.01 - depth[first]) / (depth[second] - depth[first])
    met = corners[first] + share[:, None] * (corners[second] - corners[first])
    return np.vstack([corners[depth > _NEAR], met])
