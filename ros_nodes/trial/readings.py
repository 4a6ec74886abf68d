"""Joint states as a trial keeps them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Joints:
    """All joints at one instant.

    Attributes:
        time: of arrival, steady [s].
        stamp: node time [s].
        names: of the joints.
        positions: [rad].
        velocities: [rad/s].
    """

    time: float
    stamp: float
    names: tuple[str, ...]
    positions: tuple[float, ...]
    velocities: tuple[float, ...]
