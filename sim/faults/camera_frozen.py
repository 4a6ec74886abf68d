"""A camera delivers its last frame again and again: same image, same sequence, same stamp."""

from __future__ import annotations

from pydantic import Field

from sim.fault import Fault, Interval
from xlerobot_agent.contracts.camera import Frame


class Parameters(Interval):
    """``duration`` of the freeze [s]."""

    duration: float = Field(gt=0.0)
    camera: str = "front"


class CameraFrozen(Fault):
    """See the module."""

    name = "camera_frozen"
    short = "duration"
    parameters_type = Parameters

    def start(self, parameters: Parameters) -> None:
        """Draw when."""
        self._begin, self._end = parameters.drawn(self.random)
        self._last: Frame | None = None
        self._noted = False
        self.context.filter_frames(parameters.camera, self._filter)

    def _filter(self, frame: Frame) -> Frame:
        if self._last is None or not self._begin <= frame.stamp < self._end:
            self._last = frame
        elif not self._noted:
            self._noted = True
            self.record(f"camera {frame.camera} froze")
        return self._last


FAULT = CameraFrozen
