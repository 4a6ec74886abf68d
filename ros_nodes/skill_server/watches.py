"""What interrupts a motion: the thing or its receptacle was moved, or the gripper lost its load."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ros_nodes.skill_server.cell import Cell, in_view
from ros_nodes.skill_server.steps import Interruption
from xlerobot_agent.contracts.reasons import Reason

if TYPE_CHECKING:
    from ros_nodes.skill_server.steps import Watch
    from xlerobot_agent.contracts.scene import SceneObject, SceneObservation

_TWICE = 2
"""Looks in a row that must miss a thing before it counts as gone."""


class SceneWatch:
    """Compares each new observation with where one thing was planned to be."""

    def __init__(self, planned: SceneObject) -> None:
        """Args: the thing as it was seen when the motion was planned."""
        self._planned = planned
        self._last = ""
        self._missed = 0

    def __call__(self, cell: Cell) -> Interruption | None:
        """An interruption when it has moved, or is gone from a place that can be seen."""
        observation = cell.observation
        if observation is None or observation.observation_id == self._last:
            return None
        self._last = observation.observation_id
        seen = observation.find(self._planned.object_id)
        if seen is not None:
            self._missed = 0
            return self._moved(seen, cell)
        self._missed = self._missed + 1 if self._gone(observation) else 0
        if self._missed < _TWICE:
            return None
        return Interruption(
            Reason.TARGET_MISSING, f"'{self._planned.object_id}' is no longer where it was"
        )

    def _moved(self, seen: SceneObject, cell: Cell) -> Interruption | None:
        look = cell.settings.look
        if min(seen.confidence, seen.visibility) < look.confidence:
            return None
        here, there = self._planned.pose, seen.pose
        distance = math.dist((here.x, here.y), (there.x, there.y))
        if distance <= look.moved:
            return None
        return Interruption(
            Reason.EXTERNAL_REMOVAL,
            f"'{seen.object_id}' was moved by {distance * 1000:.0f} mm meanwhile",
        )

    def _gone(self, observation: SceneObservation) -> bool:
        return in_view(observation, self._planned)


def load_watch(cell: Cell) -> Interruption | None:
    """An interruption when nothing is between the jaws any more."""
    held = cell.grip.held
    if held is None or cell.arm is None or not cell.grip.lost(cell.arm):
        return None
    return Interruption(Reason.SLIPPED, f"'{held.object_id}' left the gripper")


def both(first: Watch, second: Watch) -> Watch:
    """Either of two watches."""
    return lambda cell: first(cell) or second(cell)
