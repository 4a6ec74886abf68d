"""The room inside a detected receptacle, as its shape and measured size give it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ros_nodes.perception.camera_geometry import Array
    from ros_nodes.perception.detection import Detection
    from ros_nodes.perception.settings import Walls


@dataclass(frozen=True)
class Room:
    """An upright box open at the top.

    Attributes:
        x, y: its middle in ``base_link`` [m].
        yaw: of its sides [rad].
        half_x, half_y: inner half widths [m].
        floor, brim: heights above the table [m].
    """

    x: float
    y: float
    yaw: float
    half_x: float
    half_y: float
    floor: float
    brim: float

    def margin(self, x: float, y: float) -> float:
        """Distance [m] from a point to the nearest inner wall, negative outside."""
        c, s = math.cos(self.yaw), math.sin(self.yaw)
        dx, dy = x - self.x, y - self.y
        along, across = abs(c * dx + s * dy), abs(c * dy - s * dx)
        return min(self.half_x - along, self.half_y - across)

    def nearest(self, x: float, y: float, radius: float) -> tuple[float, float]:
        """The point nearest to x, y [m] at which a thing of a radius [m] fits into the room."""
        c, s = math.cos(self.yaw), math.sin(self.yaw)
        dx, dy = x - self.x, y - self.y
        reach_x, reach_y = max(0.0, self.half_x - radius), max(0.0, self.half_y - radius)
        along = min(max(c * dx + s * dy, -reach_x), reach_x)
        across = min(max(c * dy - s * dx, -reach_y), reach_y)
        return self.x + c * along - s * across, self.y + s * along + c * across

    def opening(self, grown: float = 0.0) -> Array:
        """Corners of the opening at the brim in ``base_link`` [m], shape (4, 3).

        Args:
            grown: by how much it is drawn larger on all sides [m].
        """
        signs = np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)], dtype=np.float64)
        local = signs * (self.half_x + grown, self.half_y + grown)
        c, s = math.cos(self.yaw), math.sin(self.yaw)
        flat = local @ np.array([[c, s], [-s, c]]) + (self.x, self.y)
        return np.column_stack([flat, np.full(4, self.brim)])


def room_in(detection: Detection, walls: Walls) -> Room:
    """The room in a detected open box."""
    pose, size = detection.pose, detection.size
    return Room(
        x=pose.x,
        y=pose.y,
        yaw=pose.yaw,
        half_x=size.x / 2.0 - walls.wall,
        half_y=size.y / 2.0 - walls.wall,
        floor=pose.z + walls.floor,
        brim=pose.z + size.z,
    )
