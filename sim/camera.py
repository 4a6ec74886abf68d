"""A simulated camera: a picture when asked for, with its true calibration."""

from __future__ import annotations

import math
from collections.abc import Callable

import mujoco
import numpy as np

from sim.rendering import SceneRenderer
from sim.rotations import OPTICAL_TO_MUJOCO, Matrix, transform
from sim.scene import CameraPlacement
from xlerobot_agent.contracts.camera import Frame, Intrinsics

FrameFilter = Callable[[Frame], Frame | None]
"""What a fault makes of a frame; None for one that never arrives."""


class SimCamera:
    """Implements ``CameraPort``. Each ``read`` draws the world as it is now."""

    def __init__(
        self,
        model: mujoco.MjModel,
        data: mujoco.MjData,
        renderer: SceneRenderer,
        placement: CameraPlacement,
        mount: str,
        filters: list[FrameFilter],
    ) -> None:
        """Look through one camera of the model.

        ``mount`` names the link it is fixed to; ``filters`` are its faults, applied in turn.
        """
        self.name = placement.name
        self._model = model
        self._data = data
        self._renderer = renderer
        self._camera_id = model.camera(placement.name).id
        self._mount = mount
        self._intrinsics = intrinsics(placement)
        self._place()
        self._extrinsics = self._measure(model.body(mount).id)
        self._extrinsics.setflags(write=False)
        self._sequence = 0
        self._filters = filters

    def read(self) -> Frame | None:
        """A frame stamped with the simulated time; None when a fault swallowed it."""
        frame: Frame | None = self.capture()
        for apply in self._filters:
            if frame is None:
                return None
            frame = apply(frame)
        return frame

    def capture(self) -> Frame:
        """What the sensor sees now, before any fault of the camera."""
        self._place()
        image = self._renderer.render(
            self._data, self._camera_id, self._intrinsics.width, self._intrinsics.height
        )
        image.setflags(write=False)
        self._sequence += 1
        return Frame(
            camera=self.name,
            sequence=self._sequence,
            stamp=float(self._data.time),
            image=image,
            intrinsics=self._intrinsics,
            extrinsics=self._extrinsics,
            mount=self._mount,
            calibration_id=f"sim-{self.name}",
        )

    def _place(self) -> None:
        """Bring all poses up to the state: a step leaves them where they were before it."""
        mujoco.mj_kinematics(self._model, self._data)
        mujoco.mj_camlight(self._model, self._data)

    def _measure(self, mount_id: int) -> Matrix:
        """Transform of the mount ← the optical frame."""
        data = self._data
        mount = transform(data.xmat[mount_id].reshape(3, 3), data.xpos[mount_id])
        optical = transform(
            data.cam_xmat[self._camera_id].reshape(3, 3) @ OPTICAL_TO_MUJOCO,
            data.cam_xpos[self._camera_id],
        )
        return np.asarray(np.linalg.inv(mount) @ optical)


def intrinsics(placement: CameraPlacement) -> Intrinsics:
    """Pinhole intrinsics of a rendered camera.

    OpenCV counts pixel centres from 0, OpenGL pixel edges, so the optical axis, in the middle of
    the picture, is at half a pixel less than half the width.
    """
    focal = placement.height / 2.0 / math.tan(placement.vertical_fov / 2.0)
    return Intrinsics(
        width=placement.width,
        height=placement.height,
        fx=focal,
        fy=focal,
        cx=(placement.width - 1) / 2.0,
        cy=(placement.height - 1) / 2.0,
    )
