"""How to take hold of each family of shapes: one module a family, registered by being here.

A module names its ``SHAPE`` and offers ``candidates`` (see `GraspStrategy`).
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ros_nodes.skill_server.grasp import Grasp, Wish
    from ros_nodes.skill_server.settings import GraspSettings
    from xlerobot_agent.contracts.catalogue import Shape
    from xlerobot_agent.contracts.scene import SceneObject


class GraspStrategy(Protocol):
    """What a module of this folder offers."""

    SHAPE: Shape

    def candidates(
        self, seen: SceneObject, wish: Wish, settings: GraspSettings, fixed_finger: float
    ) -> Iterator[Grasp]:
        """Grasps of the thing as seen, the best first; whether they can be reached is not asked.

        ``fixed_finger`` is the inner face of the fixed finger's tip along the tool's x [m].
        """


@cache
def grasp_strategies() -> dict[Shape, GraspStrategy]:
    """Every family in this folder, by its shape."""
    strategies: dict[Shape, GraspStrategy] = {}
    for module in pkgutil.iter_modules(__path__):
        strategy = cast("GraspStrategy", importlib.import_module(f"{__name__}.{module.name}"))
        strategies[strategy.SHAPE] = strategy
    return strategies
