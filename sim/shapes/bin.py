"""An open waste bin, fixed to the table (weighed down, say)."""

from __future__ import annotations

import mujoco

from sim.interior import Interior
from sim.open_box import add_open_box, open_box_interior
from sim.scene import ObjectPlacement
from xlerobot_agent.contracts.catalogue import Shape
from xlerobot_agent.contracts.geometry import Size

SHAPE = Shape.BIN
MOVABLE = False

WALL = 0.004
FLOOR = 0.004


def build(spec: mujoco.MjSpec, body: mujoco.MjsBody, placement: ObjectPlacement) -> None:
    """Four high walls and a floor in their shade."""
    red, green, blue = placement.rgb
    add_open_box(
        body, placement.size, WALL, FLOOR, placement.rgb, (red * 0.75, green * 0.75, blue * 0.75)
    )


def interior(size: Size) -> Interior | None:
    """Between the walls, from the floor to the brim."""
    return open_box_interior(size, WALL, FLOOR)
