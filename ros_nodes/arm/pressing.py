"""Whether an arm that was stopped still presses on something."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ros_nodes.arm.motion import Vector
    from xlerobot_agent.contracts.safety_limits import SafetyLimits

_STILL = 0.003
"""A joint that moves less than this within ``_STILL_TIME`` stands still [rad]."""
_STILL_TIME = 0.05
"""[s]; longer than a servo takes to catch up with its set-point."""


class PressingMonitor:
    """Finds the joints that a stop left pressing, so that the set-point can give way to them.

    A servo whose set-point stands inside something pushes at its force limit for as long as the
    stop lasts. After a stop the arm is to freeze where it *is* (fault table, rows 5 and 12). The
    set-point gives way once until the arm moves again: were it to follow an arm that sags under
    its own weight again and again, or at every one of many stops in a row, it would lower the
    arm. The gripper is left out: it keeps what it holds (row 14).
    """

    def __init__(self, joint_names: Sequence[str], limits: SafetyLimits) -> None:
        self._watched = np.array([not name.endswith("gripper") for name in joint_names])
        self._bound = limits.press_error
        self._watching = False
        self._gave_way = False
        self._anchor: Vector | None = None
        self._since = 0.0

    def watch(self) -> None:
        """Something said stop."""
        if not self._watching:
            self._watching, self._anchor = not self._gave_way, None

    def forget(self) -> None:
        """The arm moves again."""
        self._watching = self._gave_way = False

    def relief(self, commanded: Vector, measured: Vector, now: float) -> Vector | None:
        """Look once, while the set-point rests.

        Args:
            commanded: the set-point [rad]. Shape (joints,).
            measured: positions [rad]. Shape (joints,).
            now: node clock [s].

        Returns:
            Where the set-point goes so that no joint presses [rad]; None while none does, while
            the arm still moves, and once it has given way.
        """
        if not self._watching or not self._stands(measured, now):
            return None
        pressing = self._watched & (np.abs(commanded - measured) > self._bound)
        if not pressing.any():
            return None
        self._watching, self._gave_way = False, True
        return np.where(pressing, measured, commanded)

    def _stands(self, measured: Vector, now: float) -> bool:
        anchor = self._anchor
        if anchor is None or np.abs(measured - anchor)[self._watched].max() > _STILL:
            self._anchor, self._since = measured, now
        return now - self._since >= _STILL_TIME
