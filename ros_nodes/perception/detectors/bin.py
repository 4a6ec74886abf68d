"""Waste bins: high open boxes that stand on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ros_nodes.perception.detectors.open_box import detect_open_box
from xlerobot_agent.contracts.catalogue import Shape

if TYPE_CHECKING:
    from ros_nodes.perception.detection import Detection
    from ros_nodes.perception.look import Look
    from ros_nodes.perception.settings import PerceptionSettings
    from xlerobot_agent.contracts.catalogue import ObjectCatalogue, ObjectModel

SHAPE = Shape.BIN


def detect(
    look: Look,
    model: ObjectModel,
    catalogue: ObjectCatalogue,
    found: Mapping[str, Detection],
    settings: PerceptionSettings,
) -> Detection | None:
    """Measure a bin; see ``Detector.detect``."""
    return detect_open_box(look, model, look.hiders(model, catalogue), settings)
