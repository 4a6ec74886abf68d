"""A tray with low walls, fixed to the table (a rubber mat under it, say)."""

from __future__ import annotations

import mujoco

from sim.interior import Interior
from sim.open_box import add_open_box, open_box_interior
from sim.scene import ObjectPlacement
from xlerobot_agent.contracts.catalogue import Shape
from xlerobot_agent.contracts.geometry import Size

SHAPE = Shape.TRAY
MOVABLE = False

WALL = 0.005
FLOOR = 0.004


def build(spec: mujoco.MjSpec, body: mujoco.MjsBody, placement: ObjectPlacement) -> None:
    """Four low walls and a floor."""
    red, green, blue = placement.rgb
    lighter = (min(1.0, red * 1.15), min(1.0, green * 1.15), min(1.0, blue * 1.15))
    add_open_box(body, placement.size, WALL, FLOOR, placement.rgb, lighter)


def interior(size: Size) -> Interior | None:
    """Between the walls, from the floor to the brim."""
    return open_box_interior(size, WALL, FLOOR)
