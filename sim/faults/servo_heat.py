"""A servo grows hot."""

from __future__ import annotations

from pydantic import Field

from sim.fault import Fault, Moment


class Parameters(Moment):
    """``temperature`` that the servo has from then on [°C]."""

    temperature: float = Field(gt=0.0, le=120.0)
    joint: str = "elbow_flex"
    duration: float = Field(default=1e9, gt=0.0)
    """Until it has cooled again [s]."""


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
        names = self.context.arm.joint_names
        if parameters.joint not in names:
            raise ValueError(f"no joint '{parameters.joint}' to heat; there are {', '.join(names)}")
        self._index = names.index(parameters.joint)
        self._hot = parameters.temperature
        self._cold = float(self.context.arm.temperatures[self._index])
        self._begin = parameters.begin(self.random, 1.0, 8.0)
        self._end = self._begin + parameters.duration

    def update(self, now: float) -> None:
        """Hot between the two moments."""
        hot = self._begin <= now < self._end
        self.context.arm.temperatures[self._index] = self._hot if hot else self._cold


FAULT = ServoHeat
