"""The servos' supply sags."""

from __future__ import annotations

from pydantic import Field

from sim.fault import Fault, Interval


class Parameters(Interval):
    """``voltage`` of all servos from then on [V]."""

    voltage: float = Field(gt=0.0, le=15.0)


class Undervoltage(Fault):
    """See the module."""

    name = "undervoltage"
    short = "voltage"
    parameters_type = Parameters

    def start(self, parameters: Parameters) -> None:
        """Draw when."""
        self._low = parameters.voltage
        self._nominal = self.context.arm.voltages.copy()
        self._begin, self._end = parameters.drawn(self.random)

    def update(self, now: float) -> None:
        """Low between the two moments."""
        low = self._begin <= now < self._end
        self.context.arm.voltages[:] = self._low if low else self._nominal


FAULT = Undervoltage
