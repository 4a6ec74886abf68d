"""A camera's image with all that is needed to measure in it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Intrinsics:
    """Pinhole intrinsics [px], no distortion unless ``distortion`` says so (OpenCV order)."""

    width: int
    height: int
    fx: float
    fy: float
    cx: float
    cy: float
    distortion: tuple[float, ...] = ()

    def matrix(self) -> NDArray[np.float64]:
        """K, shape (3, 3)."""
        return np.array([[self.fx, 0.0, self.cx], [0.0, self.fy, self.cy], [0.0, 0.0, 1.0]])


@dataclass(frozen=True)
class Frame:
    """One image. Arrays are not to be written to.

    Attributes:
        camera: the camera's name, e.g. ``front`` or ``wrist``.
        sequence: rises by one for each frame the camera captured; a repeat is a frozen camera.
        stamp: capture time, node clock [s].
        image: rgb8, shape (height, width, 3), uint8.
        intrinsics: of this camera.
        extrinsics: transform of ``mount`` ← the camera's optical frame, shape (4, 4);
            optical axes are z forward, x right, y down (REP-103 ``_optical``).
        mount: the frame the camera is fixed to: ``base_link`` for a camera that stands still,
            a link's name for one on the arm.
        calibration_id: names the calibration that gave intrinsics and extrinsics.
    """

    camera: str
    sequence: int
    stamp: float
    image: NDArray[np.uint8]
    intrinsics: Intrinsics
    extrinsics: NDArray[np.float64]
    mount: str = "base_link"
    calibration_id: str = "nominal"
