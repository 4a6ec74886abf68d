"""Draws a desk from a seed: what can be reached, apart from one another, never the same twice."""

from __future__ import annotations

import colorsys
import math

import numpy as np

from sim.reach import polar
from sim.rotations import look_at_rpy
from sim.scene import (
    CameraPlacement,
    Colour,
    DeskScene,
    Lighting,
    ObjectPlacement,
    TableLook,
)
from sim.variation import Interval, Variation
from xlerobot_agent.contracts.catalogue import Affordance, ObjectCatalogue, ObjectModel
from xlerobot_agent.contracts.geometry import Pose, Size, Vector3

NOMINAL = Variation()
ATTEMPTS = 20_000
"""Draws of a whole layout before a catalogue is called too crowded."""


class CrowdedDeskError(ValueError):
    """The catalogue's objects do not fit into the reachable part of the desk."""


def sample(seed: int, catalogue: ObjectCatalogue, variation: Variation = NOMINAL) -> DeskScene:
    """A desk with one of each object of the catalogue, determined by ``seed`` alone.

    Raises:
        CrowdedDeskError: no layout with the required gaps was found.
    """
    random = np.random.default_rng(seed)
    sizes = {o.object_id: _size(random, o, variation) for o in catalogue.objects}
    poses = _layout(random, catalogue, sizes, variation)
    objects = tuple(
        ObjectPlacement(
            object_id=o.object_id,
            pose=poses[o.object_id],
            size=sizes[o.object_id],
            mass=o.mass * _uniform(random, variation.mass_scale),
            rgb=_colour(random, o.rgb, variation),
            form_seed=int(random.integers(0, 2**31)),
        )
        for o in catalogue.objects
    )
    return DeskScene(
        seed=seed,
        objects=objects,
        cameras=(_front_camera(random, variation), _wrist_camera(random, variation)),
        lighting=_lighting(random, variation),
        table=_table(random, variation),
    )


def outline_radius(size: Size, affords_receptacle: bool) -> float:
    """Radius [m] of a circle about the thing's axis that holds its footprint at any yaw."""
    if affords_receptacle:
        return math.hypot(size.x, size.y) / 2.0
    return max(size.x, size.y) / 2.0


def _uniform(random: np.random.Generator, interval: Interval) -> float:
    return float(random.uniform(interval.low, interval.high))


def _symmetric(random: np.random.Generator, half: float) -> float:
    return float(random.uniform(-half, half))


def _size(random: np.random.Generator, model: ObjectModel, variation: Variation) -> Size:
    low = max(variation.size_scale.low, 1.0 - model.size_tolerance)
    high = min(variation.size_scale.high, 1.0 + model.size_tolerance)
    horizontal = random.uniform(low, high)
    vertical = random.uniform(low, high)
    return Size(x=model.size.x * horizontal, y=model.size.y * horizontal, z=model.size.z * vertical)


def _layout(
    random: np.random.Generator,
    catalogue: ObjectCatalogue,
    sizes: dict[str, Size],
    variation: Variation,
) -> dict[str, Pose]:
    """Poses of all objects, drawn together until every gap is kept."""
    receptacles = catalogue.with_affordance(Affordance.RECEPTACLE)
    pickables = catalogue.with_affordance(Affordance.PICKABLE)
    for _ in range(ATTEMPTS):
        first_side = 1.0 if random.random() < 0.5 else -1.0
        poses = {
            model.object_id: _receptacle_pose(
                random, first_side if i % 2 == 0 else -first_side, variation
            )
            for i, model in enumerate(receptacles)
        }
        poses |= {model.object_id: _pickable_pose(random, variation) for model in pickables}
        if _apart(catalogue, poses, sizes, variation):
            return poses
    raise CrowdedDeskError(
        f"{len(catalogue.objects)} objects found no room in {ATTEMPTS} layouts; take some out of "
        "the catalogue, make them smaller, or widen the variation's radii and angles"
    )


def _receptacle_pose(random: np.random.Generator, side: float, variation: Variation) -> Pose:
    radius = _uniform(random, variation.receptacle_radius)
    angle = side * _uniform(random, variation.receptacle_angle)
    yaw = angle + _symmetric(random, variation.receptacle_yaw)
    return _polar(radius, angle, yaw)


def _pickable_pose(random: np.random.Generator, variation: Variation) -> Pose:
    radius = _uniform(random, variation.pickable_radius)
    angle = _symmetric(random, variation.pickable_angle)
    return _polar(radius, angle, _symmetric(random, math.pi))


def _polar(radius: float, angle: float, yaw: float) -> Pose:
    x, y = polar(radius, angle)
    return Pose(x=x, y=y, yaw=yaw)


def _apart(
    catalogue: ObjectCatalogue,
    poses: dict[str, Pose],
    sizes: dict[str, Size],
    variation: Variation,
) -> bool:
    """Whether every pair keeps its gap (outlines taken as circles, so on the safe side)."""
    models = catalogue.objects
    for i, one in enumerate(models):
        for other in models[i + 1 :]:
            pickable = Affordance.PICKABLE in one.affordances | other.affordances
            gap = variation.pickable_gap if pickable else variation.receptacle_gap
            needed = gap + _clearance(one, other, poses, sizes)
            if poses[one.object_id].distance_to(poses[other.object_id]) < needed:
                return False
    return True


def _clearance(
    one: ObjectModel, other: ObjectModel, poses: dict[str, Pose], sizes: dict[str, Size]
) -> float:
    """Centre distance [m] at which the outlines of two objects touch, along their own line."""
    a, b = poses[one.object_id], poses[other.object_id]
    bearing = math.atan2(b.y - a.y, b.x - a.x)
    return _support(one, a, sizes, bearing) + _support(other, b, sizes, bearing)


def _support(model: ObjectModel, pose: Pose, sizes: dict[str, Size], bearing: float) -> float:
    """How far the footprint reaches from its middle in a direction [m]."""
    size = sizes[model.object_id]
    if Affordance.RECEPTACLE not in model.affordances:
        return outline_radius(size, affords_receptacle=False)
    local = bearing - pose.yaw
    return abs(math.cos(local)) * size.x / 2.0 + abs(math.sin(local)) * size.y / 2.0


def _colour(random: np.random.Generator, rgb: Colour, variation: Variation) -> Colour:
    hue, saturation, value = colorsys.rgb_to_hsv(*rgb)
    hue = (hue + _symmetric(random, variation.hue_shift)) % 1.0
    value = min(1.0, value * _uniform(random, variation.brightness_scale))
    return colorsys.hsv_to_rgb(hue, saturation, value)


def _front_camera(random: np.random.Generator, variation: Variation) -> CameraPlacement:
    nominal = look_at_rpy(variation.front_position, variation.front_target)
    turn, shift = variation.front_turn, variation.front_shift
    return CameraPlacement(
        name="front",
        parent="base_link",
        position=_jitter(random, variation.front_position, shift),
        rpy=_jitter(random, nominal, turn),
        vertical_fov=variation.front_fov,
    )


def _wrist_camera(random: np.random.Generator, variation: Variation) -> CameraPlacement:
    return CameraPlacement(
        name="wrist",
        parent="wrist_camera_optical",
        position=_jitter(random, (0.0, 0.0, 0.0), variation.wrist_shift),
        rpy=_jitter(random, (0.0, 0.0, 0.0), variation.wrist_turn),
        vertical_fov=variation.wrist_fov,
    )


def _jitter(random: np.random.Generator, nominal: Vector3, half: float) -> Vector3:
    x, y, z = nominal
    return (
        x + _symmetric(random, half),
        y + _symmetric(random, half),
        z + _symmetric(random, half),
    )


def _lighting(random: np.random.Generator, variation: Variation) -> Lighting:
    tilt = variation.lamp_tilt * math.sqrt(random.random())
    bearing = _symmetric(random, math.pi)
    lamp = _uniform(random, variation.lamp)
    ambient = _uniform(random, variation.ambient)
    warmth = _symmetric(random, 0.03)
    return Lighting(
        direction=(
            math.sin(tilt) * math.cos(bearing),
            math.sin(tilt) * math.sin(bearing),
            -math.cos(tilt),
        ),
        diffuse=(lamp * (1.0 + warmth), lamp, lamp * (1.0 - warmth)),
        ambient=(ambient, ambient, ambient),
    )


def _table(random: np.random.Generator, variation: Variation) -> TableLook:
    hue = random.uniform(0.06, 0.12)
    saturation = _uniform(random, variation.table_saturation)
    value = _uniform(random, variation.table_value)
    return TableLook(
        rgb=colorsys.hsv_to_rgb(hue, saturation, value),
        grain=_uniform(random, variation.grain),
        grain_seed=int(random.integers(0, 2**31)),
    )
