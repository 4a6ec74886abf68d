"""Gives each object its version: the number that rises when the object is found moved.

The tracker remembers where things were only to compare; it never puts an object into an
observation that the cameras did not show.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ros_nodes.perception.settings import TrackerGate
    from xlerobot_agent.contracts.geometry import Pose


class Tracker:
    """Versions by object id; the first sighting has version 1."""

    def __init__(self, gate: TrackerGate) -> None:
        self._gate = gate
        self._known: dict[str, tuple[Pose, int]] = {}

    def version(self, object_id: str, pose: Pose, symmetry: float | None = None) -> int:
        """The version of an object seen at ``pose``.

        The place it is compared with stays the one that gave the version, so that many small
        steps add up.

        Args:
            object_id: which object.
            pose: where it was seen.
            symmetry: the turn after which it looks the same [rad], None when yaw means nothing.
        """
        if object_id not in self._known:
            self._known[object_id] = (pose, 1)
            return 1
        before, version = self._known[object_id]
        if not self._moved(before, pose, symmetry):
            return version
        self._known[object_id] = (pose, version + 1)
        return version + 1

    def _moved(self, before: Pose, now: Pose, symmetry: float | None) -> bool:
        if before.distance_to(now) > self._gate.distance:
            return True
        if abs(before.tilt - now.tilt) > self._gate.tilt:
            return True
        if symmetry is None:
            return False
        return turned(before.yaw, now.yaw, symmetry) > self._gate.yaw


def turned(first: float, second: float, symmetry: float) -> float:
    """The least turn [rad] between two yaws of a thing that looks the same after ``symmetry``."""
    return abs(math.remainder(first - second, symmetry))
