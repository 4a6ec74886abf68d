"""A way to let go of a held thing, and the places in a receptacle where that may be."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ros_nodes.skill_server.trajectories.tool_pose import ToolPose

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ros_nodes.skill_server.settings import ReleaseSettings
    from xlerobot_agent.contracts.scene import SceneObject


@dataclass(frozen=True, slots=True)
class Release:
    """Where the jaws open.

    Attributes:
        name: for the log.
        at: the hand at the release.
        above: the hand before the thing is lowered.
        opening: by how much the jaws open [rad].
        back_off: of the retreat along the hand's axis [m].
        speed: of lowering [m/s].
    """

    name: str
    at: ToolPose
    above: ToolPose
    opening: float
    back_off: float
    speed: float


def spots(receptacle: SceneObject, settings: ReleaseSettings) -> Iterator[tuple[float, float]]:
    """The receptacle's middle, then places around it, nearer to the arm first [m]."""
    pose = receptacle.pose
    yield pose.x, pose.y
    if settings.shift == 0.0:
        return
    inward = math.atan2(-pose.y, -pose.x)
    for turn in (0.0, 0.25, -0.25, 0.5, -0.5):
        bearing = inward + turn * math.pi
        yield (
            pose.x + settings.shift * math.cos(bearing),
            pose.y + settings.shift * math.sin(bearing),
        )


def far_side(
    receptacle: SceneObject, viewpoint: tuple[float, float], distance: float
) -> tuple[float, float]:
    """The place this far [m] behind a receptacle's middle, seen from a viewpoint [m]."""
    pose = receptacle.pose
    bearing = math.atan2(pose.y - viewpoint[1], pose.x - viewpoint[0])
    return pose.x + distance * math.cos(bearing), pose.y + distance * math.sin(bearing)


def release_at(
    place: str,
    spot: tuple[float, float],
    height: float,
    hand: tuple[float, float, tuple[float, float, float]],
    settings: ReleaseSettings,
) -> Release:
    """One release.

    Args:
        place: id of what the thing goes into or onto.
        spot: x and y of the grasp point [m].
        height: z of the grasp point [m].
        hand: pitch and roll [rad], and the grasp point in the tool frame [m].
        settings: of the place's family.
    """
    pitch, roll, offset = hand
    at = ToolPose((spot[0], spot[1], height), pitch, roll, offset)
    return Release(
        name=f"to {place} from {math.degrees(pitch):.0f}°",
        at=at,
        above=at.moved(z=settings.above),
        opening=settings.opening,
        back_off=settings.back_off,
        speed=settings.speed,
    )
