"""How far scenes may differ: the ranges that the sampler draws from."""

from __future__ import annotations

import math

from pydantic import Field, model_validator

from xlerobot_agent.contracts.geometry import Positive, Vector3
from xlerobot_agent.contracts.model import Contract


class Interval(Contract):
    """A closed range of numbers."""

    low: float
    high: float

    @model_validator(mode="after")
    def _ordered(self) -> Interval:
        if self.low > self.high:
            raise ValueError(f"low {self.low} is above high {self.high}; swap the two")
        return self


class Variation(Contract):
    """Ranges of a scene. Radii and angles are polar about the shoulder pan axis.

    The reach they rest on: docs/ros2-from-pypi.md, table "Reach of the tool point".
    """

    pickable_radius: Interval = Interval(low=0.17, high=0.31)
    pickable_angle: float = math.radians(55.0)
    """Pickables lie within this angle to either side [rad]."""
    receptacle_radius: Interval = Interval(low=0.23, high=0.30)
    receptacle_angle: Interval = Interval(low=math.radians(38.0), high=math.radians(75.0))
    """To the side, left for one receptacle and right for the other [rad]."""
    receptacle_yaw: float = math.radians(20.0)
    """Receptacles face the arm within this angle [rad]."""
    pickable_gap: Positive = 0.065
    """Free room between the outlines of a pickable and of anything else [m]."""
    receptacle_gap: Positive = 0.030
    """Free room between two receptacles, and between one and the arm's base [m]."""
    size_scale: Interval = Interval(low=0.9, high=1.1)
    mass_scale: Interval = Interval(low=0.9, high=1.1)
    hue_shift: float = Field(default=0.008, ge=0.0, le=0.05)
    """Largest turn of an object's hue, as a share of the colour circle."""
    brightness_scale: Interval = Interval(low=0.88, high=1.1)
    lamp_tilt: float = Field(default=0.5, ge=0.0, le=1.2)
    """Largest angle of the lamp from straight above [rad]."""
    lamp: Interval = Interval(low=0.42, high=0.58)
    ambient: Interval = Interval(low=0.34, high=0.46)
    table_value: Interval = Interval(low=0.62, high=0.86)
    table_saturation: Interval = Interval(low=0.03, high=0.16)
    grain: Interval = Interval(low=0.0, high=0.5)
    front_shift: float = Field(default=0.012, ge=0.0, le=0.05)
    """Largest shift of the front camera per axis [m]."""
    front_turn: float = Field(default=math.radians(1.5), ge=0.0, le=0.2)
    """Largest turn of the front camera per axis [rad]."""
    wrist_shift: float = Field(default=0.002, ge=0.0, le=0.01)
    wrist_turn: float = Field(default=math.radians(1.0), ge=0.0, le=0.1)
    front_position: Vector3 = (0.520, 0.0, 0.79)
    front_target: Vector3 = (0.195, 0.0, 0.0)
    """The nominal front camera stands across the table and looks back at this point [m]."""
    front_fov: Positive = math.radians(47.0)
    wrist_fov: Positive = math.radians(65.0)
