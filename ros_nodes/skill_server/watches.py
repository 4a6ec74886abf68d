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
"""Looks in a row that must find a thing elsewhere, or nowhere."""


class SceneWatch:
    """Compares each new observation with where one thing was planned to be."""

    def __init__(self, planned: SceneObject) -> None:
        """Args: the thing as it was seen when the motion was planned."""
        self._planned = planned
        self._last = ""
        self._doubted = 0

    def __call__(self, cell: Cell) -> Interruption | None:
        """An interruption when it has moved, or is gone from a place that can be seen.

        One look may err, so a second one, asked for at once, has to confirm.
        """
        observation = cell.observation
        if observation is None or observation.observation_id == self._last:
            return None
        self._last = observation.observation_id
        doubt = self._doubt(observation, cell)
        self._doubted = self._doubted + 1 if doubt is not None else 0
        cell.doubtful = self._doubted == 1
        return doubt if self._doubted >= _TWICE else None

    def _doubt(self, observation: SceneObservation, cell: Cell) -> Interruption | None:
        planned = self._planned
        seen = observation.find(planned.object_id)
        if seen is None:
            if not in_view(observation, planned):
                return None
            what = f"'{planned.object_id}' is no longer where it was"
            return Interruption(Reason.TARGET_MISSING, what)
        look = cell.settings.look
        distance = math.dist((planned.pose.x, planned.pose.y), (seen.pose.x, seen.pose.y))
        if distance <= look.moved or min(seen.confidence, seen.visibility) < look.confidence:
            return None
        what = f"'{seen.object_id}' was moved by {distance * 1000:.0f} mm meanwhile"
        return Interruption(Reason.EXTERNAL_REMOVAL, what)


def load_watch(cell: Cell) -> Interruption | None:
    """An interruption when nothing is between the jaws any more."""
    held = cell.grip.held
    if held is None or cell.arm is None or not cell.grip.lost(cell.arm):
        return None
    return Interruption(Reason.SLIPPED, f"'{held.object_id}' left the gripper")


def both(first: Watch, second: Watch) -> Watch:
    """Either of two watches."""
    return lambda cell: first(cell) or second(cell)
