"""A standing cup: level jaws on both sides of it, the fixed finger near, the moving one far.

Closing, the moving jaw pushes the cup against the fixed finger; with the middle of the wide opening
on the cup's axis it would push it out of the hand first (measured on the simulated table).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ros_nodes.skill_server.side_grasp import side_grasps
from xlerobot_agent.contracts.catalogue import Shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ros_nodes.skill_server.grasp import Grasp, Wish
    from ros_nodes.skill_server.settings import GraspSettings
    from xlerobot_agent.contracts.scene import SceneObject

SHAPE = Shape.CUP


def candidates(
    seen: SceneObject, wish: Wish, settings: GraspSettings, fixed_finger: float
) -> Iterator[Grasp]:
    """See `side_grasps`: upright, a cup is the same from every side."""
    return side_grasps(seen, wish, settings, fixed_finger)
