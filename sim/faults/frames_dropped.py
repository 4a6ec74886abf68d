"""Frames get lost on their way, each by chance."""

from __future__ import annotations

from pydantic import Field

from sim.fault import Fault, FaultParameters
from xlerobot_agent.contracts.camera import Frame


class Parameters(FaultParameters):
    """``probability`` that a frame is lost."""

    probability: float = Field(ge=0.0, le=1.0)
    camera: str = ""
    """Which camera; all of them when empty."""
    start: float = Field(default=0.0, ge=0.0)
    """When it begins [s]."""


class FramesDropped(Fault):
    """See the module."""

    name = "frames_dropped"
    short = "probability"
    parameters_type = Parameters

    def start(self, parameters: Parameters) -> None:
        """Wait for the moment."""
        self._probability = parameters.probability
        self._begin = parameters.start
        self.context.filter_frames(parameters.camera, self._filter)

    def _filter(self, frame: Frame) -> Frame | None:
        if self.context.now < self._begin:
            return frame
        return None if self.random.random() < self._probability else frame


FAULT = FramesDropped
