"""A way to take hold of a thing, and the variants that a repair may wish for."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ros_nodes.skill_server.trajectories.tool_pose import ToolPose

if TYPE_CHECKING:
    from collections.abc import Iterator

METHODS = ("", "mirrored", "steep", "flat", "high", "mirrored_steep", "mirrored_flat")
"""Variants: the moving jaw on the other side, the hand steeper or flatter, the grasp higher up."""

LEFT, RIGHT = math.pi / 2.0, -math.pi / 2.0


@dataclass(frozen=True, slots=True)
class Wish:
    """What a goal's method asks for."""

    mirrored: bool = False
    steep: bool = False
    flat: bool = False
    high: bool = False

    @classmethod
    def parse(cls, method: str) -> Wish:
        """Read one of `METHODS`."""
        words = set(method.split("_")) if method else set()
        return cls(**dict.fromkeys(words, True))

    def rolls(self) -> tuple[float, float]:
        """Rolls to try in turn [rad]. The rest pose rolls to the right, which is the nearer."""
        return (LEFT, RIGHT) if self.mirrored else (RIGHT, LEFT)

    def pitches(self, preferred: float, least: float, most: float) -> Iterator[float]:
        """Pitches to try in turn [rad]: the preferred one and then ever farther from it."""
        step = math.radians(4.0)
        first = preferred + (step * 2.0 if self.steep else -step * 2.0 if self.flat else 0.0)
        first = min(max(first, least), most)
        yield first
        for k in range(1, math.ceil((most - least) / step) + 1):
            for pitch in (first + k * step, first - k * step):
                if least - 1e-9 <= pitch <= most + 1e-9:
                    yield pitch


@dataclass(frozen=True, slots=True)
class Grasp:
    """Where the hand goes to take hold of a thing.

    Attributes:
        name: for the log, e.g. ``cup from 48°, moving jaw right``.
        at: the hand around the thing.
        opening: of the gripper on the way there [rad].
        back_off: length of the straight approach along the hand's axis [m].
        shift: of the hand towards the moving jaw while closing, so that both fingers meet the
            thing where it is instead of pushing it about [m].
        lift: of the thing once it is held [m].
        ease: how much the pitch falls during the lift [rad].
    """

    name: str
    at: ToolPose
    opening: float
    back_off: float
    shift: float
    lift: float
    ease: float

    def lifted(self, here: ToolPose) -> ToolPose:
        """Where the hand holds the thing up, from where it closed on it."""
        return replace(here.moved(z=self.lift), pitch=here.pitch - self.ease)
