"""One detector for each family of shapes: one module a family, registered by being here.

A module names its ``SHAPE`` and offers ``detect`` (see :class:`Detector`).
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from ros_nodes.perception.detection import Detection
    from ros_nodes.perception.look import Look
    from ros_nodes.perception.settings import PerceptionSettings
    from xlerobot_agent.contracts.catalogue import ObjectCatalogue, ObjectModel, Shape


class Detector(Protocol):
    """What a module of this folder offers."""

    SHAPE: Shape

    def detect(
        self,
        look: Look,
        model: ObjectModel,
        catalogue: ObjectCatalogue,
        found: Mapping[str, Detection],
        settings: PerceptionSettings,
    ) -> Detection | None:
        """Measure one object in one image.

        Args:
            look: the prepared image; it has a blob of the object's colour.
            model: the object.
            catalogue: all objects.
            found: what was measured in this image before, receptacles first.
            settings: thresholds.

        Returns:
            The object, or None when too little of it shows to measure it.
        """


@cache
def detectors() -> dict[Shape, Detector]:
    """Every detector in this folder, by its shape."""
    found: dict[Shape, Detector] = {}
    for module in pkgutil.iter_modules(__path__):
        loaded = importlib.import_module(f"{__name__}.{module.name}")
        if hasattr(loaded, "SHAPE"):
            found[loaded.SHAPE] = cast("Detector", loaded)
    return found
