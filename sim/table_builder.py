"""The table, the room's light and the cameras."""

from __future__ import annotations

import math

import mujoco
import numpy as np
from numpy.typing import NDArray

from sim.collision import DRAWN_GROUP, fixed
from sim.rotations import OPTICAL_TO_MUJOCO, matrix_from_rpy, quaternion_from_matrix
from sim.scene import CameraPlacement, DeskScene, Lighting, TableLook

TABLE = "table"
THICKNESS = 0.03
EDGES = (-0.06, 0.66, -0.60, 0.60)
"""The table top in ``base_link``: low x, high x, low y, high y [m]; the arm stands at low x."""
TEXTURE_SIDE = 256


def add_table(spec: mujoco.MjSpec, look: TableLook) -> None:
    """One slab of wood whose upper side is z = 0."""
    low_x, high_x, low_y, high_y = EDGES
    texture = spec.add_texture()
    texture.name = "wood"
    texture.type = mujoco.mjtTexture.mjTEXTURE_2D
    texture.width, texture.height, texture.nchannel = TEXTURE_SIDE, TEXTURE_SIDE, 3
    texture.data = wood(look).tobytes()
    material = spec.add_material()
    material.name = "table_top"
    material.textures[mujoco.mjtTextureRole.mjTEXROLE_RGB] = "wood"
    material.specular, material.shininess, material.reflectance = 0.1, 0.2, 0.0
    body = spec.worldbody.add_body(name=TABLE)
    top = body.add_geom(
        name="table_top",
        type=mujoco.mjtGeom.mjGEOM_BOX,
        pos=((low_x + high_x) / 2.0, (low_y + high_y) / 2.0, -THICKNESS / 2.0),
        size=((high_x - low_x) / 2.0, (high_y - low_y) / 2.0, THICKNESS / 2.0),
        material="table_top",
        group=DRAWN_GROUP,
    )
    fixed(top)


def wood(look: TableLook) -> NDArray[np.uint8]:
    """A picture of planks, shape (side, side, 3): streaks along y, stronger with ``grain``."""
    random = np.random.default_rng(look.grain_seed)
    across = np.linspace(0.0, 1.0, TEXTURE_SIDE)
    along = np.linspace(0.0, 1.0, TEXTURE_SIDE)[:, None]
    tone = np.zeros((TEXTURE_SIDE, TEXTURE_SIDE))
    for octave in range(5):
        waves = 6 * 2**octave
        bend = random.uniform(0.0, 0.5) * np.sin(2 * math.pi * along + random.uniform(0, 6.3))
        tone += np.sin(2 * math.pi * waves * across + bend * 4 + random.uniform(0, 6.3)) / (
            octave + 1.5
        )
    tone += random.normal(0.0, 0.35, tone.shape)
    shade = 1.0 + 0.10 * look.grain * tone / np.abs(tone).max()
    picture = np.clip(255.0 * shade[..., None] * np.array(look.rgb), 0, 255)
    return np.asarray(picture, dtype=np.uint8)


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
