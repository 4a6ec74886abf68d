"""A calibrated pinhole camera placed in ``base_link``: projection, rays, rays on planes.

Pixel coordinates follow OpenCV: (u, v) right and down, whole numbers at pixel centres.
Source: Hartley and Zisserman, *Multiple View Geometry*, 2nd ed., chapter 6.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from xlerobot_agent.contracts.camera import Frame, Intrinsics

Array = NDArray[np.float64]

_NEAREST = 1e-3
"""Points closer to the camera's plane than this [m] have no meaningful projection."""


@dataclass(frozen=True)
class View:
    """One camera at one instant.

    Attributes:
        camera: its name.
        intrinsics: its calibration.
        pose: ``base_link`` ← optical frame, shape (4, 4).
    """

    camera: str
    intrinsics: Intrinsics
    pose: Array
    _rotation: Array = field(init=False, repr=False)
    _focal: Array = field(init=False, repr=False)
    _centre: Array = field(init=False, repr=False)
    _projection: Array = field(init=False, repr=False)

    def __post_init__(self) -> None:
        set_once = object.__setattr__
        set_once(self, "_rotation", np.ascontiguousarray(self.pose[:3, :3]))
        set_once(self, "_focal", np.array([self.intrinsics.fx, self.intrinsics.fy]))
        set_once(self, "_centre", np.array([self.intrinsics.cx, self.intrinsics.cy]))
        turn = self._rotation.T
        seen_from = np.column_stack([turn, -turn @ self.pose[:3, 3]])
        set_once(self, "_projection", self.intrinsics.matrix() @ seen_from)

    @classmethod
    def of(cls, frame: Frame, mount: Array) -> View:
        """The camera of ``frame`` whose mount stands at ``mount`` (``base_link`` ← mount)."""
        return cls(frame.camera, frame.intrinsics, mount @ frame.extrinsics)

    @property
    def position(self) -> Array:
        """Optical centre in ``base_link`` [m], shape (3,)."""
        return self.pose[:3, 3]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height [px]."""
        return self.intrinsics.width, self.intrinsics.height

    def in_optical(self, points: Array) -> Array:
        """Points in ``base_link`` [m] (..., 3) → the optical frame (..., 3)."""
        result: Array = (points - self.position) @ self._rotation
        return result

    def project(self, points: Array) -> tuple[Array, Array]:
        """Points in ``base_link`` [m] (..., 3) → pixels (..., 2) and depth [m] (...).

        Pixels of points at or behind the camera's plane are NaN.
        """
        local = self.in_optical(np.asarray(points, dtype=np.float64))
        depth = local[..., 2]
        safe = np.where(depth > _NEAREST, depth, np.nan)
        if self.intrinsics.distortion:
            pixels = self._distorted(local / safe[..., None])
        else:
            pixels = local[..., :2] / safe[..., None] * self._focal + self._centre
        return pixels, depth

    def _distorted(self, normalised: Array) -> Array:
        flat = normalised.reshape(-1, 1, 3)
        pixels, _ = cv2.projectPoints(
            np.nan_to_num(flat),
            np.zeros(3),
            np.zeros(3),
            self.intrinsics.matrix(),
            np.array(self.intrinsics.distortion),
        )
        result = pixels.reshape(*normalised.shape[:-1], 2)
        result[np.isnan(normalised[..., 2])] = np.nan
        return np.asarray(result, dtype=np.float64)

    def project_ahead(self, points: Array) -> Array | None:
        """The same for points that ought all to be before the camera (..., 3) → pixels (..., 2).

        Returns:
            None when one of them is not.
        """
        if self.intrinsics.distortion:
            pixels, depth = self.project(points)
            return pixels if float(depth.min()) > _NEAREST else None
        local = points @ self._projection[:, :3].T + self._projection[:, 3]
        depth = local[..., 2:]
        if float(depth.min()) <= _NEAREST:
            return None
        result: Array = local[..., :2] / depth
        return result

    def rays(self, pixels: Array) -> Array:
        """Unit directions in ``base_link`` (..., 3) of the rays through pixels (..., 2)."""
        pixels = np.asarray(pixels, dtype=np.float64)
        if self.intrinsics.distortion:
            normal = cv2.undistortPoints(
                pixels.reshape(-1, 1, 2),
                self.intrinsics.matrix(),
                np.array(self.intrinsics.distortion),
            ).reshape(pixels.shape)
        else:
            normal = (pixels - self._centre) / self._focal
        local = np.concatenate([normal, np.ones((*pixels.shape[:-1], 1))], axis=-1)
        local /= np.linalg.norm(local, axis=-1, keepdims=True)
        result: Array = local @ self._rotation.T
        return result

    def on_plane(self, pixels: Array, z: float) -> Array:
        """Where rays through pixels (..., 2) meet the plane at height z [m]: (..., 3).

        NaN where the ray runs parallel to the plane or meets it behind the camera.
        """
        rays = self.rays(pixels)
        fall = rays[..., 2]
        with np.errstate(divide="ignore", invalid="ignore"):
            distance = (z - self.position[2]) / fall
        distance = np.where((np.abs(fall) > 1e-9) & (distance > 0.0), distance, np.nan)
        result: Array = self.position + distance[..., None] * rays
        return result

    def contains(self, pixels: Array) -> NDArray[np.bool_]:
        """Which pixels (..., 2) lie in the image; NaN does not."""
        width, height = self.size
        u, v = pixels[..., 0], pixels[..., 1]
        with np.errstate(invalid="ignore"):
            inside: NDArray[np.bool_] = (u >= 0) & (u <= width - 1) & (v >= 0) & (v <= height - 1)
        return inside
