"""The table, the room's light and the cameras."""

from __future__ import annotations

import math

import mujoco
import numpy as np

from sim.collision import drawn_only, fixed, touched_only
from sim.rotations import OPTICAL_TO_MUJOCO, matrix_from_rpy, quaternion_from_matrix
from sim.scene import CameraPlacement, Colour, DeskScene, Lighting, TableLook
from xlerobot_agent.contracts.geometry import Vector3

TABLE = "table"
THICKNESS = 0.03
EDGES = (-0.06, 0.66, -0.60, 0.60)
"""The table top in ``base_link``: low x, high x, low y, high y [m]; the arm stands at low x."""
PLANKS = 12
"""Boards that the table top is glued from, side by side along y."""
FLOOR = -0.74
CEILING = 1.8
"""Heights of the room's floor and ceiling [m]."""
ROOM = 2.0
"""Its walls are this far away [m]."""


def add_table(spec: mujoco.MjSpec, look: TableLook) -> None:
    """One slab whose upper side is z = 0, drawn as boards.

    The boards are plain boxes: on a CPU, texturing the table costs as much as all the rest of the
    picture.
    """
    low_x, high_x, low_y, high_y = EDGES
    middle_x, half_x = (low_x + high_x) / 2.0, (high_x - low_x) / 2.0
    body = spec.worldbody.add_body(name=TABLE)
    top = body.add_geom(
        name="table_top",
        type=mujoco.mjtGeom.mjGEOM_BOX,
        pos=(middle_x, (low_y + high_y) / 2.0, -THICKNESS / 2.0),
        size=(half_x, (high_y - low_y) / 2.0, THICKNESS / 2.0),
    )
    fixed(top)
    touched_only(top)
    random = np.random.default_rng(look.grain_seed)
    half_y = (high_y - low_y) / PLANKS / 2.0
    for i in range(PLANKS):
        tone = 1.0 + 0.12 * look.grain * random.uniform(-1.0, 1.0)
        red, green, blue = (min(1.0, c * tone) for c in look.rgb)
        # Planes have no sides, which could show dark between two boards.
        board = body.add_geom(
            type=mujoco.mjtGeom.mjGEOM_PLANE,
            pos=(middle_x, low_y + (2 * i + 1) * half_y, 0.0),
            size=(half_x, half_y, 1.0),
            rgba=(red, green, blue, 1.0),
        )
        drawn_only(board)
    # Seen through the hairlines that rasterisation leaves between boards.
    _surface(
        body,
        (middle_x, (low_y + high_y) / 2.0, -THICKNESS / 2.0 - 0.0002),
        (half_x - 0.001, (high_y - low_y) / 2.0 - 0.001, THICKNESS / 2.0),
        look.rgb,
    )


def add_room(spec: mujoco.MjSpec) -> None:
    """Floor, walls and ceiling, so that a camera that looks past the table does not see black."""
    half, height = ROOM, (CEILING - FLOOR) / 2.0
    middle = (CEILING + FLOOR) / 2.0
    sides = [
        ((half, 0.0, middle), (0.01, half, height)),
        ((-half, 0.0, middle), (0.01, half, height)),
        ((0.0, half, middle), (half, 0.01, height)),
        ((0.0, -half, middle), (half, 0.01, height)),
        ((0.0, 0.0, CEILING), (half, half, 0.01)),
    ]
    body = spec.worldbody.add_body(name="room")
    for position, size in sides:
        _surface(body, position, size, (0.55, 0.56, 0.57))
    _surface(body, (0.0, 0.0, FLOOR), (half, half, 0.01), (0.30, 0.30, 0.31))


def _surface(body: mujoco.MjsBody, position: Vector3, size: Vector3, rgb: Colour) -> None:
    geom = body.add_geom(type=mujoco.mjtGeom.mjGEOM_BOX, pos=position, size=size, rgba=(*rgb, 1.0))
    drawn_only(geom)


def add_lighting(spec: mujoco.MjSpec, lighting: Lighting) -> None:
    """One lamp without shadows and an even light; no light at the camera."""
    headlight = spec.visual.headlight
    headlight.ambient = lighting.ambient
    headlight.diffuse = (0.12, 0.12, 0.12)
    headlight.specular = (0.0, 0.0, 0.0)
    lamp = spec.worldbody.add_light()
    lamp.name = "lamp"
    lamp.type = mujoco.mjtLightType.mjLIGHT_DIRECTIONAL
    lamp.castshadow = False
    lamp.pos = (0.3, 0.0, 1.5)
    lamp.dir = lighting.direction
    lamp.diffuse = lighting.diffuse
    lamp.ambient = (0.0, 0.0, 0.0)
    lamp.specular = (0.15, 0.15, 0.15)


def add_cameras(spec: mujoco.MjSpec, scene: DeskScene) -> None:
    """All cameras of the scene, and the offscreen buffer that the largest needs."""
    for placement in scene.cameras:
        _add_camera(spec, placement)
    spec.visual.global_.offwidth = max(c.width for c in scene.cameras)
    spec.visual.global_.offheight = max(c.height for c in scene.cameras)
    spec.visual.quality.shadowsize = 0
    spec.visual.quality.offsamples = 0
    spec.stat.extent = 1.0
    spec.visual.map.znear = 0.004
    spec.visual.map.zfar = 5.0


def _add_camera(spec: mujoco.MjSpec, placement: CameraPlacement) -> None:
    parent = spec.body(placement.parent)
    if parent is None:
        known = ", ".join(b.name for b in spec.bodies)
        raise ValueError(
            f"camera '{placement.name}' is to hang on '{placement.parent}', which is no frame of "
            f"the arm; there are {known}"
        )
    parent.add_camera(
        name=placement.name,
        pos=placement.position,
        quat=quaternion_from_matrix(matrix_from_rpy(placement.rpy) @ OPTICAL_TO_MUJOCO),
        fovy=math.degrees(placement.vertical_fov),
        resolution=(placement.width, placement.height),
    )
