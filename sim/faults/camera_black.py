"""A camera goes black: the frames come on time, and nothing shows in them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from pydantic import Field

from sim.fault import Fault, Interval
from xlerobot_agent.contracts.camera import Frame


class Parameters(Interval):
    """``duration`` of the blackness [s]."""

    duration: float = Field(gt=0.0)
    camera: str = "front"


class CameraBlack(Fault):
    """See the module."""

    name = "camera_black"
    short = "duration"
    parameters_type = Parameters

    def start(self, parameters: Parameters) -> None:
        """Draw when."""
        self._begin, self._end = parameters.drawn(self.random)
        self._noted = False
        self.context.filter_frames(parameters.camera, self._filter)

    def _filter(self, frame: Frame) -> Frame:
        if not self._begin <= frame.stamp < self._end:
            return frame
        if not self._noted:
            self._noted = True
            self.record(f"camera {frame.camera} went black")
        black = np.zeros_like(frame.image)
        black.setflags(write=False)
        return replace(frame, image=black)


FAULT = CameraBlack
