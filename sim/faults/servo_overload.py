"""A servo reports that its protection has tripped."""

from __future__ import annotations

from pydantic import Field

from sim.fault import Fault, Moment


class Parameters(Moment):
    """``joint`` whose servo reports it."""

    joint: str
    duration: float = Field(default=1e9, gt=0.0)
    """Until it reports nothing any more [s]."""


class ServoOverload(Fault):
    """See the module."""

    name = "servo_overload"
    short = "joint"
    parameters_type = Parameters

    def start(self, parameters: Parameters) -> None:
        """Draw when.

        Raises:
            ValueError: no such joint.
        """
        names = self.context.arm.joint_names
        if parameters.joint not in names:
            raise ValueError(f"no joint '{parameters.joint}'; there are {', '.join(names)}")
        self._report = f"{parameters.joint}: overload"
        self._begin = parameters.begin(self.random, 1.0, 8.0)
        self._end = self._begin + parameters.duration

    def update(self, now: float) -> None:
        """Reported between the two moments."""
        reports = self.context.arm.servo_faults
        tripped = self._begin <= now < self._end
        if tripped and self._report not in reports:
            reports.append(self._report)
        elif not tripped and self._report in reports:
            reports.remove(self._report)


FAULT = ServoOverload
