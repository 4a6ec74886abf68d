"""A hollow cup: a ring of thin boxes to be touched, a turned surface to be seen."""

from __future__ import annotations

import math

import mujoco

from sim.collision import drawn_only, movable, touched_only
from sim.interior import Interior
from sim.rotations import yaw_quaternion
from sim.scene import ObjectPlacement
from sim.surfaces import add_revolution
from xlerobot_agent.contracts.catalogue import Shape
from xlerobot_agent.contracts.geometry import Size

SHAPE = Shape.CUP
MOVABLE = True

WALL = 0.0025
"""Thickness of wall and bottom [m]."""
STAVES = 12
"""Boxes in the ring."""


def build(spec: mujoco.MjSpec, body: mujoco.MjsBody, placement: ObjectPlacement) -> None:
    """Wall of staves, bottom of two crossed boxes; masses by area, so that it stands firmly."""
    radius, height = placement.size.x / 2.0, placement.size.z
    wall_area = 2.0 * math.pi * radius * height
    bottom_area = math.pi * radius**2
    density = placement.mass / (wall_area + bottom_area)
    for i in range(STAVES):
        _stave(body, i, radius, height, density * wall_area / STAVES)
    for i in range(2):
        _bottom(body, i, radius, density * bottom_area / 2.0)
    inner = radius - WALL
    add_revolution(
        spec,
        f"{placement.object_id}_surface",
        [(0.0, 0.0), (radius, 0.0), (radius, height), (inner, height), (inner, WALL), (0.0, WALL)],
    )
    surface = body.add_geom(
        type=mujoco.mjtGeom.mjGEOM_MESH,
        meshname=f"{placement.object_id}_surface",
        rgba=(*placement.rgb, 1.0),
    )
    drawn_only(surface)


def interior(size: Size) -> Interior | None:
    """A cup holds nothing on this desk."""
    return None


def _stave(body: mujoco.MjsBody, index: int, radius: float, height: float, mass: float) -> None:
    angle = 2.0 * math.pi * index / STAVES
    middle = radius - WALL / 2.0
    geom = body.add_geom(
        type=mujoco.mjtGeom.mjGEOM_BOX,
        # The wall starts above the bottom's underside: the cup stands on its bottom alone.
        pos=(middle * math.cos(angle), middle * math.sin(angle), (height + 0.001) / 2.0),
        quat=yaw_quaternion(angle),
        size=(WALL / 2.0, radius * math.tan(math.pi / STAVES), (height - 0.001) / 2.0),
        mass=mass,
    )
    movable(geom)
    touched_only(geom)


def _bottom(body: mujoco.MjsBody, index: int, radius: float, mass: float) -> None:
    half = radius / math.sqrt(2.0)
    geom = body.add_geom(
        type=mujoco.mjtGeom.mjGEOM_BOX,
        pos=(0.0, 0.0, WALL / 2.0),
        quat=yaw_quaternion(index * math.pi / 4.0),
        size=(half, half, WALL / 2.0),
        mass=mass,
    )
    movable(geom)
    touched_only(geom)
