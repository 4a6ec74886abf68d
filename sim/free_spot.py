"""A free place on the desk where a hand may put something."""

from __future__ import annotations

import math

import mujoco
import numpy as np

from sim.reach import polar
from sim.scene import DeskScene

ATTEMPTS = 500


def free_spot(
    model: mujoco.MjModel,
    data: mujoco.MjData,
    scene: DeskScene,
    object_id: str,
    random: np.random.Generator,
    *,
    distance: tuple[float, float] | None = None,
    gap: float = 0.065,
) -> tuple[float, float]:
    """A point [m] in easy reach, ``gap`` from the outlines of the other things.

    ``distance`` bounds how far it is from where the object lies now. When the desk is too full for
    the gap, the last point drawn with the largest gap is taken.
    """
    here = data.body(object_id).xpos[:2]
    size = scene.object(object_id).size
    others = [p for p in scene.objects if p.object_id != object_id]
    best, best_room = (float(here[0]), float(here[1])), -math.inf
    for _ in range(ATTEMPTS):
        radius, angle = random.uniform(0.19, 0.29), random.uniform(-0.8, 0.8)
        point = polar(radius, angle)
        if distance and not distance[0] <= math.dist(point, here) <= distance[1]:
            continue
        room = min(
            math.dist(point, data.body(o.object_id).xpos[:2])
            - math.hypot(o.size.x, o.size.y) / 2.0
            - size.x / 2.0
            for o in others
        )
        if room > best_room:
            best, best_room = point, room
        if room >= gap:
            return point
    return best
