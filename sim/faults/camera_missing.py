"""A camera delivers nothing, neither pictures nor calibration: unplugged, or never there."""

from __future__ import annotations

from pydantic import Field

from sim.fault import Fault, FaultParameters
from xlerobot_agent.contracts.camera import Frame


class Parameters(FaultParameters):
    """``camera`` that is missing."""

    camera: str
    start: float = Field(default=0.0, ge=0.0)
    """From when on [s]; 0 for a camera that never was there."""


class CameraMissing(Fault):
    """See the module."""

    name = "camera_missing"
    short = "camera"
    parameters_type = Parameters

    def start(self, parameters: Parameters) -> None:
        """Wait for the moment."""
        self._begin = parameters.start
        self._noted = False
        self.context.filter_frames(parameters.camera, self._filter)

    def _filter(self, frame: Frame) -> Frame | None:
        if frame.stamp < self._begin:
            return frame
        if not self._noted:
            self._noted = True
            self.record(f"camera {frame.camera} is missing")
        return None


FAULT = CameraMissing
