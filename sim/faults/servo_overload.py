"""A servo reports that its protection has tripped."""

from __future__ import annotations

from sim.fault import Fault, Interval


class Parameters(Interval):
    """``joint`` whose servo reports it."""

    joint: str


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
        self.context.joint_index(parameters.joint)
        self._report = f"{parameters.joint}: overload"
        self._begin, self._end = parameters.drawn(self.random)

    def update(self, now: float) -> None:
        """Reported between the two moments."""
        reports = self.context.arm.servo_faults
        tripped = self._begin <= now < self._end
        if tripped and self._report not in reports:
            reports.append(self._report)
        elif not tripped and self._report in reports:
            reports.remove(self._report)


FAULT = ServoOverload
