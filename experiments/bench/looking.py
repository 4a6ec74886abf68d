"""The perception that benchmarks look with."""

from __future__ import annotations

import itertools

from ros_nodes.perception.pipeline import PerceptionPipeline
from ros_nodes.perception.settings import PerceptionSettings
from xlerobot_agent.configuration import config_directory, load
from xlerobot_agent.contracts.catalogue import ObjectCatalogue
from xlerobot_agent.robot_model.arm_model import ArmModel


class _CountingIds:
    """Ids from 1."""

    def __init__(self) -> None:
        self._counter = itertools.count(1)

    def new(self, prefix: str) -> str:
        """``prefix-1``, then ``prefix-2``, and so on."""
        return f"{prefix}-{next(self._counter)}"


def pipeline(objects: ObjectCatalogue) -> PerceptionPipeline:
    """A pipeline that has seen nothing yet, with the settings of ``perception.yaml``."""
    settings = load(config_directory() / "perception.yaml", PerceptionSettings)
    return PerceptionPipeline(objects, ArmModel(), settings, _CountingIds())
