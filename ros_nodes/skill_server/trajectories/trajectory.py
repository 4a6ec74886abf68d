"""A planned motion: joint set-points on an even grid of time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Trajectory:
    """A motion that ends at rest.

    Attributes:
        dt: spacing of the grid [s].
        start: joint positions at time 0, shape (J,) [rad].
        positions: shape (N, J) [rad]; row i is due at ``(i + 1) * dt``.
    """

    dt: float
    start: Array
    positions: Array

    def __post_init__(self) -> None:
        if self.positions.ndim != 2 or len(self.positions) == 0:
            raise ValueError("a trajectory has at least one set-point; plan none for no motion")
        if self.positions.shape[1:] != self.start.shape:
            raise ValueError(
                f"set-points of {self.positions.shape[1]} joints do not fit a start of "
                f"{self.start.shape[0]}; give one value per joint"
            )

    @property
    def duration(self) -> float:
        """[s]."""
        return self.dt * len(self.positions)

    @property
    def end(self) -> Array:
        """The last set-point, shape (J,) [rad]."""
        last: Array = self.positions[-1]
        return last

    def path(self) -> Array:
        """Start and set-points, shape (N + 1, J) [rad]."""
        return np.vstack([self.start, self.positions])

    def velocity_after(self, index: int) -> Array:
        """Velocity of the grid on arriving at set-point ``index``, shape (J,) [rad/s]."""
        before = self.start if index == 0 else self.positions[index - 1]
        difference: Array = (self.positions[index] - before) / self.dt
        return difference

    def acceleration_after(self, index: int) -> Array:
        """Acceleration of the grid at set-point ``index``, shape (J,) [rad/s²]."""
        if index == 0:
            return self.velocity_after(0) / self.dt
        difference: Array = (self.velocity_after(index) - self.velocity_after(index - 1)) / self.dt
        return difference
