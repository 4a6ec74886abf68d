"""Into a bin: dropped from above the opening, the hand as steep as it can be there."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from ros_nodes.skill_server.release import Release, far_side, release_at, spots
from xlerobot_agent.contracts.catalogue import Shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ros_nodes.skill_server.grip import Held
    from ros_nodes.skill_server.settings import SkillSettings
    from xlerobot_agent.contracts.scene import SceneObject

SHAPE = Shape.BIN

_PITCHES = tuple(math.radians(degrees) for degrees in (50.0, 46.0, 54.0, 42.0, 38.0, 34.0, 30.0))


def candidates(receptacle: SceneObject, held: Held, settings: SkillSettings) -> Iterator[Release]:
    """Where it can be seen afterwards, over the middle of the opening, near it; at any pitch."""
    own = settings.releases[SHAPE]
    seen = far_side(receptacle, settings.look.viewpoint, own.far)
    height = receptacle.pose.z + receptacle.size.z + own.clearance + held.height
    places = (seen, *spots(receptacle, own))
    for above, spot, pitch in product((own.above, 0.0), places, _PITCHES):
        hand = (pitch, held.roll, held.offset)
        release = release_at(receptacle.object_id, spot, height, hand, own)
        yield replace(release, above=release.at.moved(z=above))
