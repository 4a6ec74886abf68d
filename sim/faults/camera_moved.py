"""A camera is pushed aside: it delivers as ever, and its calibration is that of before."""

from __future__ import annotations

from pydantic import Field

from sim.fault import Fault, Moment


class Parameters(Moment):
    """``distance`` that it is pushed to the side of the desk, along y of its mount [m]."""

    distance: float = Field(ge=-0.5, le=0.5)
    camera: str = "front"


class CameraMoved(Fault):
    """See the module."""

    name = "camera_moved"
    short = "distance"
    parameters_type = Parameters

    def start(self, parameters: Parameters) -> None:
        """Draw when; raises KeyError for a camera that there is not."""
        self._parameters = parameters
        self._begin = parameters.begin(self.random)
        self._camera = self.context.model.camera(parameters.camera).id
        self._moved = False

    def update(self, now: float) -> None:
        """Push it once."""
        if self._moved or now < self._begin:
            return
        self._moved = True
        self.context.model.cam_pos[self._camera, 1] += self._parameters.distance
        self.record(
            f"camera {self._parameters.camera} was pushed by {self._parameters.distance:.3f} m"
        )


FAULT = CameraMoved
