"""A crumpled ball of paper: as a cup, but low; its softness forgives the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ros_nodes.skill_server.side_grasp import side_grasps
from xlerobot_agent.contracts.catalogue import Shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ros_nodes.skill_server.grasp import Grasp, Wish
    from ros_nodes.skill_server.settings import GraspSettings
    from xlerobot_agent.contracts.scene import SceneObject

SHAPE = Shape.CRUMPLED


def candidates(
    seen: SceneObject, wish: Wish, settings: GraspSettings, fixed_finger: float
) -> Iterator[Grasp]:
    """See `side_grasps`."""
    return side_grasps(seen, wish, settings, fixed_finger)
