"""The commanded motion at one instant."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
"""One value per joint, in the arm's order."""


@dataclass(frozen=True, slots=True)
class MotionState:
    """Where the set-point is and how it moves.

    Attributes:
        position: [rad]. Shape (joints,).
        velocity: [rad/s]. Shape (joints,).
        acceleration: [rad/s²]. Shape (joints,).
    """

    position: Vector
    velocity: Vector
    acceleration: Vector

    @classmethod
    def at_rest(cls, position: Vector) -> MotionState:
        """Standing still at a position [rad]."""
        return cls(position, np.zeros_like(position), np.zeros_like(position))
