"""The room inside a receptacle, in the frame of its body."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interior:
    """An upright box: ``half_x``, ``half_y`` about the axis, from ``floor`` to ``brim`` [m]."""

    half_x: float
    half_y: float
    floor: float
    brim: float

    def contains(self, x: float, y: float, z: float) -> bool:
        """Whether a point [m] lies in the room."""
        return abs(x) <= self.half_x and abs(y) <= self.half_y and self.floor <= z <= self.brim
