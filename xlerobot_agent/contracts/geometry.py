"""Geometry words: metres and radians, REP-103 axes, frame ``base_link`` unless said otherwise.

``base_link`` has its origin on the table's surface under the arm's base: x forward over the
table, y left, z up; the table's top is z = 0.
"""

from __future__ import annotations

import math
from typing import Annotated

from pydantic import Field, model_validator

from xlerobot_agent.contracts.model import Contract

Vector3 = tuple[float, float, float]
"""x, y, z in metres."""

Positive = Annotated[float, Field(gt=0.0)]


class Pose(Contract):
    """Where a thing on the table stands: position [m], yaw about z [rad], tilt from upright [rad].

    ``x, y, z`` is the middle of the thing's footprint at its lowest point, where it touches what
    carries it. ``tilt`` is the angle between the thing's own axis and the vertical, 0..pi.
    """

    x: float
    y: float
    z: float = 0.0
    yaw: float = 0.0
    tilt: float = Field(default=0.0, ge=0.0, le=math.pi)

    def distance_to(self, other: Pose) -> float:
        """Euclidean distance between the two positions [m]."""
        return math.dist((self.x, self.y, self.z), (other.x, other.y, other.z))


class Size(Contract):
    """Outer extent along the thing's own x, y, z [m]."""

    x: Positive
    y: Positive
    z: Positive


class Box(Contract):
    """An axis-aligned box in ``base_link`` [m]."""

    name: str
    minimum: Vector3
    maximum: Vector3

    @model_validator(mode="after")
    def _ordered(self) -> Box:
        for axis, low, high in zip("xyz", self.minimum, self.maximum, strict=True):
            if low >= high:
                raise ValueError(
                    f"box '{self.name}': minimum {axis}={low} is not below maximum {axis}={high}; "
                    "swap the two"
                )
        return self

    def contains(self, point: Vector3) -> bool:
        """Whether the point [m] lies in the box, faces included."""
        return all(
            low <= value <= high
            for value, low, high in zip(point, self.minimum, self.maximum, strict=True)
        )
