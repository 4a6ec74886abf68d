"""How many control periods are due, so that simulated time follows real time."""

from __future__ import annotations

MAXIMUM_CATCH_UP = 5
"""Control periods that may be made up for; what is behind by more is given up and counted."""


class Pacer:
    """Ties simulated to real time by a factor; 0 means as fast as it goes."""

    def __init__(self, factor: float, period: float) -> None:
        """Set up.

        Args:
            factor: simulated seconds per real second; 0 for as fast as possible.
            period: control period [simulated s].
        """
        self._factor = factor
        self._period = period
        self._origin: float | None = None
        self._done = 0
        self.lost = 0
        """Control periods given up so far because the machine was too slow."""

    @property
    def interval(self) -> float:
        """Real time between two control periods [s]; 0 when there is none to keep."""
        return 0.0 if self._factor == 0.0 else self._period / self._factor

    def due(self, steady: float) -> int:
        """Control periods that are due at monotonic time ``steady`` [s], none of them done yet."""
        if self._factor == 0.0:
            return 1
        if self._origin is None:
            self._origin = steady
        # A timer that fires a hair early must not cost a whole period.
        behind = int((steady - self._origin) / self.interval + 0.1) - self._done
        if behind > MAXIMUM_CATCH_UP:
            given_up = behind - MAXIMUM_CATCH_UP
            self.lost += given_up
            self._done += given_up
            behind = MAXIMUM_CATCH_UP
        return max(0, behind)

    def count(self) -> None:
        """One control period was simulated."""
        self._done += 1


class RateMeter:
    """Simulated seconds per real second since the last question."""

    def __init__(self) -> None:
        self._last: tuple[float, float] | None = None

    def measure(self, simulated: float, steady: float) -> float:
        """The real-time factor since the last call; 0 at the first."""
        last, self._last = self._last, (simulated, steady)
        if last is None or steady <= last[1]:
            return 0.0
        return (simulated - last[0]) / (steady - last[1])
