"""Grasps from the side with level jaws, for things that stand or lie on the table."""

from __future__ import annotations

import math
from itertools import product
from typing import TYPE_CHECKING

from ros_nodes.skill_server.grasp import Grasp, Wish
from ros_nodes.skill_server.trajectories.tool_pose import ToolPose

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ros_nodes.skill_server.settings import GraspSettings
    from xlerobot_agent.contracts.scene import SceneObject

_HIGHER = 0.2
"""Share of the height by which the variant ``high`` grasps higher."""


def side_grasps(
    seen: SceneObject, wish: Wish, settings: GraspSettings, fixed_finger: float
) -> Iterator[Grasp]:
    """Every pitch and roll, the nearest to the preferred ones first; then the same, jaws less open.

    Args:
        seen: the thing.
        wish: the variant asked for.
        settings: of its family.
        fixed_finger: inner face of the fixed finger's tip along the tool's x [m].
    """
    radius = max(seen.size.x, seen.size.y) / 2.0
    share = min(0.9, settings.height + (_HIGHER if wish.high else 0.0))
    offset = (fixed_finger + radius + settings.gap, 0.0, settings.depth)
    pitches = list(wish.pitches(settings.pitch, settings.least_pitch, settings.most_pitch))
    openings, eases = (settings.opening, settings.narrow), (0.0, settings.ease)
    for opening, pitch, roll, ease in product(openings, pitches, wish.rolls(), eases):
        least = settings.least_height - settings.depth * math.sin(pitch)
        height = seen.pose.z + max(share * seen.size.z, least)
        side = "left" if roll > 0.0 else "right"
        yield Grasp(
            name=f"{seen.object_id} from {math.degrees(pitch):.0f}°, moving jaw {side}",
            at=ToolPose((seen.pose.x, seen.pose.y, height), pitch, roll, offset),
            opening=opening,
            back_off=settings.back_off,
            shift=settings.shift,
            lift=settings.lift,
            ease=ease,
        )
