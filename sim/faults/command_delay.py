"""Commands reach the servos late, all by the same time, in their order."""

from __future__ import annotations

from collections import deque

from pydantic import Field

from sim.fault import Fault, FaultParameters
from sim.rotations import Matrix


class Parameters(FaultParameters):
    """``delay`` of every command [s]."""

    delay: float = Field(gt=0.0, le=5.0)


class CommandDelay(Fault):
    """See the module."""

    name = "command_delay"
    short = "delay"
    parameters_type = Parameters

    def start(self, parameters: Parameters) -> None:
        """Stand in the commands' way."""
        self._delay = parameters.delay
        self._under_way: deque[tuple[float, Matrix]] = deque()
        self.context.arm.filters.append(self._filter)

    def _filter(self, target: Matrix) -> Matrix | None:
        self._under_way.append((self.context.now + self._delay, target))
        return None

    def update(self, now: float) -> None:
        """Deliver what is due."""
        while self._under_way and self._under_way[0][0] <= now + 1e-9:
            self.context.arm.command(self._under_way.popleft()[1])


FAULT = CommandDelay
