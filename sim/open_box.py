"""An open box of five plates: what trays and bins are made of."""

from __future__ import annotations

import mujoco

from sim.collision import DRAWN_GROUP, fixed
from sim.interior import Interior
from sim.scene import Colour
from xlerobot_agent.contracts.geometry import Size


def add_open_box(
    body: mujoco.MjsBody, size: Size, wall: float, floor: float, rgb: Colour, floor_rgb: Colour
) -> None:
    """Four walls and a floor, fixed; ``wall`` and ``floor`` are thicknesses [m]."""
    half_x, half_y, half_z = size.x / 2.0, size.y / 2.0, size.z / 2.0
    plates = [
        ((0.0, 0.0, floor / 2.0), (half_x - wall, half_y - wall, floor / 2.0), floor_rgb),
        ((half_x - wall / 2.0, 0.0, half_z), (wall / 2.0, half_y, half_z), rgb),
        ((wall / 2.0 - half_x, 0.0, half_z), (wall / 2.0, half_y, half_z), rgb),
        ((0.0, half_y - wall / 2.0, half_z), (half_x - wall, wall / 2.0, half_z), rgb),
        ((0.0, wall / 2.0 - half_y, half_z), (half_x - wall, wall / 2.0, half_z), rgb),
    ]
    for position, half, colour in plates:
        geom = body.add_geom(
            type=mujoco.mjtGeom.mjGEOM_BOX,
            pos=position,
            size=half,
            rgba=(*colour, 1.0),
            group=DRAWN_GROUP,
        )
        fixed(geom)


def open_box_interior(size: Size, wall: float, floor: float) -> Interior:
    """The room between the walls, from the floor to the brim."""
    return Interior(
        half_x=size.x / 2.0 - wall, half_y=size.y / 2.0 - wall, floor=floor, brim=size.z
    )
