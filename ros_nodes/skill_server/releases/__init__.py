"""How to let go in each family of receptacles: one module a family, registered by being here.

A module names its ``SHAPE`` and offers ``candidates`` (see `ReleaseStrategy`).
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ros_nodes.skill_server.grip import Held
    from ros_nodes.skill_server.release import Release
    from ros_nodes.skill_server.settings import SkillSettings
    from xlerobot_agent.contracts.catalogue import Shape
    from xlerobot_agent.contracts.scene import SceneObject


class ReleaseStrategy(Protocol):
    """What a module of this folder offers."""

    SHAPE: Shape

    def candidates(
        self, receptacle: SceneObject, held: Held, settings: SkillSettings
    ) -> Iterator[Release]:
        """Places to let go, the best first; whether they can be reached is not asked."""


@cache
def release_strategies() -> dict[Shape, ReleaseStrategy]:
    """Every family in this folder, by its shape."""
    strategies: dict[Shape, ReleaseStrategy] = {}
    for module in pkgutil.iter_modules(__path__):
        strategy = cast("ReleaseStrategy", importlib.import_module(f"{__name__}.{module.name}"))
        strategies[strategy.SHAPE] = strategy
    return strategies
