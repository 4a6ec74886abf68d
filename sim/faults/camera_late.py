"""A camera delivers late: each frame comes whole and in order, with the stamp it was taken at."""

from __future__ import annotations

from collections import deque

from pydantic import Field

from sim.fault import Fault, Moment
from xlerobot_agent.contracts.camera import Frame


class Parameters(Moment):
    """``delay`` of every frame [s]."""

    delay: float = Field(gt=0.0, le=10.0)
    camera: str = "front"


class CameraLate(Fault):
    """See the module."""

    name = "camera_late"
    short = "delay"
    parameters_type = Parameters

    def start(self, parameters: Parameters) -> None:
        """Draw when."""
        self._delay = parameters.delay
        self._begin = parameters.begin(self.random)
        self._under_way: deque[Frame] = deque()
        self._noted = False
        self.context.filter_frames(parameters.camera, self._filter)

    def _filter(self, frame: Frame) -> Frame | None:
        """The newest frame that has been under way for long enough; None when none has."""
        if frame.stamp < self._begin:
            return frame
        if not self._noted:
            self._noted = True
            self.record(f"camera {frame.camera} is {self._delay:.2f} s late")
        self._under_way.append(frame)
        due: Frame | None = None
        while self._under_way and self._under_way[0].stamp <= frame.stamp - self._delay + 1e-9:
            due = self._under_way.popleft()
        return due


FAULT = CameraLate
