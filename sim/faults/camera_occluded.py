"""Something is held in front of a camera: a grey sheet that hides the view or a part of it."""

from __future__ import annotations

import math

import mujoco
from pydantic import Field

from sim.collision import drawn_only
from sim.fault import Fault, Interval

NEAR = 0.04
"""The sheet's distance from the lens [m]."""
SHEET = "occluding_sheet"


class Parameters(Interval):
    """``duration`` of the occlusion [s]."""

    duration: float = Field(gt=0.0)
    camera: str = "front"
    covered: float = Field(default=1.0, gt=0.0, le=1.0)
    """Share of the picture's width that is hidden, from the left."""


class CameraOccluded(Fault):
    """See the module."""

    name = "camera_occluded"
    short = "duration"
    parameters_type = Parameters

    @classmethod
    def prepare(cls, parameters: Parameters, spec: mujoco.MjSpec) -> None:
        """Hang the sheet in front of the camera, not yet visible.

        Raises:
            ValueError: no such camera.
        """
        camera = spec.camera(parameters.camera)
        if camera is None:
            known = ", ".join(c.name for c in spec.cameras)
            raise ValueError(f"no camera '{parameters.camera}' to occlude; there are {known}")
        half_height = NEAR * math.tan(math.radians(camera.fovy) / 2.0)
        half_width = half_height * camera.resolution[0] / camera.resolution[1]
        frame = camera.parent.add_frame(pos=camera.pos, quat=camera.quat)
        sheet = camera.parent.add_geom(
            name=SHEET,
            type=mujoco.mjtGeom.mjGEOM_BOX,
            pos=(half_width * (parameters.covered - 1.0), 0.0, -NEAR),
            size=(half_width * parameters.covered, half_height * 1.02, 0.0005),
            rgba=(0.35, 0.34, 0.33, 0.0),
        )
        sheet.set_frame(frame)
        drawn_only(sheet)

    def start(self, parameters: Parameters) -> None:
        """Draw when."""
        self._begin, self._end = parameters.drawn(self.random)
        self._geom = self.context.model.geom(SHEET).id
        self._shown = False

    def update(self, now: float) -> None:
        """Show and hide the sheet."""
        shown = self._begin <= now < self._end
        if shown != self._shown:
            self._shown = shown
            self.context.model.geom_rgba[self._geom, 3] = 1.0 if shown else 0.0
            self.record("a sheet hides the view" if shown else "the sheet is gone")


FAULT = CameraOccluded
