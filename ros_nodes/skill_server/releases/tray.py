"""Into a tray: set down as it was picked up, so that a cup stands upright."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ros_nodes.skill_server.release import Release, release_at, spots
from xlerobot_agent.contracts.catalogue import Shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ros_nodes.skill_server.grip import Held
    from ros_nodes.skill_server.settings import SkillSettings
    from xlerobot_agent.contracts.scene import SceneObject

SHAPE = Shape.TRAY

_LEANS = tuple(math.radians(degrees) for degrees in (0.0, 2.0, -2.0, 4.0, -4.0, 6.0, -6.0))
"""Deviations from the pitch of the grasp; a cup set down so little askew rights itself."""


def candidates(receptacle: SceneObject, held: Held, settings: SkillSettings) -> Iterator[Release]:
    """The middle, upright or a little askew, then places around it."""
    own = settings.releases[SHAPE]
    height = receptacle.pose.z + settings.motion.floor + own.clearance + held.height
    for spot in spots(receptacle, own):
        for lean in _LEANS:
            hand = (held.pitch + lean, held.roll, held.offset)
            yield release_at(receptacle.object_id, spot, height, hand, own)
