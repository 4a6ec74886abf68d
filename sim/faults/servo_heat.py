"""A servo grows hot."""

from __future__ import annotations

from pydantic import Field

from sim.fault import Fault, Interval


class Parameters(Interval):
    """``temperature`` that the servo has from then on [°C]."""

    temperature: float = Field(gt=0.0, le=120.0)
    joint: str = "elbow_flex"


class ServoHeat(Fault):
    """See the module."""

    name = "servo_heat"
    short = "temperature"
    parameters_type = Parameters

    def start(self, parameters: Parameters) -> None:
        """Draw when.

        Raises:
            ValueError: no such joint.
        """
        self._index = self.context.joint_index(parameters.joint)
        self._hot = parameters.temperature
        self._cold = float(self.context.arm.temperatures[self._index])
        self._begin, self._end = parameters.drawn(self.random)

    def update(self, now: float) -> None:
        """Hot between the two moments."""
        hot = self._begin <= now < self._end
        self.context.arm.temperatures[self._index] = self._hot if hot else self._cold


FAULT = ServoHeat
